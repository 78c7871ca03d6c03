"""Smoke: asks a question with a known answer, after each deployment and every few hours."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.turn.smoke import smoke


@function(seconds=200, uses=("turns", "datasets", "uploads:write", "turn-workflow"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Fails where no answer comes, or one with another figure; gives how it was answered."""
    reply = smoke(deps)
    return {"status": reply.status, "source": reply.source, "text": reply.text}
