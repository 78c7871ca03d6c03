"""What a user reads, and a client receives, when Candor admits that it cannot answer."""

from collections.abc import Iterable
from typing import Any

from shared.contracts import Forfeit, TurnStatus

_OPENING = "I apologize, but I'm unable to complete this request."
_CLOSING = "Please try rephrasing your question or ensure your data contains the necessary information."
_MOST_ACTIONS = 12


def forfeit_message(forfeit: Forfeit) -> str:
    """The reply to a forfeit, in markdown; a part that has nothing to say is left out."""
    parts = [_OPENING, f"**Reason:** {_line(forfeit.reason)}"]
    actions = "\n".join(f"- {_line(action)}" for action in forfeit.attempted_actions if action.strip())
    parts += [f"**What I tried:**\n{actions}"] if actions else []
    parts += [_CLOSING]
    parts += [f"**What would help:** {_line(forfeit.would_help)}"] if forfeit.would_help else []
    return "\n\n".join(parts)


def worded(forfeit: Forfeit) -> Forfeit:
    """The forfeit with its message."""
    return forfeit.model_copy(update={"message": forfeit_message(forfeit)})


def forfeit_event_data(forfeit: Forfeit) -> dict[str, Any]:
    """The data of a `forfeit` event: {reason, attempted_actions, message}."""
    return {
        "reason": forfeit.reason,
        "attempted_actions": list(forfeit.attempted_actions),
        "message": forfeit.message or forfeit_message(forfeit),
    }


def complete_event_data(status: TurnStatus, forfeit: Forfeit | None = None) -> dict[str, Any]:
    """The data of a turn's last event: {status, forfeited, metadata{forfeit_reason?}}."""
    metadata = {"forfeit_reason": forfeit.reason} if forfeit else {}
    return {"status": status, "forfeited": status == "forfeited", "metadata": metadata}


def merge_forfeits(forfeits: Iterable[Forfeit]) -> Forfeit | None:
    """One forfeit for a whole turn; each reason, attempt and need is told once. None where there were none."""
    given = tuple(forfeits)
    if not given:
        return None
    actions = _distinct(action for one in given for action in one.attempted_actions)
    needs = _distinct(one.would_help for one in given if one.would_help)
    merged = Forfeit(
        reason=_joined(_distinct(one.reason for one in given)),
        attempted_actions=actions[:_MOST_ACTIONS],
        would_help=_joined(needs) or None,
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
