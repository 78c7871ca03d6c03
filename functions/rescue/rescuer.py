"""Rescuer: an execution that failed, timed out or was aborted without a reply gets one."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.turn.rescue.rescue import rescue_execution


@function(seconds=20, uses=("turns",), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Commits the last words for the turn of a status-change event; says whether there was something to do."""
    return {"rescued": rescue_execution(event["detail"], deps)}
