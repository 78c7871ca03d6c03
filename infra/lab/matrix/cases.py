"""The cells of the matrix before they are run: read from the state machine, times what can happen to each part."""

from collections.abc import Iterator
from typing import Any, Literal, get_args

from pydantic import Field

from infra.lab.http_faults import FIRST_CLAUDE, HTTP_KINDS, OF_TOOLS, HttpKind
from infra.lab.matrix import expected
from infra.lab.matrix.cells import Family, Skipped
from infra.lab.matrix.judge import ANSWER
from infra.lab.model_faults import MODEL_KINDS, ModelKind
from infra.lab.paths import Way
from infra.local.call_faults import CALL_KINDS, CallKind
from infra.local.faults import FAULT_KINDS, LAMBDA_FAULTS, STATE_FAULTS, FaultKind
from infra.workflow.definition import LAMBDA, State, states
from shared.contracts import Contract, TurnStatus

Times = Literal["always", "once"]
Scene = Literal[
    "one question",
    "the event of the ended execution is lost",
    "event lost and nobody sweeps: the reader commits",
    "the event of the ended execution comes twice",
    "the stream tells the reply twice",
    "the same request twice",
    "the same request twice, at once",
    "a second question while one runs",
    "the client is gone",
    "the session is deleted meanwhile",
    "the finish of the turn fails once",
    "the finish of the turn dies after its work",
]
SCENES: tuple[Scene, ...] = get_args(Scene)

DEPENDENCIES: dict[str, str] = {
    "turn store": "dynamodb.",
    "commit": "dynamodb.UpdateItem",
    "event log": "dynamodb.PutItem",
    "object store": "s3.",
    "query engine": "lambda.Invoke",
    "bus": "eventbridge.PutEvents",
    "state machine": "sfn.StartExecution",
    "acceptance": "dynamodb.TransactWriteItems",
    "reply queue": "sqs.SendMessage",
}
"""What the system depends on, by how the operations begin that reach it."""


class Case(Contract):
    """One cell to run."""

    family: Family
    state: str
    fault: str
    broken: dict[str, FaultKind] = Field(default_factory=dict)
    mode: Literal["analysis", "consultation"] = "analysis"
    dependency: str | None = None
    call: CallKind | None = None
    times: Times = "always"
    model: ModelKind | None = None
    http: HttpKind | None = None
    claude: str | None = None
    asked: str | None = None
    team: Literal["side by side", "one after the other"] | None = None
    only: str | None = None
    """The one function whose calls are broken; all, where it is None."""
    answer: float = ANSWER
    """A figure that every answer must have."""
    statuses: tuple[TurnStatus, ...] = ()
    """How the turn may end; anyhow, where none is given."""
    informed: bool = False
    """Whether an agent must have been told that the one before it failed."""
    scene: Scene = "one question"
    crash: tuple[str, int, Literal["before", "after"], bool] | None = None
    answer_of: tuple[str, int, str, bool] | None = None
    """Whose answer gets lost: of which function, from which of its calls on, which operation; once, or each time."""
    rungs: tuple[int, ...] = ()
    """Which rungs of the ladder ought to answer; any, where none is given."""
    names: str = ""
    """What a reply that is no whole answer must say of what is down, as a pattern; anything where empty."""
    goes_on: bool = False
    """Whether another question is asked in the session afterwards."""


def state_cases(machine: State, found: dict[str, Way]) -> Iterator[Case | Skipped]:
    """Every state of the machine times every fault."""
    for name, state in states(machine):
        for kind in FAULT_KINDS:
            if reason := senseless(state, kind):
                yield Skipped(state=name, fault=kind, reason=reason)
            elif name not in found:
                yield Skipped(state=name, fault=kind, reason="no single fault brings a turn here")
            else:
                way = found[name]
                broken: dict[str, Any] = {**way.faults, name: kind}
                mode: Any = way.mode
                first = kind == FAULT_KINDS[0]
                yield Case(
                    family="state",
                    state=name,
                    fault=kind,
                    broken=broken,
                    mode=mode,
                    rungs=(expected.of_states(machine, broken, way.mode),),
                    goes_on=first,
                )


def senseless(state: State, kind: FaultKind) -> str | None:
    """Why a fault cannot happen to a state; None where it can."""
    if state["Type"] in ("Succeed", "Fail"):
        return "nothing runs in it, and the turn has its reply"
    if state["Type"] != "Task" and kind not in STATE_FAULTS:
        return f"a {state['Type']} calls nothing"
    if state.get("Resource") != LAMBDA and kind in LAMBDA_FAULTS:
        return "it calls no function, and nothing of what it returns is read"
    return None


