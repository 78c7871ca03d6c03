"""Sweeper: each minute, restarts turns that never began and commits those that are overdue."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.reply.rescue import sweep


@function(seconds=50, uses=("turns", "turn-workflow"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Looks after every pending turn; gives how many were restarted and how many committed."""
    return sweep(deps)
