"""Handoff: a phase is complete, and the next one speaks in the same turn."""

from typing import Any

from functions.registry import all_phases
from shared.consultation.handoff import hand_over
from shared.deps import Deps
from shared.function import function


@function(seconds=4, uses=("turns",))
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Begins the handoff, or keeps it for the next message; gives who speaks next."""
    return {"next": hand_over(event["turn"]["turn_id"], all_phases(), deps)}
