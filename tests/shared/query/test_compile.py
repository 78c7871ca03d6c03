"""The figures of small tables, worked out by hand: each point at which a query could mean something else."""

import datetime as dt

import duckdb
import pytest
from sqlglot import exp, parse_one

from shared.engine.doubts.grouped import group_keys, periods_of
from shared.engine.sql.syntax import render
from shared.query.check import check
from shared.query.facts import facts
from shared.query.problems import read_query
from shared.query.sql.compile import compile_query
from tests.shared.query.running import asked, figure, run
from tests.shared.query.tables import table_of

D = dt.date
ORDERS = table_of(
    {
        "region": ["West", "West", "East", None, "East", "North"],
        "customer": ["a", "b", "a", "c", None, "b"],
        "revenue": [10.0, 30.0, 20.0, None, 40.0, 20.0],
        "day": [D(2025, 1, 31), D(2025, 2, 1), D(2025, 2, 28), D(2025, 4, 1), D(2024, 1, 15), None],
        "returned": [True, False, None, False, False, True],
        "price": ["$1,000.50", "(5)", "1.5M", "n/a", None, "7 - rather dear"],
        "tags": ["gift;b2b", "b2b; gift", "gift", None, "gifted;b2b", "b2b;gifted"],
    },
    {
        "region": "text",
        "customer": "text",
        "revenue": "number",
        "day": "date",
        "returned": "flag",
        "price": "dirty",
        "tags": "list",
    },
)
ROWS = {"kind": "rows"}
SUM = {"kind": "statistic", "function": "sum", "column": "revenue"}
REGION = {"kind": "column", "column": "region"}
MONTH = {"kind": "time", "column": "day", "grain": "month"}


def where(**condition):
    """How many orders meet a condition."""
    return figure(ROWS, ORDERS, where=[condition])


def groups(*groupings, measures=(ROWS,), **others):
    """The rows of a query of figures by groups."""
    return asked({"kind": "figures", "groups": list(groupings), "measures": list(measures), **others}, ORDERS)


def test_a_row_without_a_group_belongs_to_none_unless_kept():
    assert groups(REGION) == [("East", 2), ("North", 1), ("West", 2)]
    assert groups(REGION | {"keep_empty": True}) == [("East", 2), ("North", 1), ("West", 2), (None, 1)]


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        ({"kind": "compare", "column": "region", "operator": "=", "value": "West"}, 2),
        ({"kind": "compare", "column": "region", "operator": "!=", "value": "West"}, 4),
        ({"kind": "none_of", "column": "region", "values": ["West", "East"]}, 2),
        ({"kind": "range", "column": "revenue", "low": 20, "high": 30}, 3),
        ({"kind": "period", "column": "day", "start": "2025-01-31", "end": "2025-02-28"}, 2),
        ({"kind": "not", "condition": {"kind": "compare", "column": "revenue", "operator": ">", "value": 20}}, 4),
        ({"kind": "part_is", "column": "day", "part": "month", "values": [1, 4]}, 3),
        ({"kind": "contains", "column": "region", "text": "ES"}, 2),
        ({"kind": "lists", "column": "tags", "thing": "gift"}, 3),
        ({"kind": "not", "condition": {"kind": "lists", "column": "tags", "thing": "gift"}}, 3),
        ({"kind": "against_figure", "column": "revenue", "operator": ">", "figure": "mean"}, 2),
        ({"kind": "against_figure", "column": "revenue", "operator": "=", "figure": "max"}, 1),
        ({"kind": "compare", "column": "day", "operator": ">=", "value": "2025-02-01T12:00"}, 2),
        ({"kind": "empty", "column": "revenue"}, 1),
    ],
)
def test_an_empty_cell_meets_only_what_says_not(condition, met):
    assert where(**condition) == met


def test_a_figure_among_selected_rows_is_of_those_that_meet_the_plain_conditions():
    mean = {"kind": "against_figure", "column": "revenue", "operator": ">=", "figure": "mean"}
    east = {"kind": "compare", "column": "region", "operator": "=", "value": "East"}
    assert figure(ROWS, ORDERS, where=[mean, east]) == 1  # 24 over all: 40
    assert figure(ROWS, ORDERS, where=[mean | {"among": "selected"}, east]) == 1  # 30 in the East: 40
    west = east | {"value": "West"}
    assert figure(ROWS, ORDERS, where=[mean | {"figure": "max", "among": "selected"}, west]) == 1


def test_a_rate_is_of_the_known_cells_in_percent():
    assert figure({"kind": "rate", "column": "returned", "value": True}, ORDERS) == 40


