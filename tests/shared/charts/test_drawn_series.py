"""Several columns that an answer names are one chart: a series each, or a panel each; or none, and no half of it."""

from typing import Any

import pytest

from shared.charts.charts import charts_of
from shared.contracts import (
    UNSTATED,
    AgentResponse,
    AgentResult,
    Cell,
    Chart,
    ColumnShown,
    Fact,
    ResultPreview,
    Scalar,
)
from tests.shared.charts.previews import VALID

Row = dict[str, Scalar]

MONTHS: tuple[Row, ...] = (
    {"month": "2026-01-01", "joiners": 22, "leavers": 7, "fees": 900.5},
    {"month": "2026-02-01", "joiners": 10, "leavers": 6, "fees": 700.0},
)
SITES: tuple[Row, ...] = (
    {"site": "Lehrte", "q2_2026": 219, "q2_2025": 230},
    {"site": "Moor", "q2_2026": 346, "q2_2025": 372},
)


def result(*rows: Row, drawn: tuple[str, ...] = (), **more: Any) -> ResultPreview:
    return ResultPreview(purpose="As asked", data=rows, row_count=len(rows), drawn=drawn, **more)


def charts(*results: ResultPreview, hint: Any = "bar", language: str = "en") -> tuple[Chart, ...]:
    """Of an answer of a model to these results."""
    told = AgentResult(results=results, visualization_hint=hint)
    response = AgentResponse(
        agent="a", task_id="1", task="t", status="completed", result=told, by_model=True, language=language
    )
    return charts_of([response])


def test_two_columns_over_time_are_a_line_each() -> None:
    (chart,) = charts(result(*MONTHS, drawn=("joiners", "leavers")))
    spec = chart.vega_lite
    VALID.validate(spec)
    assert chart.title == "Joiners and Leavers by month"
    assert spec["mark"]["type"] == "line"
    assert [(one["color"], one["y"]) for one in spec["data"]["values"]] == [
        ("Joiners", 22),
        ("Joiners", 10),
        ("Leavers", 7),
        ("Leavers", 6),
    ]


def test_two_columns_of_groups_are_bars_beside_each_other() -> None:
    (chart,) = charts(result(*SITES, drawn=("q2_2025", "q2_2026"), units={"q2_2025": "EUR", "q2_2026": "EUR"}))
    spec = chart.vega_lite
    VALID.validate(spec)
    assert chart.title == "Q2 2025 and Q2 2026 by site"
    assert spec["encoding"]["yOffset"]["field"] == "color"
    assert spec["encoding"]["x"]["title"] == "EUR"
    assert {one["color"] for one in spec["data"]["values"]} == {"Q2 2025", "Q2 2026"}


@pytest.mark.parametrize(
    ("said", "axis"),
    [(("euros", "euros"), "Euros"), (("euros", "pounds"), None), (("first tests", "first tests"), None)],
    ids=["one unit", "two units", "no unit"],
)
def test_the_axis_says_the_unit_that_all_series_are_called_with(said: tuple[str, str], axis: str | None) -> None:
    shown = {
        name: ColumnShown(called=f"{year} ({unit})")
        for name, year, unit in zip(("q2_2025", "q2_2026"), ("Then", "Now"), said, strict=True)
    }
    (chart,) = charts(result(*SITES, drawn=("q2_2025", "q2_2026"), shown=shown))
    assert chart.vega_lite["encoding"]["x"]["title"] == axis


@pytest.mark.parametrize(
    ("units", "leavers"), [({"fees": "EUR"}, 7), ({}, 7)], ids=["another unit", "one flat beside the other"]
)
def test_columns_that_have_no_scale_in_common_have_a_panel_each(units: dict[str, str], leavers: int) -> None:
    (chart,) = charts(result(*MONTHS, drawn=("leavers", "fees"), units=units))
    spec = chart.vega_lite
    VALID.validate(spec)
    assert spec["resolve"]["scale"] == {"y": "independent"}
    assert spec["encoding"]["facet"]["sort"] == ["Leavers", "Fees"]
    assert spec["data"]["values"][0]["y"] == leavers


