"""Metrics of the promise: what the log says of each turn that has ended, as CloudWatch's embedded metrics."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, get_args

from shared.confidence.rules import BROKE_OFF
from shared.contracts import Consultation, FailsafeCategory, ForfeitCode, Reply, Turn
from shared.failure.last_words import LAST_NODE

METRICS = {
    "Seconds": "Seconds",
    "OfItsTime": "Percent",
    "Late": "Count",
    "Forfeited": "Count",
    "Rescued": "Count",
    "Failed": "Count",
    "FailsafeTriggered": "Count",
    "NotAssessed": "Count",
    "WithoutModel": "Count",
    "InputTokens": "Count",
    "OutputTokens": "Count",
    "Dollars": "None",
}
"""Each metric with its unit. `Seconds` are from acceptance to the commit, `OfItsTime` how much that is of what there
was until the deadline."""

OF_CONSULTATIONS = {
    "Handoffs": "Count",
    "HandoffsTried": "Count",
    "HandoffsRolledBack": "Count",
    "HandoffSeconds": "Seconds",
    "ConsultationsBegun": "Count",
    "ConsultationsClosed": "Count",
    "ConsultationsAbandoned": "Count",
}
"""Of a consultation's turn: the handoffs that succeeded, were tried and came to nothing, the seconds that the next
phases took to speak (the consultation's own `transitions.seconds` went by before they began), and whether the
consultation began or was closed. One that rests for a day is told as abandoned, in its phase."""

OF_REFUSALS = {"SpendLimitReached": "Count"}
"""Of questions that became no turn."""


def of_consultation(reply: Reply) -> dict[str, Any]:
    """What a turn did to its consultation, read from the reply's own messages; a reply that moved nothing did
    nothing."""
    moved = [message.metadata["transition"] for message in reply.messages if message.role == "system"]
    entered = [one for one in moved if one.get("to")]
    stands = reply.consultation
    undone = int(bool(stands and stands.due) and reply.status == "partial")
    return {
        "Handoffs": len(entered),
        "HandoffsTried": len(entered) + undone,
        "HandoffsRolledBack": undone,
        "HandoffSeconds": round(sum(one.get("seconds", 0.0) for one in entered), 3),
        "ConsultationsBegun": int(bool(stands and stands.revision == 1)),
        "ConsultationsClosed": len(moved) - len(entered),
        "ConsultationsAbandoned": 0,
    }


def of_abandoned(consultation: Consultation, now: datetime, prefix: str) -> dict[str, Any]:
    """What is logged of a consultation that nobody goes on with, by the whole deployment and by its phase."""
    name = ("ConsultationsAbandoned",)
    about = [_metrics(name), _metrics(name, "phase")]
    told = {"deployment": prefix, "phase": consultation.phase, name[0]: 1}
    return {"_aws": {"Timestamp": int(now.timestamp() * 1000), "CloudWatchMetrics": about}, **told}


SEVERAL = "several"
"""What stands for the reason where agents forfeited for different ones."""
REASONS = (*get_args(ForfeitCode), SEVERAL)


def _reason(reply: Reply) -> str:
    """The code of what a forfeited turn was forfeited for, nothing where it was not."""
    if reply.status != "forfeited":
        return ""
    codes = {one.forfeit.code for one in reply.responses if one.forfeit} or {"other"}
    return codes.pop() if len(codes) == 1 else SEVERAL


def figures(turn: Turn, reply: Reply, prefix: str) -> dict[str, Any]:
    """What is logged, in the embedded metric format; by the whole deployment, by rung, by who forfeited and for what
    kind of reason, and by the failsafe's category.

    No text of a user or of the data is in it: a forfeit's words may quote either, and are told by their code alone.
    """
    timing = reply.timing or turn.timing(turn.deadline)
    seconds = ((timing.completed_at or turn.deadline) - turn.asked_at).total_seconds()
    allowed = (turn.deadline - turn.asked_at).total_seconds()
    assessment = reply.assessment
    triggered = category_triggered(reply)
    told = {
        "deployment": prefix,
        "status": reply.status,
        "source": reply.source or "",
        "rung": str(rung(reply)),
        "agent": ",".join(sorted({one.agent for one in reply.responses if one.forfeit})),
        "reason": _reason(reply),
        "category": triggered or "",
        "Seconds": round(seconds, 3),
        "OfItsTime": round(100 * seconds / allowed, 1) if allowed > 0 else 0.0,
        "Late": int(seconds > allowed),
        "Forfeited": int(reply.status == "forfeited"),
        "Rescued": int(reply.source == "rescue"),
        "Failed": int(reply.status == "failed"),
        "FailsafeTriggered": int(bool(triggered)),
        "NotAssessed": int(assessment is not None and BROKE_OFF in assessment.findings),
        "WithoutModel": int(any(one.without_model for one in reply.responses)),
        "InputTokens": reply.usage.input_tokens,
        "OutputTokens": reply.usage.output_tokens,
        "Dollars": reply.usage.price_usd,
    }
    about = [_metrics(METRICS), _metrics(("Seconds",), "rung")]
    if turn.mode == "consultation":
        told |= of_consultation(reply)
        about.append(_metrics(OF_CONSULTATIONS))
    if told["agent"]:
        about.append(_metrics(("Forfeited",), "agent"))
    if told["reason"]:
        about.append(_metrics(("Forfeited",), "reason"))
    if triggered:
        about.append(_metrics(("FailsafeTriggered",), "category"))
    at = int((timing.completed_at or turn.deadline).timestamp() * 1000)
    return {"_aws": {"Timestamp": at, "CloudWatchMetrics": about}, **told}


def limit_reached(prefix: str, now: datetime) -> dict[str, Any]:
    """What is logged of a question that is refused because the deployment may spend no more that day."""
    about = [_metrics(OF_REFUSALS)]
    at = int(now.timestamp() * 1000)
    return {
        "_aws": {"Timestamp": at, "CloudWatchMetrics": about},
        "deployment": prefix,
        **dict.fromkeys(OF_REFUSALS, 1),
    }


def _of_last_words(reply: Reply) -> int:
    """6 where the state machine said them, which knows no more than that Respond failed; 5 where Respond did itself."""
    return 6 if reply.error_context and reply.error_context.failed_node == LAST_NODE else 5


def category_triggered(reply: Reply) -> FailsafeCategory | None:
    """Why the failsafe put another text in the place of the draft; None where it did not."""
    assessment = reply.assessment
    if assessment is None or assessment.verdict != "FAILSAFE_TRIGGERED":
        return None
    return assessment.error_category or "UNCERTAINTY"


def _metrics(names: Iterable[str], *by: str) -> dict[str, Any]:
    """Some metrics of the deployment, by more if asked for: each combination is paid for by the month."""
    metrics = [{"Name": name, "Unit": (METRICS | OF_CONSULTATIONS | OF_REFUSALS)[name]} for name in names]
    return {"Namespace": "Candor", "Dimensions": [["deployment", *by]], "Metrics": metrics}


def rung(reply: Reply) -> int:
    """Which rung of the ladder answered, as docs/architecture.md counts them, as far as the reply shows it; 0 where
    nothing broke, or nothing that the reply needed, and 7 for whatever rescued it from outside.

    A failure that is explained is 4, whoever words it (a model, no-model mode, a template); 5 is the hardcoded text in
    its place.
    """
    if reply.source == "rescue":
        return 7
    if reply.status == "failed":
        return _of_last_words(reply) if reply.source == "last_resort" else 4
    if reply.status in ("forfeited", "partial"):
        return 1 if reply.status == "forfeited" else 2
    fell_back = any(attempt.step == "model" and attempt.outcome == "failed" for attempt in reply.attempts)
    return 3 if fell_back else 0
