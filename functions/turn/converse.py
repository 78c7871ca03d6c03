"""Converse: the guided consultation, which says so while it does not exist."""

from typing import Any

from shared.contracts import Forfeit, Plan
from shared.deps import Deps
from shared.failure.forfeit import worded
from shared.function import function

NOT_YET = Forfeit(
    code="unavailable",
    reason="Guided consultations are not available yet",
    attempted_actions=("Looked for the phases of a consultation",),
    would_help="Open an analysis session and ask your question there.",
)


@function(seconds=18, uses=("turns",))
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Forfeits politely; gives where to go next."""
    deps.turns.save(event["turn"]["turn_id"], "PLAN", Plan(kind="forfeited", forfeit=worded(NOT_YET)))
    return {"next": "reply"}
