"""Figures across groups, what is shown of groups and rows, and queries over queries, worked out by hand."""

import datetime as dt
import random
from typing import Any

import pandas as pd
import pytest
from pydantic import TypeAdapter

from shared.query.query import Query
from tests.shared.query.orders import (
    COUNT,
    EAST,
    ORDERS,
    Json,
    asked,
    by,
    compare,
    day,
    figures,
    made_table,
    of,
    stat,
)
from tests.shared.query.pandas_cells import NotMeant
from tests.shared.query.reading_in_pandas import read, rows_used
from tests.shared.query.tables import random_table
from tests.shared.query.values import random_query

# by month and shop; March has no row, and in April A has no revenue
SALES = made_table(
    (
        ("month", "shop", "revenue"),
        ("2024-01-10", "A", 10.0),
        ("2024-02-10", "A", 5.0),
        ("2024-02-20", "A", 10.0),
        ("2024-04-10", "A", None),
        ("2025-01-10", "A", 20.0),
        ("2024-01-10", "B", 0.0),
        ("2024-02-10", "B", 5.0),
        ("2025-02-10", "B", -10.0),
        (None, "A", 60.0),
    ),
    {"month": "date", "shop": "text", "revenue": "number"},
)
MONTHS: Json = {"kind": "time", "column": "month", "grain": "month"}


def across(kind: str, *, groups: list[Json], **rest: Any) -> list[Any]:
    """That figure of each group, looking at the sum of revenue."""
    made = figures(stat("sum"), SALES, groups=groups, across=[{"kind": kind, "measure": 0, **rest}])
    return [row[-1] for row in made]


SHOP_MONTHS = [by("shop"), MONTHS]  # A: Jan 10, Feb 15, Apr none, Jan 20; B: Jan 0, Feb 5, Feb -10


@pytest.mark.parametrize(
    ("kind", "rest", "values"),
    [
        # of 10 + 15 + 20 + 0 + 5 - 10 = 40, of 45 in A, of -5 in B
        ("share", {}, [25, 37.5, None, 50, 0, 12.5, -25]),
        ("share", {"within": ["shop"]}, [1000 / 45, 1500 / 45, None, 2000 / 45, 0, -100, 200]),
        ("change", {"unit": "absolute"}, [None, 5, None, None, None, 5, None]),
        ("change", {}, [None, 50, None, None, None, None, None]),  # B came from 0
        ("change", {"against": "year_before"}, [None, None, None, 100, None, None, -300]),
        ("running_total", {}, [10, 25, 25, 45, 0, 5, -5]),
        ("moving_average", {"periods": 2}, [None, 12.5, None, None, None, 2.5, None]),
        ("rank", {}, [3, 2, None, 1, 5, 4, 6]),
        ("rank", {"descending": False}, [4, 5, None, 6, 2, 3, 1]),
        ("rank", {"within": [0]}, [3, 2, None, 1, 2, 1, 3]),
    ],
)
def test_figures_across_groups_are_those_computed_by_hand(kind: str, rest: Json, values: list[Any]) -> None:
    made = across(kind, groups=SHOP_MONTHS, **rest)
    assert [value and pytest.approx(value) for value in values] == made


def test_equal_figures_share_a_rank_and_leave_places_free() -> None:
    made = figures(COUNT, groups=[by("region")], across=[{"kind": "rank", "measure": "rows"}])
    assert made == [("", 1, 3), ("East", 3, 1), ("West", 2, 2), ("west", 1, 3)]


def test_a_total_that_is_0_has_no_shares() -> None:
    assert across("share", groups=[by("shop"), {**MONTHS, "grain": "year"}]) == [
        pytest.approx(2500 / 40), pytest.approx(50), pytest.approx(12.5), pytest.approx(-25)
    ]  # fmt: skip
    none = made_table((("shop", "revenue"), ("A", 5.0), ("B", -5.0)), {"shop": "text", "revenue": "number"})
    shares = figures(stat("sum"), none, groups=[by("shop")], across=[{"kind": "share", "measure": 0}])
    assert [row[-1] for row in shares] == [None, None]


def test_groups_without_a_time_have_no_past_and_are_in_nobodys() -> None:
    months = {**MONTHS, "keep_empty": True}  # Jan 10, Feb 20, Apr none, Jan 20, Feb -10, and 60 without a time
    assert across("running_total", groups=[months]) == [10, 30, 30, 50, 40, None]
    assert across("change", groups=[months], unit="absolute") == [None, 10, None, None, -30, None]
    assert across("moving_average", groups=[months], periods=2) == [None, 15, None, None, 5, None]


