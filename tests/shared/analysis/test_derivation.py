"""Columns that an analysis derives: as if the file had them, whatever the analysis is written in."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.base import Analysis
from shared.analysis.derivation import meanings, reading_derived, with_derived
from shared.analysis.distinct_rows import with_distinct_rows
from shared.analysis.relations.correlation import Correlation
from shared.analysis.segments.outlier_segments import OutlierSegments
from shared.analysis.significance.group_difference import GroupDifference
from shared.analysis.trends.trend import Trend
from shared.query.problems import QueryProblem
from tests.shared.analysis.running import Tables, values

_RNG = np.random.default_rng(7)
_DAYS = pd.date_range("2023-01-01", "2024-12-31")
_MANY = len(_DAYS)
ORDERS = pd.DataFrame(
    {
        "day": _DAYS,
        "region": _RNG.choice(["West", "East", "North"], _MANY),
        "qty": _RNG.integers(1, 9, _MANY),
        "price": _RNG.uniform(5, 9, _MANY).round(2),
        "discount": _RNG.choice([0.0, 0.1, 0.2], _MANY),
        "mark": _RNG.choice(["4 - good", "3 - ok", "5 - very good"], _MANY),
    }
)
NET = (
    {"kind": "calculation", "name": "kept", "operator": "-", "left": 1, "right": "discount"},
    {"kind": "calculation", "name": "gross", "operator": "*", "left": "price", "right": "qty"},
    {"kind": "calculation", "name": "net", "operator": "*", "left": "gross", "right": "kept"},
)
MARK = (
    {"kind": "recode", "name": "bare", "column": "mark", "merged": [
        {"to": "4", "values": ["4 - good"]}, {"to": "3", "values": ["3 - ok"]},
        {"to": "5", "values": ["5 - very good"]},
    ]},
    {"kind": "cleaned_number", "name": "points", "column": "bare"},
)  # fmt: skip
OVER_20 = [{"kind": "compare", "column": "net", "operator": ">", "value": 20}]
ASKED = {
    "a trend": (Trend, {"measure": "net", "function": "sum"}, NET),
    "a trend of some rows": (Trend, {"measure": "qty", "function": "sum", "where": OVER_20}, NET),
    "groups compared": (GroupDifference, {"measure": "points", "group": "region"}, MARK),
    "a correlation, in SQL": (Correlation, {"first": "net", "second": "qty"}, NET),
    "outliers in steps, in SQL": (OutlierSegments, {"segment": "region", "measure": "net"}, NET),
}


def _with_cells(frame: pd.DataFrame) -> pd.DataFrame:
    net = frame.price * frame.qty * (1 - frame.discount)
    return frame.assign(net=net, points=frame.mark.str[0].astype(float))


def _figures(tables: Tables, analysis: Analysis) -> list[object]:
    return list(values(tables.run(analysis)).values())


@pytest.mark.parametrize("case", ASKED)
def test_a_derived_column_gives_the_figures_of_a_column_that_holds_its_cells(case: str) -> None:
    kind, fields, derived = ASKED[case]
    own = _figures(Tables(orders=ORDERS), kind.model_validate({**fields, "derived": derived}))
    held = _figures(Tables(orders=_with_cells(ORDERS)), kind.model_validate(fields))
    assert len(own) > 1
    numbers = [(a, b) for a, b in zip(own, held, strict=True) if isinstance(b, int | float)]
    assert [a for a, _ in numbers] == pytest.approx([b for _, b in numbers], rel=1e-9)


def test_rows_that_repeat_another_one_count_once_for_a_derived_column_too() -> None:
    twice = pd.concat([ORDERS, ORDERS.iloc[:400]])
    tables = Tables(orders=twice)
    analysis = Correlation.model_validate({"first": "net", "second": "qty", "derived": NET})
    (table,) = with_derived(tables.profiles, analysis.derived)
    (query,) = with_distinct_rows(reading_derived(analysis.queries(table), table, analysis.derived), tables.profiles)
    ((found, rows),) = tables.connection.execute(query.sql).fetchall()
    whole = _with_cells(ORDERS)
    assert (found, rows) == (pytest.approx(whole.net.corr(whole.qty)), _MANY)


def test_what_a_derived_column_means_follows_from_what_it_is_made_of() -> None:
    (table,) = Tables(orders=ORDERS).profiles
    columns = tuple(
        one.model_copy(update={"unit": "EUR", "money": True, "unit_column": "region"}) if one.name == "price" else one
        for one in table.columns
    )
    analysis = Trend.model_validate({"measure": "net", "derived": (*NET, *MARK)})
    (made,) = with_derived((table.model_copy(update={"columns": columns}),), analysis.derived)
    net, points = made.column("net"), made.column("points")
    assert (net.role, net.unit, net.additivity, net.default_aggregate) == ("measure", "EUR", "additive", "sum")
    assert net.in_currencies
    assert net.words == "(price times qty) times (1 minus discount)"
    assert (points.additivity, points.default_aggregate) == ("non_additive", "mean")
    assert points.words == "points"
    assert meanings(analysis.derived, made) == (
        "“net” is (price times qty) times (1 minus discount)",
        "“points” is number in (mark with “4 - good” as “4”, “3 - ok” as “3” and “5 - very good” as “5”)",
    )


def test_an_amount_times_a_rate_that_is_written_by_currency_is_in_one() -> None:
    (table,) = Tables(orders=ORDERS).profiles
    named = tuple(
        one.model_copy(update={"money": True, "unit_column": "region"}) if one.name == "price" else one
        for one in table.columns
    )
    merged = [{"to": "1.15", "values": ["West"]}, {"to": "1", "values": ["East"]}]
    derived = (
        {"kind": "recode", "name": "written", "column": "region", "merged": merged},
        {"kind": "cleaned_number", "name": "rate", "column": "written"},
        {"kind": "calculation", "name": "converted", "operator": "*", "left": "price", "right": "rate"},
        {"kind": "calculation", "name": "doubled", "operator": "*", "left": "price", "right": 2},
        {"kind": "calculation", "name": "times", "operator": "/", "left": "doubled", "right": "price"},
    )
    analysis = Trend.model_validate({"measure": "converted", "derived": derived})
    (made,) = with_derived((table.model_copy(update={"columns": named}),), analysis.derived)
    assert [made.column(name).in_currencies for name in ("converted", "doubled", "times")] == [False, True, False]


STATE = (
    {"kind": "time_part", "name": "end", "column": "day", "part": "year"},
    {"kind": "filled_with_value", "name": "end_or_none", "column": "end", "value": 9999},
    {"kind": "bucket", "name": "state", "column": "end_or_none", "edges": [2025], "labels": ["ended", "active"]},
)
LONG = [{"to": "W" * 80, "values": ["West"]}, {"to": "E" * 80, "values": ["East"]}]
MERGED = ({"kind": "recode", "name": "area", "column": "region", "merged": LONG},)


@pytest.mark.parametrize(("derived", "made_of"), [(STATE, "day"), (MERGED, "region")], ids=["nested", "long"])
def test_of_a_definition_that_nobody_would_read_it_is_told_what_it_is_made_of(
    derived: tuple[dict[str, object], ...], made_of: str
) -> None:
    name = str(derived[-1]["name"])
    analysis = Trend.model_validate({"measure": "qty", "derived": derived})
    (made,) = with_derived(Tables(orders=ORDERS).profiles, analysis.derived)
    assert meanings(analysis.derived, made) == (f"“{name}” is worked out from {made_of}",)


@pytest.mark.parametrize(("operator", "right"), [("*", 1), ("/", 1), ("+", 0), ("-", 0)])
def test_of_a_column_as_it_is_nothing_is_told(operator: str, right: int) -> None:
    same = {"kind": "calculation", "name": "rating", "operator": operator, "left": "qty", "right": right}
    analysis = Trend.model_validate({"measure": "rating", "derived": (same,)})
    (made,) = with_derived(Tables(orders=ORDERS).profiles, analysis.derived)
    assert meanings(analysis.derived, made) == ()


@pytest.mark.parametrize(
    ("merged", "others", "told"),
    [
        ([{"to": "West", "values": ["West"]}], "The others", "In region, I read all but “West” as “The others”"),
        ([{"to": "W", "values": ["West"]}], None, "In region, I read “West” as “W”"),
        (
            [{"to": "W", "values": ["West"]}],
            "The others",
            "In region, I read “West” as “W” and all others as “The others”",
        ),
    ],
    ids=["one against the others", "renamed", "both"],
)
def test_values_that_were_put_together_are_told_without_the_name_of_the_column_that_holds_them(
    merged: list[dict[str, object]], others: str | None, told: str
) -> None:
    who = {"kind": "recode", "name": "who", "column": "region", "merged": merged, "others": others}
    analysis = Trend.model_validate({"measure": "qty", "derived": (who,)})
    (made,) = with_derived(Tables(orders=ORDERS).profiles, analysis.derived)
    assert meanings(analysis.derived, made) == (told,)


def test_a_year_that_years_are_taken_from_is_told_as_one() -> None:
    tables = Tables(orders=ORDERS.assign(birth_year=1950 + np.arange(_MANY) % 50))
    age = {"kind": "calculation", "name": "age", "operator": "-", "left": 2024, "right": "birth_year"}
    cut = {"kind": "bucket", "name": "born", "column": "birth_year", "edges": [1980], "labels": ["before", "after"]}
    analysis = Trend.model_validate({"measure": "qty", "derived": (age, cut)})
    (table,) = tables.profiles
    named = tuple(
        one.model_copy(update={"role": "dimension"}) if one.name == "birth_year" else one for one in table.columns
    )
    (made,) = with_derived((table.model_copy(update={"columns": named}),), analysis.derived)
    assert meanings(analysis.derived, made) == (
        "“age” is 2024 minus birth year",
        "“born” is birth year cut at 1980 into “before” and “after”",
    )


def test_a_query_reads_no_column_that_it_does_not_use() -> None:
    tables = Tables(orders=ORDERS)
    analysis = Correlation.model_validate({"first": "net", "second": "qty", "derived": (*NET, *MARK)})
    (table,) = with_derived(tables.profiles, analysis.derived)
    (query,) = reading_derived(analysis.queries(table), table, analysis.derived)
    assert "mark" not in query.sql
    assert "region" not in query.sql


def test_a_column_that_fits_no_table_is_refused_with_what_would() -> None:
    tables = Tables(orders=ORDERS, visits=pd.DataFrame({"visitor": ["a", "b"], "length": [1, 2]}))
    wrong = Trend.model_validate({"measure": "net", "derived": [{**NET[1], "right": "quantty"}]})
    with pytest.raises(QueryProblem, match="quantty"):
        with_derived(tables.profiles, wrong.derived)
    taken = Trend.model_validate({"measure": "qty", "derived": [{**NET[1], "name": "qty"}]})
    with pytest.raises(QueryProblem, match="another name"):
        with_derived(tables.profiles, taken.derived, "orders")
    right = Trend.model_validate({"measure": "net", "derived": NET})
    orders, visits = with_derived(tables.profiles, right.derived)
    assert (len(orders.columns), visits) == (len(ORDERS.columns) + 3, tables.profiles[1])
