"""Cases worked out by hand, so that the pandas reading can be trusted where SQL is compared with it."""

import datetime as dt
import math
from typing import Any

import pytest
from pydantic import TypeAdapter

from shared.query.query import Query
from tests.shared.query.orders import (
    CELLS,
    COUNT,
    EAST,
    ORDERS,
    OVER_30,
    WEST,
    Json,
    asked,
    by,
    compare,
    day,
    figure,
    figures,
    made_table,
    of,
    stat,
)
from tests.shared.query.pandas_derived import cleaned
from tests.shared.query.pandas_statistics import statistic
from tests.shared.query.reading_in_pandas import rows_used


def near(value: Any) -> Any:
    """What equals a number but for its last digits, and None only if it is None."""
    return value if value is None else pytest.approx(value, rel=1e-12)


# revenue is known in seven rows: -10 10 20 30 30 40 50; mean 170/7 = 24.29, median 30, Q1 15, Q3 35, stddev 19.88
@pytest.mark.parametrize(
    ("where", "met"),
    [
        ([WEST], [0, 1]),
        ([compare("region", "!=", "West")], [2, 3, 4, 5, 6, 7]),
        ([compare("region", "=", "")], [6]),
        ([OVER_30], [3, 4]),
        ([compare("revenue", "<=", 10)], [0, 6]),
        ([{"kind": "not", "condition": OVER_30}], [0, 1, 2, 5, 6, 7]),
        ([compare("paid", "=", True)], [0, 2, 4, 6]),
        ([compare("paid", "!=", True)], [1, 3, 5, 7]),
        ([compare("at", "<", "2024-02-29")], [0, 1]),
        ([compare("at", "=", "2024-02-29")], [2]),
        ([compare("day", ">=", "2024-12-30T12:00")], [5, 7]),
        ([of("compare_columns", operator="<", other="units")], [6]),
        ([of("compare_columns", "day", operator="=", other="at")], [2, 5]),
        ([of("compare_columns", "day", operator="!=", other="at")], [0, 1, 3, 4, 6, 7]),
        ([of("one_of", "region", values=["West", "East"])], [0, 1, 2, 5, 7]),
        ([of("none_of", "region", values=["West", "East"])], [3, 4, 6]),
        ([of("one_of", "day", values=["2024-01-05", "2025-01-01"])], [0, 5]),
        ([of("range", low=20, high=30)], [1, 2, 7]),
        ([of("period", "day", start="2024-02-29", end="2025-01-01")], [2, 3, 4]),
        ([of("period", "at", start="2024-01-31", end="2024-02-29")], [1]),
        ([of("empty", "region")], [4]),
        ([of("known", "region"), of("empty", "at")], [3]),
        ([of("part_is", "day", part="weekday", values=[5, 7])], [0, 3, 7]),
        ([of("part_is", "day", part="quarter", values=[4])], [4]),
        ([of("part_is", "at", part="hour", values=[0, 23])], [1, 2, 5, 7]),
        ([of("contains", "region", text="EST")], [0, 1, 3]),
        ([of("contains", "price", text="%")], [7]),
        ([of("against_figure", operator=">", figure="mean")], [2, 3, 4, 7]),
        ([of("against_figure", operator=">", figure="mean", times=2)], [4]),
        ([of("against_figure", operator="=", figure="min")], [6]),
        ([WEST, of("against_figure", operator="<", figure="mean")], [0, 1]),
        ([WEST, of("against_figure", operator="<", figure="mean", among="selected")], [0]),
        ([EAST, of("against_figure", operator="=", figure="max", among="selected")], [2, 7]),
        ([compare("n", "=", 5), of("against_figure", operator="<=", figure="median", among="selected")], []),
        ([of("against_quantile", operator=">", at=0.9)], [4]),  # 40 + 0.4 * (50 - 40) = 44
        ([of("against_quantile", operator="<=", at=0.25)], [0, 6]),
        ([of("against_spread", position="above", around="mean", reach=1)], [4]),  # 44.17
        ([of("against_spread", position="below", around="mean", reach=1)], [6]),  # 4.41
        ([of("against_spread", position="outside", around="quartiles", reach=0.5)], [4, 6]),  # 5 to 45
        ([of("against_spread", position="within", around="quartiles", reach=0.75)], [0, 1, 2, 3, 4, 7]),  # 0 to 50
        ([{"kind": "any_of", "conditions": [WEST, compare("revenue", ">", 40)]}], [0, 1, 4]),
        (
            [{"kind": "any_of", "conditions": [OVER_30, {"kind": "all_of", "conditions": [EAST, of("empty")]}]}],
            [3, 4, 5],
        ),
        ([{"kind": "not", "condition": {"kind": "all_of", "conditions": [WEST, OVER_30]}}], list(range(8))),
        # the figure is that of the rows of the East: what is inside the any_of selects none
        (
            [
                EAST,
                {
                    "kind": "any_of",
                    "conditions": [
                        compare("units", "=", 8),
                        of("against_figure", operator="<", figure="max", among="selected"),
                    ],
                },
            ],
            [7],
        ),
    ],
)
def test_rows_that_meet_conditions_are_those_found_by_hand(where: list[Json], met: list[int]) -> None:
    assert asked({"kind": "rows", "where": where, "columns": ["n"]}) == [(n,) for n in met]


