"""Guard: nothing technical, nothing unfounded, before the reply is written."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.turn.draft.text_guard import guard_draft
from shared.turn.material import gather


@function(seconds=6, uses=("turns", "guardrail"))
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Guards the draft and keeps what may be shown of it."""
    material = gather(event["turn"]["turn_id"], deps)
    if material.draft is None:
        return {"guarded": False}
    guarded = guard_draft(material.draft, material, deps.outgoing)
    deps.turns.replace(material.turn.turn_id, "GUARDED", guarded)
    return {"guarded": True}
