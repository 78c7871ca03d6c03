"""Which segments lie off the rest by more than chance."""

import pytest

from shared.analysis.segments.beside_rest import ABOVE, BELOW, beyond_chance, handed
from shared.contracts import QueryResult, Scalar
from shared.statistics.requests import SIGNIFICANT

TESTED = QueryResult(
    columns=("group", "mean", "rest_mean", "p"),
    rows=(
        ("low", 1.0, 2.0, SIGNIFICANT / 2),
        ("high", 3.0, 2.0, SIGNIFICANT / 2),
        ("low by chance", 1.0, 2.0, SIGNIFICANT),
        ("the same", 2.0, 2.0, SIGNIFICANT / 2),
        ("untested", 1.0, 2.0, None),
        ("empty", None, 2.0, SIGNIFICANT / 2),
        ("alone", 1.0, None, SIGNIFICANT / 2),
    ),
    row_count=7,
    sql="SELECT",
)


@pytest.mark.parametrize(("side", "found"), [(BELOW, {"low"}), (ABOVE, {"high"})])
def test_a_segment_is_off_the_rest_on_its_side_and_where_that_is_no_chance(side: int, found: set[str]) -> None:
    assert beyond_chance(TESTED, side) == found


@pytest.mark.parametrize(
    ("cell", "name"), [(True, "1"), (False, "0"), (3.0, "3"), (2.5, "2.5"), (4, "4"), ("West", "West"), (None, "None")]
)
def test_a_segment_is_called_as_its_column_is_handed_over(cell: Scalar, name: str) -> None:
    assert handed(cell) == name
