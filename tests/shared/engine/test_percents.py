"""What the query of a result tells of its units."""

import pytest

from shared.engine.results.percents import in_percent


@pytest.mark.parametrize(
    "column",
    [
        "100.0 * sum(a) / sum(b)",
        "round(100 * count(*) FILTER (WHERE a) / count(*), 1)",
        "sum(a) / sum(b) * 100",
        "100 * avg(CASE WHEN a = 'yes' THEN 1 ELSE 0 END)",
    ],
)
def test_a_hundred_times_a_quotient_is_in_percent(column):
    assert in_percent(f'SELECT {column} AS x FROM "data"', ("x",)) == {"x"}


@pytest.mark.parametrize("column", ["sum(a) / sum(b)", "100 * sum(a)", "avg(a)", "a", "count(*)"])
def test_what_is_no_such_quotient_is_not(column):
    assert in_percent(f'SELECT {column} AS x FROM "data"', ("x",)) == set()


@pytest.mark.parametrize("column", ["max(x)", "avg(x)", "stddev(x)", "x", "max(x) - min(x)", "max(x) FILTER (WHERE a)"])
def test_what_keeps_the_unit_of_percents_is_in_percent_too(column):
    inner = "WITH c AS (SELECT a, 100.0 * (b / lag(b) OVER (ORDER BY d) - 1) AS x FROM data)"
    assert in_percent(f"{inner} SELECT {column} AS y FROM c", ("y",)) == {"y"}


def test_a_quotient_is_a_fraction_even_if_it_is_named_percent():
    assert in_percent("SELECT sum(a) / sum(b) AS pct, a / 100 * 100 AS percent FROM data", ("pct", "percent")) == {
        "percent"
    }
    assert in_percent("SELECT round(sum(a_pct) / count(*), 1) AS pct FROM data", ("pct",)) == {"pct"}


def test_a_name_that_ends_with_another_unit_tells_of_no_percents():
    sql = 'SELECT 0.8 * budget AS "Eighty percent of budget EUR", growth AS growth_percent FROM data'
    assert in_percent(sql, ("Eighty percent of budget EUR", "growth_percent")) == {"growth_percent"}


def test_a_name_tells_it_too_also_of_a_query_that_cannot_be_read():
    assert in_percent("SELECT", ("growth_pct", "total")) == {"growth_pct"}