def test_a_division_by_zero_is_empty_and_a_figure_of_nothing_too():
    none = [{"kind": "compare", "column": "region", "operator": "=", "value": "South"}]
    nothing = {"kind": "filtered", "measure": SUM, "where": none}
    assert figure(nothing, ORDERS) is None
    count = {"kind": "filtered", "measure": ROWS, "where": none}
    assert figure(count, ORDERS) == 0
    assert figure({"kind": "arithmetic", "operator": "ratio", "left": SUM, "right": count}, ORDERS) is None


def test_a_measure_per_group_is_computed_for_each_and_then_put_together():
    per = {"kind": "per_group", "function": "mean", "per": {"kind": "column", "column": "customer"}, "measure": SUM}
    assert figure(per, ORDERS) == (30 + 50) / 2  # c has no known revenue, one order has no customer
    assert groups(REGION, measures=[per]) == [("East", 20.0), ("North", 20.0), ("West", 20.0)]


def test_a_change_is_from_the_calendar_period_before_and_empty_where_that_is_missing():
    change = {"kind": "change", "measure": 0, "unit": "absolute"}
    assert groups(MONTH, measures=[SUM], across=[change]) == [
        ("2024-01-01", 40, None),
        ("2025-01-01", 10, None),
        ("2025-02-01", 50, 40),
        ("2025-04-01", None, None),
    ]
    before = [row[2] for row in groups(MONTH, measures=[SUM], across=[change | {"against": "year_before"}])]
    assert before == [None, -30, None, None]


def test_groups_of_a_bucket_come_in_the_order_of_its_edges():
    ages = {"kind": "bucket", "name": "size", "column": "revenue", "edges": [15, 25], "labels": ["small", "mid", "big"]}
    size = {"kind": "column", "column": "size", "keep_empty": True}
    assert [row[0] for row in groups(size, derived=[ages])] == ["small", "mid", "big", None]
    ranked = groups(size, derived=[ages], measures=[ROWS], ranking={"by": 0, "limit": 2})
    assert ranked == [("mid", 2), ("big", 2)]


def test_a_change_in_percent_is_of_an_earlier_figure_above_0():
    cells = {"day": [D(2025, month, 1) for month in range(1, 6)], "profit": [-10.0, 30.0, 45.0, 0.0, 9.0]}
    table = table_of(cells, {"day": "date", "profit": "number"})
    query = {"kind": "figures", "groups": [MONTH], "measures": [SUM | {"column": "profit"}]}
    found = asked(query | {"across": [{"kind": "change", "measure": 0}]}, table)
    assert [row[2] for row in found] == [None, None, 50, -100, None]


def test_running_totals_skip_empty_figures_and_moving_averages_need_every_period():
    across = [{"kind": "running_total", "measure": 0}, {"kind": "moving_average", "measure": 0, "periods": 2}]
    rows = groups(MONTH, measures=[SUM], across=across)
    assert [row[2] for row in rows] == [40, 50, 100, 100]
    assert [row[3] for row in rows] == [None, None, 30, None]


def test_shares_are_of_all_groups_whatever_is_shown():
    share = {"kind": "share", "measure": 0}
    top = groups(REGION, measures=[SUM], across=[share], ranking={"by": 0, "limit": 1})
    assert top == [("East", 60, 50)]


def test_ties_are_broken_by_the_groups_or_kept():
    customer = {"kind": "column", "column": "customer"}
    assert groups(customer, ranking={"by": 0, "limit": 1}) == [("a", 2)]
    assert groups(customer, ranking={"by": 0, "limit": 1, "ties": True}) == [("a", 2), ("b", 2)]
    assert groups(customer, ranking={"by": 0, "limit": 1, "offset": 1}) == [("b", 2)]


def test_figures_that_differ_by_rounding_alone_are_tied():
    table = table_of(
        {"who": ["b", "b", "a"], "sum": [0.1, 0.2, 0.3]}, {"who": "text", "sum": "number"}
    )  # 0.1 + 0.2 is not 0.3 in floating point
    query = {
        "kind": "figures",
        "groups": [{"kind": "column", "column": "who"}],
        "measures": [{"kind": "statistic", "function": "sum", "column": "sum"}],
        "ranking": {"by": 0, "limit": 1},
    }
    assert [row[0] for row in asked(query, table)] == ["a"]


def test_the_best_of_each_group_is_found_within_it():
    within = {"by": 0, "limit": 1, "within": [0]}
    rows = groups(REGION, {"kind": "column", "column": "customer"}, measures=[SUM], ranking=within)
    assert rows == [("East", "a", 20), ("North", "b", 20), ("West", "b", 30)]


