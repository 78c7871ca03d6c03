"""What AWS punishes in a state machine and local engines forgive, as a list of findings. Pure Python.

`States.Runtime` and data-limit errors pass by every Catch: so a field is read only where a Choice has proved that it
is there and of its type, and a result is taken whole.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from infra.workflow.definition import State
from infra.workflow.definition import states as all_states

TYPE_TESTS = {
    "String": "IsString",
    "Boolean": "IsBoolean",
    "Numeric": "IsNumeric",
    "Timestamp": "IsTimestamp",
}
"""Which test of a type comes before a comparison, by how the comparison's name begins."""

JSONATA = ("Assign", "Arguments", "Output", "QueryLanguage", "Condition")
ENDS = ("Succeed", "Fail")
GIVEN = ("$", "$.turn", "$.dataset", "$.task", "$.tasks", "$.errors")
"""What the input of a machine, or of a Map's iteration, always holds."""

CONTEXT = "$$."

Finding = str


def lint(machine: State) -> list[Finding]:
    """Everything that is wrong with a definition, each with the state's name; empty where nothing is."""
    return [*_scope(machine, "the machine"), *_shared_places(machine)]


def _shared_places(machine: State) -> Iterator[Finding]:
    """Two states that keep their errors in one place would hide which of them failed."""
    owners: dict[str, str] = {}
    for name, state in all_states(machine):
        for path in {catch.get("ResultPath") for catch in state.get("Catch", [])} - {None}:
            if owners.setdefault(path, name) != name:
                yield f"{name}: keeps its error where {owners[path]} does, {path}"


def _scope(machine: State, where: str) -> Iterator[Finding]:
    """The findings of one level of states, and of those within its Maps."""
    states: dict[str, State] = machine["States"]
    yield from _graph(machine["StartAt"], states, where)
    for name, state in states.items():
        for rule in RULES:
            yield from (f"{name}: {finding}" for finding in rule(state))
        yield from (f"{name}: {finding}" for finding in _unproved(name, state, states, machine["StartAt"]))
        if "ItemProcessor" in state:
            yield from _scope(state["ItemProcessor"], name)


# the graph -----------------------------------------------------------------------------------------------------------


def successors(state: State) -> set[str]:
    """The states that may come next, by whatever way."""
    ways = [state, *state.get("Catch", []), *state.get("Choices", [])]
    found = {way["Next"] for way in ways if "Next" in way}
    return found | ({state["Default"]} if "Default" in state else set())


def _graph(start: str, states: dict[str, State], where: str) -> Iterator[Finding]:
    for name, state in states.items():
        for unknown in sorted(successors(state) - set(states)):
            yield f"{name}: leads to {unknown}, which does not exist"
        if not (successors(state) or state.get("End") or state["Type"] in ENDS):
            yield f"{name}: no way out"
    for name in sorted(set(states) - _reached(start, states)):
        yield f"{name}: cannot be reached from the start of {where}"
    ending = {name for name, state in states.items() if state.get("End") or state["Type"] in ENDS}
    for name in states:
        if not ending & _reached(name, states):
            yield f"{name}: never comes to an end"


def _reached(start: str, states: dict[str, State]) -> set[str]:
    reached, waiting = set[str](), [start]
    while waiting:
        name = waiting.pop()
        if name in states and name not in reached:
            reached.add(name)
            waiting += successors(states[name])
    return reached


# one state -----------------------------------------------------------------------------------------------------------


def _task_is_bounded(state: State) -> Iterator[Finding]:
    if state["Type"] != "Task":
        return
    for needed in ("TimeoutSeconds", "Retry", "Catch"):
        if not state.get(needed):
            yield f"a Task without {needed}"


def _catches_all(state: State) -> Iterator[Finding]:
    catches = state.get("Catch", [])
    if catches and catches[-1]["ErrorEquals"] != ["States.ALL"]:
        yield "the last Catch does not catch States.ALL"


def _catch_keeps_input(state: State) -> Iterator[Finding]:
    """A Catch without a ResultPath of its own replaces the whole state by the error."""
    for catch in state.get("Catch", []):
        if not re.fullmatch(r"\$\.errors\.\w+", catch.get("ResultPath") or ""):
            yield "a Catch without its own ResultPath under $.errors"


def _map_is_caught(state: State) -> Iterator[Finding]:
    if state["Type"] == "Map" and not state.get("End") and not state.get("Catch"):
        yield "a Map without Catch"


def _choice_has_default(state: State) -> Iterator[Finding]:
    if state["Type"] == "Choice" and "Default" not in state:
        yield "a Choice without Default"


def _result_is_taken_whole(state: State) -> Iterator[Finding]:
    for name, value in state.get("ResultSelector", {}).items():
        if name.endswith(".$") and value != "$.Payload":
            yield f"ResultSelector reads {value}, which may not be there"
    for filtered in ("InputPath", "OutputPath"):
        if filtered in state:
            yield f"{filtered} reads a field without proof"


