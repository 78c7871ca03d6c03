"""Intake: what the turn is about, and which way it goes."""

from typing import Any

from shared.contracts import Session, Turn
from shared.deps import Deps
from shared.failure.errors import CandorError
from shared.function import function
from shared.model.port import PreviousTurn
from shared.store.turns import TurnRecord
from shared.turn import TurnContext, load_profiles


@function(seconds=8, uses=("turns", "datasets:read", "health"))
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Loads the turn and its session, and notes what else could be loaded; gives the route."""
    turn = deps.turns.get(event["turn"]["turn_id"]).turn
    session = deps.sessions.get(turn.session_id, turn.user_id)
    deps.events.append(turn.turn_id, "received", "Question received", at=deps.clock.now(), after=0)
    deps.turns.replace(turn.turn_id, "CONTEXT", context(turn, session, deps))
    return {"route": session.mode}


def context(turn: Turn, session: Session, deps: Deps) -> TurnContext:
    """What can be loaded of history, data and health; none of them is critical."""
    available, unavailable, previous = [], [], None
    health = deps.health.read()
    try:
        previous = previous_turn(turn, session, deps)
        available.append("conversation history")
    except CandorError:
        unavailable.append("conversation history")
    try:
        available += [profile.file_name for profile in load_profiles(turn, deps, health)]
    except CandorError:
        unavailable.append("dataset profile")
    health = deps.health.current(health)
    return TurnContext(previous=previous, health=health, available=tuple(available), unavailable=tuple(unavailable))


def previous_turn(turn: Turn, session: Session, deps: Deps) -> PreviousTurn | None:
    """The last turn of the session that was answered."""
    for record in deps.turns.of_session(session.session_id, limit=6, but=turn.turn_id):
        if record.reply and record.status in ("answered", "partial"):
            readings = tuple(line for response in record.reply.responses for line in response.readings)
            return PreviousTurn(question=asked_in(record), readings=readings, answer=record.reply.text[:2000])
    return None


def asked_in(record: TurnRecord) -> str:
    """The question of a turn as it was read, so that a follow-up to a follow-up can be read too."""
    tasks = [response.task for response in record.reply.responses] if record.reply else []
    return tasks[0] if len(tasks) == 1 else record.turn.question
