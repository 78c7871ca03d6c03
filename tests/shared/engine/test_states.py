"""Who has left by the end of the data has not all left within a period that is asked for."""

import pytest

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.doubts import caveats


def _times(name: str, last: str, nulls: int = 0) -> ColumnProfile:
    return ColumnProfile(
        name=name, type="date", role="time", words=name, minimum="2024-01-01", maximum=last, distinct=300, nulls=nulls
    )


def _table(relation: str, *columns: ColumnProfile) -> DatasetProfile:
    return DatasetProfile(
        dataset_id=relation, relation=relation, file_name=f"{relation}.csv", row_count=400, columns=columns
    )


TABLES = (
    _table("invoices", _times("billed", "2025-06-30"), ColumnProfile(name="customer", type="text", role="id")),
    _table("plans", _times("ended", "2025-06-20", 300), ColumnProfile(name="customer", type="text", role="id")),
)
OF_MAY = "FROM invoices JOIN plans USING (customer) WHERE billed >= DATE '2025-05-01' AND billed < DATE '2025-06-01'"
TOLD = (
    "Which rows have an entry for ended is told as of the end of the data: some of these dates, up to 20 June 2025, "
    "lie after the period that is asked for.",
)


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT count(*) AS n {OF_MAY} AND ended IS NOT NULL",
        f"SELECT CASE WHEN ended IS NULL THEN 'still here' ELSE 'left' END AS state, count(*) AS n {OF_MAY} GROUP BY 1",
        f"WITH of_may AS (SELECT customer, ended {OF_MAY}) SELECT count(*) AS n FROM of_may WHERE ended IS NULL",
    ],
)
def test_a_state_at_the_end_of_the_data_is_told_beside_a_period_before_it(sql):
    assert caveats(sql, TABLES) == TOLD


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT count(*) AS n {OF_MAY} AND (ended IS NULL OR ended >= DATE '2025-06-01')",
        f"SELECT customer, ended {OF_MAY} AND ended IS NOT NULL",
        "SELECT count(*) AS n FROM plans WHERE ended IS NOT NULL",
        "SELECT count(*) AS n FROM invoices, plans WHERE billed >= DATE '2025-05-01' AND ended IS NULL",
        f"SELECT count(*) AS n {OF_MAY.replace('2025-06-01', '2025-06-25')} AND ended IS NOT NULL",
    ],
    ids=["compared with a date", "shown", "no period", "a period without an end", "none comes after it"],
)
def test_nothing_is_told_where_its_dates_are_used_or_none_comes_after_the_period(sql):
    assert not any("as of the end of the data" in line for line in caveats(sql, TABLES))