def _result_has_a_place(state: State) -> Iterator[Finding]:
    """A result without a place replaces the whole input."""
    if state["Type"] in ("Task", "Map", "Pass") and not state.get("End") and "ResultPath" not in state:
        yield "no ResultPath: the result replaces the input"


def _language_is_old(state: State) -> Iterator[Finding]:
    for key in JSONATA:
        if key in state:
            yield f"{key} is JSONata or a variable, which no local engine runs"


def _fields_are_proved(state: State) -> Iterator[Finding]:
    for rule in state.get("Choices", []):
        yield from _unproved_comparisons(rule)


def _unproved_comparisons(rule: State) -> Iterator[Finding]:
    """Comparisons that do not come after IsPresent and a test of the type, in the same And."""
    proved: set[tuple[str, str]] = set()
    for test in rule.get("And", [rule]):
        if not {"Or", "Not", "And"}.isdisjoint(test):
            yield "a Choice rule with nested Or, Not or And, which this lint can't follow"
            continue
        variable = test["Variable"]
        for operator, value in test.items():
            if operator.startswith("Is") and value is True:
                proved.add((variable, operator))
            elif operator not in ("Variable", "Next", "Comment"):
                yield from _missing_proofs(variable, operator, proved)


def _missing_proofs(variable: str, operator: str, proved: set[tuple[str, str]]) -> Iterator[Finding]:
    kind = next((test for begin, test in TYPE_TESTS.items() if operator.startswith(begin)), "a known type")
    if operator.startswith("Is"):
        kind = ""
    for needed in ("IsPresent", kind):
        if needed and (variable, needed) not in proved:
            yield f"{operator} reads {variable} before {needed}"


RULES: tuple[Callable[[State], Iterator[Finding]], ...] = (
    _task_is_bounded,
    _catches_all,
    _catch_keeps_input,
    _map_is_caught,
    _choice_has_default,
    _result_is_taken_whole,
    _result_has_a_place,
    _language_is_old,
    _fields_are_proved,
)


# what a state reads --------------------------------------------------------------------------------------------------


def _unproved(name: str, state: State, states: dict[str, State], start: str) -> Iterator[Finding]:
    """Paths that a state reads and that not every way to it has provided or proved."""
    for path in sorted(_read(state)):
        if not _is_given(path) and not _on_every_way(path, name, states, start):
            yield f"reads {path}, which not every way to it provides"


def _read(state: State) -> set[str]:
    """Paths in Parameters, ItemSelector and ItemsPath, those within intrinsic functions too."""
    texts = [state["ItemsPath"]] if "ItemsPath" in state else []
    for key in ("Parameters", "ItemSelector"):
        texts += _dynamic(state.get(key, {}))
    return {path for text in texts for path in re.findall(r"(?<!\$)\$(?:\.\w+)*", text) if not text.startswith(CONTEXT)}


def _dynamic(value: Any) -> list[str]:
    if isinstance(value, list):
        return [text for inner in value for text in _dynamic(inner)]
    if not isinstance(value, dict):
        return []
    own = [text for key, text in value.items() if key.endswith(".$")]
    return own + [text for inner in value.values() for text in _dynamic(inner)]


def _is_given(path: str) -> bool:
    return path in GIVEN or any(path.startswith(f"{given}.") for given in GIVEN[1:] if given != "$.errors")


def _on_every_way(path: str, name: str, states: dict[str, State], start: str) -> bool:
    """Whether each way from the start to the state passes what provides the path. Searches a way that does not."""
    seen, waiting = set[str](), [start]
    while waiting:
        here = waiting.pop()
        if here == name:
            return False
        if here in seen:
            continue
        seen.add(here)
        ways = successors(states[here]) if here in states else ()
        waiting += [after for after in ways if not _provides(states[here], after, path)]
    return True


def _provides(state: State, after: str, path: str) -> bool:
    """Whether going on to `after` means that the path is there: written by a Pass, or proved by the Choice."""
    if state["Type"] == "Pass":
        return path in _written(state.get("ResultPath", ""), state.get("Result"))
    ways = [rule for rule in state.get("Choices", []) if rule["Next"] == after]
    if not ways or state.get("Default") == after:
        return False
    return all(_proves(rule, path) for rule in ways)


def _written(path: str, value: Any) -> Iterator[str]:
    """The path that a Pass writes, and those of the fields of its constant."""
    yield path
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield from _written(f"{path}.{key}", inner)


def _proves(rule: State, path: str) -> bool:
    """Whether a rule holds only where the path is there; a first element proves its array."""
    return any(
        test.get("Variable") in (path, f"{path}[0]") and test.get("IsPresent") is True
        for test in rule.get("And", [rule])
    )


def main(folder: str) -> int:
    """Lints the definitions of a folder; gives the number of findings."""
    found = 0
    for file in sorted(Path(folder).glob("*.asl.json")):
        for finding in lint(json.loads(file.read_text())):
            found += 1
            sys.stderr.write(f"{file.name}: {finding}\n")
    return found


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1]), 1))