def test_before_the_first_known_figure_a_running_total_is_empty() -> None:
    rows = (("month", "revenue"), ("2024-01-10", None), ("2024-02-10", 3.0), ("2024-03-10", None))
    table = made_table(rows, {"month": "date", "revenue": "number"})
    made = figures(stat("sum"), table, groups=[MONTHS], across=[{"kind": "running_total", "measure": 0}])
    assert [row[-1] for row in made] == [None, 3, 3]


def test_a_change_from_a_negative_figure_is_none_in_percent() -> None:
    rows = (("month", "revenue"), ("2024-01-10", -10.0), ("2024-02-10", 5.0))
    table = made_table(rows, {"month": "date", "revenue": "number"})
    made = figures(stat("sum"), table, groups=[MONTHS], across=[{"kind": "change", "measure": 0}])
    assert [row[-1] for row in made] == [None, None]


@pytest.mark.parametrize(
    ("grain", "days"),
    [
        ("week", ["2024-12-26", "2025-01-02"]),
        ("quarter", ["2023-12-31", "2024-01-01"]),
        ("year", ["2023-02-01", "2024-11-01"]),
        ("decade", ["2019-12-31", "2020-01-01"]),
        ("day", ["2024-02-29", "2024-03-01"]),
    ],
)
def test_the_previous_period_is_the_one_before_on_the_calendar(grain: str, days: list[str]) -> None:
    table = made_table((("month",), *((one,) for one in days)), {"month": "date"})
    change = {"kind": "change", "measure": 0, "unit": "absolute"}
    made = figures(COUNT, table, groups=[{**MONTHS, "grain": grain}], across=[change])
    assert [row[-1] for row in made] == [None, 0]


def test_figures_across_look_at_all_groups_and_having_leaves_some_out_afterwards() -> None:
    share: Json = {"kind": "share", "measure": 0, "name": "part"}
    having: list[Json] = [
        {"measure": "part", "operator": "<", "value": 40},
        {"measure": COUNT, "operator": "!=", "value": 3},
    ]
    assert figures(stat("known", "n"), groups=[by("region")], across=[share], having=having) == [
        ("", 1, pytest.approx(100 / 7)), ("West", 2, pytest.approx(200 / 7)), ("west", 1, pytest.approx(100 / 7))
    ]  # fmt: skip


def test_an_empty_figure_meets_no_having() -> None:
    having: Json = {"measure": 0, "operator": "!=", "value": 10}
    assert figures(stat("sum"), groups=[by("n")], where=[compare("n", "<", 6)], having=[having]) == [
        (1, 20), (2, 30), (3, 40), (4, 50)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ranking", "kept"),
    [  # revenue by n: 10 20 30 40 50 none -10 30
        ({}, [4, 3, 2, 7, 1, 0, 6, 5]),
        ({"descending": False}, [6, 0, 1, 2, 7, 3, 4, 5]),
        ({"limit": 3}, [4, 3, 2]),
        ({"limit": 3, "ties": True}, [4, 3, 2, 7]),
        ({"limit": 2, "offset": 2}, [2, 7]),
        ({"limit": 1, "offset": 2, "ties": True}, [2, 7]),
        ({"limit": 1, "offset": 3, "ties": True}, []),  # both have rank 3, and nothing has rank 4
        ({"offset": 6}, [6, 5]),
        ({"limit": 1, "offset": 7, "ties": True}, [5]),
    ],
)
def test_the_ranking_keeps_the_groups_found_by_hand_in_its_order(ranking: Json, kept: list[int]) -> None:
    assert [row[0] for row in figures(stat("sum"), groups=[by("n")], ranking=ranking)] == kept


def test_a_ranking_within_groups_orders_and_cuts_each_of_them() -> None:
    groups = [by("n"), by("region", keep_empty=True)]
    made = figures(stat("sum"), groups=groups, ranking={"within": ["region"], "limit": 2})
    assert [row[:2] for row in made] == [
        (6, ""), (2, "East"), (7, "East"), (1, "West"), (0, "West"), (3, "west"), (4, None)
    ]  # fmt: skip


