"""What the query of a result tells of its units."""

import pytest

from shared.engine.results.percents import percent_units
from shared.table.unit_arithmetic import POINTS


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
    assert percent_units(f'SELECT {column} AS x FROM "data"', ("x",)) == {"x": "%"}


@pytest.mark.parametrize("column", ["sum(a) / sum(b)", "100 * sum(a)", "avg(a)", "a", "count(*)"])
def test_what_is_no_such_quotient_is_not(column):
    assert percent_units(f'SELECT {column} AS x FROM "data"', ("x",)) == {}


@pytest.mark.parametrize("column", ["max(x)", "avg(x)", "x", "max(x) FILTER (WHERE a)"])
def test_what_keeps_the_unit_of_percents_is_in_percent_too(column):
    inner = "WITH c AS (SELECT a, 100.0 * (b / lag(b) OVER (ORDER BY d) - 1) AS x FROM data)"
    assert percent_units(f"{inner} SELECT {column} AS y FROM c", ("y",)) == {"y": "%"}


def test_a_name_says_nothing_of_what_a_column_is_in():
    named = 'revenue * 1.1 AS "Revenue at 10 percent more", growth AS growth_percent, count(*) AS "%"'
    columns = ("Revenue at 10 percent more", "growth_percent", "%")
    assert percent_units(f"SELECT {named} FROM data", columns) == {}
    assert percent_units("SELECT sum(a) / sum(b) AS pct, a / 100 * 100 AS percent FROM data", ("pct", "percent")) == {
        "percent": "%"
    }
    assert percent_units("SELECT", ("growth_pct", "total")) == {}


def test_what_keeps_the_unit_of_a_column_in_percent_is_in_percent_under_any_name():
    sql = "SELECT round(sum(rate) / count(*), 1) AS mean, max(Rate) AS top, Rate FROM data"
    assert percent_units(sql, ("mean", "top", "Rate"), {"data": {"rate": "%"}}) == {
        "mean": "%", "top": "%", "Rate": "%",
    }  # fmt: skip


PARTS = """
    WITH c AS (SELECT d, avg(CASE WHEN a THEN 1 ELSE 0 END) AS part, sum(b) / sum(e) AS quotient, sum(b) AS total,
    count(*) AS n, sum(price) / count(*) AS mean_price FROM data GROUP BY d)
"""


@pytest.mark.parametrize(
    ("column", "unit"),
    [
        ("round(100 * part, 1)", "%"),
        ("100.0 * max(quotient)", "%"),
        ("100 * (part - lag(part) OVER (ORDER BY d))", "pp"),
        ("100 * part - 100 * quotient", "pp"),
        ("100 * total", None),
        ("100 * mean_price", None),
        ("100.0 * mean_price / n", None),
        ("100.0 * total / n", "%"),
    ],
)
def test_a_hundred_times_a_share_of_an_inner_query_is_in_percent(column, unit):
    found = percent_units(f"{PARTS} SELECT {column} AS share_pct FROM c", ("share_pct",), {"data": {"price": "€"}})
    assert found.get("share_pct") == unit


@pytest.mark.parametrize("column", ["100 * sum(litres) / sum(cows)", "100.0 * sum(price) / count(*)"])
def test_a_hundred_times_a_figure_by_another_in_another_unit_is_no_percentage(column):
    tables = {"data": {"litres": "L", "price": "€"}}
    assert percent_units(f"SELECT {column} AS per_hundred_pct FROM data", ("per_hundred_pct",), tables) == {}


@pytest.mark.parametrize(
    "column",
    [
        "max(x) - min(x)",
        "round(avg(x) - 100.0 * sum(a) / sum(b), 1)",
        "100.0 * sum(a) / sum(b) - 100.0 * sum(b) / sum(a)",
        "100 * (sum(a) / sum(b) - sum(b) / nullif(sum(a), 0))",
        "abs(x - lag(x) OVER (ORDER BY a))",
        "CASE WHEN a > 0 THEN x - rate END",
        "rate_pct - old_pct",
        "stddev(x)",
        "round(stddev_pop(rate_pct), 1)",
        "stddev_samp(rate)",
    ],
)
def test_what_two_percentages_differ_by_is_in_points(column):
    inner = "WITH c AS (SELECT a, b, rate, rate_pct, old_pct, 100.0 * b / a AS x FROM data)"
    tables = {"data": dict.fromkeys(("rate", "rate_pct", "old_pct"), "%")}
    assert percent_units(f"{inner} SELECT {column} AS change_percent FROM c", ("change_percent",), tables) == {
        "change_percent": "pp"
    }


@pytest.mark.parametrize(
    ("column", "unit"),
    [
        ("100.0 * (count(*) FILTER (WHERE a > 8) - count(*) FILTER (WHERE a < 7)) / nullif(count(a), 0)", "pp"),
        ("round((count_if(a > 8) - count_if(a < 7)) * 100.0 / count(a), 1)", "pp"),
        ("100 * ((sum(CASE WHEN a > 8 THEN 1 ELSE 0 END) - count_if(a < 7)) / count(a))", "pp"),
        ("100.0 * (count(a) - count(b)) / count(b)", "%"),
        ("100.0 * (sum(a) - sum(b)) / sum(c)", "%"),
    ],
    ids=["a net promoter score", "rounded", "a sum of ones", "a change in percent", "sums"],
)
def test_what_two_counts_of_a_third_differ_by_is_in_points(column, unit):
    assert percent_units(f'SELECT {column} AS x FROM "data"', ("x",)) == {"x": unit}


@pytest.mark.parametrize("column", ["100.0 * b / a - 100", "100.0 * (b / a - 1)", "100.0 * (b - a) / a", "x - points"])
def test_what_a_percentage_is_in_when_something_else_is_taken_off_is_percent(column):
    inner = "WITH c AS (SELECT a, b, 100.0 * b / a AS x, 100.0 * b / a - 100.0 * a / b AS points FROM data)"
    assert percent_units(f"{inner} SELECT {column} AS y FROM c", ("y",)) == {"y": "%"}


NET = "CASE WHEN a >= 9 THEN 1 WHEN a <= 6 THEN -1 WHEN NOT a IS NULL THEN 0 END"


@pytest.mark.parametrize("column", [f"100.0 * avg({NET})", f"100.0 * stddev({NET}) / sqrt(count(a))"])
def test_a_hundred_times_an_average_of_1_0_and_minus_1_is_in_points(column):
    assert percent_units(f'SELECT {column} AS score FROM "data"', ("score",)) == {"score": POINTS}


@pytest.mark.parametrize("column", ["100 * avg(score)", "100.0 * avg(CASE WHEN a > 1 THEN score END)"])
def test_a_hundred_times_an_average_of_scores_is_no_share(column):
    assert percent_units(f'SELECT {column} AS x FROM "data"', ("x",)) == {}
