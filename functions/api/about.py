"""About this deployment: its agents, its health."""

from typing import Literal

from aws_lambda_powertools.event_handler import Request

from shared.contracts import AgentCard
from shared.deps import Deps
from shared.health.calls import MODEL, SLOW_MS, STORE
from shared.health.state import State
from shared.http.route import Asking, Shown, answers, routes

router = routes()
TAGS = ["about"]


class Agents(Shown):
    """Who answers."""

    agents: list[AgentCard]


class Health(Shown):
    """Whether questions are taken, and what each dependency is known to be; `none` for a language model where none is
    configured."""

    status: Literal["ok", "degraded"]
    dependencies: dict[str, State | Literal["none"]]


@router.get(
    "/agents",
    summary="List the agents and what each can do",
    tags=TAGS,
    operation_id="listAgents",
    responses=answers("The agents."),
)
def list_agents(caller: Asking) -> Agents:
    """The agents' cards."""
    from functions.registry import all_agents  # with everything that agents are made of: for this answer only

    return Agents(agents=[agent.card for agent in all_agents().values()])


@router.get(
    "/health",
    summary="See whether Candor works",
    tags=TAGS,
    operation_id="getHealth",
    responses=answers("What can be reached.", public=True),
)
def get_health(request: Request) -> Health:
    """What can be reached from here."""
    return health_of(request.context["deps"])


def health_of(deps: Deps) -> Health:
    """What is known of every dependency. No trouble known counts as ok; with the session store down, nothing is known
    of the others."""
    troubled = deps.health.read()
    if troubled.get(STORE) == "down":
        return Health(status="degraded", dependencies={**troubled})
    dependencies: dict[str, State | Literal["none"]] = dict.fromkeys(SLOW_MS, "ok")
    if not deps.settings.names_a_model:
        dependencies[MODEL] = "none"
    dependencies |= troubled
    well = all(state in ("ok", "none") for state in dependencies.values())
    return Health(status="ok" if well else "degraded", dependencies=dependencies)
