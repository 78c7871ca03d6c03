"""A consultation as one document: what was learned, what was found, and what stays open, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from shared.consultation.phase import Phase, Phases
from shared.contracts import AnswerSource, Consultation, Reply, SlotAnswer

if TYPE_CHECKING:
    from shared.deps import Deps

SOURCES: dict[AnswerSource, str] = {
    "said": "from you",
    "profile": "from the data's profile",
    "computed": "computed",
    "unknown": "not known",
}
UNLABELLED = {"quality": "Data at hand", "baseline": "Baseline"}


def brief_of(consultation: Consultation, phases: Phases, deps: Deps) -> str:
    """The document of a consultation, its findings read from the turns that have them. Raises StoreUnavailable."""
    records = (deps.turns.find(turn_id) for turn_id in consultation.findings)
    return document(consultation, phases, [one.reply for one in records if one and one.reply])


def document(consultation: Consultation, phases: Phases, replies: Sequence[Reply]) -> str:
    """The brief and the findings. `replies` are those of the session, oldest first; figures stand in it only as the
    replies told them."""
    return "\n".join(_lines(consultation, phases, replies)).strip() + "\n"


def _lines(consultation: Consultation, phases: Phases, replies: Sequence[Reply]) -> Iterator[str]:
    yield "# Consultation"
    yield ""
    yield f"Begun {consultation.begun_at:%Y-%m-%d}; {_state(consultation, phases)}."
    for phase in phases.values():
        if known := consultation.snapshots.get(phase.name):
            yield from ("", f"## {phase.label}", "", "| what | answer | source |", "|---|---|---|")
            yield from (_row(phase, name, answer) for name, answer in _ordered(phase, known))
    found = [reply for reply in replies if reply.turn_id in consultation.findings]
    if found:
        yield from ("", "## Findings")
    for reply in found:
        yield from ("", *_findings(reply, consultation))
    if consultation.asides:
        yield from ("", "## Asked on the way", "", *(f"- {one}" for one in consultation.asides))


def _state(consultation: Consultation, phases: Phases) -> str:
    phase = phases.get(consultation.phase)
    return "closed" if consultation.closed else f"in its {phase.work if phase else 'course'}"


def _ordered(phase: Phase, known: dict[str, SlotAnswer]) -> Iterator[tuple[str, SlotAnswer]]:
    names = [slot.name for slot in phase.slots]
    for name in (*names, *(one for one in known if one not in names)):
        if name in known:
            yield name, known[name]


def _row(phase: Phase, name: str, answer: SlotAnswer) -> str:
    slot = phase.slot(name)
    label = slot.label if slot else UNLABELLED.get(name, name)
    return f"| {label} | {_cell(answer.value) or '–'} | {SOURCES[answer.source]} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _findings(reply: Reply, consultation: Consultation) -> Iterator[str]:
    """What the agents found in a turn, each under its task; what was not answered is said there."""
    for response in reply.responses:
        if response.agent in consultation.phases:
            continue
        yield from (f"### {response.task}", "")
        insights = response.result.insights
        if response.status == "completed":
            yield insights.summary
            yield from (f"- {line}" for line in (*insights.findings, *insights.insights))
        else:
            yield f"Not answered: {response.forfeit.reason if response.forfeit else 'this part of the work failed'}."
        yield ""
