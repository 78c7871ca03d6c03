"""A failure that a Catch saw, as an ErrorContext for the one who answers."""

from datetime import datetime
from typing import Any

from shared.contracts import AgentResponse, Attempt, ErrorContext, ErrorType, Plan
from shared.deps import Deps
from shared.failure.describe import component_named, describe_caught, of_response, told_plainly
from shared.failure.events import FAILED_STEP, data_of, title_of
from shared.failure.forfeit import shortened
from shared.log import logger
from shared.store.events import TurnLog
from shared.store.turns import Belongings
from shared.turn.context import HISTORY, TurnContext
from shared.turn.material import Material

MALFORMED = ("MalformedResult", "")
NODES = {
    "intake": "Intake",
    "coordinate": "Coordinate",
    "converse": "Converse",
    "handoff": "Handoff",
    "agent": "RunAgent",
}
LED_ON = {"waves": "Waves", "synthesize": "Synthesize", "guard": "Guard", "assess": "Assess", "intake": "Intake"}
"""The states whose Catch leads on with the work, the worst loss first."""
UNREAD = {HISTORY: False}
"""What a turn whose Intake failed goes without."""
SPEAKERS = {"Coordinate": "coordinator"}
"""Who an error event is of, where it is not Candor as a whole."""


def record_failure(event: dict[str, Any], deps: Deps) -> ErrorType:
    """Keeps the failure of the event: of an agent's task, where it is about one, or else of the turn."""
    turn_id, task = event["turn"]["turn_id"], event.get("task")
    found = deps.turns.belongings(turn_id)
    context = context_of(event, found.one("CONTEXT", TurnContext) or TurnContext())
    log_failure(turn_id, context, critical=not isinstance(task, dict))
    agent, about = "", {}
    if isinstance(task, dict):
        agent, about = str(task.get("agent") or ""), {"task_id": task["task_id"]}
        _record_task(found, event, context, deps)
    else:
        deps.turns.save(turn_id, "ERROR", context)
    note(deps.events.of(turn_id, found.events), context, deps.clock.now(), agent=agent, about=about)
    return context.error_type


def context_of(event: dict[str, Any], known: TurnContext) -> ErrorContext:
    """The ErrorContext of the last error that was caught; of a malformed result where none was."""
    errors, last = event.get("errors") or {}, _last_state(event)
    caught = {name: error for name, error in errors.items() if name in NODES and (name != "intake" or last == "Intake")}
    name, error = next(reversed(caught.items()), ("", None))
    loaded = dict.fromkeys(known.available, True) | dict.fromkeys(known.unavailable, False)
    loaded |= UNREAD if "intake" in errors else {}
    return describe_caught(NODES.get(name, last), *_named(error), loaded)


def note_unrecorded(material: Material, log: TurnLog, at: datetime) -> None:
    """Notes each task that failed without a record, since what should have recorded it failed too."""
    given = {response.task_id for response in material.responses}
    for response in material.all_responses:
        if response.status == "failed" and response.task_id not in given:
            context = of_response(response)
            log_failure(material.turn.turn_id, context, critical=False)
            note(log, context, at, agent=response.agent, about={"task_id": response.task_id})


def note(
    log: TurnLog, context: ErrorContext, at: datetime, *, agent: str = "", about: dict[str, Any] | None = None
) -> None:
    """An `error` entry of the log: of an agent, or of whoever speaks for the state that failed."""
    log.append(
        "error",
        title_of(context),
        at=at,
        agent=agent or SPEAKERS.get(context.failed_node, "candor"),
        step_number=FAILED_STEP,
        data=data_of(context, about),
    )


def with_caught(material: Material, event: dict[str, Any]) -> Material:
    """The material with every failure since that a Catch saw and that did not end the work."""
    errors = event.get("errors") or {}
    caught = tuple(
        describe_caught(node, *_named(errors[name]), UNREAD if name == "intake" else None)
        for name, node in LED_ON.items()
        if name in errors
    )
    return material.model_copy(update={"caught": caught})


def log_failure(turn_id: str, context: ErrorContext, *, critical: bool) -> None:
    """A line for an operator, who finds the trace under the same turn: no text of the error, which may quote data."""
    logger.error(
        "state failed",
        extra={
            "turn_id": turn_id,
            "node": context.failed_node,
            "type": context.error_type,
            "error": context.error_detail.partition(":")[0],
            "critical": critical,
        },
    )


def _named(error: object) -> tuple[str, str]:
    """(name, cause) of a caught error; of a malformed result where there is none."""
    return (error.get("Error", ""), error.get("Cause", "")) if isinstance(error, dict) else MALFORMED


def _last_state(event: dict[str, Any]) -> str:
    """Which state answered something that no Choice knows: the last one that left a result."""
    for key, state in (("plan", "Coordinate"), ("handoff", "Handoff"), ("phase", "Converse")):
        if key in event:
            return state
    return "Intake"


def _record_task(found: Belongings, event: dict[str, Any], context: ErrorContext, deps: Deps) -> None:
    turn_id, task_id = event["turn"]["turn_id"], event["task"]["task_id"]
    plan = found.one("PLAN", Plan)
    task = next((task for task in plan.tasks if task.task_id == task_id), None) if plan else None
    if task is None:
        return
    component = component_named(*_named((event.get("errors") or {}).get("agent")))
    attempt = Attempt(
        agent=task.agent,
        task_id=task_id,
        step=component or "agent",
        action=f"Tried to answer: {shortened(task.request)}",
        outcome="failed",
        reason=told_plainly(context.error_type, component),
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
