"""Coordinate: which agents work on the question, in which order."""

from typing import Any

from functions.registry import all_agents
from shared.agents.coordination.coordinator import COORDINATING_SECONDS, coordinated, state_of
from shared.deps import Deps
from shared.function import function


@function(seconds=COORDINATING_SECONDS, memory_mb=1024, uses=("turns", "datasets:read", "model", "health"))
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Plans the turn and keeps the plan; gives its kind and the ids of its tasks, wave by wave."""
    return state_of(coordinated(deps.turns.belongings(event["turn"]["turn_id"]), all_agents(), deps))
