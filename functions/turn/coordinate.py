"""Coordinate: which agents work on the question, in which order."""

from typing import Any

from rapidfuzz import fuzz, process
from rapidfuzz.utils import default_process

from functions.registry import all_agents
from shared.contracts import DatasetProfile, Forfeit, Plan, Task, Turn
from shared.deps import Deps
from shared.failure.forfeit import worded
from shared.function import function
from shared.model.port import Route, RouteQuestion, TaskDraft
from shared.turn.readiness import about_files
from shared.turn.state import TurnContext, load_profiles, model_seconds

MOST_TASKS = 6
MODEL_SECONDS = 14.0
"""Of the function's time: a model that hangs leaves enough for the next one, and for no-model mode."""
NEAR = 80.0
"""How alike (of 100) a name must be to stand for an agent's."""
NOBODY = "coordinator"
"""Who a task belongs to that none of the agents can do: it stays in the plan, and is named as not answered."""
NO_ONE_CAN = Forfeit(
    code="out_of_scope",
    reason="I have no specialist who can work on this question",
    attempted_actions=("Looked for a specialist for each part of the question",),
    would_help="Ask for one figure, group or period of your data at a time.",
)


@function(seconds=18, memory_mb=1024, uses=("turns", "datasets:read", "model", "health"))
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Plans the turn and keeps the plan; gives its kind and the ids of its tasks, wave by wave."""
    found = deps.turns.belongings(event["turn"]["turn_id"])
    turn, known = found.record.turn, found.one("CONTEXT", TurnContext) or TurnContext()
    log = deps.events.of(turn.turn_id, found.events)
    log.append("thinking", "Choosing who answers", at=deps.clock.now(), agent="coordinator", step_number=2)
    profiles = load_profiles(turn, deps, known)
    answered = deps.model.ask(
        RouteQuestion(
            question=turn.question,
            agents=tuple(agent.card for agent in all_agents().values()),
            playbooks={agent.name: agent.playbook for agent in all_agents().values()},
            datasets=profiles,
            unready=tuple(one.told for one in known.unready),
            previous=known.previous,
            health=known.health,
            now=turn.asked_at,
        ),
        seconds=model_seconds(turn, deps, MODEL_SECONDS),
    )
    plan = plan_of(_told(answered.value, turn, profiles, known, deps)).model_copy(update={"usage": answered.usage})
    log.append("result", "Agents chosen", at=deps.clock.now(), agent="coordinator", step_number=3, data=chosen(plan))
    if deps.turns.save(turn.turn_id, "PLAN", plan):
        return state_of(plan)
    return state_of(deps.turns.load(turn.turn_id, "PLAN", Plan) or plan)


def chosen(plan: Plan) -> dict[str, Any]:
    """Who works on what, wave by wave, as an event tells it."""
    waves = [
        [{"task_id": task.task_id, "agent": task.agent, "depends_on": list(task.depends_on)} for task in wave]
        for wave in plan.waves
    ]
    return {"agents": list(dict.fromkeys(task.agent for task in plan.tasks)), "waves": waves}


def _told(route: Route, turn: Turn, profiles: tuple[DatasetProfile, ...], known: TurnContext, deps: Deps) -> Route:
    """The route; a forfeit is told with what is known of the files."""
    if route.forfeit is None:
        return route
    return route.model_copy(update={"forfeit": about_files(route.forfeit, turn, profiles, known.unready, deps)})


def plan_of(route: Route) -> Plan:
    """The plan of a route: forfeited where it forfeits, or where no agent that there is has a task in it."""
    if route.forfeit:
        return Plan(kind="forfeited", readings=route.readings, forfeit=worded(route.forfeit))
    drafts = tuple(draft.model_copy(update={"agent": known(draft.agent)}) for draft in route.tasks[:MOST_TASKS])
    if all(draft.agent == NOBODY for draft in drafts):
        return Plan(kind="forfeited", readings=route.readings, forfeit=worded(NO_ONE_CAN))
    return Plan(kind="agents", waves=waves_of(drafts), readings=route.readings)


def known(name: str) -> str:
    """The agent of that name, or of the one nearest to it; NOBODY where no name is near."""
    names = list(all_agents())
    found = process.extractOne(name, names, processor=default_process, scorer=fuzz.ratio, score_cutoff=NEAR)
    return name if name in names else found[0] if found else NOBODY


def waves_of(drafts: tuple[TaskDraft, ...]) -> tuple[tuple[Task, ...], ...]:
    """The drafts as tasks in layers, each task after those that it depends on; those that wait for each other last,
    and side by side."""
    ids = [f"{number}-{draft.agent}" for number, draft in enumerate(drafts, start=1)]
    left = dict(enumerate(drafts))
    waves: list[tuple[Task, ...]] = []
    while left:
        ready = [at for at, draft in left.items() if not any(before in left for before in draft.depends_on)]
        wave = ready or list(left)
        given = {ids[at] for at in range(len(ids)) if at not in left}
        waves.append(tuple(_task(left[at], ids, at, given) for at in wave))
        left = {at: draft for at, draft in left.items() if at not in wave}
    return tuple(waves)


def _task(draft: TaskDraft, ids: list[str], at: int, given: set[str]) -> Task:
    depends_on = tuple(ids[before] for before in draft.depends_on if 0 <= before < len(ids) and ids[before] in given)
    return Task(task_id=ids[at], agent=draft.agent, request=draft.request, depends_on=depends_on, first=draft.first)


def state_of(plan: Plan) -> dict[str, Any]:
    """What travels of a plan: the tasks that somebody works on."""
    waves = (
        [{"task_id": task.task_id, "agent": task.agent} for task in wave if task.agent != NOBODY] for wave in plan.waves
    )
    return {"kind": plan.kind, "waves": [wave for wave in waves if wave]}
