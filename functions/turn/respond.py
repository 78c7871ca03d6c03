"""Respond, and Explain: the one function that writes the reply."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.turn.reply.respond import respond


@function(
    seconds=10,
    memory_mb=1024,
    uses=("turns", "datasets:read", "model", "guardrail", "reply-queue", "health"),
    reserve=False,
)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Writes and commits the reply, or continues with the one that was committed before; says so, or that it waits."""
    reply, committed = respond(event["turn"]["turn_id"], event, deps)
    return {"committed": committed, "queued": not committed, "status": reply.status}
