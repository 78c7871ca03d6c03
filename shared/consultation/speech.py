"""What a phase says, made safe: figures that nothing accounts for go, as does what may not be shown."""

from __future__ import annotations

from collections.abc import Iterator

from shared.contracts import Draft, Turn
from shared.grounding.grounding import Evidence
from shared.guard.guardrail import Unguardable, guard
from shared.guard.outgoing import OutgoingGuard
from shared.model.moves import ConductPhase, PhaseMove
from shared.model.port import Answered
from shared.turn.draft.text_guard import NothingSafe, grounded_in, passed


def shown(text: str, request: ConductPhase, turn: Turn) -> str:
    """What may be shown of Candor's own words around those of the person; nothing, where that cannot be told."""
    try:
        return _guarded(text, request, turn).strip()
    except Unguardable:
        return ""


def safe(answered: Answered[PhaseMove], request: ConductPhase, turn: Turn, outgoing: OutgoingGuard | None) -> str:
    """What may be shown of what was said; where nothing of a model's words may, the phase's own question.

    `request` tells how the consultation stands after the move. Figures may be repeated from what the person said, from
    what is kept, and from Candor's own lines.
    """
    move = answered.value
    evidence = Evidence(question=request.message, notes=_known(request))
    said = grounded_in(evidence, Draft(text=move.say, source=answered.source), question=request.message).text
    try:
        text = _guarded(said, request, turn)
        if answered.source == "claude":
            text = passed(text, outgoing)
    except (Unguardable, NothingSafe):
        text = ""
    return text.strip() or (_instead(move, request) if said.strip() or not move.questions else "")


def _guarded(text: str, request: ConductPhase, turn: Turn) -> str:
    """The text without what may not be shown. Raises Unguardable."""
    return guard(text, allowed=tuple(_names(request)), forbidden=(turn.turn_id, turn.session_id)).text


def _instead(move: PhaseMove, request: ConductPhase) -> str:
    """The phase's own words for where it stands: the question that is next, or its closing."""
    own = [card for card in request.slots if card.phase == request.phase and card.answer is None]
    asked = next((card for card in request.slots if card.name == move.asks), own[0] if own else None)
    return request.closes if move.is_complete or asked is None else asked.ask


def _known(request: ConductPhase) -> Iterator[str]:
    yield from request.briefing
    yield from (line.text for line in request.thread)
    yield from (card.answer.value for card in request.slots if card.answer)


def _names(request: ConductPhase) -> Iterator[str]:
    """Names that a text may repeat as they are."""
    for table in request.datasets:
        yield table.file_name
        yield from (name for column in table.columns for name in (column.name, column.words) if name)
    yield from (choice for card in request.slots for choice in card.choices)
