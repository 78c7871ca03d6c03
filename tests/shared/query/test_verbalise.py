"""Queries in English, as a colleague would say them."""

import datetime as dt

import pytest

from shared.analysis.summary import spoken_naming
from shared.query.check import check
from shared.query.problems import read_query
from shared.query.words.values import days
from shared.query.words.verbalise import figure_words, verbalise
from tests.shared.query.tables import table_of

ORDERS = table_of(
    {"order_date": [dt.date(2025, 3, 1)], "revenue": [10.0], "unit_cost": [2.0], "region": ["West"], "customer": ["a"],
     "isReturned": [True], "plan and price": ["x"], "avg_rating": [4.5]},
    {"order_date": "date", "revenue": "number", "unit_cost": "number", "region": "text", "customer": "text",
     "isReturned": "flag", "plan and price": "text", "avg_rating": "number"},
)  # fmt: skip
ROWS = {"kind": "rows"}
SUM = {"kind": "statistic", "function": "sum", "column": "revenue"}
MEAN = SUM | {"function": "mean"}
REGION = {"kind": "column", "column": "region"}
CUSTOMER = {"kind": "column", "column": "customer"}
MONTH = {"kind": "time", "column": "order_date", "grain": "month"}
WEST = {"kind": "compare", "column": "region", "operator": "=", "value": "West"}
MARCH = {"kind": "period", "column": "order_date", "start": "2025-03-01", "end": "2025-04-01"}


def said(*measures, **others):
    query = {"kind": "figures", "measures": list(measures), **others}
    return verbalise(check(read_query(query), ORDERS.profile))


@pytest.mark.parametrize(
    ("words", "measures", "others"),
    [
        ("number of orders", [ROWS], {}),
        ("average revenue of orders whose region is West and in March 2025", [MEAN], {"where": [WEST, MARCH]}),
        ("average of avg rating", [MEAN | {"column": "avg_rating"}], {}),
        ("highest avg rating", [MEAN | {"function": "max", "column": "avg_rating"}], {}),
        ("number of orders in March 2025", [ROWS], {"where": [MARCH]}),
        ("total revenue by region, top 2 by total revenue", [SUM], {"groups": [REGION], "ranking": {"limit": 2}}),
        ("number of different customers", [{"kind": "statistic", "function": "distinct", "column": "customer"}], {}),
        ("90th percentile of revenue", [{"kind": "quantile", "column": "revenue", "at": 0.9}], {}),
        ("share of orders marked as returned", [{"kind": "rate", "column": "isReturned", "value": True}], {}),
        (
            "average total revenue per customer",
            [{"kind": "per_group", "function": "mean", "per": CUSTOMER, "measure": SUM}],
            {},
        ),
        (
            "ratio of total revenue to number of different customers",
            [
                {
                    "kind": "arithmetic",
                    "operator": "ratio",
                    "left": SUM,
                    "right": {"kind": "statistic", "function": "distinct", "column": "customer"},
                }
            ],
            {},
        ),
        (
            "total revenue; percent change in total revenue from the previous month; each by month",
            [SUM],
            {"groups": [MONTH], "across": [{"kind": "change", "measure": 0}]},
        ),
        (
            "total (revenue minus unit cost) by region",
            [SUM | {"column": "margin"}],
            {
                "groups": [REGION],
                "derived": [
                    {
                        "kind": "calculation",
                        "name": "margin",
                        "operator": "-",
                        "left": "revenue",
                        "right": "unit_cost",
                    }
                ],
            },
        ),
        (
            "number of orders for which either region is West or revenue is over 5",
            [ROWS],
            {
                "where": [
                    {
                        "kind": "any_of",
                        "conditions": [WEST, {"kind": "compare", "column": "revenue", "operator": ">", "value": 5}],
                    }
                ]
            },
        ),
        (
            "number of orders whose revenue is over the average of all orders",
            [ROWS],
            {"where": [{"kind": "against_figure", "column": "revenue", "operator": ">", "figure": "mean"}]},
        ),
        ("number of orders by “plan and price”", [ROWS], {"groups": [{"kind": "column", "column": "plan and price"}]}),
    ],
)
def test_a_query_is_said_as_a_colleague_would(words, measures, others):
    assert said(*measures, **others) == words


def test_a_filter_of_a_measure_is_not_one_of_the_query():
    filtered = {"kind": "filtered", "measure": SUM, "where": [WEST]}
    assert said(filtered) == "total revenue of those orders whose region is West"
    assert said(SUM, where=[WEST]) == "total revenue of orders whose region is West"


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        ("2025-03-01", "2025-04-01", "in March 2025"),
        ("2025-01-01", "2026-01-01", "in 2025"),
        ("2025-04-01", "2025-07-01", "in Q2 2025"),
        ("2025-03-03", "2025-03-04", "on 3 March 2025"),
        ("2025-03-03", "2025-03-10", "from 3 March 2025 through 9 March 2025"),
        ("2025-03-01", "2025-05-01", "from March 2025 through April 2025"),
        ("2023-01-01", "2025-01-01", "from January 2023 through December 2024"),
        ("2025-03-03T14:00", "2025-03-04", "from 3 March 2025 at 14:00 up to but not including 4 March 2025"),
    ],
)
def test_periods_are_said_as_people_say_them(start, end, words):
    assert said(ROWS, where=[MARCH | {"start": start, "end": end}]) == f"number of orders {words}"


