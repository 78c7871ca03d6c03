"""Intake: what the turn is about, and which way it goes."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.turn.intake.intake import context


@function(seconds=8, uses=("turns", "datasets:read", "health"))
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Loads the turn and its session, and notes what else could be loaded; gives its mode."""
    turn, session = deps.sessions.of_turn(event["turn"]["turn_id"], event["turn"]["session_id"])
    deps.events.of(turn.turn_id, known=()).append("received", "Question received", at=deps.clock.now())
    deps.turns.replace(turn.turn_id, "CONTEXT", context(turn, session, deps))
    return {"mode": session.mode}
