"""What follows from a commit, whichever rung of the ladder made it. Doing it twice changes nothing."""

from datetime import datetime

from shared.contracts import Attempt, Reply, Turn
from shared.deps import Deps
from shared.failure.errors import StoreUnavailable
from shared.failure.forfeit import complete_event_data
from shared.log import logger
from shared.store.datasets import DatasetRecord
from shared.store.turns import TurnRecord

ANNOUNCED = {
    "answered": "TurnCompleted",
    "partial": "TurnCompleted",
    "forfeited": "TurnForfeited",
    "failed": "TurnFailed",
}
DECIDED = {"ready": "DatasetReady", "rejected": "DatasetRejected"}


def finish(record: TurnRecord, deps: Deps) -> None:
    """Ends the log, keeps the attempts, frees the session and announces: once, by whoever ends the log."""
    turn, reply = record.turn, record.reply
    if reply is None:
        return
    deps.turns.record_attempts(turn, gave_up(reply, deps.clock.now()))
    if reply.assessment and reply.assessment.verdict == "FAILSAFE_TRIGGERED":
        deps.turns.flag(turn, reply.assessment)
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
        deps.quotas.spend(turn.user_id, reply.usage.input_tokens + reply.usage.output_tokens, deps.clock.now())
    if deps.turns.claim(turn.turn_id, "ANNOUNCED"):
        _announce(turn, reply, deps)


def gave_up(reply: Reply, now: datetime) -> list[Attempt]:
    """What the ledger keeps: every forfeit and failure of an agent, or else the forfeit of the turn as a whole."""
    told = [attempt for attempt in reply.attempts if attempt.outcome in ("forfeited", "failed")]
    if told or reply.forfeit is None:
        return told
    return [
        Attempt(
            agent="coordinator",
            task_id="",
            step="plan",
            action="Looked for an agent that can answer",
            outcome="forfeited",
            reason=reply.forfeit.reason,
            at=reply.timing.completed_at if reply.timing and reply.timing.completed_at else now,
        )
    ]


def announce_dataset(record: DatasetRecord, before: str | None, deps: Deps) -> bool:
    """Tells of a dataset's verdict where it is new: `before` is the status that it had."""
    if record.status == before or record.status not in DECIDED:
        return False
    detail = {
        "dataset_id": record.dataset_id,
        "user_id": record.user_id,
        "status": record.status,
        "reason": record.reason,
        "revision": record.revision,
    }
    deps.publish(DECIDED[record.status], detail)
    return True


def _announce(turn: Turn, reply: Reply, deps: Deps) -> None:
    detail = {
        "turn_id": turn.turn_id,
        "session_id": turn.session_id,
        "user_id": turn.user_id,
        "status": reply.status,
        "source": reply.source,
    }
    try:
        deps.publish(ANNOUNCED[reply.status], detail)
    except StoreUnavailable:
        deps.turns.disclaim(turn.turn_id, "ANNOUNCED")
        raise
    logger.info("turn ended", extra={"turn_id": turn.turn_id, "status": reply.status, "source": reply.source})
