"""The queue of replies that the table could not take: committed when the table is there again."""

from shared.contracts import Message, Reply
from shared.deps import Deps
from shared.errors import StoreUnavailable, UnknownResource
from shared.log import logger
from shared.store.commit import Overtaken

MOST_BYTES = 200_000
"""An SQS message holds 256 kB; a reply that the table takes holds no more than this."""
OVERTAKEN = (
    "I could not record this message, since the consultation moved on while I worked on it. Nothing of it is kept: "
    "please send it again."
)
"""What is told where another turn, or the end of the session, has made the work on a message void."""


def commit_or_queue(reply: Reply, deps: Deps) -> tuple[Reply, bool]:
    """(reply, whether it is committed): the one that the turn has from now on; or this one, on its way by the queue.

    Raises StoreUnavailable where neither table nor queue takes it.
    """
    try:
        return _committed(reply, deps), True
    except StoreUnavailable:
        if not deps.settings.reply_queue_url:
            raise
        deps.queue_reply(reply)
        logger.error("the reply waits in the queue, since the table is down", extra={"turn_id": reply.turn_id})
        return reply, False


def commit_queued(body: str, deps: Deps) -> bool:
    """Whether the queue is done with this reply: committed, beaten by another one, or for a turn that is gone."""
    reply = Reply.model_validate_json(body)
    try:
        _committed(reply, deps)
    except UnknownResource:
        logger.error("a reply came for a turn that is gone", extra={"turn_id": reply.turn_id})
    except StoreUnavailable:
        return False
    return True


def _committed(reply: Reply, deps: Deps) -> Reply:
    """The reply that the turn has from now on; one that says so, where its consultation has been moved meanwhile."""
    try:
        return deps.turns.commit(reply, deps.clock.now())
    except Overtaken:
        return deps.turns.commit(_overtaken(reply), deps.clock.now())


def _overtaken(reply: Reply) -> Reply:
    """The reply in place of one that would have moved the consultation."""
    return Reply(
        turn_id=reply.turn_id,
        session_id=reply.session_id,
        status="failed",
        text=OVERTAKEN,
        source="template",
        messages=(Message(role="assistant", agent="candor", content=OVERTAKEN),),
        attempts=reply.attempts,
        usage=reply.usage,
        timing=reply.timing,
    )
