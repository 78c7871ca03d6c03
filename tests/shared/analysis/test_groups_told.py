"""The sentence of figures by group."""

import pandas as pd
import pytest

from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.metrics import Metric
from shared.query.groupings import ByColumn, ByWidth, Grouping, by_step
from tests.shared.analysis.running import Tables

ORDERS = pd.DataFrame({"product": ["Desk", "Lamp"] * 6, "returned": (["no"] * 3 + ["yes"]) * 3})


def test_nothing_is_done_by_the_groups() -> None:
    """ "Orders that are returned by product" would be sent back by it."""
    rate = Metric(function="rate", column="returned", positive="yes")
    found, _ = Tables(orders=ORDERS).findings(Aggregate(metrics=(rate,), groups=(ByColumn(column="product"),)))
    assert found.summary == "Share of rows that are returned, by product: Lamp: 50 %; Desk: 0 %."


FILMS = Tables(
    films=pd.DataFrame(
        {
            "year": [1988, 1991, 1996, 2003] * 12,
            "price": [4.5, 12.25, 18.0, 31.5] * 12,
            "seen": pd.date_range("2024-01-01", periods=48, freq="D"),
        }
    )
)
COUNTED = Metric(function="count")


@pytest.mark.parametrize(
    ("group", "column", "first"),
    [
        (by_step(FILMS.only.column("year"), "decade"), "year (decade)", "1980s: 12"),
        (ByWidth(column="price", width=10), "price (steps_of_10)", "0 to under 10: 12"),
        (by_step(FILMS.only.column("seen"), "weekday"), "seen (weekday)", "Monday: 7"),
        (by_step(FILMS.only.column("seen"), "week"), "seen (week)", "the week of 1 January 2024: 7"),
    ],
    ids=["decades", "steps of a price", "weekdays", "weeks"],
)
def test_groups_are_shown_as_people_call_them(group: Grouping, column: str, first: str) -> None:
    found, (result,) = FILMS.findings(Aggregate(metrics=(COUNTED,), groups=(group,)))
    assert result.columns[0] == column
    assert found.findings[0] == first
