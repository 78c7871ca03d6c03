"""What a turn of a consultation is told whose work another turn, or the end of its session, has made void."""

from shared.contracts import Message, Reply

OVERTAKEN = (
    "I could not record this message, since the consultation moved on while I worked on it. Nothing of it is kept: "
    "please send it again."
)


def overtaken(reply: Reply) -> Reply:
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
