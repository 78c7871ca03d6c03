"""A total that one value dominates has that value beside it."""

import duckdb
import pytest

from shared.contracts import ColumnProfile, DatasetProfile, QueryResult, SemanticProfile
from shared.contracts.dataset import Repair
from shared.engine.doubts.lone import lone_asked, lone_told

LEGACY = Repair(kind="outlier", detail="One value of amount is 25 times the next.", column="amount", rows=1)
GIFTS = DatasetProfile.model_construct(
    relation="gifts",
    semantic=SemanticProfile.model_construct(entity_name="gift"),
    columns=(
        ColumnProfile.model_construct(name="campaign", words="campaign", unit=None),
        ColumnProfile.model_construct(name="amount", words="amount", unit="£"),
    ),
    repairs=(LEGACY,),
)


@pytest.fixture(scope="module")
def gifts() -> duckdb.DuckDBPyConnection:
    made = duckdb.connect()
    made.execute("CREATE TABLE gifts (campaign VARCHAR, amount DOUBLE)")
    few = [("Water", 10.0)] * 12 + [("General", 10.0)] * 11 + [("General", 12_500.0), ("Small", 900.0), ("Small", 1.0)]
    made.executemany("INSERT INTO gifts VALUES (?, ?)", few)
    return made


def result(gifts: duckdb.DuckDBPyConnection, sql: str) -> QueryResult:
    cursor = gifts.execute(sql)
    columns, rows = tuple(one[0] for one in cursor.description or ()), tuple(cursor.fetchall())
    return QueryResult(columns=columns, rows=rows, row_count=len(rows), sql=sql)


def told(gifts: duckdb.DuckDBPyConnection, sql: str) -> dict[tuple[int, str], str]:
    asked = lone_asked(sql, (GIFTS,))
    return lone_told(asked, result(gifts, asked.sql), result(gifts, sql)) if asked else {}


@pytest.mark.parametrize("figure", ["sum(amount)", "avg(amount)", "round(avg(amount), 2)"])
def test_the_group_that_one_value_dominates_is_told_with_it(gifts: duckdb.DuckDBPyConnection, figure: str) -> None:
    sql = f"SELECT campaign, {figure} AS total FROM gifts GROUP BY 1 ORDER BY 2 DESC"
    line = "General: one of 12 values of amount, £12,500.00, makes up 99 % of their sum."
    assert told(gifts, sql) == {(0, "total"): line}


def test_a_figure_of_all_rows_has_no_name_and_a_filter_counts(gifts: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT sum(amount) AS raised, sum(amount) FILTER (WHERE campaign = 'Water') AS water FROM gifts"
    assert told(gifts, sql) == {(0, "raised"): "One of 26 values of amount, £12,500.00, makes up 92 % of their sum."}


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT campaign, sum(amount) AS total FROM gifts WHERE amount < 1000 GROUP BY 1",
        "SELECT max(amount) AS largest, count(*) AS n FROM gifts",
        "SELECT sum(amount * 2) AS twice FROM gifts",
    ],
)
def test_few_values_and_figures_that_are_no_totals_have_nothing_beside_them(
    gifts: duckdb.DuckDBPyConnection, sql: str
) -> None:
    assert told(gifts, sql) == {}


def test_nothing_is_asked_where_no_value_is_far_from_all_others() -> None:
    plain = GIFTS.model_copy(update={"repairs": ()})
    assert lone_asked("SELECT sum(amount) AS total FROM gifts", (plain,)) is None
