"""Synthesize: one draft from all responses."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.turn.draft.synthesis import WORK_SECONDS, drafted
from shared.turn.material import gather
from shared.turn.reply.caught_failure import with_caught


@function(seconds=WORK_SECONDS, memory_mb=1024, uses=("turns", "model", "health"))
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Words the answer from what the agents found, and keeps it as the draft."""
    return {"drafted": drafted(with_caught(gather(event["turn"]["turn_id"], deps), event), deps)}
