"""Synthesize: one draft from all responses."""

from typing import Any

from shared.contracts import Draft
from shared.deps import Deps
from shared.function import function
from shared.model.failover import why_without
from shared.model.port import SynthesizeReply
from shared.reply.material import gather


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
    answered = deps.model.ask(
        SynthesizeReply(
            question=material.turn.question,
            responses=material.all_responses,
            readings=material.readings,
            health=health,
        ),
        seconds=deps.clock.seconds_until(material.turn.deadline) - deps.settings.reserve_seconds,
    )
    without = why_without(answered.detours) if answered.source != "claude" else ""
    text = "\n\n".join(filter(None, (answered.value.text, without)))
    draft = Draft(text=text, source=answered.source, usage=answered.usage)
    deps.turns.save(material.turn.turn_id, "DRAFT", draft)
    return {"drafted": True}