def test_no_row_meets_a_condition_on_a_figure_that_there_is_not_and_every_row_meets_its_not() -> None:
    table = made_table((("n", "x"), (0, None), (1, 3.0)), {"n": "integer", "x": "number"})
    beyond = of("against_spread", "x", position="within", around="mean", reach=1)  # one known cell has no stddev
    assert asked({"kind": "rows", "where": [beyond], "columns": ["n"]}, table) == []
    assert asked({"kind": "rows", "where": [{"kind": "not", "condition": beyond}], "columns": ["n"]}, table) == [
        (0,),
        (1,),
    ]


@pytest.mark.parametrize(
    ("derived", "cells"),
    [
        (of("cleaned_number", "price"), [1234.5, -5, None, None, 12, None, -3, 45]),
        (
            of("bucket", "units", edges=[2, 5], labels=["few", "some", "many"]),
            ["few", "some", None, "some", "many", "many", "many", "many"],
        ),
        ({"kind": "calculation", "operator": "/", "left": "revenue", "right": "units"},
         [10, 10, None, 10, 10, None, -10 / 7, 3.75]),
        ({"kind": "calculation", "operator": "-", "left": 5, "right": "units"}, [4, 3, None, 1, 0, -1, -2, -3]),
        ({"kind": "calculation", "operator": "/", "left": 6, "right": "n"}, [None, 6, 3, 2, 1.5, 1.2, 1, 6 / 7]),
        (of("filled_with_figure", figure="mean"), [10, 20, 30, 40, 50, 170 / 7, -10, 30]),
        (of("filled_with_figure", "units", figure="median"), [1, 2, 5, 4, 5, 6, 7, 8]),
        (of("filled_with_figure", "units", figure="mode"), [1, 2, 1, 4, 5, 6, 7, 8]),
        (of("filled_with_figure", "region", figure="mode"),
         ["West", "West", "East", "west", "East", "East", "", "East"]),
        (of("filled_with_value", "paid", value=False), [True, False, True, False, True, False, True, False]),
        (of("filled_with_value", "day", value="2024-07-01"),
         [*(dt.date.fromisoformat(row[5] or "2024-07-01") for row in CELLS[1:])]),
        (of("filled_with_figure", "revenue", figure="median", per=["paid"]), [10, 20, 30, 40, 50, 25, -10, 30]),
        (of("filled_with_figure", "region", figure="mode", per=["paid"]),
         ["West", "West", "East", "west", "", "East", "", "East"]),
        (of("filled_with_column", "revenue", other="units"), [10, 20, 30, 40, 50, 6, -10, 30]),
        (of("time_part", "day", part="month"), [1, 1, 2, 3, 12, 1, None, 2]),
        (of("time_part", "day", part="hour"), [0, 0, 0, 0, 0, 0, None, 0]),
        (of("text_form", "region", form="length"), [4, 4, 4, 4, None, 4, 0, 4]),
        (of("text_form", "region", form="lower"), ["west", "west", "east", "west", None, "east", "", "east"]),
        ({"kind": "time_between", "start": "at", "end": "due"}, [5, -30, *[None] * 6]),
        ({"kind": "time_between", "start": "at", "end": "due", "unit": "hours"},
         [111.5, -(30 * 24 + 24 - 1 / 60), *[None] * 6]),
        ({"kind": "time_between", "start": "at", "end": "due", "unit": "minutes"}, [6690, -44639, *[None] * 6]),
        ({"kind": "time_between", "start": "due", "end": "at", "unit": "seconds"}, [-401400, 2678340, *[None] * 6]),
    ],
)  # fmt: skip
def test_derived_cells_are_those_made_by_hand(derived: Json, cells: list[Any]) -> None:
    query = {"kind": "rows", "derived": [{"name": "made", **derived}], "columns": ["made"], "order": [{"column": "n"}]}
    assert [row[0] for row in asked(query)] == cells