def test_a_forecast_stands_beside_its_history_though_another_query_gave_it() -> None:
    ahead: tuple[Row, ...] = (
        {"month": "2026-03-01", "estimate": 15.0, "low": 9.0, "high": 21.0},
        {"month": "2026-04-01", "estimate": 16.0, "low": 8.0, "high": 24.0},
    )
    history = result(*MONTHS, drawn=("joiners",), units={"joiners": "people"})
    estimate = result(*ahead, drawn=("estimate", "low", "high"), units={"estimate": "people"})
    (chart,) = charts(history, estimate, hint="line")
    assert chart.title == "Joiners and Estimate (Low – High) by month"
    spec = chart.vega_lite
    VALID.validate(spec)
    band, line = spec["layer"]
    assert (band["mark"]["type"], line["mark"]["type"]) == ("area", "line")
    assert (band["encoding"]["y"]["field"], band["encoding"]["y2"]["field"]) == ("low", "high")
    assert spec["encoding"]["y"]["title"] == band["encoding"]["y"]["title"] == "Joiners (people)"
    values = {(one["color"], one["x"]): one for one in spec["data"]["values"]}
    assert values["Joiners", "2026-02-01"].get("low") is None
    april = values["Estimate (Low – High)", "2026-04-01"]
    assert (april["low"], april["y"], april["high"]) == (8.0, 16.0, 24.0)
    assert spec["encoding"]["color"]["scale"]["domain"] == ["Joiners", "Estimate (Low – High)"]


@pytest.mark.parametrize(
    ("ends", "values"),
    [(("low", "high"), (9.0, 12.0)), (("west", "east"), (9.0, 21.0))],
    ids=["one estimate beyond them", "names that are no ends"],
)
def test_columns_that_are_no_ends_of_an_interval_are_lines(ends: tuple[str, str], values: tuple[float, float]) -> None:
    rows = [{"month": f"2026-0{month}-01", "estimate": 15.0} | dict(zip(ends, values, strict=True)) for month in (3, 4)]
    (chart,) = charts(result(*rows, drawn=("estimate", *ends)), hint="line")
    assert chart.vega_lite["mark"]["type"] == "line"
    assert len({one["color"] for one in chart.vega_lite["data"]["values"]}) == 3


def test_an_interval_whose_ends_are_called_after_their_figure_is_a_band_and_in_panels_lines() -> None:
    rows = [{"month": f"2026-0{month}-01", "mean_fee": 5, "fee_lower_95": 4, "fee_upper_95": 7} for month in (3, 4)]
    named = result(*rows, drawn=("mean_fee", "fee_lower_95", "fee_upper_95"))
    (chart,) = charts(named, hint="line")
    assert len(chart.vega_lite["layer"]) == 2
    (chart,) = charts(named, hint="panels")
    VALID.validate(chart.vega_lite)
    assert len(chart.vega_lite["encoding"]["facet"]["sort"]) == 3


def test_a_second_grouping_has_a_panel_of_series_each() -> None:
    rows = [{"branch": branch, **row} for branch in ("Harbour", "Old Town") for row in MONTHS]
    (chart,) = charts(result(*rows, drawn=("joiners", "leavers")))
    assert {one["facet"] for one in chart.vega_lite["data"]["values"]} == {"Harbour", "Old Town"}
    assert {one["color"] for one in chart.vega_lite["data"]["values"]} == {"Joiners", "Leavers"}


def test_a_last_month_that_the_data_does_not_fill_is_in_none_of_the_series() -> None:
    more: Row = {"month": "2026-03-01", "joiners": 1, "leavers": 1, "fees": 1.0}
    shown = {"month": ColumnShown(part="month", of="day", until="2026-03-04")}
    (chart,) = charts(result(*MONTHS, more, drawn=("joiners", "leavers"), shown=shown))
    assert chart.title.endswith("(without March 2026: the data ends on 4 March 2026)")
    assert {one["x"] for one in chart.vega_lite["data"]["values"]} == {"2026-01-01", "2026-02-01"}


@pytest.mark.parametrize(
    "results",
    [
        (result(*MONTHS, drawn=("joiners", "leavers"), truncated=True),),
        (result(*MONTHS, drawn=("joiners", "days")),),
        (result(*MONTHS, drawn=("joiners",)), result(*SITES, drawn=("q2_2026",))),
        (result(*SITES, drawn=("q2_2025",)), result({"site": "Other", "n": 1}, SITES[0] | {"n": 2}, drawn=("n",))),
    ],
    ids=["cut", "not there", "a time and groups", "other groups"],
)
def test_where_not_all_of_it_can_be_drawn_no_part_is(results: tuple[ResultPreview, ...]) -> None:
    assert charts(*results) == ()


