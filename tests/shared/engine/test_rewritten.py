"""A query means the same as it was written and as it is written anew: both run, and values and types are equal."""

import random

import duckdb
import pytest
from orders import TABLES, write_orders
from rewriting import AGGREGATES, EXPRESSIONS, STATEMENTS, expression

from shared.engine.sql.guard import check
from shared.errors import QueryFailed

SAMPLES, SEED = 400, 20261122


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """DuckDB without anything around it, on one thread: sums of floats come out the same twice."""
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.execute(f"CREATE VIEW data AS FROM '{write_orders(tmp_path_factory.mktemp('bare'))}'")
        yield connection


def _result(connection, sql: str) -> tuple[object, ...] | None:
    """Types and rows as text, in which NaN equals itself; None where it can't be computed."""
    try:
        cursor = connection.execute(sql)
        return [str(column[1]) for column in cursor.description], repr(cursor.fetchall())
    except duckdb.Error:
        return None


@pytest.mark.parametrize(
    "sql",
    [
        *(f"SELECT {text} AS v FROM data ORDER BY order_id LIMIT 60" for text in EXPRESSIONS),
        *(f"SELECT {text} AS v FROM data" for text in AGGREGATES),
        *STATEMENTS,
    ],
)
def test_a_construct_means_the_same_when_it_is_written_anew(bare, sql):
    written = _result(bare, sql)
    assert written is not None
    assert _result(bare, check(sql, TABLES).sql) == written


def test_whatever_is_made_of_the_constructs_means_the_same_or_is_refused(bare):
    chance, compared = random.Random(SEED), 0
    for _ in range(SAMPLES):
        sql = f"SELECT {expression(chance)} AS v FROM data ORDER BY order_id LIMIT 20"
        try:
            rewritten = check(sql, TABLES).sql
        except QueryFailed:
            continue
        written = _result(bare, sql)
        if written is not None:
            compared += 1
            assert _result(bare, rewritten) == written, sql
    assert compared > SAMPLES * 0.8


@pytest.mark.parametrize(
    ("sql", "instead"),
    [
        ("SELECT TIMESTAMP WITH TIME ZONE '2024-01-01 00:00+00'::DATE", "CAST('…' AS type)"),
        ("SELECT DECIMAL(4, 1) '5'::VARCHAR", "CAST('…' AS type)"),
        ("SELECT date_add(order_date, to_days(2)) FROM data", "the date + to_days"),
    ],
)
def test_what_would_change_its_meaning_is_refused_with_what_to_write_instead(sql, instead):
    with pytest.raises(QueryFailed) as refused:
        check(sql, TABLES)
    assert instead in refused.value.failure.message


def test_half_a_number_keeps_its_value(bare):
    """Its type is one digit wider: DECIMAL(2,1) for DECIMAL(1,1)."""
    sql = "SELECT .5 * quantity FROM data ORDER BY order_id"
    assert bare.execute(check(sql, TABLES).sql).fetchall() == bare.execute(sql).fetchall()


def test_a_logarithm_to_the_base_of_two_is_the_same_to_the_last_digit_but_one(bare):
    sql = "SELECT log2(revenue) FROM data WHERE revenue > 0 ORDER BY order_id"
    written = [row[0] for row in bare.execute(sql).fetchall()]
    assert [row[0] for row in bare.execute(check(sql, TABLES).sql).fetchall()] == pytest.approx(written, rel=1e-15)
    powers = "SELECT log2(8), log2(1024), log10(1000), log10(1000000)"
    assert bare.execute(check(powers, TABLES).sql).fetchall() == [(3.0, 10.0, 3.0, 6.0)]
