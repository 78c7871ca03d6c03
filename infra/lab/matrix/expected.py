"""Which rung of the ladder ought to answer: read from the state machine, by following a turn through it on paper.

A state's fault leads where the definition says: on, to its Catch, to a Choice's Default, or out of the execution. What
lies around the machine (calls to AWS, models, requests) is said in a line for each part, not for each cell.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from infra.local.call_faults import CallKind
from infra.local.faults import PAYLOADS, STATE_FAULTS, FaultKind
from infra.workflow.definition import LAMBDA, State, states

FORFEITED, PARTIAL, EXPLAINED, LAST_RESORT, RESCUED, SWEPT, READ = 1, 2, 4, 6, 7, 8, 9
ENDING: tuple[FaultKind, ...] = (*STATE_FAULTS, "returns too much")
"""What ends the execution: no Catch sees it."""
SURVIVED: tuple[FaultKind, ...] = ("fails once", "loses its result once")
"""What a Retry mends."""
WORKED: FaultKind = "dies after its work"
GOOD = ("agents", "converse", True)
"""What the Choices read where nothing is wrong; beside it the session's mode, which is the route, and what a phase asks
for."""


@dataclass
class Paper:
    """One turn on paper: what it has come to so far, and which rung its reply is of, None while it has none."""

    machine: State
    broken: Mapping[str, FaultKind]
    mode: str
    worked: set[str] = field(default_factory=set)
    malformed: bool = False
    ended: bool = False
    rung: int | None = None

    def run(self) -> int:
        """The rung of the reply; the rescuer's where the execution leaves none."""
        self._walk(self.machine)
        return RESCUED if self.rung is None else self.rung

    def _walk(self, machine: State) -> None:
        name: str | None = machine["StartAt"]
        while name and not self.ended:
            name = self._step(name, machine["States"][name])

    def _step(self, name: str, state: State) -> str | None:
        """What comes after a state."""
        kind = self.broken.get(name)
        if kind in ENDING:
            self.ended = True
            return None
        if state["Type"] == "Choice":
            return self._chosen(state)
        if state["Type"] == "Map":
            self._walk(state["ItemProcessor"])
        if state["Type"] == "Task":
            if kind is None or kind in SURVIVED or kind == WORKED:
                self._work(name)
            self.malformed = kind in PAYLOADS
            if kind and not self.malformed and kind not in SURVIVED:
                return self._caught(state)
        return state.get("Next")

    def _caught(self, state: State) -> str | None:
        catches = state.get("Catch", [])
        self.ended = not catches
        return catches[0]["Next"] if catches else None

    def _chosen(self, state: State) -> str:
        """Where what is known leads; else to the state that the case came here for; else where nothing is known."""
        choices = [choice for choice in state["Choices"] if not self.malformed or _of_input(choice)]
        good = (*GOOD, self._after_phase, self.mode)
        named = [choice["Next"] for choice in choices if _known(choice, good)]
        named += [choice["Next"] for choice in choices if choice["Next"] in self.broken and not named]
        return str((*named, state["Default"])[0])

    @property
    def _after_phase(self) -> str:
        """What a phase asks for: the handoff that the laboratory's consultation stands before, then the reply."""
        return "reply" if "Handoff" in self.worked else "handoff"

    def _work(self, name: str) -> None:
        """What a Task leaves behind; the first reply stays."""
        self.worked.add(name)
        if self.rung is None and name in REPLIES:
            self.rung = REPLIES[name](self)


def _of_input(choice: State) -> bool:
    """Whether a choice reads what the machine was started with, and nothing that a state gave back."""
    return all(test["Variable"].startswith("$.turn.") for test in choice.get("And", [choice]))


def _known(choice: State, values: tuple[str | bool, ...]) -> bool:
    """Whether a choice asks for one of these values."""
    tests = choice.get("And", [choice])
    return any(value in values for test in tests for name, value in test.items() if name.endswith("Equals"))


def _responded(paper: Paper) -> int:
    """The answer, of an agent or a phase; a forfeit where no agent came to a result."""
    return 0 if paper.worked & {"RunAgent", "Converse"} else FORFEITED


def _explained(paper: Paper) -> int:
    """What failed; beside what a phase had said already, which stands."""
    return PARTIAL if "Converse" in paper.worked else EXPLAINED


REPLIES: Mapping[str, Callable[[Paper], int]] = {
    "Respond": _responded,
    "Explain": _explained,
    "LastResort": lambda _paper: LAST_RESORT,
}
"""The states that write a reply, and of which rung it is."""


def of_states(machine: State, broken: Mapping[str, FaultKind], mode: str = "analysis") -> int:
    """The rung that answers a turn in which these states are broken."""
    return Paper(machine, broken, mode).run()


def of_function(machine: State, function: str, *, mended: bool) -> tuple[int, ...]:
    """The rungs that may answer where a function dies, or loses an answer, somewhere on its way: as if its state
    failed, or as if its work was done by then; as if nothing had been, where a retry mends it."""
    kinds: tuple[FaultKind, ...] = ("fails once",) if mended else ("raises", WORKED, "fails once")
    return _rungs(of_states(machine, {state: kind}) for state in states_of(machine, function) for kind in kinds)


