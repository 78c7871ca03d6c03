"""What a move does to a consultation: pure functions from where it stood to where it would stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from shared.contracts import Consultation, DatasetProfile, Session, SlotAnswer, SlotPlace
from shared.ids import new_id
from shared.phases.phase import Phases, all_slots
from shared.store.commit import RESTS

if TYPE_CHECKING:
    from shared.model.moves import Learned, PhaseMove
    from shared.phases.slots import ConsultationSlot

MOST_ASIDES = 6
BASELINE = "baseline"


def begun(session: Session, phases: Phases, now: datetime) -> Consultation:
    """A consultation at the beginning of its first phase."""
    return Consultation(
        session_id=session.session_id,
        phases=tuple(phases),
        phase=next(iter(phases)),
        thread_id=new_id("thread"),
        begun_at=now,
        moved_at=now,
    )


def resumed(consultation: Consultation, phases: Phases) -> Consultation:
    """The consultation under the phases that there are now: one whose phase is gone begins anew, and keeps what is
    known."""
    names = tuple(phases)
    if consultation.phases == names:
        return consultation
    phase = consultation.phase if consultation.phase in phases else names[0]
    return consultation.model_copy(update={"phases": names, "phase": phase, "asked": None, "due": False})


def moved(
    consultation: Consultation, move: PhaseMove, phases: Phases, tables: Sequence[DatasetProfile]
) -> Consultation:
    """The consultation after a move: what was learned, what is asked now, and whether it is closed."""
    after = _learned(consultation, move.learned, phases, tables).model_copy(update={"due": False})
    if move.aside:
        after = after.model_copy(update={"asides": (*after.asides, move.aside)[-MOST_ASIDES:]})
    if move.back and after.trail:
        return _back(after, _place(move, after, phases))
    closed = consultation.closed or (is_complete(after, move, phases) and after.following is None)
    return after.model_copy(update={"asked": None if move.is_complete else move.asks, "closed": closed})


def is_complete(consultation: Consultation, move: PhaseMove, phases: Phases) -> bool:
    """Whether the phase is complete: it says so, and nothing that it must learn is left."""
    phase = phases[consultation.phase]
    return move.is_complete and not phase.open(consultation.snapshots.get(phase.name, {}))


def entered(consultation: Consultation, *, depth: int, seconds: float) -> Consultation:
    """The consultation at the beginning of the next phase, in a thread of its own. Raises ValueError after the last."""
    following = consultation.following
    if following is None:
        raise ValueError("there is no phase after the last")
    went = consultation.transitions
    return consultation.model_copy(
        update={
            "phase": following,
            "thread_id": new_id("thread"),
            "asked": None,
            "due": False,
            "transitions": went.model_copy(
                update={
                    "attempted": went.attempted + 1,
                    "succeeded": went.succeeded + 1,
                    "deepest": max(went.deepest, depth),
                    "seconds": round(went.seconds + seconds, 3),
                }
            ),
        }
    )


def held(consultation: Consultation, *, failed: bool) -> Consultation:
    """The consultation where it was, its phase complete: the handoff is tried again with the next message."""
    went = consultation.transitions
    counted = went.model_copy(update={"attempted": went.attempted + 1, "rolled_back": went.rolled_back + 1})
    return consultation.model_copy(update={"due": True, "asked": None, "transitions": counted if failed else went})


def committed_as(consultation: Consultation, now: datetime, turn_id: str, *, found: bool) -> Consultation:
    """The consultation as the reply of this turn commits it; `found` says that the turn has findings."""
    findings = (*consultation.findings, turn_id) if found and turn_id not in consultation.findings else None
    more = {"findings": findings} if findings else {}
    return consultation.model_copy(update={"revision": consultation.revision + 1, "moved_at": now, **more})


def back_at(consultation: Consultation) -> SlotPlace | None:
    """Where going back leads to: the slot that was answered last."""
    return consultation.trail[-1] if consultation.trail else None


def _learned(
    consultation: Consultation, learned: Iterable[Learned], phases: Phases, tables: Sequence[DatasetProfile]
) -> Consultation:
    """With the answers; one that its slot cannot hold is left out."""
    slots, snapshots, trail = all_slots(phases), dict(consultation.snapshots), list(consultation.trail)
    for one in learned:
        if one.slot not in slots:
            continue
        phase, slot = slots[one.slot]
        try:
            answer = _answer(one, slot, tables)
        except ValueError:
            continue
        known = snapshots.get(phase.name, {})
        if slot.kind == "measure" and one.slot in known and known[one.slot].value != answer.value:
            known = {name: kept for name, kept in known.items() if name != BASELINE}  # it was another figure's
        snapshots[phase.name] = {**known, one.slot: answer}
        if one.inferred:
            continue
        place = SlotPlace(phase=phase.name, slot=one.slot)
        trail = [*(earlier for earlier in trail if earlier != place), place]
    return consultation.model_copy(update={"snapshots": snapshots, "trail": tuple(trail)})


def _answer(one: Learned, slot: ConsultationSlot, tables: Sequence[DatasetProfile]) -> SlotAnswer:
    """What is kept of a slot. Raises ValueError where the slot cannot hold it."""
    if one.unknown:
        return SlotAnswer(source="unknown")
    return SlotAnswer(value=slot.checked(one.value, tables), source="inferred" if one.inferred else "said")


def _place(move: PhaseMove, consultation: Consultation, phases: Phases) -> SlotPlace:
    """Where a move goes back to: the slot that it names, where that was answered; else the one answered last."""
    named = all_slots(phases).get(move.asks or "")
    if named and move.asks in consultation.snapshots.get(named[0].name, {}):
        return SlotPlace(phase=named[0].name, slot=named[1].name)
    return consultation.trail[-1]


def _back(consultation: Consultation, place: SlotPlace) -> Consultation:
    """At a slot that was answered, in its phase; its answer stays until there is another."""
    same = place.phase == consultation.phase
    return consultation.model_copy(
        update={
            "phase": place.phase,
            "thread_id": consultation.thread_id if same else new_id("thread"),
            "asked": place.slot,
            "trail": tuple(one for one in consultation.trail if one != place),
            "closed": False,
        }
    )


def abandoned_in(consultation: Consultation, now: datetime) -> str | None:
    """The phase in which it was left for so long; None where it goes on, or is closed."""
    return None if consultation.closed or now - consultation.moved_at < RESTS else consultation.phase
