"""Loading of a turn's context: history, data and health, as far as they are there; none of it is critical."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shared.contracts import AgentResponse, DatasetProfile, FailsafeOptions, Reply, Session, Turn
from shared.errors import CandorError
from shared.failure.describe import describe_error
from shared.health.calls import WORKFLOW
from shared.model.port import PreviousTurn
from shared.table.spellings_told import opening_of
from shared.turn.context import HISTORY, TurnContext, load_profiles
from shared.turn.readiness import Unready, looked_at, unready_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shared.deps import Deps
    from shared.store.turns import TurnRecord

ANSWERED: Final = ("answered", "partial")
TOLD: Final = (*ANSWERED, "forfeited")
"""What a follow-up may be about: a question that was given up, too."""
MOST_TURNS: Final = 3
LOOKED_AT: Final = 6
LONGEST_ANSWER, LONGEST_EARLIER_ANSWER = 2000, 400
"""Characters of the last answer, and of those before it."""
CUT: Final = " […]"
"""Stands where an answer went on, so that nobody takes what is left for all of it."""


def context(turn: Turn, session: Session, deps: Deps) -> TurnContext:
    """What the turn's states work with; what could not be loaded is named in it."""
    available, unavailable, lost = [], [], []
    history: tuple[PreviousTurn, ...] = ()
    records: list[TurnRecord] = []
    unready: tuple[Unready, ...] = ()
    datasets: tuple[DatasetProfile, ...] | None = None
    health = deps.health.read(served=(WORKFLOW,))
    try:
        records = list(deps.turns.of_session(session.session_id, limit=LOOKED_AT, but=turn.turn_id))
        history = last_turns(records)
        available += [HISTORY] if history else []
    except CandorError as error:
        unavailable.append(HISTORY)
        lost.append(describe_error("Intake", error))
    try:
        files = looked_at(turn, deps)
        unready, ready = unready_of(files), {one.dataset_id for one in files if one.status == "ready"}
        whole = turn.model_copy(update={"dataset_ids": tuple(one.dataset_id for one in files) or turn.dataset_ids})
        datasets = load_profiles(whole, deps, TurnContext(health=health, unready=unready), ready)
        available += [profile.file_name for profile in datasets]
    except CandorError as error:
        unavailable.append("dataset profile")
        lost.append(describe_error("Intake", error))
    return TurnContext(
        history=history,
        noted=_noted(records, datasets or ()),
        health=deps.health.current(health),
        available=tuple(available),
        unavailable=tuple(unavailable),
        lost=tuple(lost),
        unready=unready,
        datasets=datasets,
        settings=session.settings,
        failsafe=_failsafe(deps),
    )


def _failsafe(deps: Deps) -> FailsafeOptions | None:
    """What an operator set for everybody; None where it cannot be read."""
    try:
        return deps.deployment.failsafe()
    except CandorError:
        return None


def last_turns(records: Iterable[TurnRecord]) -> tuple[PreviousTurn, ...]:
    """The last turns of a session, given latest first, that were answered or given up, oldest first; among them the
    last that computed something."""
    answered = [(record, record.reply) for record in records if record.reply and record.status in TOLD]
    found = [_before(record, reply) for record, reply in answered if _of_agents(reply) or not reply.consultation]
    computed = next((at for at, one in enumerate(found) if one.computed), 0)
    kept = [one for at, one in enumerate(found) if at < MOST_TURNS or at == computed]
    short = [one.model_copy(update={"answer": _cut(one.answer, LONGEST_EARLIER_ANSWER)}) for one in kept[1:]]
    return tuple(reversed([*kept[:1], *short]))


def _cut(answer: str, most: int) -> str:
    return answer if len(answer) <= most + len(CUT) else f"{answer[:most]}{CUT}"


def _noted(records: Iterable[TurnRecord], datasets: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """What the replies of a session said of how values of these files are written."""
    written = [one.detail for dataset in datasets for one in dataset.repairs if one.doubt and one.values]
    openings = tuple(filter(None, map(opening_of, written)))
    replies = [record.reply for record in records if record.reply]
    other = (one for reply in replies if reply.status in ANSWERED for one in reply.responses if one.language != "en")
    translated = [line for one in other for line in one.doubts]  # their texts may have it in another language
    said = (*(line for reply in replies for line in reply.text.splitlines()), *translated)
    return tuple(dict.fromkeys(line for line in said if any(one in line for one in openings)))


def _before(record: TurnRecord, reply: Reply) -> PreviousTurn:
    """A turn as those that follow see it; its question as it was read, so that a follow-up to it can be read too."""
    responses = _of_agents(reply)
    tasks = [response.task for response in sorted(responses, key=lambda one: one.status != "completed")]
    return PreviousTurn(
        question=tasks[0] if len(tasks) == 1 or (tasks and reply.consultation) else record.turn.question,
        readings=tuple(line for response in responses for line in response.readings),
        answer=_cut(reply.text, LONGEST_ANSWER),
        computed=record.status in ANSWERED and any(response.result.queries_executed for response in responses),
    )


def _of_agents(reply: Reply) -> tuple[AgentResponse, ...]:
    """The responses of agents, without those of the phases of a consultation."""
    phases = reply.consultation.phases if reply.consultation else ()
    return tuple(response for response in reply.responses if response.agent not in phases)
