"""What a user reads, and a client receives, when Candor admits that it cannot answer."""

from collections.abc import Iterable
from textwrap import shorten
from typing import Any, Literal

from shared.contracts import AgentResponse, Attempt, Forfeit, ForfeitCode, TurnStatus
from shared.failure.describe import RETRY_SUGGESTIONS
from shared.failure.frame import frame_in

_NOT_THE_DATA: tuple[ForfeitCode, ...] = ("agents_failed", "unavailable", "cancelled")
"""The forfeits that no other wording and no other data would have spared: `would_help` says what may."""
_MOST_ACTIONS = 12
_MOST_SUGGESTIONS = 3
_MOST_OF_A_TASK = 90
_READ = "Read the question"
"""What was done at the very least."""

ForfeitScope = Literal["turn", "agent"]
"""Whose a `forfeit` event is: the whole turn's, of which there is one, or one agent's, whose turn may be answered."""


def forfeit_message(forfeit: Forfeit, *, brief: bool = False) -> str:
    """The reply to a forfeit, in markdown, its fixed texts in the forfeit's language; a part that has nothing to say is
    left out, as is the general advice from a brief one, and where what would help is known."""
    frame = frame_in(forfeit.language)
    parts = [frame.opening, f"**{frame.reason}** {_line(forfeit.reason)}"]
    actions = "\n".join(f"- {_line(action)}" for action in forfeit.attempted_actions if action.strip())
    parts += [f"**{frame.tried}**\n{actions}"] if actions else []
    advised = forfeit.code in _NOT_THE_DATA or forfeit.would_help or brief
    parts += [] if advised else [frame.closing]
    parts += [f"**{frame.would_help}** {_line(forfeit.would_help)}"] if forfeit.would_help else []
    numbered = "\n".join(f"{at}. {_line(one)}" for at, one in enumerate(forfeit.suggestions, start=1))
    parts += [f"**{frame.could_ask}**\n{numbered}"] if numbered else []
    return "\n\n".join(parts)


def folded(text: str, forfeit: Forfeit) -> str:
    """A text with this forfeit's message, without what was tried and the general advice: they are told on request."""
    whole = forfeit_message(forfeit)
    return text.replace(whole, forfeit_message(forfeit.model_copy(update={"attempted_actions": ()}), brief=True))


def worded(forfeit: Forfeit) -> Forfeit:
    """The forfeit with its message, and with something that was tried."""
    actions = tuple(filter(str.strip, forfeit.attempted_actions)) or (_READ,)
    told = forfeit.model_copy(update={"attempted_actions": actions})
    return told.model_copy(update={"message": forfeit_message(told)})


def tried(attempts: Iterable[Attempt]) -> tuple[str, ...]:
    """What was tried, each once, with why it gave nothing."""
    told = (
        f"{one.action} ({one.reason})" if one.outcome == "failed" and one.reason else one.action for one in attempts
    )
    return tuple(dict.fromkeys(told))


def shortened(task: str) -> str:
    """The beginning of what a task was to do: whoever reads it knows the question, and only has to know it again."""
    return shorten(task, _MOST_OF_A_TASK, placeholder=" …")


def of_failed(response: AgentResponse) -> Forfeit:
    """The forfeit that a failed response stands for where nobody else answered: what was tried, and why it failed."""
    tried = tuple(dict.fromkeys(attempt.action for attempt in response.attempts))
    why, what = response.setback or "nothing came of the work on it", shortened(response.task)
    return Forfeit(
        code="agents_failed",
        reason=f"I could not work out “{what}”: {why}, which says nothing about what the data holds",
        attempted_actions=tried or (f"Gave this to {response.agent.replace('_', ' ')}: {response.task}",),
        would_help=RETRY_SUGGESTIONS[response.error_type or "unknown"],
    )


def forfeit_event_data(forfeit: Forfeit, scope: ForfeitScope = "agent") -> dict[str, Any]:
    """The data of a `forfeit` event: {scope, code, reason, attempted_actions, message}."""
    return {
        "scope": scope,
        "code": forfeit.code,
        "reason": forfeit.reason,
        "attempted_actions": list(forfeit.attempted_actions),
        "message": forfeit.message or forfeit_message(forfeit),
    }


def complete_event_data(status: TurnStatus, forfeit: Forfeit | None = None) -> dict[str, Any]:
    """The data of a turn's last event: {status, forfeited, metadata{forfeit_reason?, forfeit_code?}}."""
    metadata = {"forfeit_reason": forfeit.reason, "forfeit_code": forfeit.code} if forfeit else {}
    return {"status": status, "forfeited": status == "forfeited", "metadata": metadata}


def merge_forfeits(forfeits: Iterable[Forfeit]) -> Forfeit | None:
    """One forfeit for a whole turn; each reason, attempt and need is told once. None where there were none."""
    given = tuple(forfeits)
    if not given:
        return None
    actions = _distinct(action for one in given for action in one.attempted_actions)
    needs = _distinct(one.would_help for one in given if one.would_help)
    merged = Forfeit(
        code=given[0].code,
        reason=_joined(_distinct(one.reason for one in given)),
        attempted_actions=actions[:_MOST_ACTIONS],
        would_help=_joined(needs) or None,
        suggestions=_distinct(one for forfeit in given for one in forfeit.suggestions)[:_MOST_SUGGESTIONS],
        unknown=_distinct(one for forfeit in given for one in forfeit.unknown),
        sure=None if any(one.sure is None for one in given) else min(one.sure or 0.0 for one in given),
        language=given[0].language if len({one.language for one in given}) == 1 else "en",
    )
    return worded(merged)


def _line(text: str) -> str:
    """On one line, so that it can't end the paragraph or the list item that it stands in."""
    return " ".join(text.split())


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Each once, in order, not minding case, spaces or a full stop."""
    kept: dict[str, str] = {}
    for text in filter(str.strip, texts):
        kept.setdefault(_line(text).rstrip(".").casefold(), _line(text))
    return tuple(kept.values())


def _joined(texts: tuple[str, ...]) -> str:
    """One as it is; several as a run of clauses."""
    return texts[0] if len(texts) == 1 else "; ".join(text.rstrip(".") for text in texts)
