"""A handoff: the next phase is to speak in the same turn, if there is time for it and it has not happened too often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from shared.contracts import HandoffRecord, PhaseRound, Turn
from shared.phases.phase import Phases, line
from shared.store.turns import HANDOFF, ROUND

if TYPE_CHECKING:
    from shared.deps import Deps

MOST_HANDOFFS: Final = 4
"""In one turn: a mind that claims completion for ever comes to an end here."""


def hand_over(turn_id: str, phases: Phases, deps: Deps) -> Literal["converse", "reply"]:
    """Notes the handoff, so that the next phase begins; or that it is kept for the next message. What was noted before
    holds. Raises ValueError where no phase has asked for one."""
    found = deps.turns.belongings(turn_id)
    rounds, noted = found.all(ROUND, PhaseRound), found.all(HANDOFF, HandoffRecord)
    if not rounds or rounds[-1].next != "handoff":
        raise ValueError("no phase asks for a handoff")
    last = rounds[-1]
    record = next((one for one in noted if one.number == last.number), None) or _begun(
        found.record.turn, last, len(noted), phases, deps
    )
    if record not in noted and not deps.turns.save(turn_id, HANDOFF, record, f"{record.number:02}"):
        record = deps.turns.load(turn_id, HANDOFF, HandoffRecord, f"{record.number:02}") or record
    if record.kept:
        return "reply"
    deps.events.of(turn_id, found.events).append(
        "handoff",
        record.line,
        at=deps.clock.now(),
        agent=record.before,
        step_number=3,
        data={"from": record.before, "to": record.after, "line": record.line},
    )
    return "converse"


def _begun(turn: Turn, last: PhaseRound, before: int, phases: Phases, deps: Deps) -> HandoffRecord:
    """The handoff after a round; kept where there is no time for the next phase, or there were too many."""
    after = last.consultation.following
    if after is None:
        raise ValueError("there is no phase after the last")
    left = deps.clock.seconds_until(turn.deadline) - deps.settings.reserve_seconds
    why: Literal["", "time", "depth"] = "depth" if before >= MOST_HANDOFFS else ""
    why = "time" if left < phases[after].seconds else why
    return HandoffRecord(
        number=last.number,
        before=last.phase,
        after=after,
        line=line(phases[last.phase], phases[after]),
        at=deps.clock.now(),
        kept=bool(why),
        why=why,
    )