@pytest.mark.parametrize(
    ("text", "mark", "number"),
    [
        ("$1,234.50", ".", 1234.5), ("12 kg", ".", 12), ("(5)", ".", -5), ("-€3", ".", -3), ("€-3", ".", -3),
        ("45%", ".", 45), ("USD 7", ".", 7), ("Rs. 5", ".", 5), (".25", ".", 0.25), ("1 234", ".", 1234),
        ("(-5)", ".", -5), ("1.234,5", ",", 1234.5), ("1,23", ",", 1.23), ("1.5", ",", None), ("n/a", ".", None),
        ("3-5", ".", None), ("1.2.3", ".", None), ("1e5", ".", None), ("1,23", ".", None), ("(5", ".", None),
        ("4 - good", ".", 4), ("2 = schlecht", ".", 2), ("1,5 – gut", ",", 1.5), ("4 -", ".", None),
        ("3 - 5", ".", None),
        ("1.5M", ".", None), ("(5k)", ".", None), ("", ".", None),
    ],
)  # fmt: skip
def test_a_text_is_the_number_that_it_says_or_unreadable(text: str, mark: str, number: float | None) -> None:
    assert cleaned(text, mark) == number


_SQUARES = 6500 - 170**2 / 7  # the sum of squared distances from the mean


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        (COUNT, 8), (stat("sum"), 170), (stat("mean"), 170 / 7), (stat("median"), 30), (stat("min"), -10),
        (stat("max"), 50), (stat("range"), 60), (stat("variance"), _SQUARES / 6),
        (stat("stddev"), math.sqrt(_SQUARES / 6)), (stat("variance_population"), _SQUARES / 7),
        (stat("stddev_population"), math.sqrt(_SQUARES / 7)), (stat("interquartile_range"), 20),
        (stat("standard_error"), math.sqrt(_SQUARES / 6 / 7)), (stat("variation"), math.sqrt(_SQUARES / 6) / 170 * 7),
        (stat("distinct"), 6), (stat("distinct", "region"), 4), (stat("known", "region"), 7), (stat("empty"), 1),
        (stat("median", "n"), 3.5), (of("quantile", at=0.9), 44), (of("rate", "paid", value=True), 400 / 7),
        (of("rate", "region", value="East"), 300 / 7), (stat("sum", "units"), 33),
        ({"kind": "filtered", "measure": stat("sum"), "where": [EAST]}, 60),
        ({"kind": "filtered", "measure": COUNT, "where": [EAST, WEST]}, 0),
        ({"kind": "filtered", "measure": stat("sum"), "where": [EAST, WEST]}, None),
        *(
            ({"kind": "arithmetic", "operator": operator, "left": stat("sum"), "right": COUNT}, value)
            for operator, value in
            {"ratio": 21.25, "percentage": 2125, "difference": 162, "sum": 178, "product": 1360}.items()
        ),
        # the sums of the regions: "" -10, East 60, West 30, west 40; of the row without a region 50
        ({"kind": "per_group", "function": "mean", "per": by("region"), "measure": stat("sum")}, 30),
        ({"kind": "per_group", "function": "sum", "per": by("region", keep_empty=True), "measure": stat("sum")}, 170),
        # the least of the paid -10, of the others 20
        ({"kind": "per_group", "function": "stddev", "per": by("paid"), "measure": stat("min")}, math.sqrt(450)),
        # of row 5 there is no mean
        ({"kind": "per_group", "function": "median", "per": by("n"), "measure": stat("mean")}, 30),
    ],
)  # fmt: skip
def test_figures_of_all_rows_are_those_computed_by_hand(measure: Json, value: Any) -> None:
    assert figure(measure) == near(value)


