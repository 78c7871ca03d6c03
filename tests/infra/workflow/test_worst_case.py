"""After a missed deadline the last resort comes in time, by the machine's own arithmetic."""

from dataclasses import dataclass
from typing import Any

import pytest

from functions.registry import all_functions
from infra.workflow.definition import RETRY
from infra.workflow.worst_case import MOST_SECONDS, Clockwork, waits
from shared.settings import Settings


@dataclass
class Fixed:
    """A function for the arithmetic."""

    seconds: int
    reserve: bool = False


@pytest.fixture
def clockwork() -> Clockwork:
    return Clockwork(all_functions(), "candor", Settings().reserve_seconds)


def test_the_last_resort_comes_within_ninety_seconds_of_a_missed_deadline(
    turn: dict[str, Any], clockwork: Clockwork, record_property: Any
) -> None:
    path = clockwork.slowest(turn)
    record_property("seconds", path.seconds)
    assert path.steps[-1][0] == "LastResort"
    assert 0 < path.seconds <= MOST_SECONDS, str(path)


def test_a_slower_state_on_the_way_makes_it_slower(turn: dict[str, Any], clockwork: Clockwork) -> None:
    before = clockwork.slowest(turn).seconds
    turn["States"]["LastResort"]["TimeoutSeconds"] += 3
    assert clockwork.slowest(turn).seconds == before + 3 * 4


def test_the_waits_of_the_policy_are_the_longest_that_it_allows() -> None:
    busy, failed = RETRY[1], RETRY[2]
    assert waits([busy]) == 1 + 2 + 4 + 5
    assert waits([failed]) == 1
    assert waits([{"IntervalSeconds": 5, "MaxAttempts": 3, "BackoffRate": 2, "MaxDelaySeconds": 8}]) == 5 + 8 + 8


def test_a_machine_of_two_states_adds_up_by_hand() -> None:
    machine = {
        "StartAt": "Work",
        "States": {
            "Work": {
                "Type": "Task",
                "Resource": "arn:aws:states:::lambda:invoke",
                "Parameters": {"FunctionName": "candor-work:live"},
                "TimeoutSeconds": 12,
                "Retry": [{"ErrorEquals": ["States.TaskFailed"], "IntervalSeconds": 1, "MaxAttempts": 1}],
                "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Last"}],
                "Next": "Last",
            },
            "Last": {
                "Type": "Task",
                "Resource": "arn:aws:states:::dynamodb:updateItem",
                "TimeoutSeconds": 5,
                "Retry": [{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 2, "MaxAttempts": 2, "BackoffRate": 1}],
                "End": True,
            },
        },
    }
    slow = Clockwork({"work": Fixed(seconds=10)}, "candor", reserve_seconds=25)
    assert slow.slowest(machine).seconds == (10 + 1 + 10) + (3 * 5 + 2 + 2)
    refusing = Clockwork({"work": Fixed(seconds=10, reserve=True)}, "candor", reserve_seconds=9)
    assert refusing.slowest(machine).seconds == (12 - 9) + (3 * 5 + 2 + 2)
