"""Figures that need no steps are shown as the one SELECT that an analyst would write."""

import pytest

from shared.engine.sql.syntax import render
from shared.query.check import check
from shared.query.problems import read_query
from shared.query.sql.compile import compile_query
from shared.query.sql.plain import ResultPlace, plain_select
from tests.shared.query.orders import ORDERS, made_table, stat
from tests.shared.query.running import run

ROWS, SUM = {"kind": "rows"}, stat("sum")
BY_REGION, BY_MONTH = {"kind": "column", "column": "region"}, {"kind": "time", "column": "day", "grain": "month"}
MANY = {"kind": "compare", "column": "units", "operator": ">", "value": 2}
MONTH = "CAST(DATE_TRUNC('month', \"day\") AS DATE)"
EACH = {"kind": "calculation", "name": "each", "operator": "/", "left": "revenue", "right": "units"}


def _shown(**query):
    bound = check(read_query({"kind": "figures", **query}), ORDERS.profile)
    return render(compile_query(bound, accounted=False))


@pytest.mark.parametrize(
    ("query", "sql"),
    [
        ({"measures": [SUM]}, 'SELECT SUM("revenue") AS "sum_revenue" FROM "data"'),
        (
            {"groups": [BY_REGION], "measures": [SUM, ROWS], "where": [MANY], "ranking": {"limit": 2}},
            'SELECT "region", SUM("revenue") AS "sum_revenue", COUNT(*) AS "rows" FROM "data" WHERE "units" > 2 AND '
            'NOT "region" IS NULL GROUP BY "region" ORDER BY "sum_revenue" DESC, "region" LIMIT 2',
        ),
        (
            {"groups": [BY_MONTH], "measures": [ROWS], "having": [{"measure": 0, "operator": ">", "value": 1}]},
            f'SELECT {MONTH} AS "day_month", COUNT(*) AS "rows" FROM "data" WHERE NOT "day" IS NULL GROUP BY {MONTH} '
            'HAVING COUNT(*) > 1 ORDER BY "day_month"',
        ),
        (
            {"measures": [{"kind": "arithmetic", "operator": "percentage", "left": SUM, "right": stat("max")}]},
            'SELECT 100.0 * SUM("revenue") / NULLIF(MAX("revenue"), 0) AS "percentage_sum_revenue_max_revenue" FROM '
            '"data"',
        ),
        (
            {"derived": [EACH], "measures": [stat("mean", "each")]},
            'SELECT AVG("revenue" / NULLIF("units", 0)) AS "mean_each" FROM "data"',
        ),
        (
            {"groups": [BY_REGION], "measures": [SUM], "across": [{"kind": "share", "measure": 0}]},
            'SELECT "region", SUM("revenue") AS "sum_revenue", 100.0 * SUM("revenue") / NULLIF(SUM(SUM("revenue")) '
            'OVER (), 0) AS "share_sum_revenue" FROM "data" WHERE NOT "region" IS NULL GROUP BY "region" ORDER BY '
            '"region"',
        ),
        (
            {"measures": [{"kind": "per_group", "function": "mean", "per": BY_REGION, "measure": SUM}]},
            'SELECT AVG("sum_revenue") AS "mean_per_region_sum_revenue" FROM (SELECT "region", SUM("revenue") AS '
            '"sum_revenue" FROM "data" WHERE NOT "region" IS NULL GROUP BY "region") AS "groups"',
        ),
    ],
)  # fmt: skip
def test_what_is_shown_of_a_query_of_figures_is_one_plain_select(query, sql):
    assert _shown(**query) == sql


@pytest.mark.parametrize(
    "query",
    [
        {"derived": [EACH], "measures": [stat("mean", "each"), stat("max", "each")]},
        {"groups": [BY_REGION], "measures": [SUM], "across": [{"kind": "rank", "measure": 0}]},
        {"groups": [BY_MONTH], "measures": [SUM], "across": [{"kind": "change", "measure": 0}]},
        {"groups": [{"kind": "edges", "column": "revenue", "edges": [15, 35]}], "measures": [ROWS]},
    ],
)
def test_what_needs_steps_is_shown_in_steps(query):
    assert _shown(**query).startswith("WITH ")


def test_the_columns_of_a_plain_select_are_those_that_are_asked_for_under_the_names_given():
    query = {"kind": "figures", "groups": [BY_MONTH, BY_REGION], "measures": [SUM, ROWS], "ranking": {"by": 0}}
    bound = check(read_query(query), ORDERS.profile)
    columns = (ResultPlace("region", 1), ResultPlace("orders", 3), ResultPlace("rows", 3))
    assert render(plain_select(bound, columns)) == (
        'SELECT "region", COUNT(*) AS "orders", COUNT(*) AS "rows" FROM "data" WHERE NOT "day" IS NULL AND NOT '
        f'"region" IS NULL GROUP BY {MONTH}, "region" ORDER BY SUM("revenue") DESC, {MONTH}, "region"'
    )


def test_equal_totals_tie_at_a_cut_however_their_last_digits_came_out():
    """0.1 + 0.2 is above 0.3 in the seventeenth digit."""
    rows = (("g", "of", "x"), ("a", "one", 0.1), ("a", "one", 0.2), ("a", "two", 0.3), ("b", "one", 1.0))
    table = made_table(rows, {"g": "text", "of": "text", "x": "number"})
    by = [{"kind": "column", "column": one} for one in ("g", "of")]
    ranking = {"by": 0, "limit": 1, "within": [0], "ties": True}
    query = {"kind": "figures", "groups": by, "measures": [stat("sum", "x")], "ranking": ranking}
    assert {row[:2] for row in run(query, table, accounted=False)[1].rows} == {("a", "one"), ("a", "two"), ("b", "one")}


def test_a_figure_that_is_called_as_a_column_of_its_rows_is_ranked_by_itself():
    by, other = {"kind": "column", "column": "region"}, {"kind": "column", "column": "paid", "keep_empty": True}
    ranking = {"by": "units", "limit": 1, "within": [0]}
    query = {
        "kind": "figures",
        "groups": [by, other],
        "measures": [stat("sum") | {"name": "units"}],
        "ranking": ranking,
    }
    kept = run(query, ORDERS, accounted=False)[1].rows
    assert kept == (("", True, -10), ("East", False, 30), ("West", False, 20), ("west", None, 40))
