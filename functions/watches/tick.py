"""Tick: each minute, asks the questions of the watches that are due, and concludes what nobody has concluded."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.watches.fire import tick


@function(seconds=50, uses=("turns", "turn-workflow", "health", "watches"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Looks after every watch that is due; gives how many there were, and how many it could not look after."""
    return tick(deps)
