"""Which rung ought to answer is read from the machine as it is defined."""

import copy

import pytest

from infra.lab.matrix.expected import of_function, of_states, states_of
from infra.local.faults import FAULT_KINDS, LAMBDA_FAULTS, STATE_FAULTS, TASK_FAULTS, FaultKind
from infra.workflow.definition import definition

MACHINE = definition("turn", prefix="candor", table="candor")
MENDED: tuple[FaultKind, ...] = ("fails once", "loses its result once")


def test_nothing_broken_is_answered_as_it_was_asked() -> None:
    assert of_states(MACHINE, {}) == 0
    assert of_states(MACHINE, {}, "consultation") == 0


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_what_breaks_a_critical_state_is_explained_or_ends_the_execution(kind: FaultKind) -> None:
    ending = kind in STATE_FAULTS or kind == "returns too much"
    expected = 0 if kind in MENDED else 7 if ending else 4
    assert of_states(MACHINE, {"Coordinate": kind}) == expected


@pytest.mark.parametrize("kind", [*TASK_FAULTS, *LAMBDA_FAULTS])
def test_a_respond_that_left_no_reply_is_followed_by_the_last_resort(kind: FaultKind) -> None:
    done = (*MENDED, "dies after its work")
    expected = 0 if kind in done else 7 if kind == "returns too much" else 6
    assert of_states(MACHINE, {"Respond": kind}) == expected


def test_a_part_that_can_be_missed_changes_nothing_and_agents_that_all_failed_forfeit() -> None:
    missed = ("Intake", "Synthesize", "Assess", "Guard")
    assert {of_states(MACHINE, {name: kind}) for name in missed for kind in ("raises", "returns malformed")} == {0}
    assert of_states(MACHINE, {"RunAgent": "raises"}) == 1
    assert of_states(MACHINE, {"RunAgent": "dies after its work"}) == 0


def test_with_one_part_after_the_other_broken_the_next_rung_answers() -> None:
    assert of_states(MACHINE, {"Coordinate": "raises", "DescribeError": "raises"}) == 4
    assert of_states(MACHINE, {"Coordinate": "raises", "Explain": "raises"}) == 6
    assert of_states(MACHINE, {"Respond": "raises", "LastResort": "raises"}) == 7
    assert of_states(MACHINE, {"Respond": "times out", "TimeoutWords": "cannot be caught"}) == 7


def test_it_is_read_from_the_definition_and_not_from_names() -> None:
    machine = copy.deepcopy(MACHINE)
    machine["States"]["Assess"]["Catch"][0]["Next"] = "DescribeError"
    assert of_states(machine, {"Assess": "raises"}) == 4
    machine["States"]["Coordinate"].pop("Catch")
    assert of_states(machine, {"Coordinate": "raises"}) == 7


def test_a_function_is_known_by_the_states_that_call_it() -> None:
    assert states_of(MACHINE, "intake") == ["Intake"]
    assert states_of(MACHINE, "query") == states_of(MACHINE, "agent-sql_analytics") == ["RunAgent"]
    assert of_function(MACHINE, "respond", mended=False) == (0, 6)
    assert of_function(MACHINE, "coordinate", mended=False) == (0, 4)
    assert of_function(MACHINE, "coordinate", mended=True) == (0,)
    assert of_function(MACHINE, "finish", mended=False) == (0,)