def test_bins_are_half_open_and_ordered_by_their_edges():
    edges = {"kind": "edges", "column": "revenue", "edges": [20, 100]}
    assert groups(edges) == [("under 20", 1), ("20 to under 100", 4)]
    assert groups({"kind": "width", "column": "revenue", "width": 20}) == [(0, 1), (20, 3), (40, 1)]


def test_numbers_are_read_out_of_texts_or_not_at_all():
    cleaned = {"kind": "cleaned_number", "name": "amount", "column": "price"}
    rows = asked({"kind": "rows", "derived": [cleaned], "columns": ["price", "amount"]}, ORDERS)
    assert dict(rows) == {"$1,000.50": 1000.5, "(5)": -5, "1.5M": None, "n/a": None, None: None, "7 - rather dear": 7}


def test_a_number_needs_no_cleaning_and_stays_as_it_is():
    cleaned = {"kind": "cleaned_number", "name": "amount", "column": "revenue"}
    rows = asked({"kind": "rows", "derived": [cleaned], "columns": ["revenue", "amount"]}, ORDERS)
    assert rows
    assert all(amount == revenue for revenue, amount in rows)


def test_a_fill_takes_its_figure_from_all_rows():
    filled = {"kind": "filled_with_figure", "name": "full", "column": "revenue", "figure": "median"}
    mean = {"kind": "statistic", "function": "mean", "column": "full"}
    west = {"kind": "known", "column": "customer"}
    assert figure(mean, ORDERS, derived=[filled], where=[west]) == (10 + 30 + 20 + 20 + 20) / 5


@pytest.mark.parametrize(("figure_", "expected"), [("median", 12.5), ("mean", 12.5), ("mode", 5.0)])
def test_a_fill_by_group_takes_its_figure_from_the_rows_of_the_group(figure_, expected):
    cells = {
        "n": [*range(7)], "shop": ["A", "A", "A", "B", "B", None, None],
        "price": [20.0, 5.0, None, 80.0, None, 3.0, None],
    }  # fmt: skip
    prices = table_of(cells, {"n": "integer", "shop": "text", "price": "number"})
    filled = {"kind": "filled_with_figure", "name": "full", "column": "price", "figure": figure_, "per": ["shop"]}
    rows = {"kind": "rows", "columns": ["full"], "derived": [filled], "order": [{"column": "n"}]}
    assert asked(rows, prices) == [(20.0,), (5.0,), (expected,), (80.0,), (80.0,), (3.0,), (3.0,)]


def test_the_first_and_the_last_of_texts_come_in_the_order_of_their_code_points():
    texts = table_of({"name": ["west", None, "West", "East"]}, {"name": "text"})
    ends = [{"kind": "statistic", "function": one, "column": "name"} for one in ("min", "max")]
    made, result = run({"kind": "figures", "measures": ends}, texts)
    assert [fact.text for fact in facts(made, result)] == [
        "The alphabetically first name is East.", "The alphabetically last name is “west”.",
    ]  # fmt: skip


def test_a_query_over_a_query_sees_only_what_that_one_kept():
    inner = {
        "kind": "figures",
        "groups": [REGION],
        "measures": [SUM | {"name": "total"}],
        "ranking": {"by": 0, "limit": 2},
    }
    assert figure({"kind": "statistic", "function": "mean", "column": "total"}, ORDERS, source=inner) == 50


def test_rows_come_in_order_with_the_empty_last_and_ties_by_what_is_shown():
    query = {"kind": "rows", "columns": ["customer", "revenue"], "order": [{"column": "revenue", "descending": True}]}
    assert asked(query, ORDERS) == [(None, 40), ("b", 30), ("a", 20), ("b", 20), ("a", 10), ("c", None)]
    assert asked(query | {"limit": 2, "offset": 1}, ORDERS) == [("b", 30), ("a", 20)]


def test_a_column_may_be_called_as_the_compiler_calls_its_own():
    table = table_of(
        {"_candor_key_0": ["x", "y"], "_candor_figure_0": [1.0, 2.0]},
        {"_candor_key_0": "text", "_candor_figure_0": "number"},
    )
    query = {
        "kind": "figures",
        "groups": [{"kind": "column", "column": "_candor_key_0"}],
        "measures": [{"kind": "statistic", "function": "sum", "column": "_candor_figure_0"}],
        "ranking": {"by": 0},
    }
    assert run(query, table)[1].rows[0][:2] == ("y", 2)


@pytest.mark.parametrize("grain", ["day", "week", "month", "quarter", "year"])
def test_what_reads_sql_knows_which_periods_a_query_of_ours_is_grouped_by(grain):
    query = {"kind": "figures", "groups": [MONTH | {"grain": grain}], "measures": [SUM]}
    written = render(compile_query(check(read_query(query), ORDERS.profile), accounted=False))
    grouped = [one for one in parse_one(written, read="duckdb").find_all(exp.Select) if one.args.get("group")]
    assert [periods_of(group_keys(one)) for one in grouped] == [{"day": grain}]


