"""A figure of all who were ever there says how many of them are not any more."""

from collections.abc import Sequence

import duckdb
import pytest

from shared.agents.execution.held_rows import DoubtOfQuery, HeldRows
from shared.contracts import ColumnProfile, DatasetProfile, ExecutedQuery, PlannedQuery, QueryOutcome, QueryResult
from shared.contracts.dataset import SemanticProfile
from shared.engine.doubts import doubts
from shared.engine.sql.guard import check


def _date(name: str, first: str, *, nulls: int = 0) -> ColumnProfile:
    return ColumnProfile(
        name=name, type="date", role="time", minimum=first, maximum="2026-03-01", nulls=nulls, distinct=3
    )


def _staff(*dates: ColumnProfile, rows: int = 5) -> DatasetProfile:
    columns = (
        ColumnProfile(name="salary", type="integer", role="measure", minimum=10, maximum=50),
        ColumnProfile(name="team", type="text", role="dimension"),
        *dates,
    )
    return DatasetProfile(
        dataset_id="d1",
        relation="staff",
        file_name="staff.csv",
        row_count=rows,
        columns=columns,
        semantic=SemanticProfile(entity_name="employee"),
    )


HIRED, LEFT = _date("hired", "2020-01-01"), _date("left_on", "2021-05-01", nulls=3)
STAFF = _staff(HIRED, LEFT)
ROWS = """
    (10, 'A', DATE '2020-01-01', NULL), (20, 'A', DATE '2020-02-01', DATE '2021-05-01'),
    (30, 'A', DATE '2021-01-01', NULL), (40, 'B', DATE '2022-01-01', NULL),
    (50, 'C', DATE '2022-01-01', DATE '2026-03-01')
"""
TWO = "2 of the 5 employees have an entry for left on; they are included."
ONE = "1 of the 3 employees has an entry for left on; it is included."


def _ask(queries: Sequence[PlannedQuery]) -> list[QueryOutcome]:
    with duckdb.connect(":memory:") as con:
        con.execute(f"CREATE TABLE staff AS SELECT * FROM (VALUES {ROWS}) AS r(salary, team, hired, left_on)")
        allowed = [check(query.sql, {"staff": [one.name for one in STAFF.columns]}).sql for query in queries]
        found = [con.execute(sql).fetchall() for sql in allowed]
    return [
        QueryOutcome(result=QueryResult(columns=("held", "rows"), rows=tuple(rows), row_count=1, sql=query.sql))
        for query, rows in zip(queries, found, strict=True)
    ]


def _told(sql: str, table: DatasetProfile = STAFF) -> tuple[str, ...]:
    lines = doubts([ExecutedQuery(sql=sql, purpose="x")], (table,))
    return HeldRows().told([DoubtOfQuery(line, sql) for line in lines], _ask)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT count(*) FROM staff", (TWO,)),
        ("SELECT team, count(*) AS n FROM staff GROUP BY team", (TWO,)),
        ("SELECT sum(salary) FROM staff WHERE team = 'A'", (ONE,)),
        ("WITH s AS (SELECT * FROM staff WHERE salary < 40) SELECT count(*) FROM s", (ONE,)),
        ("SELECT count(*) FROM staff WHERE team = 'B'", ()),
        ("SELECT count(*) FROM staff WHERE team = 'C'", ()),
        ("SELECT count(*) FROM staff WHERE left_on IS NULL", ()),
        ("SELECT count(*) AS n, count(left_on) AS leavers FROM staff", ()),
        ("SELECT year(hired) AS y, count(*) AS n FROM staff GROUP BY 1", ()),
        ("SELECT max(salary) FROM staff", ()),
        ("SELECT team, salary FROM staff", ()),
    ],
)
def test_a_count_or_a_sum_tells_how_many_of_its_rows_have_ended_unless_it_asks_of_times(sql, told):
    assert _told(sql) == told


@pytest.mark.parametrize(
    "dates",
    [
        (HIRED, _date("paid_on", "2021-05-01", nulls=2)),
        (HIRED, LEFT, _date("returned_on", "2021-05-01", nulls=4)),
        (HIRED, _date("trained_on", "2019-01-01", nulls=3)),
        (_date("hired", "2020-01-01", nulls=1), LEFT),
        (HIRED,),
    ],
    ids=["most have one", "two that are mostly empty", "it comes first", "no sure beginning", "no end"],
)
def test_nothing_is_told_where_no_one_column_says_when_a_row_ended(dates):
    assert _told("SELECT count(*) FROM staff", _staff(*dates)) == ()
