"""A typed number that one step gives from the figures of its own sentence stands without a judge; others need one."""

import pytest

from shared.contracts import ResultPreview
from tests.shared.grounding.texts import ground

_ROWS = (("West", 90076.85, 120), ("East", 62887.65, 100), ("South", 50000.0, 90), ("North", 43691.55, 77))
SALES = ResultPreview(
    purpose="",
    data=tuple({"region": region, "revenue": revenue, "orders": orders} for region, revenue, orders in _ROWS),
    row_count=4,
    adds_up=("revenue", "orders"),
)
TOP = SALES.model_copy(update={"adds_up": (), "row_count": 9})


@pytest.mark.parametrize(
    ("said", "follows"),
    [
        ("West leads with 90,076.85, 36.5 % of the total.", True),
        ("West leads with 90,076.85 of 246,656.05.", True),
        ("West leads with 90,076.85, which is 27,189.20 more than East.", True),
        ("West has 120 orders, 20 more than East.", True),
        ("West's 90,076.85 is 1.43 times what East has.", True),
        ("West leads with 90,076.85. That is 27,189.20 more than East.", True),
        ("West leads with 90,076.85. The gap to the next is 27,189.20.", False),
        ("West leads with 90,076.85, which is 40,076.85 more than East.", False),
        ("West leads with 90,076.85, -27,189.20 against East.", False),
        ("West makes up 36.5 % of the total.", False),
    ],
)
def test_a_number_follows_from_the_figures_that_its_sentence_tells_and_the_rows_that_it_names(
    said: str, follows: bool
) -> None:
    claims = ground(said, results=(SALES,), judged=True).unchecked
    assert any(claim.figures for claim in claims)
    assert [claim.said for claim in claims if claim.needs_a_judge] == ([] if follows else [claims[-1].said])


def test_a_share_of_rows_that_are_not_all_of_them_needs_a_judge() -> None:
    said = "West leads with 90,076.85, 36.5 % of the total."
    assert ground(said, results=(TOP,), judged=True).unchecked[0].needs_a_judge


def test_among_many_figures_a_step_may_come_by_chance_and_needs_a_judge() -> None:
    said = "They have 90,076.85, 62,887.65, 50,000.00, 43,691.55, 120 and 100, 27,189.20 apart."
    assert ground(said, results=(SALES,), judged=True).unchecked[0].needs_a_judge


@pytest.mark.parametrize(("said", "stands"), [("It was <0.5 at A.", True), ("It was < 0.5 at A.", True)])
def test_a_bound_that_a_cell_holds_may_be_told_as_it_is(said: str, stands: bool) -> None:
    levels = ResultPreview(
        purpose="", data=({"site": "A", "level": "<0.5"}, {"site": "B", "level": "0.7"}), row_count=2
    )
    assert bool(ground(said, results=(levels,)).text) is stands
    assert ground("It was <0.6 at A.", results=(levels,)).text == ""
