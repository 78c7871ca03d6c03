import time
from contextlib import suppress

import duckdb
import pytest
from analytic import AGGREGATES, ANALYTIC, EXPRESSIONS
from hostile import BOMBS, HOSTILE
from hypothesis import example, given, settings
from hypothesis import strategies as st
from orders import TABLES, write_orders

from shared.engine.sql.guard import CheckedQuery, check
from shared.errors import QueryFailed

CASES = [pytest.param(sql, id=f"{kind}-{n}") for kind, queries in HOSTILE.items() for n, sql in enumerate(queries)]


def failure_of(sql: str):
    with pytest.raises(QueryFailed) as failed:
        check(sql, TABLES)
    return failed.value.failure


@pytest.mark.parametrize("sql", CASES)
def test_a_hostile_query_is_turned_away(sql):
    started = time.thread_time()
    failure = failure_of(sql)
    assert failure.kind in ("rejected", "syntax", "unknown_name")
    assert time.thread_time() - started < 10


def test_the_hostile_set_is_large_and_holds_no_query_twice():
    queries = [sql for kind in HOSTILE.values() for sql in kind]
    assert len(queries) >= 150
    assert len(set(queries)) == len(queries)


@pytest.mark.parametrize("sql", ANALYTIC)
def test_an_analytic_query_passes_and_passes_again_as_rewritten(sql):
    checked = check(sql, TABLES)
    assert check(checked.sql, TABLES).sql == checked.sql


MEANINGS = [
    *(f"SELECT {expression} FROM data ORDER BY order_id" for expression in EXPRESSIONS),
    *(f"SELECT {aggregate} FROM data" for aggregate in AGGREGATES),
    *(f"SELECT region, {aggregate} FROM data GROUP BY region ORDER BY region" for aggregate in AGGREGATES),
]


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """DuckDB without anything around it, on one thread: sums of floats come out the same twice."""
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.execute(f"CREATE VIEW data AS FROM '{write_orders(tmp_path_factory.mktemp('bare'))}'")
        yield connection


@pytest.mark.parametrize("sql", MEANINGS)
def test_the_rewritten_query_means_the_same(bare, sql):
    rewritten = bare.execute(check(sql, TABLES).sql).fetchall()
    # As text, in which NaN equals itself.
    assert repr(rewritten) == repr(bare.execute(sql).fetchall())


@pytest.mark.parametrize("sql", BOMBS)
def test_a_bomb_made_of_allowed_parts_is_left_to_the_worker(sql):
    assert check(sql, TABLES).relations == ("data",)


def test_comments_never_reach_the_database():
    checked = check("SELECT /* a */ count(*) -- b\nFROM data /* ; DROP VIEW data */", TABLES)
    assert checked == CheckedQuery(sql="SELECT COUNT(*) FROM data", relations=("data",))


def test_a_nested_comment_cannot_hide_a_table():
    assert check("SELECT 1 /* /* */ FROM read_text('/etc/passwd') -- */", TABLES).sql == "SELECT 1"


def test_a_trailing_semicolon_is_no_second_statement():
    assert check("SELECT 1 AS one;", TABLES).sql == "SELECT 1 AS one"


def test_only_the_relations_that_are_read_are_named():
    tables = {"orders": ("id",), "customers": ("id",), "returns": ("id",)}
    assert check("SELECT * FROM Customers JOIN orders USING (id)", tables).relations == ("orders", "customers")


def test_the_length_cap_is_the_callers():
    with pytest.raises(QueryFailed, match="longer than 10"):
        check("SELECT 1 AS one", TABLES, max_length=10)


def test_an_unknown_column_is_named_with_the_nearest_ones():
    failure = failure_of("SELECT sum(revnue) FROM data")
    assert (failure.kind, failure.unknown, failure.nearest[0]) == ("unknown_name", "revnue", "revenue")


def test_an_unknown_table_is_named_with_the_nearest_one():
    failure = failure_of("SELECT 1 FROM dat")
    assert (failure.kind, failure.unknown, failure.nearest) == ("unknown_name", "dat", ("data",))