def test_times_have_a_first_and_a_last() -> None:
    assert figures([stat("min", "day"), stat("max", "at")]) == [
        (dt.date(2024, 1, 5), dt.datetime(2025, 3, 1, 10, 0, 30))
    ]


@pytest.mark.parametrize(
    ("function", "cells", "value"),
    [
        ("skewness", [0, 0, None, 0, 4], 2),  # m2 3, m3 6: g1 = 6 / 3 ** 1.5, times sqrt(12) / 2
        ("kurtosis", [0, 0, 0, 4], 4),  # m2 3, m4 21: g2 = -2/3, 3/2 * (5 * -2/3 + 6)
        ("skewness", [1, 2], None), ("skewness", [0.1, 0.1, 0.1], None), ("kurtosis", [1, 2, 4], None),
        ("geometric_mean", [2, None, 8], 4), ("geometric_mean", [2, 0], None), ("geometric_mean", [-2, -8], None),
        ("stddev", [3], None), ("variance", [3], None), ("standard_error", [3], None), ("variation", [3], None),
        ("stddev_population", [3], 0), ("interquartile_range", [3], 0), ("variation", [-1, 1], None),
        ("sum", [], None), ("sum", [None], None), ("known", [None], 0), ("distinct", [], 0), ("empty", [None, 1], 1),
        ("sum", [1e308, 1e308], None), ("median", [4, 1, 3, 2], 2.5),
    ],
)  # fmt: skip
def test_statistics_are_those_computed_by_hand(function: str, cells: list[Any], value: float | None) -> None:
    assert statistic(function, cells) == near(value)


def test_figures_inside_a_filtered_measure_are_of_all_rows_or_of_those_that_the_query_selects() -> None:
    def above(among: str) -> Json:
        where = [of("against_figure", operator=">=", figure="mean", among=among)]
        return {"kind": "filtered", "measure": COUNT, "where": where}

    # all rows: 24.29, East 2, West 0; West and East: (10 + 20 + 30 + 30) / 4 = 22.5; without the 10 26.67
    where = [of("one_of", "region", values=["West", "East"])]
    groups = [by("region")]
    assert figures([above("all"), above("selected")], where=where, groups=groups) == [("East", 2, 2), ("West", 0, 0)]
    low = [compare("revenue", "<=", 20)]  # -10, 10, 20: mean 6.67
    assert figures([above("all"), above("selected")], where=low) == [(0, 2)]


