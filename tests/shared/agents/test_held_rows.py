"""What is told of rows of a table is told of figures that are computed from such rows, counted over these."""

from collections.abc import Sequence

import duckdb
import pytest

from shared.agents.execution.held_rows import DoubtOfQuery, HeldRows
from shared.contracts import (
    ColumnProfile,
    DatasetProfile,
    ExecutedQuery,
    PlannedQuery,
    QueryOutcome,
    QueryResult,
    Scalar,
    ValueCount,
)
from shared.contracts.dataset import Repair
from shared.engine.doubts import doubts
from shared.engine.doubts.row_doubts import Counted
from shared.engine.doubts.spelled import of_spellings
from shared.engine.sql.guard import check
from shared.errors import CandorError

KEPT = "In column qty, 999 in 2 cells lies far from all other values: it may stand for missing values, and was kept."
PART = KEPT.replace("2 cells", "1 cell used here")
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
        allowed = [check(query.sql, {"orders": [one.name for one in ORDERS.columns]}).sql for query in queries]
        found = [con.execute(sql).fetchall() for sql in allowed]
    return [
        QueryOutcome(result=QueryResult(columns=("held", "rows"), rows=tuple(rows), row_count=1, sql=query.sql))
        for query, rows in zip(queries, found, strict=True)
    ]


def _told(sql: str) -> tuple[str, ...]:
    lines = doubts([ExecutedQuery(sql=sql, purpose="x")], (ORDERS,))
    return HeldRows().told([DoubtOfQuery(line, sql) for line in lines], _ask)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT sum(qty) FROM orders", (KEPT,)),
        ("SELECT sum(qty * price) FROM orders WHERE qty < 999 GROUP BY region", ()),
        ("SELECT sum(qty * price) FROM orders AS o WHERE o.qty <> 999 AND region = 'South'", ()),
        ("SELECT sum(qty) FROM orders WHERE region = 'North'", ()),
        ("SELECT sum(qty) FROM orders WHERE day >= DATE '2026-02-01' AND day < DATE '2026-03-01'", ()),
        ("SELECT sum(qty) FROM orders WHERE day >= DATE '2026-03-01'", (PART,)),
        ("SELECT count(*) FILTER (WHERE qty >= 999) AS coded, count(*) AS orders FROM orders", ()),
        ("SELECT count(*) FROM orders WHERE qty > 100", (KEPT,)),
        ("WITH g AS (SELECT *, qty * price AS net FROM orders) SELECT sum(net) FROM g WHERE qty < 999", ()),
        ("WITH g AS (SELECT qty, qty * price AS net FROM orders) SELECT sum(net) FROM g", (KEPT,)),
        ("WITH orders AS (SELECT DISTINCT * FROM orders) SELECT sum(qty) FROM orders WHERE qty < 999", ()),
        ("WITH g AS (SELECT region, sum(qty) AS n FROM orders WHERE qty < 999 GROUP BY 1) SELECT max(n) FROM g", ()),
        ("SELECT sum(o.qty) FROM orders AS o JOIN (SELECT 1 AS one) AS c ON true WHERE o.qty < 999", ()),
        ("SELECT (SELECT max(qty) FROM orders) AS most, sum(qty) AS s FROM orders WHERE qty < 999", (KEPT,)),
        ("SELECT region, sum(qty) AS n FROM orders WHERE day > DATE '2026-01-01' GROUP BY region", (PART,)),
        (
            "WITH a AS (SELECT *, qty * price AS gross FROM orders), b AS (SELECT region, day, gross FROM a) "
            "SELECT sum(CASE WHEN region = 'North' THEN gross END) AS s, min(day) AS d FROM b",
            (),
        ),
        (
            "WITH a AS (SELECT region, day, qty * price AS gross FROM orders) "
            "SELECT sum(gross) FILTER (WHERE region = 'South') FROM a AS o WHERE o.day > DATE '2026-01-01'",
            (PART,),
        ),
        (
            "WITH g AS (SELECT region, avg(qty) OVER () AS mean FROM orders) "
            "SELECT max(mean) AS m FROM g WHERE region = 'North'",
            (KEPT,),
        ),
        ("SELECT sum(if(qty < 999, qty, 0)) AS s, count(*) AS n FROM orders", ()),
        ("SELECT sum(g.qty) FROM (SELECT * FROM orders WHERE price > 1) AS g WHERE g.region = 'North'", ()),
        ("SELECT sum(o.qty) FROM orders AS o JOIN (VALUES (1), (2)) AS c(n) ON c.n > 0 WHERE o.score IS NULL", (PART,)),
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


