"""Cells with a code for a missing value are told of where rows that the figures use hold some, and nowhere else."""

from collections.abc import Sequence

import duckdb
import pytest

from shared.agents.execution.codes import Codes
from shared.contracts import ColumnProfile, DatasetProfile, ExecutedQuery, PlannedQuery, QueryOutcome, QueryResult
from shared.contracts.dataset import Repair
from shared.engine.doubts import doubts
from shared.errors import CandorError

KEPT = "In column qty, 999 in 2 cells lies far from all other values: it may stand for missing values, and was kept."
EMPTIED = "In column score, 99 in 1 cell was taken to stand for no answer: all others are from 1 to 10."
ORDERS = DatasetProfile(
    dataset_id="d1",
    relation="orders",
    file_name="orders.csv",
    row_count=5,
    columns=(
        ColumnProfile(name="qty", type="integer", role="measure", minimum=1, maximum=999),
        ColumnProfile(name="score", type="integer", role="measure", minimum=1, maximum=10, nulls=1),
        ColumnProfile(name="price", type="number", role="measure"),
        ColumnProfile(name="region", type="text", role="dimension"),
        ColumnProfile(name="day", type="date", role="time"),
    ),
    repairs=(
        Repair(kind="null", detail=KEPT, column="qty", rows=2, examples=("999",), doubt=True),
        Repair(kind="null", detail=EMPTIED, column="score", rows=1, examples=("99",), doubt=True),
    ),
)
ROWS = """
    (1, 5, 2.0, 'North', DATE '2026-01-01'), (2, 9, 2.0, 'North', DATE '2026-02-01'),
    (999, 7, 2.0, 'South', DATE '2026-01-01'), (999, NULL, 2.0, 'South', DATE '2026-03-01'),
    (3, 8, 2.0, 'South', DATE '2026-02-01')
"""


def _ask(queries: Sequence[PlannedQuery]) -> list[QueryOutcome]:
    with duckdb.connect(":memory:") as con:
        con.execute(f"CREATE TABLE orders AS SELECT * FROM (VALUES {ROWS}) AS r(qty, score, price, region, day)")
        found = [con.execute(query.sql).fetchall() for query in queries]
    return [
        QueryOutcome(result=QueryResult(columns=("held",), rows=tuple(rows), row_count=1, sql=query.sql))
        for query, rows in zip(queries, found, strict=True)
    ]


def _told(sql: str) -> tuple[str, ...]:
    return Codes((ORDERS,)).held(doubts([ExecutedQuery(sql=sql, purpose="x")], (ORDERS,)), sql, _ask)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT sum(qty) FROM orders", (KEPT,)),
        ("SELECT sum(qty * price) FROM orders WHERE qty < 999 GROUP BY region", ()),
        ("SELECT sum(qty * price) FROM orders AS o WHERE o.qty <> 999 AND region = 'South'", ()),
        ("SELECT sum(qty) FROM orders WHERE region = 'North'", ()),
        ("SELECT sum(qty) FROM orders WHERE day >= DATE '2026-02-01' AND day < DATE '2026-03-01'", ()),
        ("SELECT sum(qty) FROM orders WHERE day >= DATE '2026-03-01'", (KEPT,)),
        ("SELECT count(*) FILTER (WHERE qty >= 999) AS coded, count(*) AS orders FROM orders", ()),
        ("SELECT count(*) FROM orders WHERE qty > 100", (KEPT,)),
        ("WITH g AS (SELECT *, qty * price AS net FROM orders) SELECT sum(net) FROM g WHERE qty < 999", ()),
        ("WITH g AS (SELECT qty, qty * price AS net FROM orders) SELECT sum(net) FROM g", (KEPT,)),
        ("WITH orders AS (SELECT DISTINCT * FROM orders) SELECT sum(qty) FROM orders WHERE qty < 999", ()),
        ("WITH g AS (SELECT region, sum(qty) AS n FROM orders WHERE qty < 999 GROUP BY 1) SELECT max(n) FROM g", ()),
        ("SELECT sum(o.qty) FROM orders AS o JOIN (SELECT 1 AS one) AS c ON true WHERE o.qty < 999", ()),
        ("SELECT (SELECT max(qty) FROM orders) AS most, sum(qty) AS s FROM orders WHERE qty < 999", (KEPT,)),
        ("SELECT avg(score) FROM orders", (EMPTIED,)),
        ("SELECT count(*) FROM orders WHERE score >= 9", (EMPTIED,)),
        ("SELECT avg(score) FROM orders WHERE region = 'North'", ()),
        ("WITH g AS (SELECT * FROM orders WHERE score > 1) SELECT avg(score) FROM g", (EMPTIED,)),
    ],
)
def test_a_doubt_about_cells_with_a_code_is_told_where_rows_of_the_figures_hold_one(
    sql: str, told: tuple[str, ...]
) -> None:
    assert _told(sql) == told


def test_where_the_data_cannot_be_asked_the_doubt_is_told() -> None:
    def down(_queries: Sequence[PlannedQuery]) -> list[QueryOutcome]:
        raise CandorError

    sql = "SELECT sum(qty) FROM orders WHERE qty < 999"
    assert Codes((ORDERS,)).held((KEPT,), sql, down) == (KEPT,)
    assert Codes((ORDERS,)).held((KEPT,), sql, lambda _: [QueryOutcome(result=None)]) == (KEPT,)