def states_of(machine: State, function: str) -> list[str]:
    """The states that call a function, or a step of one, in a turn in which nothing else is broken; for those that
    compute (`query`, `statistics`) those of the agents, who call them."""
    name = "agent-" if function.startswith("agent-") or function in ("query", "statistics") else function
    found = [at for at, state in states(machine) if _calls(state, name)]
    return [at for at in found if at not in ("Explain", "RecordFailure", "DescribeError")] or [""]


def _calls(state: State, name: str) -> bool:
    parameters: Mapping[str, Any] = state.get("Parameters", {}) if state.get("Resource") == LAMBDA else {}
    called = str(parameters.get("FunctionName") or parameters.get("FunctionName.$"))
    return name == parameters.get("Payload", {}).get("step") or f"-{name}{'' if name.endswith('-') else ':'}" in called


class Without(NamedTuple):
    """The rungs where the calls to a dependency fail, hang or lose their answers each time, or the first time only."""

    fails: int = 0
    hangs: int = 0
    lost: int = 0
    slow: int = 0
    fails_once: int = 0
    hangs_once: int = 0
    lost_once: int = 0


DEPENDENCIES: Mapping[str, Without] = {
    # nothing can be read: the last resort can be written, where it is not the writing that fails
    "turn store": Without(fails=SWEPT, hangs=READ, lost=LAST_RESORT),
    # the reply waits in its queue; a Respond that hangs in its commit has no time left to put it there
    "commit": Without(hangs=SWEPT, hangs_once=LAST_RESORT),
    "event log": Without(fails=EXPLAINED, hangs=LAST_RESORT, lost=EXPLAINED),
    "object store": Without(fails=EXPLAINED, hangs=EXPLAINED, lost=EXPLAINED),
    "query engine": Without(fails=FORFEITED, hangs=FORFEITED, lost=FORFEITED),
    "bus": Without(),
    # an answer that got lost has started the execution nevertheless
    "state machine": Without(fails=SWEPT, hangs=SWEPT, fails_once=SWEPT),
    # a client repeats its request
    "acceptance": Without(),
    # with the table down as well
    "reply queue": Without(fails=SWEPT, hangs=SWEPT, hangs_once=SWEPT),
}
CLASSES: Mapping[CallKind, str] = {
    "is down": "fails",
    "is broken": "fails",
    "is throttled": "fails",
    "is slow": "slow",
    "hangs": "hangs",
    "loses its answer": "lost",
    "hangs up": "lost",
}


TABLE = "reaching the database|connecting to my services|load all the data"
SAID: Mapping[str, str] = {
    "turn store": TABLE,
    "commit": TABLE,
    "event log": TABLE,
    "object store": TABLE,
    "query engine": "engine that computes",
    "state machine": "connecting to my services",
    "reply queue": TABLE,
}
"""How each dependency that is down is told to a person, where there is no whole answer. Without the bus and the door
there is one."""


def sentence(name: str, kind: CallKind) -> str:
    """What must be said of a dependency that is down or refuses; one that is slow or hangs looks like lost time."""
    return SAID.get(name, "") if CLASSES[kind] == "fails" else ""


def of_dependency(name: str, kind: CallKind, *, once: bool) -> tuple[int, ...]:
    """The rung that answers where the calls to a dependency suffer this."""
    rung: int = getattr(DEPENDENCIES[name], CLASSES[kind] + ("_once" if once else ""))
    return (rung,)


ASKED_IN: Mapping[str, str] = {
    "RouteQuestion": "Coordinate",
    "NextMove": "RunAgent",
    "SynthesizeReply": "Synthesize",
    "ExplainFailure": "Explain",
    "JudgeReply": "Assess",
    "WordFailsafe": "Respond",
}
"""In which state each request to a model is made."""
UNASKED: Mapping[str | None, tuple[int, ...]] = {
    None: (0, 1, 2, 3),
    "RouteQuestion": (0, 1, 3),
    "NextMove": (0, 1, 3),
    "SynthesizeReply": (0, 2),
    "ExplainFailure": (4, 5),
    "JudgeReply": (0, 2, 3),
    "WordFailsafe": (2,),
}
"""Where failures of a model at a request may lead and no further: another model, no-model mode, an honest forfeit."""


def of_model(machine: State, asked: str | None, broken: Mapping[str, FaultKind], *, crashes: bool) -> tuple[int, ...]:
    """The rungs that answer where a model fails at a request, or at all; where its client `crashes`, the state does."""
    if not crashes or asked == "JudgeReply":  # whatever becomes of the judge, the rule score stands
        return UNASKED[asked]
    raising: dict[str, FaultKind] = dict.fromkeys(
        [ASKED_IN[asked]] if asked else dict.fromkeys(ASKED_IN.values()), "raises"
    )
    return (of_states(machine, {**broken, **raising}),)


def _rungs(found: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(found)))
