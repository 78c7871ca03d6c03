"""Two agents in one turn, one of them broken: the other's figure must come through, and what is missing be named."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from infra.lab.matrix.cases import Case
from infra.lab.matrix.cells import Skipped
from infra.lab.matrix.expected import RESCUED
from infra.local.call_faults import CALL_KINDS
from infra.local.faults import LAMBDA_FAULTS, TASK_FAULTS, FaultKind
from shared.contracts import AgentResponse
from shared.model.moves import NextMove, Route, RouteQuestion, TaskDraft
from shared.model.port import Answered, AnswerT, Model, Request

FIRST, SECOND = "sql_analytics", "data_discovery"
FIGURES = {FIRST: 72.75, SECOND: 6.0}
"""What each agent finds: the total, and the number of rows."""

Team = Literal["side by side", "one after the other"]

REQUESTS = {FIRST: "What is the total revenue?", SECOND: "Which datasets are there?"}
SURVIVED: tuple[FaultKind, ...] = ("fails once", "dies after its work", "loses its result once")
"""After which the agent's response is there nevertheless."""
UNCATCHABLE: tuple[FaultKind, ...] = ("returns too much",)
"""What ends the execution: whatever was stored by then is answered from outside."""
FAULTS = tuple(kind for kind in (*TASK_FAULTS, *LAMBDA_FAULTS) if kind != "times out")
"""What can happen to one function, whatever state calls it."""
REACHED = ("turn store", "query engine")
"""What one agent depends on; what is known of its tables comes with the turn."""
ONE_CLOCK = "one simulated clock for all: an agent that hangs would take the time of the one beside it"


class Coordinator:
    """A mind whose plan is made; everything else is answered by the mind within. Keeps what agents were told."""

    def __init__(self, inner: Model, team: Team, requests: Mapping[str, str] = REQUESTS) -> None:
        self._inner = inner
        after = (0,) if team == "one after the other" else ()
        drafts = (
            TaskDraft(agent=FIRST, request=requests[FIRST]),
            TaskDraft(agent=SECOND, request=requests[SECOND], depends_on=after),
        )
        self._route = Route(tasks=drafts)
        self.told: list[AgentResponse] = []

    def ask(self, request: Request[AnswerT], *, seconds: float) -> Answered[AnswerT]:
        """The plan, or what the mind within says."""
        if isinstance(request, RouteQuestion):
            route: Any = self._route
            return Answered(route, source="deterministic")
        if isinstance(request, NextMove) and request.agent.name == SECOND:
            self.told += request.previous_results
        return self._inner.ask(request, seconds=seconds)


def team_cases() -> Iterator[Case | Skipped]:
    """Each agent of two broken in every way, side by side; the first of two waves broken in every way."""
    for agent, other in ((FIRST, SECOND), (SECOND, FIRST)):
        for kind in FAULTS:
            yield _broken("side by side", agent, other, kind)
        yield from _cut_off(agent, other)
    for kind in FAULTS:
        yield _broken("one after the other", FIRST, SECOND, kind)


def _broken(team: Team, agent: str, other: str, kind: FaultKind) -> Case:
    statuses: Any = ("answered",) if kind in SURVIVED else ("partial",)
    if kind in UNCATCHABLE:
        statuses = ("partial", "failed")
    return Case(
        family="team",
        state=f"{agent}, {team}",
        fault=kind,
        broken={f"function agent-{agent}": kind},
        team=team,
        answer=FIGURES[other],
        statuses=statuses,
        rungs=(RESCUED if kind in UNCATCHABLE else 0 if kind in SURVIVED else 2,),
        informed=team == "one after the other" and kind not in (*SURVIVED, *UNCATCHABLE),
    )


def _cut_off(agent: str, other: str) -> Iterator[Case | Skipped]:
    """One agent alone cannot reach something."""
    for name in REACHED:
        for kind in CALL_KINDS:
            if kind == "hangs":
                yield Skipped(state=f"{agent} without {name}", fault=kind, reason=ONE_CLOCK)
                continue
            yield Case(
                family="team",
                state=f"{agent} without {name}",
                fault=kind,
                dependency=name,
                call=kind,
                only=f"agent-{agent}",
                team="side by side",
                answer=FIGURES[other],
                statuses=("answered", "partial"),
                rungs=(0 if kind == "is slow" else 2,),
            )
