"""Cancellation: a turn that its user takes back gets its one reply, and its execution is stopped."""

from shared.confidence.rules import scored
from shared.contracts import Forfeit, Message, Reply, Timing, Turn
from shared.deps import Deps
from shared.errors import StoreUnavailable
from shared.log import logger
from shared.store.turns import TurnRecord

CANCELLED = Forfeit(
    code="cancelled",
    reason="You cancelled this question before it was answered.",
    attempted_actions=("Took the question in and began to work on it",),
    would_help="Ask it again whenever you like.",
    message="You cancelled this question, so I stopped working on it. Ask it again whenever you like.",
)


def cancel(record: TurnRecord, deps: Deps) -> TurnRecord:
    """The turn with its reply: the one that it had, or that it was cancelled. Stopping the execution may fail."""
    if record.reply:
        return record
    now = deps.clock.now()
    reply = deps.turns.commit(cancelled(record.turn, record.turn.timing(now)), now)
    try:
        deps.stop_turn(record.turn.turn_id)
    except StoreUnavailable as error:
        logger.error("a cancelled turn runs on", extra={"turn_id": record.turn.turn_id, "why": str(error)})
    return record._replace(reply=reply, status=reply.status)


def cancelled(turn: Turn, timing: Timing) -> Reply:
    """The reply of a turn that was taken back."""
    reply = Reply(
        turn_id=turn.turn_id,
        session_id=turn.session_id,
        status="forfeited",
        text=CANCELLED.message,
        source="template",
        messages=(Message(role="assistant", agent="candor", content=CANCELLED.message),),
        forfeit=CANCELLED,
        timing=timing,
    )
    return scored(reply, timing.completed_at or turn.deadline)