def test_a_division_by_nothing_is_empty_and_so_is_what_is_computed_of_an_empty_figure() -> None:
    none = {"kind": "filtered", "measure": COUNT, "where": [EAST, WEST]}
    nothing = {"kind": "filtered", "measure": stat("sum"), "where": [EAST, WEST]}
    asked_for = [("ratio", COUNT, none), ("percentage", COUNT, none), ("sum", COUNT, nothing)]
    measures = [{"kind": "arithmetic", "operator": o, "left": a, "right": b} for o, a, b in asked_for]
    assert figures(measures) == [(None, None, None)]


@pytest.mark.parametrize(
    ("grouping", "groups"),
    [
        (by("region"), [("", 1), ("East", 3), ("West", 2), ("west", 1)]),
        (by("region", keep_empty=True), [("", 1), ("East", 3), ("West", 2), ("west", 1), (None, 1)]),
        (by("paid"), [(False, 3), (True, 4)]),
        (of("time", "day", grain="week"),
         [(day("2024-01-01"), 1), (day("2024-01-29"), 1), (day("2024-02-26"), 1), (day("2024-03-25"), 1),
          (day("2024-12-30"), 2), (day("2025-02-24"), 1)]),
        (of("time", "day", grain="quarter"), [(day("2024-01-01"), 4), (day("2024-10-01"), 1), (day("2025-01-01"), 2)]),
        (of("time", "at", grain="year", keep_empty=True),
         [(day("2024-01-01"), 4), (day("2025-01-01"), 3), (None, 1)]),
        (of("time", "day", grain="decade"), [(day("2020-01-01"), 7)]),
        (of("part", "day", part="weekday"), [(1, 1), (3, 2), (4, 1), (5, 2), (7, 1)]),
        (of("edges", edges=[20, 40]), [("under 20", 2), ("20 to under 40", 3), ("40 and over", 2)]),
        (of("edges", edges=[0.5, 100], keep_empty=True), [("under 0.5", 1), ("0.5 to under 100", 6), (None, 1)]),
        (of("width", width=15), [(-15, 1), (0, 1), (15, 1), (30, 3), (45, 1)]),
    ],
)  # fmt: skip
def test_groups_and_their_rows_are_those_counted_by_hand(grouping: Json, groups: list[tuple[Any, int]]) -> None:
    assert figures(COUNT, groups=[grouping]) == groups


def test_hours_are_timestamps() -> None:
    hours = figures(COUNT, groups=[of("time", "at", grain="hour")], where=[WEST])
    assert hours == [(dt.datetime(2024, 1, 5, 8), 1), (dt.datetime(2024, 1, 31, 23), 1)]


def test_a_row_without_one_of_its_groups_takes_part_in_no_figure() -> None:
    query = {"kind": "figures", "groups": [by("region"), by("paid")], "measures": [stat("sum")]}
    assert asked(query) == [
        ("", True, -10), ("East", False, 30), ("East", True, 30), ("West", False, 20), ("West", True, 10)
    ]  # fmt: skip
    for made, used in ((query, 6), ({**query, "groups": [], "where": [OVER_30]}, 2), ({"kind": "rows"}, 8)):
        value = TypeAdapter(Query).validate_python(made)
        assert rows_used(value, ORDERS.frame, ORDERS.profile) == used


def test_rows_that_repeat_another_one_in_every_column_count_once():
    cells = [("revenue", "region"), (10.0, "West"), (10.0, "West"), (10.0, None), (10.0, None), (20.0, None)]
    twice = made_table(tuple(cells), {"revenue": "number", "region": "text"})
    assert figure(COUNT, twice) == 5
    assert figure(COUNT, twice, distinct_rows=True) == 3
    assert figure(stat("sum"), twice, distinct_rows=True) == 40
    assert asked({"kind": "rows", "columns": ["revenue"], "distinct_rows": True}, twice) == [(10,), (10,), (20,)]
    query = TypeAdapter(Query).validate_python(
        {"kind": "figures", "measures": [COUNT], "groups": [by("region")], "distinct_rows": True}
    )
    assert rows_used(query, twice.frame, twice.profile) == 1
