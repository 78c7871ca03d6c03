"""The coordinator: which agents work on a question, in which order, and what the one that is alone computes first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from shared.agents.coordination.routing import Routing
from shared.agents.specialist import Specialist
from shared.contracts import DatasetProfile, Forfeit, Plan, Task, Turn
from shared.failure.forfeit import merge_forfeits, worded
from shared.model.failover import telling
from shared.model.moves import Route, RouteQuestion, TaskDraft
from shared.model.port import PreviousTurn
from shared.table.names import columns_in_words
from shared.turn.context import TurnContext, load_profiles
from shared.turn.progress import Progress
from shared.turn.readiness import about_files
from shared.turn.time_pool import TimePool

if TYPE_CHECKING:
    from shared.deps import Deps
    from shared.store.turns import Belongings

COORDINATING_SECONDS: Final = 32
"""The function's timeout: one model that stays silent, and then one that takes fourteen seconds."""
FINISHING_SECONDS: Final = 2.0
"""Of that, what is kept for the plan; no-model mode has its own reserve."""
MOST_TASKS: Final = 6
NEAR: Final = 80.0
"""How alike (of 100) a name must be to stand for an agent's."""
NOBODY: Final = "coordinator"
"""Who a task belongs to that none of the agents can do: it stays in the plan, and is named as not answered."""
NO_ONE_CAN: Final = Forfeit(
    code="out_of_scope",
    reason="I have no specialist who can work on this question",
    attempted_actions=("Looked for a specialist for each part of the question",),
    would_help="Ask for one figure, group or period of your data at a time.",
)

Agents = Mapping[str, Specialist]


def coordinated(found: Belongings, agents: Agents, deps: Deps) -> Plan:
    """The turn's plan, kept; the one that was kept before, if there is one. Without time for a model, no-model mode
    makes it."""
    turn, context = found.turn, found.one("CONTEXT", TurnContext) or TurnContext()
    pool = TimePool(turn, deps, seconds=COORDINATING_SECONDS, finishing=FINISHING_SECONDS)
    progress = Progress(deps.events.of(turn.turn_id, found.events), deps.clock, "coordinator")
    progress.tell("thinking", "Choosing who answers", 2)
    profiles = load_profiles(turn, deps, context)
    offered = offered_to(agents, profiles)
    request = RouteQuestion(
        question=turn.question,
        agents=tuple(agent.card for agent in offered.values()),
        playbooks={agent.name: agent.playbook for agent in offered.values()},
        datasets=profiles,
        unready=tuple(one.told for one in context.unready),
        history=history_of(turn, context),
        health=context.health,
        now=turn.asked_at,
    )
    asking = Routing(telling(deps.model, progress.changed), pool, progress)
    routed = [asking.routed(request.model_copy(update={"question": question})) for question in questions_of(turn)]
    routes = [_about_files(_in_words(route, profiles), turn, profiles, context, deps) for route in routed]
    plan = plan_of(together(routes), agents).model_copy(update={"usage": asking.usage})
    progress.tell("result", "Agents chosen", 3, chosen(plan))
    if deps.turns.save(turn.turn_id, "PLAN", plan):
        return plan
    return deps.turns.load(turn.turn_id, "PLAN", Plan) or plan


def offered_to(agents: Agents, profiles: tuple[DatasetProfile, ...]) -> Agents:
    """The agents to choose among: one that needs embeddings only where a dataset has them."""
    embedded = any(one.embedded_columns for one in profiles)
    return {name: agent for name, agent in agents.items() if embedded or not agent.needs.embeddings}


def questions_of(turn: Turn) -> tuple[str, ...]:
    """The questions that a turn asks: those of a consultation's plan, a line each; the one of any other turn."""
    lines = tuple(filter(str.strip, turn.question.splitlines()))
    return lines if turn.mode == "consultation" and lines else (turn.question,)


def history_of(turn: Turn, context: TurnContext) -> tuple[PreviousTurn, ...]:
    """The turns before, for follow-ups: the questions of a plan stand for themselves."""
    return context.history if len(questions_of(turn)) == 1 else ()


