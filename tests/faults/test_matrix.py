"""The fault matrix: it covers whatever states there are, and the promise holds in every cell that is run here.

Here a few cells of each kind; `make faults` runs all of them.
"""

from collections.abc import Iterator

import pytest

from infra.lab.http_faults import HTTP_KINDS
from infra.lab.matrix import Case, Laboratory, Matrix, Skipped, plan
from infra.lab.matrix.cases import (
    ASKED,
    DEPENDENCIES,
    answer_cases,
    dependency_cases,
    http_cases,
    model_cases,
    request_cases,
    state_cases,
)
from infra.lab.matrix.team import FIRST, SECOND, team_cases
from infra.lab.model_faults import MODEL_KINDS
from infra.lab.paths import Way, ways
from infra.local.faults import FAULT_KINDS, LAMBDA_FAULTS, STATE_FAULTS
from infra.workflow.definition import LAMBDA, definition, states
from shared.errors import BadRequest

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


def test_every_dependency_and_every_kind_of_model_failure_is_planned() -> None:
    assert {case.state for case in dependency_cases()} == set(DEPENDENCIES)
    assert {case.fault for case in model_cases(MACHINE)} == set(MODEL_KINDS)


def test_the_answer_of_every_call_to_aws_gets_lost_once_and_each_time(bench: Laboratory) -> None:
    made = bench.calls()
    cases = list(answer_cases(made, MACHINE))
    services = {call[2].split(".")[0] for call in made if "." in call[2]}
    assert services >= {"dynamodb", "s3", "lambda", "eventbridge"}
    assert len(cases) == 2 * len([call for call in made if "." in call[2]]) > 60


def test_every_cell_knows_which_rung_ought_to_answer(bench: Laboratory) -> None:
    cases, _ = plan(bench)
    assert not [(case.family, case.state, case.fault) for case in cases if not case.rungs]
    assert {rung for case in cases for rung in case.rungs} == set(range(10))


def test_the_messages_api_fails_in_every_way_and_at_every_kind_of_request() -> None:
    cases = list(http_cases(MACHINE))
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
    made = bench.calls()
    answers = [*answer_cases(made, MACHINE)][::9]
    rest: list[Case] = [*dependency_cases(), *model_cases(MACHINE), *request_cases(), *http_cases(MACHINE), *teams]
    yield from rest[::24]
    yield from (case for case in answers if "eventbridge" in case.fault or case.state == "respond")


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


def test_a_crash_of_the_judge_costs_nothing_that_was_found(bench: Laboratory) -> None:
    at_judge = (case for case in model_cases(MACHINE) if case.asked == "JudgeReply")
    (crash,) = (case for case in at_judge if case.fault == "crashes its client")
    cell = bench.run(crash)
    assert (cell.hits > 0, cell.broken_promises) == (True, ())


def test_an_unknown_state_is_a_request_that_cannot_be_carried_out() -> None:
    from infra.lab.matrix import _require

    with pytest.raises(BadRequest, match="Guard"):
        _require("Nowhere", ("Guard",), "state")
