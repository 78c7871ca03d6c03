"""Whether a reply keeps the promise: it is one, it is coherent, it leaks nothing, it claims nothing that is not so."""

import json
import re
from datetime import datetime
from typing import Any, Literal

from pydantic import ValidationError

from infra.lab.matrix.history import Told, announcements, of_turn
from infra.local.call_faults import SECRET_HOST
from infra.local.faults import SECRET
from shared.contracts import Contract, Reply, Turn, TurnStatus
from shared.phases.messages import is_shown
from shared.turn.telemetry.metrics import rung as shown

ANSWER = 72.75
SHORTEST_TEXT = 15
OUTSIDE_SECONDS = 90.0
SECRETS = (SECRET, SECRET_HOST, "10.0.3.7", "sk-ant-", "/var/task")
LEAK = re.compile(
    r"botocore|boto3|Traceback|\bline \d+, in |RuntimeError|\w+(?:Error|Exception)\b|States\.|arn:aws|Sandbox\.|"
    r"\bLambda\b|DynamoDB|errorType|Errno|\bHTTP \d{3}\b|<html|\bNone\b|\bnull\b|\bnan\b"
)
"""What no text for a person may hold. Fields with names of their own (receipts with SQL, ids) are not texts."""
MISSING = re.compile(
    r"(?i)missing|could(?:n't| not)|unable|not (?:available|answered|able)|no answer|without|left out|"
    r"incomplete|failed|limitation|this much"
)


Helper = Literal["restart", "read", "queue", "sweep"]
"""Who from outside brought a reply: the sweeper before the deadline, the reader, the reply queue, the sweeper after."""


class Sight(Contract):
    """One turn as seen from outside. `replied_at` is when its reply was first seen; `free` whether its session takes
    another question then; `next_status` how that one ended, None where none was asked."""

    turn: Turn
    told: Told
    replied_at: datetime
    assistant: dict[str, Any] | None = None
    """What an assistant was told of it, where one asked."""
    free: bool = True
    next_status: str | None = None
    analysis: bool = True
    unwanted: tuple[str, ...] = ()
    answer: float = ANSWER
    statuses: tuple[TurnStatus, ...] = ()
    helped: Helper | None = None
    rungs: tuple[int, ...] = ()
    """Which rungs of the ladder ought to answer; any, where none is given."""
    names: str = ""
    """What a reply that is no whole answer must say of what is down, as a pattern; nothing where empty."""


def judged(sight: Sight) -> dict[str, Any]:
    """What a cell says about a turn that has its reply."""
    reply = sight.told.read
    if reply is None:
        return {"replies": 0, "broken_promises": tuple(of_turn(sight.told))}
    seconds = (sight.replied_at - sight.turn.asked_at).total_seconds()
    allowed = (sight.turn.deadline - sight.turn.asked_at).total_seconds() + OUTSIDE_SECONDS * (reply.source == "rescue")
    return {
        "replies": 1,
        "status": reply.status,
        "source": reply.source,
        "text": reply.text,
        "coherent": coherent(reply),
        "leak": leaks(reply),
        "false_success": sight.analysis and false_success(reply, sight.unwanted, sight.answer),
        "duplicate": bool(sight.told.announced and [*announcements(sight.told)]) or len(sight.told.commits) > 1,
        "late": seconds > allowed,
        "seconds": round(seconds, 2),
        "rung": rung(reply, sight.helped),
        "broken_promises": (
            *of_turn(sight.told),
            *_assistant(sight, reply),
            *_session(sight),
            *_rung(sight, reply),
            *_status(sight, reply),
            *_named(sight, reply),
        ),
    }


def rung(reply: Reply, helped: Helper | None = None) -> int:
    """Which rung of the ladder answered, known who `helped` it; see `shared.turn.telemetry.metrics`."""
    if reply.source == "rescue":
        return {"sweep": 8, "read": 9}.get(helped or "", 7)
    return 8 if helped in ("restart", "sweep") else shown(reply)


def _rung(sight: Sight, reply: Reply) -> tuple[str, ...]:
    answered, expected = rung(reply, sight.helped), " or ".join(map(str, sight.rungs))
    if not sight.rungs or answered in sight.rungs:
        return ()
    return (f"rung {answered} answered, where rung {expected} ought to have",)


def _status(sight: Sight, reply: Reply) -> tuple[str, ...]:
    if sight.statuses and reply.status not in sight.statuses:
        return (f"it is {reply.status}, not {' or '.join(sight.statuses)}",)
    return ()


def _named(sight: Sight, reply: Reply) -> tuple[str, ...]:
    """Whether what is down is told by its name, where the reply is no whole answer."""
    if reply.status == "answered" or not sight.names or re.search(sight.names, reply.text):
        return ()
    return (f"it does not say what is down: {sight.names}",)


def _assistant(sight: Sight, reply: Reply) -> tuple[str, ...]:
    told = sight.assistant
    if told is None or (told.get("status"), told.get("text")) == (reply.status, reply.text):
        return ()
    return ("an assistant is told another reply",)


def _session(sight: Sight) -> tuple[str, ...]:
    if not sight.free:
        return ("the session takes no further question",)
    if sight.next_status == "failed":
        return ("the next question of the session failed too",)
    return ()


def coherent(reply: Reply) -> bool:
    """Whether it is a reply: valid, a final status, a text that says something, and that text as its messages."""
    try:
        valid = Reply.model_validate(reply.wire()) == reply
    except ValidationError:
        return False
    whole = reply.status != "running" and len(reply.text.strip()) >= SHORTEST_TEXT and reply.timing is not None
    explained = reply.status != "forfeited" or (reply.forfeit is not None and bool(reply.forfeit.reason))
    admitted = reply.status != "partial" or bool(MISSING.search(reply.text))
    told = "\n\n".join(message.content for message in reply.messages if is_shown(message))
    return valid and whole and explained and admitted and told == reply.text


def texts(reply: Reply) -> str:
    """Everything of a reply that is worded for a person."""
    parts = [reply.text, *(message.content for message in reply.messages)]
    parts += [part for attempt in reply.attempts for part in (attempt.action, attempt.reason or "")]
    if reply.forfeit:
        parts += [reply.forfeit.reason, reply.forfeit.message, *reply.forfeit.attempted_actions]
    if reply.error_context:
        context = reply.error_context
        parts += [context.user_hint, context.retry_suggestion, context.error_detail]
    parts += [response.result.insights.summary for response in reply.responses]
    return "\n".join(filter(None, parts))


def leaks(reply: Reply) -> bool:
    """Whether a text holds something technical, or any part of the reply a secret that was injected."""
    whole = json.dumps(reply.wire())
    return bool(LEAK.search(texts(reply))) or any(secret in whole for secret in SECRETS)


def false_success(reply: Reply, unwanted: tuple[str, ...] = (), answer: float = ANSWER) -> bool:
    """Whether it says that it answered, without the right figure; or holds a figure that nothing computed."""
    if any(wrong in reply.text for wrong in unwanted):
        return True
    if reply.status not in ("answered", "partial"):
        return False
    return not any(fact.value == answer for fact in reply.facts) or f"{answer:g}" not in reply.text
