"""A phase as a value: what it is for, what it must learn, and what it does once it knows that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from shared.contracts import Consultation, DatasetProfile, SlotAnswer
from shared.phases.slots import ConsultationSlot, Snapshot

CONVERSING_SECONDS: Final = 26
"""What a phase's part of a turn may take: a model that stays silent, and then one that answers."""


@dataclass(frozen=True)
class Phase:
    """One phase of a consultation, and the only thing in its file.

    `module` names it; `place` orders the phases. `label` is what it is called when it is complete ("Qualification"),
    `work` what it is called when it begins ("assessment"). `opens` and `closes` are what it says then, beside its
    questions. A phase that `measures` computes a baseline of what it learned; one that `analyses` has the agents work
    on what all phases learned, and answers what is asked then. `seconds` are what its part of a turn may take: a
    handoff to it waits for the next message where less is left.
    """

    module: str
    place: int
    label: str
    work: str
    purpose: str
    opens: str
    closes: str
    slots: tuple[ConsultationSlot, ...] = ()
    instructions: str = ""
    measures: bool = False
    analyses: bool = False
    seconds: float = 15.0
    name: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.module.rsplit(".", 1)[-1])

    def slot(self, name: str) -> ConsultationSlot | None:
        """Its slot of that name."""
        return next((slot for slot in self.slots if slot.name == name), None)

    def open(self, snapshot: Snapshot) -> tuple[ConsultationSlot, ...]:
        """The slots of which nothing is known yet, in the order in which they are asked."""
        return tuple(slot for slot in self.slots if slot.name not in snapshot)


Phases = Mapping[str, Phase]


def in_order(phases: Sequence[Phase]) -> dict[str, Phase]:
    """The phases by name, in their order. Raises ValueError where two share a place, or a slot's name."""
    ordered = sorted(phases, key=lambda phase: phase.place)
    places = [phase.place for phase in ordered]
    names = [slot.name for phase in ordered for slot in phase.slots]
    if len(set(places)) < len(places) or len(set(names)) < len(names):
        raise ValueError("two phases of a consultation share a place, or a slot")
    return {phase.name: phase for phase in ordered}


def line(before: Phase, after: Phase | None) -> str:
    """What is told of a transition: from a phase to the next, or to the end."""
    if after is None:
        return f"✓ {before.label} complete - Consultation closed."
    return f"✓ {before.label} complete - Starting {after.work}..."


def all_slots(phases: Phases) -> dict[str, tuple[Phase, ConsultationSlot]]:
    """Each slot by its name, with its phase."""
    return {slot.name: (phase, slot) for phase in phases.values() for slot in phase.slots}


def filled(consultation: Consultation, phases: Phases, tables: Sequence[DatasetProfile]) -> Consultation:
    """The consultation with what the profile says of the current phase's slots; what somebody said stays."""
    phase = phases[consultation.phase]
    known: dict[str, SlotAnswer] = dict(consultation.snapshots.get(phase.name, {}))
    for slot in phase.slots:
        if slot.name not in known and (answer := slot.known(tables)):
            known[slot.name] = answer
    return consultation.model_copy(update={"snapshots": {**consultation.snapshots, phase.name: known}})