@pytest.mark.parametrize("kind", ["date", "timestamp"])
@pytest.mark.parametrize("grain", ["week", "month", "quarter", "year", "decade"])
def test_the_figures_of_a_period_are_those_of_its_rows_whether_by_days_or_not(grain, kind):
    days = [None, *(dt.datetime(2019, 12, 28, at % 24) + dt.timedelta(days=at // 3) for at in range(90))]
    cells = {
        "day": [one.date() if one and kind == "date" else one for one in days],
        "revenue": [None if at % 7 == 3 else at * 0.25 for at in range(len(days))],
    }
    table = table_of(cells, {"day": kind, "revenue": "number"})
    large = {
        "kind": "filtered",
        "measure": ROWS,
        "where": [{"kind": "compare", "column": "revenue", "operator": ">", "value": 5}],
    }
    own = [SUM, large, *({"kind": "statistic", "function": one, "column": "day"} for one in ("min", "max"))]
    by_days = {"kind": "figures", "groups": [MONTH | {"grain": grain, "keep_empty": True}], "measures": own}
    by_rows = by_days | {"measures": [*own, SUM | {"function": "median"}]}
    (one, found), (_, expected) = run(by_days, table), run(by_rows, table)
    assert "_days" in found.sql
    assert "_days" not in expected.sql
    for name in (*(output.name for output in one.outputs), "_candor_met_1_0", "_candor_used_0_0", "_candor_rows"):
        assert column(found, name) == column(expected, name)


def column(result, name):
    """The cells of a column."""
    return [row[result.columns.index(name)] for row in result.rows]


@pytest.mark.parametrize("grain", ["day", "week", "month", "quarter", "year"])
def test_a_date_is_in_the_period_that_begins_where_duckdb_begins_it(grain):
    days = [D(1, 1, 1), *(D(1896, 1, 1) + dt.timedelta(days=97 * at) for at in range(600)), D(9999, 12, 31)]
    table = table_of({"day": days}, {"day": "date"})
    rows = asked({"kind": "figures", "groups": [MONTH | {"grain": grain}], "measures": [ROWS]}, table)
    with duckdb.connect() as bare:
        bare.execute("CREATE TABLE data AS SELECT unnest(?::DATE[]) AS day", [days])
        cut = f"SELECT date_trunc('{grain}', day)::DATE AS key, count(*) FROM data GROUP BY 1 ORDER BY 1"
        assert rows == [(key.isoformat(), many) for key, many in bare.execute(cut).fetchall()]


REPEATED = table_of(
    {
        "region": ["West", "West", "West", None, None, "East"],
        "revenue": [10.0, 10.0, 30.0, None, None, 10.0],
        "note": ["a", "a", "b", "c", "c", "a"],
    },
    {"region": "text", "revenue": "number", "note": "text"},
)


def test_rows_that_repeat_another_one_in_every_column_count_once():
    assert figure(ROWS, REPEATED) == 6
    assert figure(ROWS, REPEATED, distinct_rows=True) == 4
    assert figure(SUM, REPEATED, distinct_rows=True) == 50.0
    west = {"kind": "compare", "column": "region", "operator": "=", "value": "West"}
    assert figure(SUM, REPEATED, distinct_rows=True, where=[west]) == 40.0
    inner = {"kind": "rows", "distinct_rows": True, "columns": ["region", "revenue"]}
    assert figure(ROWS, REPEATED, source=inner) == 4


def test_rows_that_agree_in_what_is_used_or_shown_alone_are_different_rows():
    assert figure(SUM, REPEATED, distinct_rows=True, where=[{"kind": "known", "column": "revenue"}]) == 50.0
    shown = asked({"kind": "rows", "distinct_rows": True, "columns": ["revenue"]}, REPEATED)
    assert shown == [(10.0,), (10.0,), (30.0,), (None,)]


def test_what_is_derived_over_all_rows_is_so_over_those_that_are_left():
    filled = {"kind": "filled_with_figure", "name": "filled", "column": "revenue", "figure": "mean"}
    of_filled = SUM | {"column": "filled"}
    assert figure(of_filled, REPEATED, derived=[filled]) == 90.0
    assert figure(of_filled, REPEATED, derived=[filled], distinct_rows=True) == pytest.approx(50 + 50 / 3)
    among = {"kind": "against_figure", "column": "revenue", "operator": "<", "figure": "mean"}
    assert figure(ROWS, REPEATED, where=[among], distinct_rows=True) == 2
