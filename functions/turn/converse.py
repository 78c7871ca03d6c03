"""Converse: the phase of a consultation that is on does its part."""

from typing import Any

from functions.registry import all_phases
from shared.deps import Deps
from shared.function import function
from shared.phases.phase import CONVERSING_SECONDS


@function(
    seconds=CONVERSING_SECONDS,
    memory_mb=1024,
    uses=("turns", "datasets:read", "query", "model", "guardrail", "health"),
)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Has the phase read the message and speak; gives what comes next: a reply, a handoff, or the agents."""
    from shared.consultation.round import converse  # with a parser of SQL: for consultations alone

    return {"next": converse(event["turn"]["turn_id"], all_phases(), deps)}
