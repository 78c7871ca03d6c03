"""What follows from a commit, whichever rung of the ladder made it. Doing it twice changes nothing."""

from contextlib import suppress
from datetime import datetime

from shared.contracts import Attempt, Reply, Turn
from shared.deps import Deps
from shared.errors import StoreUnavailable
from shared.failure.forfeit import complete_event_data
from shared.log import logger
from shared.store.datasets import DatasetRecord
from shared.store.turns import TurnRecord
from shared.turn.figures import figures

ANNOUNCED = {
    "answered": "TurnCompleted",
    "partial": "TurnCompleted",
    "forfeited": "TurnForfeited",
    "failed": "TurnFailed",
}
ANNOUNCEMENT = "ANNOUNCED"
DECIDED = {"ready": "DatasetReady", "rejected": "DatasetRejected"}


def finish(record: TurnRecord, deps: Deps) -> None:
    """Ends the log, keeps the attempts, frees the session, counts the tokens and announces.

    Raises StoreUnavailable where some of it could not be done; then all of it may be done again.
    """
    turn, reply = record.turn, record.reply
    if reply is None:
        return
    deps.turns.record_attempts(turn, gave_up(reply, deps.clock.now()))
    if reply.assessment and reply.assessment.verdict == "FAILSAFE_TRIGGERED":
        deps.turns.flag(turn, reply.assessment)
    deps.turns.release(turn)
    found = deps.turns.belongings(turn.turn_id)
    deps.events.of(turn.turn_id, found.events).append(
        "complete",
        "Reply committed",
        at=deps.clock.now(),
        step_number=8,
        data=complete_event_data(reply.status, reply.forfeit),
    )
    tokens = reply.usage.input_tokens + reply.usage.output_tokens
    deps.quotas.spend(turn, tokens, deps.clock.now(), reply.usage.price_usd)
    if not found.has(ANNOUNCEMENT):
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
        "announcement_id": f"{record.dataset_id}:{record.revision}:{record.status}",
        "dataset_id": record.dataset_id,
        "user_id": record.user_id,
        "status": record.status,
        "reason": record.reason,
        "revision": record.revision,
    }
    deps.publish(DECIDED[record.status], detail)
    return True


def _announce(turn: Turn, reply: Reply, deps: Deps) -> None:
    """Tells the bus, and notes it: told again only where the bus may not have heard, with the same id."""
    detail = {
        "announcement_id": turn.turn_id,
        "turn_id": turn.turn_id,
        "session_id": turn.session_id,
        "user_id": turn.user_id,
        "status": reply.status,
        "source": reply.source,
    }
    deps.publish(ANNOUNCED[reply.status], detail)
    with suppress(StoreUnavailable):  # the bus has heard: to fail now would have it told again
        deps.turns.note_done(turn.turn_id, ANNOUNCEMENT)
    logger.info("turn ended", extra={"turn_id": turn.turn_id, **figures(turn, reply, deps.settings.prefix)})