def together(routes: Sequence[Route]) -> Route:
    """One route of several: all their tasks; what none of them can do is said among the readings, and is the forfeit
    where no task is left."""
    if len(routes) == 1:
        return routes[0]
    tasks: list[TaskDraft] = []
    for route in routes:
        before = len(tasks)
        later = (tuple(before + place for place in draft.depends_on) for draft in route.tasks)
        tasks += [draft.model_copy(update={"depends_on": on}) for draft, on in zip(route.tasks, later, strict=True)]
    forfeits = [route.forfeit for route in routes if route.forfeit]
    readings = dict.fromkeys(line for route in routes for line in route.readings)
    return Route(
        tasks=tuple(tasks[:MOST_TASKS]),
        readings=tuple(readings),
        forfeit=None if tasks else merge_forfeits(forfeits),
    )


def chosen(plan: Plan) -> dict[str, Any]:
    """Who works on what, wave by wave, as an event tells it."""
    waves = [
        [{"task_id": task.task_id, "agent": task.agent, "depends_on": list(task.depends_on)} for task in wave]
        for wave in plan.waves
    ]
    return {"agents": list(dict.fromkeys(task.agent for task in plan.tasks)), "waves": waves}


def _in_words(route: Route, profiles: tuple[DatasetProfile, ...]) -> Route:
    """The route, its readings without names that only a file writes so."""
    columns = [column for profile in profiles for column in profile.columns]
    return route.model_copy(update={"readings": tuple(columns_in_words(line, columns) for line in route.readings)})


def _about_files(
    route: Route, turn: Turn, profiles: tuple[DatasetProfile, ...], context: TurnContext, deps: Deps
) -> Route:
    """The route; a forfeit is told with what is known of the files."""
    if route.forfeit is None:
        return route
    return route.model_copy(update={"forfeit": about_files(route.forfeit, turn, profiles, context.unready, deps)})


def plan_of(route: Route, agents: Agents) -> Plan:
    """The plan of a route: forfeited where it forfeits, or where no agent that there is has a task in it."""
    if route.forfeit:
        return Plan(kind="forfeited", readings=route.readings, forfeit=worded(route.forfeit))
    drafts = tuple(draft.model_copy(update={"agent": known(draft.agent, agents)}) for draft in route.tasks[:MOST_TASKS])
    if all(draft.agent == NOBODY for draft in drafts):
        return Plan(kind="forfeited", readings=route.readings, forfeit=worded(NO_ONE_CAN))
    return Plan(kind="agents", waves=waves_of(after_others(drafts, agents)), readings=route.readings)


def after_others(drafts: tuple[TaskDraft, ...], agents: Agents) -> tuple[TaskDraft, ...]:
    """The drafts; one of an agent that works on results waits for all others where it names none."""

    def waiting(draft: TaskDraft) -> bool:
        return draft.agent in agents and agents[draft.agent].needs.results and not draft.depends_on

    others = tuple(at for at, draft in enumerate(drafts) if not waiting(draft))
    return tuple(one.model_copy(update={"depends_on": others}) if waiting(one) else one for one in drafts)


def known(name: str, agents: Agents) -> str:
    """The agent of that name, or of the one nearest to it; NOBODY where no name is near."""
    if name in agents:
        return name
    from rapidfuzz import fuzz, process, utils  # only where a name is wrong

    found = process.extractOne(
        name, list(agents), processor=utils.default_process, scorer=fuzz.ratio, score_cutoff=NEAR
    )
    return found[0] if found else NOBODY


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
    return Task(
        task_id=ids[at],
        agent=draft.agent,
        request=draft.request,
        depends_on=depends_on,
        first=draft.first,
        enough=draft.enough and bool(draft.first) and not depends_on,
    )


def state_of(plan: Plan) -> dict[str, Any]:
    """The plan as the state machine's data: its kind, and the id and agent of each task, wave by wave."""
    waves = (
        [{"task_id": task.task_id, "agent": task.agent} for task in wave if task.agent != NOBODY] for wave in plan.waves
    )
    return {"kind": plan.kind, "waves": [wave for wave in waves if wave]}
