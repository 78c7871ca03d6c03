"""Sweeper: each minute, restarts turns that never began and commits those that are overdue; datasets likewise;
consultations that nobody goes on with are counted."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.turn.rescue.rescue import sweep, sweep_consultations, sweep_datasets


@function(
    seconds=50,
    uses=("turns", "turn-workflow", "datasets", "uploads:read", "ingest-workflow", "health"),
    reserve=False,
)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Looks after every pending turn and every waiting dataset; gives what was done with how many."""
    return {**sweep(deps), "datasets": sweep_datasets(deps), "abandoned": sweep_consultations(deps)}