def dependency_cases() -> Iterator[Case]:
    """Every dependency times what can happen to its calls: each time, or the first time only."""
    for name in DEPENDENCIES:
        for kind in CALL_KINDS:
            for times in get_args(Times):
                if kind == "is slow" and times == "once":
                    continue
                fault = f"{kind} once" if times == "once" else kind
                yield Case(
                    family="dependency",
                    state=name,
                    fault=fault,
                    dependency=name,
                    call=kind,
                    times=times,
                    rungs=expected.of_dependency(name, kind, once=times == "once"),
                    names=expected.sentence(name, kind) if times == "always" else "",
                    goes_on=True,
                )


def model_cases(machine: State) -> Iterator[Case]:
    """The model fails in every way at every request, and at each kind of request."""
    places = [("model", None, {}), *((f"model at {asked}", asked, broken) for asked, broken in ASKED.items())]
    places.append(("model, Guard broken", "SynthesizeReply", {"Guard": "raises"}))
    for kind in MODEL_KINDS:
        for state, asked, broken in places:
            rungs = expected.of_model(machine, asked, broken, crashes=kind == "crashes its client")
            yield Case(
                family="model",
                state=state,
                fault=kind,
                model=kind,
                asked=asked,
                broken=dict(broken),
                rungs=rungs,
                team=TEAM.get(asked),
            )


def http_cases(machine: State) -> Iterator[Case]:
    """The Messages API fails in every way at every request, for the first model alone, and at each kind of request."""
    for kind in HTTP_KINDS:
        anywhere = expected.of_model(machine, None, {}, crashes=False)
        yield Case(family="messages api", state="messages api", fault=kind, http=kind, rungs=anywhere)
        if kind == "refuses connections":
            continue
        first = "messages api, first model"
        yield Case(family="messages api", state=first, fault=kind, http=kind, claude=FIRST_CLAUDE, rungs=anywhere)
        places = {"RouteQuestion": ASKED["RouteQuestion"], "NextMove": ASKED["NextMove"]}
        for asked, broken in (places if kind in OF_TOOLS else ASKED).items():
            state, rungs = f"messages api at {asked}", expected.of_model(machine, asked, broken, crashes=False)
            yield Case(
                family="messages api",
                state=state,
                fault=kind,
                http=kind,
                asked=asked,
                broken=broken,
                rungs=rungs,
                team=TEAM.get(asked),
            )


ASKED: dict[str, dict[str, FaultKind]] = {
    "RouteQuestion": {},
    "NextMove": {},
    "SynthesizeReply": {},
    "ExplainFailure": {"Coordinate": "raises"},
    "JudgeReply": {},
    "WordFailsafe": {},
}
"""The requests that a turn makes, and what must be broken for it."""
TEAM: dict[str | None, Literal["side by side"]] = {"SynthesizeReply": "side by side"}
"""The requests that take several agents."""


def request_cases() -> Iterator[Case]:
    """What clients and events do."""
    for scene in SCENES[1:]:
        broken: dict[str, Any] = {"Coordinate": "cannot be caught"} if "event" in scene else {}
        rungs = (ANSWERED_BY.get(scene, 0),)
        yield Case(
            family="request", state="request", fault=scene, scene=scene, broken=broken, rungs=rungs, goes_on=True
        )


ANSWERED_BY: dict[Scene, int] = {
    "the event of the ended execution is lost": expected.SWEPT,
    "event lost and nobody sweeps: the reader commits": expected.READ,
    "the event of the ended execution comes twice": expected.RESCUED,
}
"""Which rung answers what breaks the turn; the others break nothing that the reply needs."""


def answer_cases(made: list[tuple[str, int, str]], machine: State) -> Iterator[Case]:
    """Every call to AWS that a healthy turn makes: it is carried out and its answer gets lost, once and each time."""
    for function, number, operation in made:
        if "." not in operation:  # a request to a model
            continue
        for once in (True, False):
            yield Case(
                family="answer",
                state=function,
                fault=f"loses the answer of call {number} ({operation}){'' if once else ', every time'}",
                answer_of=(function, number, operation, once),
                rungs=expected.of_function(machine, function, mended=once),
            )


def crash_cases(made: list[tuple[str, int, str]], machine: State) -> Iterator[Case]:
    """Every call that a healthy turn makes: its function dies before it and after it, once and at every attempt."""
    for function, number, operation in made:
        for when in ("before", "after"):
            for once in (True, False):
                yield Case(
                    family="crash",
                    state=function,
                    fault=f"dies {when} call {number} ({operation}){'' if once else ', every time'}",
                    crash=(function, number, when, once),
                    rungs=expected.of_function(machine, function, mended=once),
                )
