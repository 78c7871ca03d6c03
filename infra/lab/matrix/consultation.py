"""A consultation to break: one answer before its first handoff; and what must agree about one after each turn."""

from collections.abc import Iterator

from functions.registry import all_phases
from shared.contracts import Consultation, Reply, Session, SlotAnswer
from shared.deps import Deps
from shared.phases.advance import begun
from shared.store.turns import session_key


def one_answer_before_its_handoff(session: Session, deps: Deps) -> Consultation:
    """Has the session's consultation stand where the next answer completes the first phase."""
    phases = all_phases()
    stood = begun(session, phases, deps.clock.now())
    first = phases[stood.phase]
    last, *others = first.slots
    known = {slot.name: SlotAnswer(source="unknown") for slot in others}
    stood = stood.model_copy(update={"revision": 1, "asked": last.name, "snapshots": {first.name: known}})
    keep(stood, deps)
    return stood


def keep(consultation: Consultation, deps: Deps) -> None:
    """Stores where a consultation stands, past all conditions."""
    deps.table.update(
        session_key(consultation.session_id),
        "SESSION",
        "SET consultation = :consultation, revision = :revision",
        {":consultation": consultation.model_dump_json(), ":revision": consultation.revision},
    )


def disagreements(replies: list[Reply], stored: Consultation | None, begun_as: Consultation | None) -> Iterator[str]:
    """What is wrong between the replies of a session, in order, and where its consultation is stored to stand: phase,
    snapshots and history belong together, and nothing that was learned is lost."""
    before = begun_as
    for reply in replies:
        after = reply.consultation
        if after is None:
            continue
        if before and after.revision != before.revision + 1:
            yield f"revision {after.revision} follows {before.revision}"
        if before and (lost := _lost(before, after)):
            yield f"what was known is lost: {', '.join(lost)}"
        yield from _told(reply, after)
        before = after
    if stored != before:
        yield "what is stored is not what the last reply that moved it says"


def _lost(before: Consultation, after: Consultation) -> list[str]:
    """Slots that were known and are not; a baseline is computed anew when its figure changes."""
    return [
        f"{phase}.{slot}"
        for phase, snapshot in before.snapshots.items()
        for slot in snapshot
        if slot not in after.snapshots.get(phase, {}) and slot != "baseline"
    ]


def _told(reply: Reply, after: Consultation) -> Iterator[str]:
    """Whether the messages of a reply tell the phase that the consultation is in."""
    speakers = [message.agent for message in reply.messages if message.agent in after.phases]
    if speakers and speakers[-1] != after.phase:
        yield f"{speakers[-1]} spoke last, but the consultation is in {after.phase}"