def test_without_groups_there_is_one_row_even_of_no_rows_and_with_groups_none() -> None:
    nobody = [compare("n", ">", 99)]
    assert figures([COUNT, stat("sum"), stat("distinct")], where=nobody) == [(0, None, 0)]
    assert figures(COUNT, where=nobody, groups=[by("region")]) == []


def test_rows_are_ordered_by_what_is_asked_and_then_by_what_is_shown_empty_cells_last() -> None:
    def rows(**rest: Any) -> list[Any]:
        return asked({"kind": "rows", **rest})

    assert rows(columns=["paid", "units"]) == [
        (False, 2), (False, 6), (False, 8), (True, 1), (True, 5), (True, 7), (True, None), (None, 4)
    ]  # fmt: skip
    order = [{"column": "paid", "descending": True}, {"column": "revenue"}]
    assert rows(columns=["n"], order=order) == [(6,), (0,), (2,), (4,), (1,), (7,), (5,), (3,)]
    assert rows(columns=["region"], order=[{"column": "paid"}], limit=3, offset=2) == [("West",), ("",), ("East",)]
    assert rows(where=[EAST], limit=1)[0] == (
        2, "East", 30, None, True, day("2024-02-29"), dt.datetime(2024, 2, 29), "1.5M", None
    )  # fmt: skip


def test_wholly_equal_rows_all_stay_and_derived_columns_come_last() -> None:
    derived = [{"kind": "text_form", "name": "lower", "column": "shop", "form": "lower"}]
    where = [compare("shop", "=", "A"), of("period", "month", start="2024-02-01", end="2024-03-01")]
    assert asked({"kind": "rows", "columns": ["shop"], "where": where}, SALES) == [("A",), ("A",)]
    assert asked({"kind": "rows", "derived": derived, "where": where}, SALES) == [
        (day("2024-02-10"), "A", 5, "a"), (day("2024-02-20"), "A", 10, "a")
    ]  # fmt: skip


def test_a_query_over_a_query_takes_its_shown_result_for_rows() -> None:
    inner: Json = {
        "kind": "figures", "groups": [by("region"), of("time", "day", grain="year")], "measures": [stat("sum")],
        "ranking": {"limit": 3},
    }  # fmt: skip
    # East 2024: 30, East 2025: 30, West 2024: 30, west 2024: 40; the first by figure and then by name
    outer: Json = {"kind": "figures", "source": inner, "groups": [of("part", "day_year", part="year")]}
    assert asked({**outer, "measures": [stat("sum", "sum_revenue"), COUNT]}) == [(2024, 70, 2), (2025, 30, 1)]
    value = TypeAdapter(Query).validate_python({**outer, "where": [EAST], "measures": [COUNT]})
    assert rows_used(value, ORDERS.frame, ORDERS.profile) == 6  # all that have a region and a day


def test_columns_may_be_typed_by_pandas_as_well_as_hold_objects() -> None:
    typed = ORDERS.frame.assign(
        revenue=pd.to_numeric(ORDERS.frame["revenue"]),
        day=pd.to_datetime(ORDERS.frame["day"]),
        at=pd.to_datetime(ORDERS.frame["at"]),
        paid=ORDERS.frame["paid"].astype("boolean"),
        region=ORDERS.frame["region"].astype("string"),
    )
    rows = TypeAdapter(Query).validate_python({"kind": "rows"})
    assert read(rows, typed, ORDERS.profile) == read(rows, ORDERS.frame, ORDERS.profile)


def test_what_the_docstrings_do_not_allow_for_the_table_is_refused() -> None:
    for measure in (stat("mean", "region"), stat("sum", "day"), of("rate", "paid", value="yes"), stat("sum", "gone")):
        with pytest.raises(NotMeant):
            figures(measure)
    with pytest.raises(NotMeant):
        figures(stat("min", "day"), groups=[by("region")], across=[{"kind": "rank", "measure": 0}])


@pytest.mark.parametrize("seed", range(0, 400, 20))
def test_any_query_is_read_and_the_order_of_the_rows_changes_nothing(seed: int) -> None:
    refused = 0
    for one in range(seed, seed + 20):
        rng = random.Random(one)
        table = random_table(rng)
        query = random_query(rng, table)
        try:
            found = read(query, table.frame, table.profile)
        except NotMeant:
            refused += 1
            continue
        assert read(query, table.shuffled(one).frame, table.profile) == found
        assert 0 <= rows_used(query, table.frame, table.profile) <= table.profile.row_count
    assert refused < 4
