"""How to get a turn into each state of its machine: read from the definition and tried out, not from a list."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from infra.local.faults import FaultKind
from infra.workflow.definition import State, states

MODES = ("analysis", "consultation")
KINDS: tuple[FaultKind, ...] = ("raises", "times out", "is throttled", "cannot reach its store")
DEEPEST = 3


@dataclass(frozen=True)
class Way:
    """What must be broken, and the session's mode, for a turn to come through a state."""

    faults: Mapping[str, FaultKind] = field(default_factory=dict)
    mode: str = "analysis"


Run = Callable[[Way], set[str]]
"""Takes a turn along a way, and gives the states that it came through."""


def ways(machine: State, run: Run) -> dict[str, Way]:
    """A way into every state that faults can bring a turn to, the shortest that was found."""
    everything = dict(states(machine))
    found: dict[str, Way] = {}
    for mode in MODES:
        _note(found, Way({}, mode), run)
    tried: set[str] = set()
    while way := next(_untried(everything, found, tried), None):
        tried.add(_key(way))
        _note(found, way, run)
    return {name: way for name, way in found.items() if name in everything}


def _note(found: dict[str, Way], way: Way, run: Run) -> None:
    for name in run(way):
        found.setdefault(name, way)


def _untried(everything: dict[str, State], found: dict[str, Way], tried: set[str]) -> Iterator[Way]:
    """Ways with one fault more than a known one, where a Catch could lead to a state that is still missing."""
    missing = set(everything) - set(found)
    for depth in range(DEEPEST):
        for kind in KINDS:
            for name, known in list(found.items()):
                if len(known.faults) != depth or name in known.faults or everything[name]["Type"] != "Task":
                    continue
                way = Way({**known.faults, name: kind}, known.mode)
                if _key(way) not in tried and missing & _caught(everything[name], everything):
                    yield way


def _key(way: Way) -> str:
    return f"{way.mode}: {sorted(way.faults.items())}"


def _caught(state: State, everything: dict[str, State]) -> set[str]:
    """Where a state's Catch can lead while nothing else fails: no Default, which is for what no other choice knows."""
    return {name for catch in state.get("Catch", []) for name in _after(catch["Next"], everything)}


def _after(start: str, everything: dict[str, State]) -> Iterator[str]:
    waiting, seen = [start], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        yield name
        waiting += _nexts(everything[name])


def _nexts(state: dict[str, Any]) -> list[str]:
    nexts = [choice["Next"] for choice in state.get("Choices", [])]
    return [*nexts, state["Next"]] if "Next" in state else nexts
