"""Synthesize: one draft from all responses."""

from typing import Any

from shared.contracts import Draft
from shared.deps import Deps
from shared.failure.errors import ForfeitException
from shared.failure.forfeit import worded
from shared.function import function
from shared.model.failover import why_without
from shared.model.port import SynthesizeReply
from shared.reply.material import gather
from shared.turn import model_seconds

MODEL_SECONDS = 14.0
"""Of the function's time: a model that hangs leaves enough for the next one, and for no-model mode."""


@function(seconds=18, memory_mb=1024, uses=("turns", "model", "health"))
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Words the answer from what the agents found, and keeps it as the draft."""
    material = gather(event["turn"]["turn_id"], deps)
    if not material.completed:
        return {"drafted": False}
    deps.events.append(
        material.turn.turn_id,
        "thinking",
        "Putting the answer together",
        at=deps.clock.now(),
        step_number=5,
        after=material.last_seq,
    )
    health = deps.health.current(material.context.health)
    request = SynthesizeReply(
        question=material.turn.question, responses=material.all_responses, readings=material.readings, health=health
    )
    seconds = model_seconds(material.turn, deps, MODEL_SECONDS)
    deps.turns.save(material.turn.turn_id, "DRAFT", _drafted(request, deps, seconds))
    return {"drafted": True}


def _drafted(request: SynthesizeReply, deps: Deps, seconds: float) -> Draft:
    """The answer; where the model forfeits it, what it says then, which the failsafe replaces by what is verified."""
    try:
        answered = deps.model.ask(request, seconds=seconds)
    except ForfeitException as given_up:
        return Draft(text=worded(given_up.forfeit).message, source="claude", usage=given_up.usage)
    without = why_without(answered.detours) if answered.source != "claude" else ""
    text = "\n\n".join(filter(None, (answered.value.text, without)))
    return Draft(text=text, source=answered.source, usage=answered.usage)