def test_an_unknown_function_is_named_with_the_nearest_ones():
    failure = failure_of("SELECT medain(revenue) FROM data")
    assert (failure.kind, failure.unknown) == ("rejected", "medain")
    assert "median" in failure.nearest


@pytest.mark.parametrize(
    "sql",
    [
        "WITH a AS (SELECT revenue AS r FROM data) SELECT r FROM a",
        "WITH a(x) AS (SELECT revenue FROM data) SELECT x FROM a",
        "WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS y FROM a) SELECT a.x, b.y FROM a, b",
        "SELECT t.x FROM (SELECT revenue AS x FROM data) AS t",
        "SELECT revenue AS r FROM data WHERE r > 1 ORDER BY r",
        'SELECT "sum(revenue)" FROM (SELECT sum(revenue) FROM data)',
        "SELECT d.REVENUE, Data.Region FROM DATA AS d, data",
        "WITH data AS (SELECT revenue AS x FROM data) SELECT data.x FROM data",
    ],
)
def test_a_name_that_the_query_gives_itself_is_known(sql):
    assert check(sql, TABLES)


@pytest.mark.parametrize(
    ("sql", "unknown"),
    [
        ("SELECT d.nothing FROM data AS d", "nothing"),
        ("SELECT e.revenue FROM data AS d", "e"),
        ("WITH a AS (WITH b AS (SELECT 1 AS x) SELECT x FROM b) SELECT x FROM b", "b"),
        ("WITH a AS (SELECT * FROM b), b AS (SELECT 1 AS x) SELECT * FROM a", "b"),
        ("SELECT * FROM (WITH c AS (SELECT 1 AS x) SELECT * FROM c), c", "c"),
    ],
)
def test_a_name_out_of_its_scope_is_unknown(sql, unknown):
    assert failure_of(sql).unknown == unknown


def test_a_cast_to_anything_but_a_plain_type_is_turned_away():
    assert failure_of("SELECT CAST(region AS STRUCT(a INT)) FROM data").kind == "rejected"


_WORDS = (
    "SELECT FROM data WHERE ( ) [ ] , ; . * ' \" -- /* */ 1 revenue region AND NOT IN BETWEEN CASE WHEN END AS WITH c "
    "UNION OVER PARTITION BY ORDER :: INT INTERVAL DATE '2024' $$ { } lambda -> => := || read_text('x') PIVOT ON"
)
_PIECES = st.sampled_from(_WORDS.split())


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(_PIECES, max_size=25).map(" ".join)))
@example("SELECT * FROM data WHERE")
@example("SELECT {")
@example("(")
@example("SELECT '")
def test_whatever_the_text_it_passes_or_is_turned_away(text):
    for sql in (text, f"SELECT {text}"):
        with suppress(QueryFailed):
            assert isinstance(check(sql, TABLES), CheckedQuery)


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("SELECT * FROM data PIVOT (sum(revenue) FOR region IN (SELECT region FROM data))", "written out"),
        ("SELECT * FROM data, unnest([1, 2]) AS t(part)", "string_split"),
        ("SELECT COLUMNS(c -> c LIKE 'r%') FROM data", "a pattern of names"),
        ("SELECT * FROM (VALUES (1 + 1)) AS t(a)", "constants"),
        ("SELECT unnest([1, 2, 3])", "string_split"),
        ("SELECT note->>'$.*' FROM data", "written out"),
        ("SELECT note->>'$..a' FROM data", "written out"),
        ("SELECT note->>region FROM data", "written out"),
        ("SELECT * FROM data, LATERAL read_text('/etc/passwd') t", "Only a subquery"),
        ("SELECT current_date", "literal"),
        ("SELECT age(order_date) FROM data", "two times"),
        ("SELECT max(AGE(order_date)) FROM data", "two times"),
    ],
)
def test_what_is_asked_for_in_good_faith_is_refused_with_a_way_to_ask_again(sql, words):
    assert words in failure_of(sql).message


@pytest.mark.parametrize(
    "sql", ["SELECT * FROM abs(3)", "SELECT * FROM upper('data')", "SELECT x FROM lower('data') AS t(x)"]
)
def test_a_function_that_may_be_called_cannot_stand_in_from(sql):
    with pytest.raises(QueryFailed, match="FROM"):
        check(sql, TABLES)
