"""Assess: how confident is the draft?"""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.turn.draft.assess import assess_draft
from shared.turn.material import gather


@function(seconds=10, memory_mb=1024, uses=("turns", "model", "health"))
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Scores the draft and keeps the assessment; gives its verdict."""
    material = gather(event["turn"]["turn_id"], deps).analysis
    assessment = assess_draft(material, deps)
    deps.turns.replace(material.turn.turn_id, "ASSESSMENT", assessment)
    return {"verdict": assessment.verdict}
