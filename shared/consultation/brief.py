"""A consultation as one document: what was learned, what was found, and what stays open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from shared.contracts import AgentResponse, AnswerSource, Consultation, Reply, SlotAnswer
from shared.errors import UnknownResource
from shared.phases.phase import Phase, Phases
from shared.reports.document import Document, DocumentBlock, Format, Grid, Heading, Illustration, Prose
from shared.reports.markdown import as_markdown
from shared.store.turns import folder
from shared.turn.reply.report import ReportLink, link_of

if TYPE_CHECKING:
    from shared.deps import Deps

SOURCES: dict[AnswerSource, str] = {
    "said": "from you",
    "inferred": "inferred from your answers",
    "profile": "from the data's profile",
    "computed": "computed",
    "unknown": "not known",
}
UNLABELLED = {"quality": "Data at hand", "baseline": "Baseline"}


def brief_of(consultation: Consultation, phases: Phases, deps: Deps) -> str:
    """The document of a consultation, in Markdown. Raises StoreUnavailable."""
    return as_markdown(brief_document(consultation, phases, deps))


def brief_link(session_id: str, phases: Phases, written_as: Format, deps: Deps) -> ReportLink:
    """The link to the document of a session's consultation; it is kept with the last turn, and goes with that.

    Raises UnknownResource where no consultation has begun, QueryUnavailable where nothing can draw, StoreUnavailable.
    """
    consultation = deps.sessions.consultation(session_id)
    last = next(iter(deps.turns.of_session(session_id, limit=1)), None)
    if consultation is None or last is None:
        raise UnknownResource("No consultation has begun in this session.")
    place = f"{folder(last.turn.turn_id)}report/consultation"
    return link_of(brief_document(consultation, phases, deps), place, written_as, deps)


def brief_document(consultation: Consultation, phases: Phases, deps: Deps) -> Document:
    """The document of a consultation, its findings read from the turns that have them. Raises StoreUnavailable."""
    records = (deps.turns.find(turn_id) for turn_id in consultation.findings)
    return document(consultation, phases, [one.reply for one in records if one and one.reply])


def document(consultation: Consultation, phases: Phases, replies: Sequence[Reply]) -> Document:
    """The brief and the findings. `replies` are those of the session, oldest first; figures stand in it only as the
    replies told them."""
    return Document(
        title="Consultation",
        kind="Brief and findings",
        terms=(("Begun", f"{consultation.begun_at:%Y-%m-%d}"), ("State", _state(consultation, phases))),
        blocks=tuple(_blocks(consultation, phases, replies)),
    )


def _blocks(consultation: Consultation, phases: Phases, replies: Sequence[Reply]) -> Iterator[DocumentBlock]:
    for phase in phases.values():
        if known := consultation.snapshots.get(phase.name):
            yield Heading(text=phase.label)
            rows = tuple(_row(phase, name, answer) for name, answer in _ordered(phase, known))
            yield Grid(columns=("what", "answer", "source"), numeric=(False, False, False), rows=rows)
    found = [reply for reply in replies if reply.turn_id in consultation.findings]
    if found:
        yield Heading(text="Findings")
    worked_on = [response for reply in found for response in reply.responses]
    for reply in found:
        worked_on = worked_on[len(reply.responses) :]
        yield from _findings(reply, consultation, worked_on)
    if consultation.asides:
        yield Heading(text="Asked on the way")
        yield Prose(markdown="\n".join(f"- {one}" for one in consultation.asides))


def _state(consultation: Consultation, phases: Phases) -> str:
    phase = phases.get(consultation.phase)
    return "closed" if consultation.closed else f"in its {phase.work if phase else 'course'}"


def _ordered(phase: Phase, known: dict[str, SlotAnswer]) -> Iterator[tuple[str, SlotAnswer]]:
    names = [slot.name for slot in phase.slots]
    for name in (*names, *(one for one in known if one not in names)):
        if name in known:
            yield name, known[name]


def _row(phase: Phase, name: str, answer: SlotAnswer) -> tuple[str, str, str]:
    slot = phase.slot(name)
    label = slot.label if slot else UNLABELLED.get(name, name)
    return label, answer.value or "–", SOURCES[answer.source]


def _findings(reply: Reply, consultation: Consultation, later: Sequence[AgentResponse]) -> Iterator[DocumentBlock]:
    """What the agents found in a turn, each under its task, then its charts; what was not answered is said there. What
    a later turn has worked on again, and as well, is told there."""
    own = [one for one in reply.responses if one.agent not in consultation.phases]
    left = [one for one in own if not any(_is_again(one, other) for other in later)]
    for response in left:
        yield Heading(text=response.task, level=3)
        insights = response.result.insights
        if response.status == "completed":
            more = [
                line for line in (*insights.findings, *insights.insights) if line.rstrip(".") not in insights.summary
            ]
            yield Prose(markdown="\n\n".join(filter(None, (insights.summary, "\n".join(f"- {line}" for line in more)))))
        else:
            why = response.forfeit.reason if response.forfeit else "this part of the work failed"
            yield Prose(markdown=f"Not answered: {why}.")
    gone = {one.task_id for one in own if one not in left}
    yield from (Illustration(chart=chart) for chart in reply.charts if chart.task_id not in gone)


def _is_again(before: AgentResponse, after: AgentResponse) -> bool:
    return before.task == after.task and (after.status == "completed" or before.status != "completed")
