"""Smoke: asks a question with a known answer, while a deployment goes on, after it, and every few hours."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.turn.smoke import IN_A_SHIFT, canary, smoke


@function(seconds=200, uses=("turns", "datasets", "uploads:write", "turn-workflow", "versions"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Fails where no answer comes, or one with another figure; gives how it was answered, or how often it asked."""
    if event == IN_A_SHIFT:
        return {"asked": canary(deps)}
    reply = smoke(deps)
    return {"status": reply.status, "source": reply.source, "text": reply.text}
