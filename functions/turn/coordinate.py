"""Coordinate: which agents work on the question, in which order."""

from typing import Any

from functions.registry import all_agents
from shared.contracts import Plan, Task
from shared.deps import Deps
from shared.failure.errors import ModelMisanswered
from shared.failure.forfeit import worded
from shared.function import function
from shared.model.port import Route, RouteQuestion, TaskDraft
from shared.turn import TurnContext, load_profiles

MOST_TASKS = 6


@function(seconds=18, memory_mb=1024, uses=("turns", "datasets:read", "model", "health"))
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Plans the turn and keeps the plan; gives its kind and the ids of its tasks, wave by wave."""
    found = deps.turns.belongings(event["turn"]["turn_id"])
    turn, known = found.record.turn, found.one("CONTEXT", TurnContext) or TurnContext()
    deps.events.append(
        turn.turn_id,
        "thinking",
        "Choosing who answers",
        at=deps.clock.now(),
        agent="coordinator",
        step_number=2,
        after=found.last_seq,
    )
    answered = deps.model.ask(
        RouteQuestion(
            question=turn.question,
            agents=tuple(agent.card for agent in all_agents().values()),
            playbooks={agent.name: agent.playbook for agent in all_agents().values()},
            datasets=load_profiles(turn, deps, known.health),
            previous=known.previous,
            health=known.health,
            now=turn.asked_at,
        ),
        seconds=deps.clock.seconds_until(turn.deadline) - deps.settings.reserve_seconds,
    )
    plan = plan_of(answered.value).model_copy(update={"usage": answered.usage})
    if deps.turns.save(turn.turn_id, "PLAN", plan):
        return state_of(plan)
    return state_of(deps.turns.load(turn.turn_id, "PLAN", Plan) or plan)


def plan_of(route: Route) -> Plan:
    """The plan of a route. Raises ModelMisanswered where it names unknown agents or tasks that wait for each other."""
    if route.forfeit:
        return Plan(kind="forfeited", readings=route.readings, forfeit=worded(route.forfeit))
    unknown = {draft.agent for draft in route.tasks} - set(all_agents())
    if unknown or not route.tasks:
        raise ModelMisanswered(f"the plan names agents that do not exist: {sorted(unknown)}")
    return Plan(kind="agents", waves=waves_of(route.tasks[:MOST_TASKS]), readings=route.readings)


def waves_of(drafts: tuple[TaskDraft, ...]) -> tuple[tuple[Task, ...], ...]:
    """The drafts as tasks in layers, each task after those that it depends on. Raises ModelMisanswered on a cycle."""
    ids = [f"{number}-{draft.agent}" for number, draft in enumerate(drafts, start=1)]
    left = dict(enumerate(drafts))
    waves: list[tuple[Task, ...]] = []
    while left:
        ready = [at for at, draft in left.items() if not any(before in left for before in draft.depends_on)]
        if not ready:
            raise ModelMisanswered("the tasks of the plan wait for each other")
        waves.append(tuple(_task(left.pop(at), ids, at) for at in ready))
    return tuple(waves)


def _task(draft: TaskDraft, ids: list[str], at: int) -> Task:
    depends_on = tuple(ids[before] for before in draft.depends_on if 0 <= before < len(ids))
    return Task(task_id=ids[at], agent=draft.agent, request=draft.request, depends_on=depends_on)


def state_of(plan: Plan) -> dict[str, Any]:
    """What travels of a plan."""
    waves = [[{"task_id": task.task_id, "agent": task.agent} for task in wave] for wave in plan.waves]
    return {"kind": plan.kind, "waves": waves}
