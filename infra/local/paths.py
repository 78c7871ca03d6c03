"""How to get a turn into each state of its machine: read from the definition, not from a list."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from infra.workflow import State, states


@dataclass(frozen=True)
class Way:
    """What must be broken, and the session's mode, for a turn to come through a state."""

    broken: tuple[str, ...]
    mode: str = "analysis"


def ways(machine: State, entered: dict[str, set[str]]) -> dict[str, Way]:
    """A way into every Task. `entered` gives, by mode, the states that a healthy turn comes through."""
    tasks = [name for name, state in states(machine) if state["Type"] == "Task"]
    found = {name: Way((), mode) for mode, names in reversed(entered.items()) for name in names if name in tasks}
    everything = dict(states(machine))
    while missing := [name for name in tasks if name not in found]:
        more = {name: way for name in missing if (way := _through_a_catch(name, everything, found))}
        if not more:
            raise LookupError(f"no way into {missing}")
        found |= more
    return found


def _through_a_catch(target: str, everything: dict[str, State], known: dict[str, Way]) -> Way | None:
    """The shortest: a state with a known way, whose Catch leads to the target."""
    options = [
        Way((*known[name].broken, name), known[name].mode)
        for name, state in everything.items()
        for catch in state.get("Catch", [])
        if name in known and target in set(_after(catch["Next"], everything))
    ]
    return min(options, key=lambda way: len(way.broken), default=None)


def _after(start: str, everything: dict[str, State]) -> Iterator[str]:
    """The states that follow while nothing else fails, the start included: no Default, which is for the unknown."""
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