def test_of_groups_that_are_told_the_rows_are_asked() -> None:
    sql = "SELECT region, sum(qty) AS n FROM orders GROUP BY region"
    (line,) = doubts([ExecutedQuery(sql=sql, purpose="x")], (ORDERS,))
    assert HeldRows().told([DoubtOfQuery(line, sql, [{"region": "North", "n": 3}])], _ask) == ()
    assert HeldRows().told([DoubtOfQuery(line, sql, [{"region": "South", "n": 2001}])], _ask) == (KEPT,)
    first = f"{sql} ORDER BY n LIMIT 1"
    north = DoubtOfQuery(line, first, [{"region": "North", "n": 3}], whole=True)
    assert HeldRows().told([north], _ask) == ()
    whole = DoubtOfQuery(line, sql, [{"region": "North", "n": 3}, {"region": "South", "n": 2001}], whole=True)
    assert HeldRows().told([whole], lambda _: pytest.fail("asked")) == (KEPT,)


def test_of_several_queries_a_doubt_is_told_once_with_the_largest_count() -> None:
    parts = [f"SELECT sum(qty) FROM orders WHERE day >= DATE '2026-0{month}-01'" for month in (3, 2)]
    (line,) = doubts([ExecutedQuery(sql=parts[0], purpose="x")], (ORDERS,))
    assert HeldRows().told([DoubtOfQuery(line, sql) for sql in parts], _ask) == (PART,)
    whole = "SELECT sum(qty) FROM orders"
    assert HeldRows().told([DoubtOfQuery(line, sql) for sql in (*parts, whole)], _ask) == (KEPT,)


def test_of_emptied_cells_beside_others_that_were_empty_it_is_told_how_many_at_most() -> None:
    score = ORDERS.columns[1].model_copy(update={"nulls": 3})
    table = ORDERS.model_copy(update={"columns": (ORDERS.columns[0], score, *ORDERS.columns[2:])})
    sql = "SELECT avg(score) FROM orders WHERE region = 'South'"
    lines = doubts([ExecutedQuery(sql=sql, purpose="x")], (table,))
    told = HeldRows().told([DoubtOfQuery(line, sql) for line in lines], _ask)
    assert told == (EMPTIED.replace("1 cell", "up to 1 cell of the rows asked about"),)


MIXED = "Values of fee are in different units, as currency says; they were combined without converting them."
FEES = DatasetProfile(
    dataset_id="d2",
    relation="fees",
    file_name="fees.csv",
    row_count=3,
    columns=(
        ColumnProfile(
            name="fee", type="number", role="measure", additivity="additive", money=True, unit_column="currency"
        ),
        ColumnProfile(
            name="currency",
            type="text",
            role="dimension",
            distinct=2,
            top_values=(ValueCount(value="EUR", count=2), ValueCount(value="USD", count=1)),
        ),
        ColumnProfile(name="place", type="text", role="dimension"),
    ),
)


def _ask_fees(queries: Sequence[PlannedQuery]) -> list[QueryOutcome]:
    with duckdb.connect(":memory:") as con:
        rows = "(10, 'EUR', 'Bonn'), (20, 'EUR', 'Bonn'), (30, 'USD', 'Reno')"
        con.execute(f"CREATE TABLE fees AS SELECT * FROM (VALUES {rows}) AS r(fee, currency, place)")
        found = [tuple(con.execute(query.sql).fetchall()) for query in queries]
    return [
        QueryOutcome(result=QueryResult(columns=(), rows=each, row_count=1, sql=query.sql))
        for query, each in zip(queries, found, strict=True)
    ]


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT sum(fee) AS total FROM fees", (MIXED,)),
        ("SELECT sum(fee) AS total FROM fees WHERE place = 'Bonn'", ()),
        ("SELECT sum(fee) AS total FROM fees WHERE place IN ('Bonn', 'Reno')", (MIXED,)),
    ],
)
def test_amounts_are_mixed_where_the_rows_of_a_figure_are_in_several_currencies(
    sql: str, told: tuple[str, ...]
) -> None:
    lines = doubts([ExecutedQuery(sql=sql, purpose="x")], (FEES,))

    assert HeldRows().told([DoubtOfQuery(line, sql) for line in lines], _ask_fees) == told


RANKED = MIXED.replace("combined", "ranked")
COMPARED = MIXED.replace("combined", "compared")
OF_PLACES = "FROM fees WHERE place IN ('Bonn', 'Reno') GROUP BY place"
RENO = [{"place": "Reno", "fee": 30}]