def test_a_name_of_a_figure_is_never_said():
    assert said(SUM | {"name": "best_in_class"}) == "total revenue"


def test_an_inner_query_is_said_with_the_outer_one():
    inner = {"kind": "figures", "groups": [CUSTOMER], "measures": [SUM | {"name": "t"}], "ranking": {"limit": 10}}
    outer = said({"kind": "statistic", "function": "median", "column": "t"}, source=inner)
    assert outer == "median total revenue, computed over [total revenue by customer, top 10 by total revenue]"


TIER = {"kind": "tier", "name": "tier", "column": "revenue"}
LOWER = {"kind": "text_form", "form": "lower", "name": "lower", "column": "region"}
BY_LOWER = {"kind": "column", "column": "lower"}


@pytest.mark.parametrize(
    ("inner", "again", "column", "words"),
    [
        (
            {"kind": "rows", "derived": [TIER], "where": [WEST]},
            TIER,
            "tier",
            "(tier of revenue cut at the 20th and 80th percentile{})",
        ),
        (
            {"kind": "figures", "derived": [LOWER], "groups": [REGION, BY_LOWER], "measures": [SUM]},
            LOWER,
            "lower",
            "(region in lower case{})",
        ),
    ],
)
def test_a_column_derived_of_an_inner_query_is_told_apart_from_one_derived_inside_it(inner, again, column, words):
    for name, derived, anew in ((column, [], ""), ("again", [again | {"name": "again"}], ", worked out anew")):
        outer = said(ROWS, source=inner, derived=derived, groups=[{"kind": "column", "column": name}])
        assert outer.split(", computed over")[0].split(" by ")[1] == words.format(anew)


def test_a_month_of_an_inner_querys_dates_is_told_apart_from_its_own_months():
    inner = {"kind": "figures", "groups": [{"kind": "column", "column": "order_date"}, MONTH], "measures": [SUM]}
    own, anew = ({"kind": "column", "column": "order_date_month"}, MONTH)
    assert said(ROWS, source=inner, groups=[own]).startswith("number of groups by month of order date, computed")
    assert "by (month of order date, worked out anew), computed" in said(ROWS, source=inner, groups=[anew])


def test_one_figure_is_said_with_its_conditions():
    query = {"kind": "figures", "measures": [ROWS, SUM], "groups": [REGION], "where": [MARCH]}
    bound = check(read_query(query), ORDERS.profile)
    assert figure_words(bound, 1) == "total revenue of orders in March 2025"


def test_that_repeated_rows_count_once_is_said_last():
    assert said(ROWS, distinct_rows=True) == "number of orders (each repeated row counted once)"
    top = said(SUM, distinct_rows=True, where=[MARCH], groups=[REGION], ranking={"limit": 2})
    assert top == (
        "total revenue by region, for orders in March 2025, top 2 by total revenue (each repeated row counted once)"
    )
    over = said(ROWS, source={"kind": "rows", "distinct_rows": True, "where": [MARCH]})
    assert over == "number of orders, computed over [orders in March 2025 (each repeated row counted once)]"


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("2025-03-03", "2025-03-03", "3 March 2025"),
        ("2025-03-01", "2025-03-10T23:00:00", "1 to 10 March 2025"),
        ("2025-02-28", "2025-03-03", "28 February to 3 March 2025"),
        ("2024-12-28", "2025-01-03", "28 December 2024 to 3 January 2025"),
        ("2024-03-03", "2025-03-03", "3 March 2024 to 3 March 2025"),
    ],
)
def test_days_are_told_without_what_both_ends_have_in_common(first: str, last: str, said: str) -> None:
    assert days(first, last) == said


def test_a_person_is_not_told_that_figures_are_worked_out_from_the_rows_of_the_table():
    shown = {"kind": "rows", "columns": ["revenue"]}
    query = {"kind": "figures", "source": shown, "measures": [SUM]}
    bound = check(read_query(query), ORDERS.profile)
    assert "worked out" not in verbalise(bound, spoken_naming(bound))
    of_west = check(read_query({**query, "source": {**shown, "where": [WEST]}}), ORDERS.profile)
    assert "West" in verbalise(of_west, spoken_naming(of_west))
    assert verbalise(bound) != verbalise(check(read_query({**query, "source": None}), ORDERS.profile))


def test_a_share_of_rows_that_meet_conditions_is_not_said_to_be_of_all_rows() -> None:
    share = {"kind": "share", "measure": 0}
    asked = {"kind": "figures", "measures": [ROWS], "across": [share], "groups": [CUSTOMER]}
    names = []
    for where in ([], [WEST]):
        bound = check(read_query({**asked, "where": where}), ORDERS.profile)
        names.append(figure_words(bound, 1, spoken_naming(bound), group="a"))
    assert names == ["share of all orders for a", "share of all such orders for a, for orders whose region is West"]