YEARS: tuple[Row, ...] = ({"year": 2024, "fees": 900.5}, {"year": 2025, "fees": 700.0}, {"year": 2026, "fees": 650.0})


@pytest.mark.parametrize(
    ("rows", "drawn", "along"),
    [(MONTHS, ("month", "joiners"), "Month"), (SITES, ("site", "q2_2026"), "Site"), (YEARS, ("year", "fees"), "Year")],
)
def test_what_figures_stand_along_may_be_named_beside_them(
    rows: tuple[Row, ...], drawn: tuple[str, ...], along: str
) -> None:
    (chart,) = charts(result(*rows, drawn=drawn))
    assert along in [chart.vega_lite["encoding"][axis]["title"] for axis in ("x", "y")]
    assert len(chart.vega_lite["data"]["values"]) == len(rows)
    assert "color" not in chart.vega_lite["encoding"]


def test_an_estimate_of_one_period_is_drawn_with_its_band_beside_the_history_though_another_column_is_empty() -> None:
    ahead: Row = {"period": "2026-03-01", "projected": 12.0, "low": 8.0, "high": 16.0, "along_line": None}
    (chart,) = charts(
        result(*MONTHS, drawn=("joiners",)), result(ahead, drawn=("projected", "low", "high")), hint="line"
    )
    VALID.validate(chart.vega_lite)
    assert len(chart.vega_lite["layer"]) == 2
    assert [one["x"] for one in chart.vega_lite["data"]["values"]] == ["2026-01-01", "2026-02-01", "2026-03-01"]


def test_columns_are_called_as_the_answers_table_calls_them() -> None:
    shown = {"q2_2025": ColumnShown(called="Zweites Quartal 2025"), "q2_2026": ColumnShown(called="Aktive Mitglieder")}
    (chart,) = charts(result(*SITES, drawn=("q2_2025", "q2_2026"), shown=shown), language="de")
    assert chart.title == "Zweites Quartal 2025 und Aktive Mitglieder · Site"
    (one,) = charts(result(*SITES, drawn=("q2_2026",), shown=shown, units={"q2_2026": "EUR"}), language="de")
    assert one.vega_lite["encoding"]["x"]["title"] == "Aktive Mitglieder (EUR)"


HOURS: tuple[Row, ...] = ({"hour": 16, "n": 541}, {"hour": 15, "n": 504}, {"hour": 9, "n": 400}, {"hour": 10, "n": 90})


@pytest.mark.parametrize(
    ("labels", "order"),
    [
        ((16, 15, 12, 13), [12, 13, 15, 16]),
        (("4 - good", "2 - poor", "3", "1"), ["1", "2 - poor", "3", "4 - good"]),
        (("Friday", "Monday", "Sunday", "Tuesday"), ["Monday", "Tuesday", "Friday", "Sunday"]),
        ((4711, 15, 982, 77), [4711, 15, 982, 77]),
        (("West", "East", "North", "South"), ["West", "East", "North", "South"]),
    ],
    ids=["hours", "marks", "weekdays", "ids", "names"],
)
def test_groups_that_have_an_order_of_their_own_keep_it(labels: tuple[Any, ...], order: list[Any]) -> None:
    rows = [{"group": label, "n": at["n"], "rate": 1.5} for label, at in zip(labels, HOURS, strict=True)]
    (chart,) = charts(result(*rows, drawn=("n",), shown={"group": ColumnShown()}))
    assert [one["y"] for one in chart.vega_lite["data"]["values"]] == order


@pytest.mark.parametrize(("listed", "order"), [((1, 0), ["Moor", "Lehrte"]), ((), ["Lehrte", "Moor"])])
def test_groups_stand_as_the_answers_table_lists_them(listed: tuple[int, ...], order: list[str]) -> None:
    (chart,) = charts(result(*SITES, drawn=("q2_2026",), listed=listed))
    assert [one["y"] for one in chart.vega_lite["data"]["values"]] == order


def test_no_title_is_a_placeholder_or_longer_than_a_title_may_be() -> None:
    rows = [{"site": row["site"], "n": row["q2_2026"]} for row in SITES]
    for purpose in (UNSTATED, "Washes of " + "a very long list of things, " * 20):
        (chart,) = charts(result(*rows, drawn=("n",)).model_copy(update={"purpose": purpose}))
        assert chart.title == "N by site"