@pytest.mark.parametrize(
    ("sql", "rows", "told"),
    [
        ("SELECT count(*) AS n FROM fees WHERE fee > 25 AND place <> 'Rome'", None, (COMPARED,)),
        ("SELECT count(*) AS n FROM fees WHERE fee > 15 AND place = 'Bonn'", None, ()),
        ("SELECT count(*) FILTER (WHERE fee > 25) AS n FROM fees WHERE place <> 'Rome'", None, (COMPARED,)),
        ("SELECT place, fee FROM fees WHERE place <> 'Rome' ORDER BY fee DESC LIMIT 1", RENO, (RANKED,)),
        (f"SELECT place, sum(fee) AS fee {OF_PLACES} ORDER BY fee DESC LIMIT 1", RENO, (MIXED,)),
        (f"SELECT place, sum(fee) AS fee {OF_PLACES} ORDER BY 2 DESC LIMIT 1", RENO, (MIXED,)),
        (f"SELECT place, sum(fee) AS fee {OF_PLACES} HAVING sum(fee) > 25 LIMIT 1", RENO, (MIXED,)),
        (f"SELECT place, sum(fee) AS fee {OF_PLACES} ORDER BY place DESC LIMIT 1", RENO, ()),
    ],
)
def test_what_is_compared_or_ranked_is_mixed_where_the_rows_that_it_chooses_from_are_though_those_that_are_left_are_not(
    sql: str, rows: list[dict[str, Scalar]] | None, told: tuple[str, ...]
) -> None:
    lines = doubts([ExecutedQuery(sql=sql, purpose="x")], (FEES,))
    assert HeldRows().told([DoubtOfQuery(line, sql, rows) for line in lines], _ask_fees) == told


def test_of_a_query_of_all_rows_nothing_is_asked() -> None:
    sql = "WITH g AS (SELECT qty * price AS net, region FROM orders) SELECT region, sum(net) AS s FROM g GROUP BY 1"
    (line,) = doubts([ExecutedQuery(sql=sql, purpose="x")], (ORDERS,))
    assert HeldRows().told([DoubtOfQuery(line, sql)], lambda _: pytest.fail("asked")) == (KEPT,)


def test_where_the_data_cannot_be_asked_the_doubt_is_told() -> None:
    def down(_queries: Sequence[PlannedQuery]) -> list[QueryOutcome]:
        raise CandorError

    sql = "SELECT sum(qty) FROM orders WHERE qty < 999"
    (line,) = doubts([ExecutedQuery(sql="SELECT sum(qty) FROM orders", purpose="x")], (ORDERS,))
    asked = [DoubtOfQuery(line, sql)]
    assert HeldRows().told(asked, down) == (KEPT,)
    assert HeldRows().told(asked, lambda queries: [QueryOutcome(result=None) for _ in queries]) == (KEPT,)
    assert HeldRows().told(asked, _ask) == ()


def test_of_spellings_of_a_part_of_the_rows_it_is_told_that_others_were_read_likewise() -> None:
    written = "In region, I read “north” as “North”; “SOUTH” as “South”, and others likewise (9 rows)."
    repair = Repair(kind="other", detail=written, column="region", doubt=True, values=("North", "South", "East"))
    column = ORDERS.columns[3]
    doubt = of_spellings(repair, column, 5, "orders")
    for there, told in (
        ((1, 1, 1), "In region, I read “north” as “North”; “SOUTH” as “South”, and others likewise."),
        ((1, 0, 1), "In region, I read “north” as “North”, and others likewise."),
        ((1, 1, 0), "In region, I read “north” as “North”; “SOUTH” as “South”."),
    ):
        assert doubt.question.say([Counted(met=there, of=3)]) == told


def test_several_codes_of_a_column_are_told_in_one_sentence_with_the_cells_of_the_rows_asked_about() -> None:
    said = "In column score, {} in 1 cell counts as empty: the sheet Codes says that it is no value."
    codes = tuple(
        Repair(kind="null", detail=said.format(one), column="score", rows=1, examples=(one,), doubt=True)
        for one in ("8", "9")
    )
    columns = tuple(one.model_copy(update={"nulls": 2} if one.name == "score" else {}) for one in ORDERS.columns)
    table = ORDERS.model_copy(update={"columns": columns, "repairs": codes})

    def told(sql: str) -> tuple[str, ...]:
        lines = doubts([ExecutedQuery(sql=sql, purpose="x")], (table,))
        return HeldRows().told([DoubtOfQuery(line, sql) for line in lines], _ask)

    whole = "In column score, 8 and 9 in {} count as empty: the sheet Codes says that they are no values."
    assert doubts([ExecutedQuery(sql="SELECT avg(score) FROM orders", purpose="x")], (table,)) == (
        whole.format("2 cells"),
    )
    assert told("SELECT avg(score) FROM orders WHERE region = 'South'") == (
        whole.format("1 cell of the rows asked about"),
    )
    assert told("SELECT avg(score) FROM orders WHERE region = 'North'") == ()
