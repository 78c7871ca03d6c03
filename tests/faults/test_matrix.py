"""The fault matrix: it covers whatever states there are, and the promise holds in every cell that is run here.

Here a few cells of each kind; `make faults` runs all of them.
"""

from collections.abc import Iterator

import pytest

from infra.local.faults import FAULT_KINDS, LAMBDA_FAULTS, STATE_FAULTS, TASK_FAULTS
from infra.local.http_faults import HTTP_KINDS
from infra.local.matrix import Case, Laboratory, Matrix, Skipped, plan
from infra.local.matrix.cases import (
    ASKED,
    DEPENDENCIES,
    caught,
    dependency_cases,
    http_cases,
    model_cases,
    request_cases,
    state_cases,
)
from infra.local.matrix.team import FIRST, SECOND, team_cases
from infra.local.model_faults import MODEL_KINDS
from infra.local.paths import Way, ways
from infra.workflow import LAMBDA, definition, states
from shared.failure.errors import BadRequest

MACHINE = definition("turn", prefix="candor", table="candor")
EVERYWHERE = {name: Way() for name, _ in states(MACHINE)}


def test_every_state_of_the_machine_meets_every_fault_or_is_skipped_with_a_reason() -> None:
    planned = list(state_cases(MACHINE, EVERYWHERE))
    assert {(one.state, one.fault) for one in planned} == {
        (name, kind) for name, _ in states(MACHINE) for kind in FAULT_KINDS
    }
    assert all(one.reason for one in planned if isinstance(one, Skipped))


def test_a_new_state_is_covered_by_existing() -> None:
    new = {
        "Type": "Task",
        "Resource": LAMBDA,
        "Next": "Guard",
        "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Guard"}],
    }
    machine = {**MACHINE, "States": {**MACHINE["States"], "Translate": new}}
    found = [one for one in state_cases(machine, {**EVERYWHERE, "Translate": Way()}) if one.state == "Translate"]
    assert [one.fault for one in found if isinstance(one, Case)] == list(FAULT_KINDS)


def test_what_calls_nothing_can_only_end() -> None:
    run = {one.fault for one in state_cases(MACHINE, EVERYWHERE) if one.state == "PlanKind" and isinstance(one, Case)}
    assert run == set(STATE_FAULTS)


def test_a_fault_that_a_catch_sees_must_be_answered_by_the_workflow() -> None:
    assert all(caught("Coordinate", kind, MACHINE) for kind in TASK_FAULTS)
    assert not caught("Coordinate", "is aborted", MACHINE)
    assert not caught("LastResort", "raises", MACHINE)
    assert caught("LastResort", "fails once", MACHINE)
    assert set(LAMBDA_FAULTS) - {k for k in LAMBDA_FAULTS if caught("Respond", k, MACHINE)} == {"returns too much"}


def test_every_dependency_and_every_kind_of_model_failure_is_planned() -> None:
    assert {case.state for case in dependency_cases()} == set(DEPENDENCIES)
    assert {case.fault for case in model_cases()} == set(MODEL_KINDS)


def test_the_messages_api_fails_in_every_way_and_at_every_kind_of_request() -> None:
    cases = list(http_cases())
    assert {case.fault for case in cases} == set(HTTP_KINDS)
    assert {case.asked for case in cases} == {None, *ASKED}


def test_of_two_agents_each_is_broken_in_every_way_and_the_others_figure_is_asked_for() -> None:
    cases = [case for case in team_cases() if isinstance(case, Case)]
    broken = {(name, case.fault) for case in cases for name in case.broken}
    assert broken >= {(f"function agent-{agent}", kind) for agent in (FIRST, SECOND) for kind in LAMBDA_FAULTS}
    assert all(case.answer != 72.75 for case in cases if f"agent-{FIRST}" in f"{case.only} {case.broken}")


def test_a_way_is_found_into_every_state_that_faults_can_bring_a_turn_to() -> None:
    """The machine of this test fails over twice; its runs are made up."""
    catch = [{"ErrorEquals": ["States.ALL"], "Next": "Second"}]
    machine = {
        "States": {
            "First": {"Type": "Task", "Catch": catch, "Next": "End"},
            "Second": {"Type": "Task", "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Third"}], "Next": "End"},
            "Third": {"Type": "Pass", "Next": "End"},
            "End": {"Type": "Succeed"},
        }
    }

    def run(way: Way) -> set[str]:
        second = {"Second", "Third"} if "Second" in way.faults else {"Second"}
        return {"First", "End", *(second if "First" in way.faults else ())}

    found = ways(machine, run)
    assert dict(found["Second"].faults) == {"First": "raises"}
    assert dict(found["Third"].faults) == {"First": "raises", "Second": "raises"}


def test_no_cells_is_no_success() -> None:
    assert not Matrix(cells=()).holds


def few(bench: Laboratory) -> Iterator[Case]:
    """One fault of each state, and a few of the rest; always the same ones."""
    cases, _ = plan(bench, ("state",))
    for name, state in states(MACHINE):
        found = [case for case in cases if case.state == name]
        yield from found[hash_of(name) % 3 :: 7][:1] if state["Type"] == "Task" else found[:1]
    teams = [case for case in team_cases() if isinstance(case, Case)]
    rest: list[Case] = [*dependency_cases(), *model_cases(), *request_cases(), *http_cases(), *teams]
    yield from rest[::24]


def hash_of(name: str) -> int:
    return sum(map(ord, name))


def test_a_few_cells_of_every_part_keep_the_promise(bench: Laboratory) -> None:
    cells = [bench.run(case.model_copy(update={"goes_on": False})) for case in few(bench)]
    broken = [(cell.state, cell.fault, cell.hits, cell.broken_promises, cell.text) for cell in cells if not cell.holds]
    assert not broken
    totals = Matrix(cells=tuple(cells)).totals
    assert totals["replies"] == totals["coherent"] == totals["cells"] > 30
    assert {name: totals[name] for name in ("leaks", "false_successes", "duplicates", "late")} == dict.fromkeys(
        ("leaks", "false_successes", "duplicates", "late"), 0
    )


def test_an_unknown_state_is_a_request_that_cannot_be_carried_out() -> None:
    from infra.local.matrix import _require

    with pytest.raises(BadRequest, match="Guard"):
        _require("Nowhere", ("Guard",), "state")
