"""Periods of a question that the data does not cover, moved into the data for the questions that are offered."""

import duckdb
import pytest

from shared.analysis.conditions import Filter
from shared.analysis.nearby_conditions import conditions_within
from shared.analysis.understanding import Understood
from tests.shared.offline.reading.profiling import profile_table

ENDS = "2024-12-11"
"""A Wednesday."""


def moved(label: str, *edges: str, kind: str = "DATE") -> tuple[str, tuple[str, ...]] | None:
    """The operator and edges of a period on a column of days, or of times, that ends on a Wednesday in December."""
    connection = duckdb.connect()
    connection.execute(
        f"CREATE TABLE visits AS SELECT CAST(DATE '{ENDS}' - CAST(i AS INTEGER) AS {kind}) "
        f"{'' if kind == 'DATE' else '+ INTERVAL 9 HOUR'} AS day, i AS visitors FROM range(700) AS t(i)"
    )
    table = profile_table(connection, "visits", "visits.csv")
    asked = Filter(column="day", operator="between", values=edges, label=label)
    found = list(conditions_within(Understood(table=table, conditions=(asked,), ahead=True)))
    return (found[0].operator, tuple(map(str, found[0].values))) if found else None


@pytest.mark.parametrize(
    ("label", "asked", "within"),
    [
        ("last month", ("2026-10-01", "2026-11-01"), ("between", ("2024-12-01", "2025-01-01"))),
        ("last quarter", ("2026-07-01", "2026-10-01"), ("between", ("2024-10-01", "2025-01-01"))),
        ("last year", ("2025-01-01", "2026-01-01"), ("between", ("2024-01-01", "2025-01-01"))),
        ("last week", ("2026-11-16", "2026-11-23"), (">=", ("2024-12-09",))),
        ("the last 10 days", ("2026-11-14", "2026-11-24"), (">=", ("2024-12-02",))),
    ],
)
def test_a_period_by_todays_date_becomes_the_last_one_like_it_in_the_data(
    label: str, asked: tuple[str, str], within: tuple[str, tuple[str, ...]]
) -> None:
    assert moved(label, *asked) == within


@pytest.mark.parametrize(
    ("asked", "within"),
    [
        (("2026-03-01", "2026-05-01"), ("between", ("2024-03-01", "2024-05-01"))),
        (("2027-12-01", "2028-01-01"), ("between", ("2024-12-01", "2025-01-01"))),
        (("2026-11-15", "2027-02-15"), ("between", ("2023-11-15", "2024-02-15"))),
    ],
)
def test_a_period_by_name_becomes_the_same_one_of_the_last_year_that_the_data_holds(
    asked: tuple[str, str], within: tuple[str, tuple[str, ...]]
) -> None:
    assert moved("in 2026", *asked) == within


def test_days_are_not_counted_back_from_a_time_of_day() -> None:
    assert moved("the last 10 days", "2026-11-14", "2026-11-24", kind="TIMESTAMP") is None
    assert moved("last month", "2026-10-01", "2026-11-01", kind="TIMESTAMP") == (
        "between",
        ("2024-12-01", "2025-01-01"),
    )
