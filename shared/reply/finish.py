"""What follows from a commit, whichever rung of the ladder made it. Doing it twice changes nothing."""

from shared.contracts import Reply, Turn
from shared.deps import Deps
from shared.failure.forfeit import complete_event_data
from shared.log import logger
from shared.store.turns import TurnRecord

ANNOUNCED = {
    "answered": "TurnCompleted",
    "partial": "TurnCompleted",
    "forfeited": "TurnForfeited",
    "failed": "TurnFailed",
}


def finish(record: TurnRecord, deps: Deps) -> None:
    """Ends the log, keeps the attempts, frees the session and announces: once, by whoever ends the log."""
    turn, reply = record.turn, record.reply
    if reply is None:
        return
    told = [attempt for attempt in reply.attempts if attempt.outcome in ("forfeited", "failed")]
    deps.turns.record_attempts(turn, told)
    deps.turns.release(turn)
    ended = deps.events.append(
        turn.turn_id,
        "complete",
        "Reply committed",
        at=deps.clock.now(),
        step_number=8,
        data=complete_event_data(reply.status, reply.forfeit),
    )
    if ended:
        _announce(turn, reply, deps)


def _announce(turn: Turn, reply: Reply, deps: Deps) -> None:
    detail = {
        "turn_id": turn.turn_id,
        "session_id": turn.session_id,
        "user_id": turn.user_id,
        "status": reply.status,
        "source": reply.source,
    }
    deps.publish(ANNOUNCED[reply.status], detail)
    logger.info("turn ended", extra={"turn_id": turn.turn_id, "status": reply.status, "source": reply.source})
