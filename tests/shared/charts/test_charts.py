"""A chart stands where a picture helps, is valid Vega-Lite, and draws what the result holds."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.charts.charts import chart_of, charts_of
from shared.contracts import AgentResponse, AgentResult, Cell, ColumnShown, Fact, Scalar
from tests.shared.charts.previews import MONTHS, REGIONS, VALID, Row, drawn, preview


def test_groups_are_bars_in_the_order_of_the_result_and_the_count_beside_them_is_not_drawn() -> None:
    spec = drawn(*REGIONS)
    assert spec is not None
    assert spec["mark"]["type"] == "bar"
    assert spec["data"]["values"] == [{"y": "West", "x": 10.0}, {"y": "East", "x": 20.0}]
    assert spec["encoding"]["y"]["sort"] is None


@pytest.mark.parametrize("hint", ["bar", "line"])
def test_a_course_over_time_is_a_line(hint: str) -> None:
    spec = drawn(*MONTHS, hint=hint)
    assert spec is not None
    assert spec["mark"]["type"] == "line"
    assert spec["encoding"]["x"]["type"] == "temporal"


def test_shares_are_bars_rather_than_a_pie() -> None:
    spec = drawn(*REGIONS, hint="pie")
    assert spec is not None
    assert spec["mark"]["type"] == "bar"


def test_two_figures_of_each_row_are_points() -> None:
    spec = drawn({"age": 20, "pay": 1.5}, {"age": 30, "pay": 2.5}, hint="scatter")
    assert spec is not None
    assert spec["data"]["values"] == [{"x": 20, "y": 1.5}, {"x": 30, "y": 2.5}]


def test_a_second_grouping_is_told_by_colour() -> None:
    rows = [{"region": region, "channel": channel, "total": 1.0} for region in "ab" for channel in "xy"]
    spec = drawn(*rows)
    assert spec is not None
    assert spec["encoding"]["color"]["field"] == "color"


def test_what_says_more_of_the_same_thing_beside_its_name_is_not_drawn() -> None:
    names = ("Roth Print", "Suter Timber", "Egli Foods")
    rows = [{"id": f"K{at}", "name": name, "segment": "Large", "total": 1.0 + at} for at, name in enumerate(names)]
    spec = drawn(*rows)
    assert spec is not None
    assert [value["y"] for value in spec["data"]["values"]] == list(names)
    assert set(spec["encoding"]) == {"x", "y"}


def test_a_year_in_numbers_is_a_label_and_no_figure() -> None:
    spec = drawn({"year": 2024, "total": 10.0}, {"year": 2025, "total": 12.0})
    assert spec is not None
    assert spec["data"]["values"][0] == {"y": 2024, "x": 10.0}


def test_bins_are_bars_of_the_count_of_their_rows() -> None:
    spec = drawn({"units": 0, "rows": 7}, {"units": 5, "rows": 3})
    assert spec is not None
    assert spec["data"]["values"] == [{"y": 0, "x": 7}, {"y": 5, "x": 3}]


def test_more_groups_than_colours_are_drawn_in_a_panel_each() -> None:
    rows: list[Row] = [
        {"month": f"2025-0{month}-01", "town": f"t{at:02}", "total": 1.0} for at in range(12) for month in (1, 2)
    ]
    spec = drawn(*rows, hint="line")
    assert spec is not None
    assert "color" not in spec["encoding"]
    assert len({value["facet"] for value in spec["data"]["values"]}) == 12
    more: list[Row] = [{**row, "town": "one more"} for row in rows[:2]]
    assert drawn(*rows, *more, hint="line") is None


@pytest.mark.parametrize("along", ["month", "region"])
def test_panels_of_groups_share_a_scale_and_those_of_figures_have_one_each(along: str) -> None:
    places = ("2025-01-01", "2025-02-01") if along == "month" else ("West", "East")
    towns: list[Row] = [{along: one, "town": town, "total": 1.0} for town in "ab" for one in places]
    totals: list[Row] = [{along: one, "total_revenue": 9.0, "average_price": 2.0} for one in places]
    groups, figures = drawn(*towns, hint="panels"), drawn(*totals, hint="panels")
    assert groups is not None
    assert figures is not None
    assert "resolve" not in groups
    assert figures["resolve"]["scale"] == {"y" if along == "month" else "x": "independent"}
    assert [value["facet"] for value in figures["data"]["values"]] == ["Total revenue"] * 2 + ["Average price"] * 2
    assert figures["encoding"]["facet"]["sort"] == ["Total revenue", "Average price"]
    assert groups["mark"]["type"] == figures["mark"]["type"] == ("line" if along == "month" else "bar")
    assert [*VALID.iter_errors(groups), *VALID.iter_errors(figures)] == []


@pytest.mark.parametrize(
    ("rows", "more"),
    [
        (REGIONS[:1], {}),
        (REGIONS, {"truncated": True}),
        (REGIONS, {"hint": "table"}),
        (REGIONS, {"hint": "number"}),
        ([{"region": f"r{at}", "total": at} for at in range(31)], {}),
        ([{"region": "West", "total": None}, {"region": "East", "total": 1.0}], {}),
        ([{"region": "West"}, {"region": "East"}], {}),
        ([], {}),
    ],
    ids=[
        "one row",
        "cut",
        "a table suits it",
        "a number suits it",
        "too many bars",
        "one value",
        "no figure",
        "no rows",
    ],
)
def test_where_a_picture_says_less_there_is_none(rows: Any, more: dict[str, Any]) -> None:
    assert drawn(*rows, **more) is None


def test_an_axis_has_the_units_of_its_figures() -> None:
    fact = Fact(
        id="f1", name="total", value=10.0, unit="€", text="It is €10.", cells=(Cell(query=0, row=0, column="total"),)
    )
    result = AgentResult(results=(preview(*REGIONS),), visualization_hint="bar")
    response = AgentResponse(
        agent="a", task_id="1", task="t", status="completed", result=result, facts=(fact,), by_model=True
    )
    (chart,) = charts_of([response])
    assert chart.vega_lite["encoding"]["x"]["title"] == "Total (€)"
    assert charts_of([response.model_copy(update={"status": "failed"})]) == ()


def test_the_unit_of_what_was_worked_out_of_several_cells_is_not_that_of_their_column() -> None:
    cells = tuple(Cell(query=0, row=row, column="total") for row in (0, 1))
    share = Fact(id="f1", name="share", value=33.3, unit="%", text="It is 33.3 %.", cells=cells)
    result = AgentResult(results=(preview(*REGIONS, units={"total": "EUR"}),), visualization_hint="bar")
    response = AgentResponse(
        agent="a", task_id="1", task="t", status="completed", result=result, facts=(share,), by_model=True
    )
    (chart,) = charts_of([response])
    assert chart.vega_lite["encoding"]["x"]["title"] == "Total (EUR)"


CELLS = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 9), st.floats(-9, 9), st.text(max_size=4), st.just("2025-01-01")
)
NAMES = st.sampled_from(["region", "a.b", "x[0]", "rows", "", "month", "\\", "y"])


@given(
    names=st.lists(NAMES, unique=True, max_size=4),
    cells=st.lists(st.lists(CELLS, min_size=4, max_size=4), max_size=6),
    hint=st.sampled_from(["bar", "line", "pie", "scatter", "panels", "table", "number"]),
)
def test_whatever_a_result_holds_a_chart_of_it_is_valid_and_draws_its_cells(
    names: list[str], cells: list[list[Scalar]], hint: Any
) -> None:
    rows = [dict(zip(names, row, strict=False)) for row in cells]
    spec = drawn(*rows, hint=hint)
    if spec is None:
        return
    assert list(VALID.iter_errors(spec)) == []
    assert "url" not in json.dumps(spec["data"])
    there = [set(map(repr, row.values())) for row in rows]
    for value in spec["data"]["values"]:
        own = {name: cell for name, cell in value.items() if name != "facet" or "resolve" not in spec}
        assert any(set(map(repr, own.values())) <= row for row in there)


def test_a_total_is_no_bar_among_its_parts() -> None:
    rows = ({"region": "all", "total": 30.0}, *REGIONS)
    spec = drawn(*rows, shown={"region": ColumnShown(total="all")})
    assert spec is not None
    assert [one["y"] for one in spec["data"]["values"]] == ["West", "East"]


WEEKS: list[Row] = [
    {"week": f"2025-01-{day:02}", "district": district, "service": service, "percent": 90.0 + day}
    for day in (6, 13, 20)
    for district, service in (("North", "reduced" if day > 6 else "normal"), ("South", "normal"))
]


def test_a_third_column_that_makes_no_group_of_its_own_leaves_a_series_in_two_groups_its_chart() -> None:
    spec = drawn(*WEEKS, hint="line")
    assert spec is not None
    assert {value["color"] for value in spec["data"]["values"]} == {"North", "South"}
    assert len(spec["data"]["values"]) == len(WEEKS)


def test_a_course_in_two_groupings_has_colours_of_the_one_and_panels_of_the_other() -> None:
    rows: list[Row] = [
        {"month": f"2025-0{month}-01", "region": region, "channel": channel, "total": 1.0}
        for month in (1, 2)
        for region in "abc"
        for channel in "xy"
    ]
    spec = drawn(*rows, hint="line")
    assert spec is not None
    VALID.validate(spec)
    assert {value["color"] for value in spec["data"]["values"]} == {"x", "y"}
    assert {value["facet"] for value in spec["data"]["values"]} == {"a", "b", "c"}


def test_rows_beyond_those_of_the_preview_are_drawn_where_they_are_all_there() -> None:
    first, *others = WEEKS
    cut = preview(first, truncated=True, plotted=tuple(others))
    chart = chart_of(cut, "line", {})
    assert chart is not None
    assert len(chart.vega_lite["data"]["values"]) == len(WEEKS)


def test_of_rows_of_one_name_the_year_that_tells_them_apart_is_the_axis() -> None:
    rows = [{"customer": "Nord", "year": 2023 + at, "kg": 37_970.2 - at, "margin": 5.4 - at} for at in range(2)]
    spec = chart_of(preview(*rows), "bar", {}, ["margin"])
    assert spec
    assert [(one["y"], one["x"]) for one in spec.vega_lite["data"]["values"]] == [(2023, 5.4), (2024, 4.4)]
    assert spec.vega_lite["encoding"]["y"]["title"] == "Year"
    bare = [{name: row[name] for name in ("customer", "margin")} for row in rows]
    assert chart_of(preview(*bare), "bar", {}, ["margin"]) is None


def test_of_rows_of_several_names_and_years_the_years_are_told_apart_within_them() -> None:
    rows = [{"hut": hut, "year": year, "stays": 9.5 + year} for hut in ("A", "B") for year in (2023, 2024)]
    made = chart_of(preview(*rows), "bar", {}, ["stays"])
    assert made
    assert {axis: made.vega_lite["encoding"][axis]["title"] for axis in ("y", "color", "x")} == {
        "y": "Hut",
        "color": "Year",
        "x": "Stays",
    }
