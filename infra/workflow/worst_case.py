"""How long after its deadline a turn's last resort may still come, calculated from the state machine. Pure Python.

What is assumed: a handler that leaves a reserve refuses at once when it is called with less than the reserve left, so
what runs at the deadline began at least the reserve before it, even if it hangs until its state's timeout. A handler
without reserve may fail as slowly as it can. A state fails in one way: it hangs (not retried), or Lambda is busy and
says so at once (the waits), or the handler fails at the very end of its time, each time that it is tried.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from functions.registry import all_functions
from infra.workflow.definition import LAMBDA, State, definition
from infra.workflow.lint import successors
from shared.settings import Settings

MOST_SECONDS = 90.0
"""Rungs 7 to 9 reply by then, whatever the state machine does."""

Step = tuple[str, float]


class Timed(Protocol):
    """What counts of a function: its timeout in seconds, and whether it leaves a reserve."""

    seconds: int
    reserve: bool


@dataclass(frozen=True)
class Path:
    """A way through the machine: each state with the seconds that it takes, from the deadline on."""

    steps: tuple[Step, ...]

    @property
    def seconds(self) -> float:
        """How long the whole way takes, in seconds from the deadline on."""
        return sum(seconds for _, seconds in self.steps)

    def __str__(self) -> str:
        return " → ".join(f"{name} {seconds:g}" for name, seconds in self.steps if seconds)


@dataclass(frozen=True)
class Clockwork:
    """Times the states of one deployment."""

    functions: Mapping[str, Timed]
    prefix: str
    reserve_seconds: float

    def slowest(self, machine: State) -> Path:
        """The slowest way from whatever runs at the deadline to the end of the last resort."""
        states = machine["States"]
        last = next(name for name, state in states.items() if state.get("Resource", "").endswith("dynamodb:updateItem"))
        paths = (path for name in states for path in self._paths(name, states, last, at_deadline=True))
        return max(paths, key=lambda path: path.seconds)

    def _paths(
        self, name: str, states: dict[str, State], last: str | None, *, at_deadline: bool, seen: tuple[str, ...] = ()
    ) -> Iterator[Path]:
        """Every way from a state to the last one, or to an end where there is none, through no state twice."""
        here = self._cost(name, states[name], at_deadline=at_deadline)
        after = [] if name == last else [found for found in successors(states[name]) if found not in seen]
        if name == last or (last is None and not after):
            yield Path(here)
        for following in after:
            for path in self._paths(following, states, last, at_deadline=False, seen=(*seen, name)):
                yield Path((*here, *path.steps))

    def _cost(self, name: str, state: State, *, at_deadline: bool) -> tuple[Step, ...]:
        if state["Type"] == "Map":
            inner = state["ItemProcessor"]
            ways = self._paths(inner["StartAt"], inner["States"], None, at_deadline=at_deadline)
            return max(ways, key=lambda path: path.seconds).steps if at_deadline else ()
        if state["Type"] != "Task":
            return ((name, 0.0),)
        if state["Resource"] != LAMBDA:
            return ((name, state["TimeoutSeconds"] * _tries(state["Retry"]) + waits(state["Retry"])),)
        return ((name, max(self._seconds(state, function, at_deadline) for function in self._called(state))),)

    def _seconds(self, state: State, function: Timed, at_deadline: bool) -> float:
        timeout = float(state["TimeoutSeconds"])
        if function.reserve:
            return max(0.0, timeout - self.reserve_seconds) if at_deadline else 0.0
        ways = [timeout]
        for rule in state["Retry"]:
            own = function.seconds if rule["ErrorEquals"] == ["States.TaskFailed"] else 0.0
            ways.append(own * _tries([rule]) + waits([rule]))
        return max(ways)

    def _called(self, state: State) -> list[Timed]:
        """The function of a state, or all agents where it is called by name."""
        parameters = state["Parameters"]
        if "FunctionName" in parameters:
            name = parameters["FunctionName"].removeprefix(f"{self.prefix}-").removesuffix(":live")
            return [self.functions[name]]
        return [function for name, function in self.functions.items() if name.startswith("agent-")]


def waits(policy: list[dict[str, Any]]) -> float:
    """The longest that the waits of a Retry policy take, one rule after the other."""
    total = 0.0
    for rule in policy:
        for attempt in range(rule.get("MaxAttempts", 3)):
            wait = rule.get("IntervalSeconds", 1) * rule.get("BackoffRate", 2.0) ** attempt
            total += min(wait, rule.get("MaxDelaySeconds", wait))
    return total


def _tries(policy: list[dict[str, Any]]) -> int:
    return 1 + sum(int(rule.get("MaxAttempts", 3)) for rule in policy)


def main() -> None:
    """Prints the slowest way of the machine as it is deployed."""
    settings = Settings()
    machine = definition("turn", prefix=settings.prefix, table=settings.table)
    path = Clockwork(all_functions(), settings.prefix, settings.reserve_seconds).slowest(machine)
    sys.stdout.write(f"{path.seconds:g} s at most from a missed deadline to the last resort: {path}\n")


if __name__ == "__main__":
    main()
