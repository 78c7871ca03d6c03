"""A failure that a Catch saw, as what the one who answers needs to know."""

from typing import Any

from shared.contracts import AgentResponse, Attempt, ErrorContext, ErrorType, Plan
from shared.deps import Deps
from shared.failure.describe import describe_caught
from shared.log import logger
from shared.store.turns import Belongings
from shared.turn.state import TurnContext

MALFORMED = ("MalformedResult", "")
NODES = {
    "intake": "Intake",
    "coordinate": "Coordinate",
    "converse": "Converse",
    "agent": "RunAgent",
    "describe": "DescribeError",
}


def record_failure(event: dict[str, Any], deps: Deps) -> ErrorType:
    """Keeps the failure of the event: of an agent's task, where it is about one, or else of the turn."""
    turn_id, task = event["turn"]["turn_id"], event.get("task")
    found = deps.turns.belongings(turn_id)
    context = context_of(event, found.one("CONTEXT", TurnContext) or TurnContext())
    logger.error("state failed", extra={"turn_id": turn_id, "node": context.failed_node, "type": context.error_type})
    if isinstance(task, dict):
        _record_task(found, turn_id, task["task_id"], context, deps)
    else:
        deps.turns.save(turn_id, "ERROR", context)
    about = {"task_id": task["task_id"]} if isinstance(task, dict) else {}
    deps.events.of(turn_id, found.events).append(
        "error",
        context.user_hint,
        at=deps.clock.now(),
        step_number=99,
        data={"error_type": context.error_type, **about},
    )
    return context.error_type


def context_of(event: dict[str, Any], known: TurnContext) -> ErrorContext:
    """The ErrorContext of the last error that was caught; of a malformed result where none was."""
    caught = {name: error for name, error in (event.get("errors") or {}).items() if name in NODES}
    name, error = next(reversed(caught.items()), ("", None)) if caught else ("", None)
    error_name, cause = (error.get("Error", ""), error.get("Cause", "")) if isinstance(error, dict) else MALFORMED
    loaded = dict.fromkeys(known.available, True) | dict.fromkeys(known.unavailable, False)
    return describe_caught(NODES.get(name, _last_state(event)), error_name, cause, loaded)


def _last_state(event: dict[str, Any]) -> str:
    """Which state answered something that no Choice knows: the last one that left a result."""
    for key, state in (("phase", "Converse"), ("plan", "Coordinate")):
        if key in event:
            return state
    return "Intake"


def _record_task(found: Belongings, turn_id: str, task_id: str, context: ErrorContext, deps: Deps) -> None:
    plan = found.one("PLAN", Plan)
    task = next((task for task in plan.tasks if task.task_id == task_id), None) if plan else None
    if task is None:
        return
    attempt = Attempt(
        agent=task.agent,
        task_id=task_id,
        step="agent",
        action=f"Tried to answer: {task.request}",
        outcome="failed",
        reason=context.user_hint,
        error_type=context.error_type,
        at=deps.clock.now(),
    )
    response = AgentResponse(
        agent=task.agent,
        task_id=task_id,
        task=task.request,
        status="failed",
        error_type=context.error_type,
        attempts=(attempt,),
    )
    deps.turns.save(turn_id, "RESPONSE", response, task_id)