def test_a_name_of_the_file_keeps_its_capitals_in_a_title() -> None:
    rows = [{"SKU": row["site"], "n": row["q2_2026"], "m": 1} for row in SITES]
    fact = Fact(id="f", name="n", value=1, text="f", cells=(Cell(query=0, row=0, column="n"),))
    response = AgentResponse(
        agent="a",
        task_id="1",
        task="t",
        status="completed",
        result=AgentResult(results=(result(*rows, drawn=("n",)),), visualization_hint="bar"),
        facts=(fact,),
        by_model=True,
    )
    (chart,) = charts_of([response])
    assert chart.title == "N by SKU"


def test_where_an_answer_names_none_no_count_is_drawn_in_the_place_of_the_figure_beside_it() -> None:
    rows: tuple[Row, ...] = (
        {"crew": "North", "flights": 268, "mean": 16.5},
        {"crew": "South", "flights": 276, "mean": 17.0},
    )
    preview = result(*rows, cited=("flights", "mean"), shown={"flights": ColumnShown(counts=True)})
    cells = [Cell(query=0, row=0, column=column) for column in ("flights", "mean")]
    response = AgentResponse(
        agent="a",
        task_id="1",
        task="t",
        status="completed",
        by_model=True,
        facts=tuple(Fact(id=one.column, name="n", value=2, text="It is 2.", cells=(one,)) for one in cells),
        result=AgentResult(results=(preview,), visualization_hint="bar"),
    )
    (chart,) = charts_of([response])
    assert [one["x"] for one in chart.vega_lite["data"]["values"]] == [16.5, 17.0]


def test_a_legend_does_not_say_the_percent_that_the_axis_says() -> None:
    rows: tuple[Row, ...] = ({"airline": "Cor", "share late percent": 2.7, "share early percent": 3.0},)
    rows += ({"airline": "Sky", "share late percent": 2.9, "share early percent": 7.3},)
    names = ("share late percent", "share early percent")
    drawn = result(*rows, drawn=names, units=dict.fromkeys(names, "%"))
    (panels,) = charts(drawn, hint="panels")
    assert {one["facet"] for one in panels.vega_lite["data"]["values"]} == {"Share late percent", "Share early percent"}
    (chart,) = charts(drawn)
    assert chart.title == "Share late and Share early by airline"
    assert chart.vega_lite["encoding"]["x"]["title"] == "%"


@pytest.mark.parametrize(("count", "step", "mark"), [(30, 0.01, "point"), (30, 1.0, "bar"), (5, 0.01, "bar")])
def test_many_bars_that_would_look_the_same_are_points_on_a_scale_of_their_own(
    count: int, step: float, mark: str
) -> None:
    rows = [{"farm": f"Farm {at}", "fat": 4.0 + step * at} for at in range(count)]
    (chart,) = charts(result(*rows, drawn=("fat",)))
    VALID.validate(chart.vega_lite)
    assert chart.vega_lite["mark"]["type"] == mark
    assert ("scale" in chart.vega_lite["encoding"]["x"]) == (mark == "point")


OF_YEAR: tuple[Row, ...] = tuple({"month": at, "q2_2025": 200 + at, "q2_2026": 250 - at} for at in (3, 1, 2))
CALENDAR = {"month": ColumnShown(part="month_of_year", of="day")}


@pytest.mark.parametrize(("hint", "mark"), [("line", "line"), ("bar", "bar")])
def test_columns_along_months_of_a_year_are_lines_where_lines_are_asked_for(hint: str, mark: str) -> None:
    (chart,) = charts(result(*OF_YEAR, drawn=("q2_2025", "q2_2026"), shown=CALENDAR), hint=hint)
    spec = chart.vega_lite
    VALID.validate(spec)
    assert spec["mark"]["type"] == mark
    label = "x" if mark == "line" else "y"
    assert [one[label] for one in spec["data"]["values"]][:3] == ["January", "February", "March"]
    assert spec["encoding"][label]["sort"] is None


@pytest.mark.parametrize(("rows", "mark"), [(OF_YEAR, "line"), (SITES, "bar")])
def test_one_column_is_a_line_along_what_follows_one_another_and_bars_beside_names(rows: Any, mark: str) -> None:
    (chart,) = charts(result(*rows, drawn=("q2_2026",), shown=CALENDAR if mark == "line" else {}), hint="line")
    VALID.validate(chart.vega_lite)
    assert chart.vega_lite["mark"]["type"] == mark
