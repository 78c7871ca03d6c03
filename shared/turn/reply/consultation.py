"""The reply of a consultation's turn: what each phase said, in order, and where the consultation stands with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from shared.contracts import Consultation, Draft, Forfeit, Message, PhaseRound, Reply, ReplySource
from shared.model.phrases import ENGLISH, WITHOUT_MODEL
from shared.phases.advance import committed_as, held
from shared.phases.messages import SYNTHETIC, THREAD, WORKED_ON
from shared.turn.material import Material
from shared.turn.reply.assembly import assembled
from shared.turn.reply.receipts import receipts_of

if TYPE_CHECKING:
    from shared.deps import Deps

DraftWriter = Callable[[Material], Draft]

CONTINUE: Final = "continue"
"""What the synthetic message of a handoff says in the place of a person."""
WHERE_IT_WAS: Final = "Your consultation is where it was before this message; nothing that you told me is lost."
TRY_AGAIN: Final = (
    "The next step is missing for now: I couldn't start it. Your answers are kept; send me any message, and I'll try "
    "again."
)
LATER: Final = "Your answers are kept. Send me any message, and I'll go on with the next step."
FURTHER: Final = "Ask a follow-up, change anything that you told me, or tell me when we are done."
ON: Final = "Ask another question, or change anything that you told me."
"""The same of a consultation that is closed already."""


def consulted(material: Material, deps: Deps, words: DraftWriter) -> Reply:
    """The reply: each phase's message under its name, the handoffs between them, and what the agents found. It carries
    where the consultation stands, unless nothing of the turn holds."""
    now = deps.clock.now()
    if not material.landed:
        return _where_it_was(material, now, words)
    findings = words(material.analysis) if _analysed(material) else None
    messages = tuple(_messages(material, findings, words))
    draft = Draft(
        text="\n\n".join(message.content for message in messages if not message.metadata.get(SYNTHETIC)),
        source=findings.source if findings else _source(material),
    )
    return assembled(
        material,
        draft,
        now=now,
        receipts=receipts_of(material, deps),
        forfeit=_forfeit(material),
        messages=messages,
        consultation=_stands(material, now),
    )


def _where_it_was(material: Material, now: datetime, words: DraftWriter) -> Reply:
    """The reply of a turn of which nothing holds: why, and that nothing has moved."""
    alone = material.analysis
    draft = words(alone)
    told = draft.model_copy(update={"text": f"{draft.text}\n\n{WHERE_IT_WAS}"})
    forfeit = alone.forfeit if alone.status == "forfeited" else None
    return assembled(alone, told, now=now, forfeit=forfeit)


def _stands(material: Material, now: datetime) -> Consultation:
    """Where it stands: after the last round that holds; before its handoff, where that came to nothing."""
    last = material.landed[-1]
    stood = last.consultation
    if last.next == "handoff":
        stood = held(stood, failed=not _kept(material))
    found = _analysed(material) and bool(material.analysis.completed)
    return committed_as(stood, now, material.turn.turn_id, found=found)


def _kept(material: Material) -> bool:
    """Whether the handoff after the last round was put off, for time or because there were many."""
    last = material.landed[-1].number
    return any(one.kept and one.number == last for one in material.handoffs)


def _analysed(material: Material) -> bool:
    """Whether the turn has something to tell of what the agents were asked."""
    return bool(material.landed and material.landed[-1].questions)


def _source(material: Material) -> ReplySource:
    return "claude" if any(one.response.by_model for one in material.landed) else "deterministic"


def _forfeit(material: Material) -> Forfeit | None:
    return material.forfeit if material.status == "forfeited" else None


# messages ------------------------------------------------------------------------------------------------------------


def _messages(material: Material, findings: Draft | None, words: DraftWriter) -> Iterator[Message]:
    before: PhaseRound | None = None
    for at, one in enumerate(material.landed):
        if one.opened and before:
            yield from _handoff(before, one)
        said = _said(one)
        without = _without(material.landed[at:], findings)
        if one.questions and findings:
            said = _paragraphs(said, findings.text, without, ON if one.consultation.closed else FURTHER)
        elif said:
            said = _paragraphs(said, without)
        if said:
            moved = {"from": before.phase, "to": one.phase} if one.opened and before else None
            yield _message(one, said, moved, found=bool(findings))
        if one.line and not one.opened:
            yield _line(one.line, {"from": one.phase, "to": None})
        before = one
    if before and (left := _left_undone(before, material, words)):
        yield Message(role="assistant", agent="candor", content=left)


def _said(one: PhaseRound) -> str:
    return one.response.forfeit.message if one.response.forfeit else one.said


def _without(rounds: Sequence[PhaseRound], findings: Draft | None) -> str:
    """Why no language model led the first of these phases, where the reply does not tell that below: of a later one, or
    with the findings."""
    first, *later = (one.response.without_model for one in rounds)
    return "" if first in later or (findings and WITHOUT_MODEL in findings.text) else first


def _message(one: PhaseRound, said: str, moved: dict[str, str] | None, *, found: bool) -> Message:
    """What a phase said; a question that the person went back to is asked by the phase that it belongs to."""
    metadata: dict[str, Any] = {THREAD: one.consultation.thread_id, SYNTHETIC: False}
    metadata |= {"transition": moved} if moved else {}
    metadata |= {WORKED_ON: list(one.questions)} if one.questions and found else {}
    return Message(role="assistant", agent=one.consultation.phase, content=said, metadata=metadata)


def _handoff(before: PhaseRound, after: PhaseRound) -> Iterator[Message]:
    """What began the next phase: the line for the person, and the message that stands in for one."""
    moved = {"from": before.phase, "to": after.phase}
    yield _line(after.line, {**moved, "seconds": round(after.seconds, 3)})
    yield Message(
        role="user",
        agent="candor",
        content=CONTINUE,
        metadata={SYNTHETIC: True, THREAD: after.consultation.thread_id, "transition": moved},
    )


def _line(text: str, moved: dict[str, Any]) -> Message:
    return Message(role="system", agent="candor", content=text, metadata={"transition": moved})


def _left_undone(last: PhaseRound, material: Material, words: DraftWriter) -> str:
    """What is told after the last phase: why the next one does not speak, or that a step failed behind its back.

    What the agents found says so itself.
    """
    if last.next == "handoff":
        return _not_yet(material, words)
    return ENGLISH.cut_short if material.error and not last.questions else ""


def _not_yet(material: Material, words: DraftWriter) -> str:
    """Why the next phase does not speak, and that nothing is lost."""
    if _kept(material):
        return _paragraphs(ENGLISH.cut_short if material.error else "", LATER)
    if material.unopened:
        return _paragraphs(material.unopened.message, ENGLISH.cut_short if material.error else "", TRY_AGAIN)
    alone = material.analysis.model_copy(update={"plan": None}) if material.error else material.analysis
    return _paragraphs(words(alone).text, TRY_AGAIN)


def _paragraphs(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))
