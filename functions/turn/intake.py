"""Intake: what the turn is about, and which way it goes."""

from typing import Any

from shared.contracts import DatasetProfile, Reply, Session, Turn
from shared.deps import Deps
from shared.errors import CandorError
from shared.function import function
from shared.model.port import PreviousTurn
from shared.store.turns import TurnRecord
from shared.turn.readiness import Unready, looked_at, unready_of
from shared.turn.state import TurnContext, load_profiles

ANSWERED = ("answered", "partial")


@function(seconds=8, uses=("turns", "datasets:read", "health"))
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Loads the turn and its session, and notes what else could be loaded; gives the route."""
    turn, session = deps.sessions.of_turn(event["turn"]["turn_id"], event["turn"]["session_id"])
    deps.events.of(turn.turn_id, known=()).append("received", "Question received", at=deps.clock.now())
    deps.turns.replace(turn.turn_id, "CONTEXT", context(turn, session, deps))
    return {"route": session.mode}


def context(turn: Turn, session: Session, deps: Deps) -> TurnContext:
    """What can be loaded of history, data and health; none of them is critical."""
    available, unavailable, previous = [], [], None
    unready: tuple[Unready, ...] = ()
    datasets: tuple[DatasetProfile, ...] | None = None
    health = deps.health.read()
    try:
        previous = previous_turn(turn, session, deps)
        available.append("conversation history")
    except CandorError:
        unavailable.append("conversation history")
    try:
        records = looked_at(turn, deps)
        unready, ready = unready_of(records), {one.dataset_id for one in records if one.status == "ready"}
        datasets = load_profiles(turn, deps, TurnContext(health=health, unready=unready), ready)
        available += [profile.file_name for profile in datasets]
    except CandorError:
        unavailable.append("dataset profile")
    health = deps.health.current(health)
    return TurnContext(
        previous=previous,
        health=health,
        available=tuple(available),
        unavailable=tuple(unavailable),
        unready=unready,
        datasets=datasets,
        settings=session.settings,
    )


def previous_turn(turn: Turn, session: Session, deps: Deps) -> PreviousTurn | None:
    """The last turn of the session that computed something, which a follow-up is about; else the last one answered."""
    records = deps.turns.of_session(session.session_id, limit=6, but=turn.turn_id)
    answered = [(record, record.reply) for record in records if record.reply and record.status in ANSWERED]
    for record, reply in sorted(answered, key=lambda one: not computed(one[1])):
        readings = tuple(line for response in reply.responses for line in response.readings)
        return PreviousTurn(question=asked_in(record), readings=readings, answer=reply.text[:2000])
    return None


def computed(reply: Reply) -> bool:
    """Whether a query stands behind the reply: thanks and help have none."""
    return any(response.result.queries_executed for response in reply.responses)


def asked_in(record: TurnRecord) -> str:
    """The question of a turn as it was read, so that a follow-up to a follow-up can be read too."""
    tasks = [response.task for response in record.reply.responses] if record.reply else []
    return tasks[0] if len(tasks) == 1 else record.turn.question
