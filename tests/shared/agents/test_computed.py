"""What a model had computed, told without one."""

from shared.agents.conversation.computed_results import COMPUTED, Computed, as_computed, in_short
from shared.analysis.base import Findings


def _of(told: str) -> Computed:
    return Computed(Findings(summary=told, facts=()), (), "What was asked")


def test_a_result_that_a_model_asks_for_again_is_told_once() -> None:
    again = [_of("A."), _of("B."), _of("A."), _of("A.")]
    assert in_short(again) == "B.\n\nA."
    assert as_computed(again) == f"{COMPUTED}\n\nB.\n\nA."


def test_of_many_results_the_different_ones_that_came_last_are_told() -> None:
    found = [_of(f"{one}.") for one in "ABCDCDCD"]
    assert as_computed(found) == f"{COMPUTED}\n\nB.\n\nC.\n\nD."
