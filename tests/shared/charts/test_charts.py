"""A chart stands where a picture helps, is valid Vega-Lite, and draws what the result holds."""

import json
from pathlib import Path
from typing import Any

import altair as alt
import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.charts.charts import chart_of, charts_of
from shared.contracts import AgentResponse, AgentResult, Cell, ColumnShown, Fact, ResultPreview, Scalar

SCHEMA = json.loads(
    (Path(alt.__file__).parent / "vegalite/v6/schema/vega-lite-schema.json").read_text(encoding="utf-8")
)
VALID = jsonschema.Draft7Validator(SCHEMA)

REGIONS = ({"region": "West", "total": 10.0, "rows": 3}, {"region": "East", "total": 20.0, "rows": 2})
MONTHS = ({"month": "2025-01-01", "total": 10.0}, {"month": "2025-02-01", "total": -2.0})


Row = dict[str, Scalar]


def preview(*rows: dict[str, Scalar], **more: Any) -> ResultPreview:
    return ResultPreview(purpose="Total revenue by region", data=rows, row_count=len(rows), **more)


def drawn(*rows: dict[str, Scalar], hint: Any = "bar", **more: Any) -> dict[str, Any] | None:
    chart = chart_of(preview(*rows, **more), hint, {})
    return chart.vega_lite if chart else None


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


def of_model(*cited: tuple[str, ...] | None, drawn: tuple[str, ...] = ("", "")) -> AgentResponse:
    """A response of a model to two results of regions, with the columns of each that its answer tells figures of, and
    the one that it names to be drawn."""
    results = tuple(
        preview(*VISITS).model_copy(update={"cited": columns, "drawn": tuple(filter(None, (column,)))})
        for columns, column in zip(cited, drawn, strict=True)
    )
    facts = tuple(
        Fact(id=f"f{at}{name}", name=name, value=10.0, text="It is 10.", cells=(Cell(query=at, row=0, column=name),))
        for at, columns in enumerate(cited)
        for name in columns or ("visits",)
    )
    result = AgentResult(results=results, visualization_hint="bar")
    return AgentResponse(
        agent="a", task_id="1", task="t", status="completed", result=result, facts=facts, by_model=True
    )


VISITS = ({"region": "West", "visits": 10, "rate": 4.0}, {"region": "East", "visits": 20, "rate": 3.0})
TOLD = ("visits", "rate")


@pytest.mark.parametrize(
    ("cited", "charts"), [((TOLD, ()), 1), (((), TOLD), 1), ((TOLD, TOLD), 1), (((), ()), 2), ((None, None), 2)]
)
def test_an_answer_of_a_model_has_one_chart_of_what_it_tells(cited: Any, charts: int) -> None:
    assert len(charts_of([of_model(*cited)])) == charts


@pytest.mark.parametrize("cited", [(TOLD, TOLD), (TOLD, ()), (None, None)])
def test_the_column_is_drawn_that_a_model_names(cited: Any) -> None:
    (chart,) = charts_of([of_model(*cited, drawn=("", "rate"))])
    assert chart.title == "Rate by region"
    assert [value["x"] for value in chart.vega_lite["data"]["values"]] == [4.0, 3.0]


def test_the_title_of_an_answer_in_another_language_has_no_english_word() -> None:
    (chart,) = charts_of([of_model(TOLD, drawn=("rate",)).model_copy(update={"language": "de-AT"})])
    assert chart.title == "Rate · Region"


def test_where_what_is_told_first_is_no_picture_the_next_is_drawn() -> None:
    answer = of_model(TOLD, ("rate",))
    total = preview({"visits": 30, "rate": 3.5}).model_copy(update={"cited": TOLD})
    result = answer.result.model_copy(update={"results": (total, answer.result.results[1])})
    (chart,) = charts_of([answer.model_copy(update={"result": result})])
    assert chart.title == "Rate by region"


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


VETS = (
    {"vet": "Abara", "number": 7, "visits": 402, "fees_per_hour": 245.0},
    {"vet": "Koehler", "number": 3, "visits": 491, "fees_per_hour": 218.0},
)


def test_of_a_models_result_the_figure_is_drawn_that_its_answer_tells_first() -> None:
    chart = chart_of(preview(*VETS), "bar", {"fees_per_hour": "EUR"}, ("fees_per_hour", "visits"))
    assert chart is not None
    assert chart.title == "Fees per hour (EUR) by vet"
    assert chart.vega_lite["data"]["values"] == [{"y": "Abara", "x": 245.0}, {"y": "Koehler", "x": 218.0}]


def test_no_figure_is_drawn_that_a_models_answer_does_not_tell() -> None:
    assert chart_of(preview(*VETS), "bar", {}, ()) is None


def test_a_model_s_result_by_year_in_numbers_has_the_year_beside_the_bars() -> None:
    rows = ({"year": 2023, "orders": 9, "paid": 4.5}, {"year": 2024, "orders": 7, "paid": 6.5})
    chart = chart_of(preview(*rows), "bar", {}, ("year", "paid"))
    assert chart is not None
    assert chart.vega_lite["data"]["values"] == [{"y": 2023, "x": 4.5}, {"y": 2024, "x": 6.5}]


WEEKDAYS = ({"day_weekday": 1, "thrown": 21.0}, {"day_weekday": 7, "thrown": 14.5}, {"day_weekday": 2, "thrown": 14.0})


@pytest.mark.parametrize(
    ("tag", "part", "names", "title"),
    [
        ("en", "weekday", ["Monday", "Tuesday", "Sunday"], "Weekday"),
        ("de-AT", "weekday", ["Montag", "Dienstag", "Sonntag"], "Wochentag"),
        ("pl", "weekday", ["Monday", "Tuesday", "Sunday"], "Weekday"),
        ("en", "month_of_year", ["January", "February", "July"], "Month"),
    ],
)
def test_weekdays_and_months_have_their_names_and_the_order_of_the_calendar(
    tag: str, part: Any, names: list[str], title: str
) -> None:
    shown = {"day_weekday": ColumnShown(part=part, of="day")}
    chart = chart_of(preview(*WEEKDAYS, shown=shown), "bar", {}, ("thrown",), tag)
    assert chart is not None
    assert [one["y"] for one in chart.vega_lite["data"]["values"]] == names
    assert chart.vega_lite["encoding"]["y"]["title"] == title
    VALID.validate(chart.vega_lite)


def test_weekdays_that_are_counted_from_sunday_are_named_so() -> None:
    rows = ({"dow": 0, "thrown": 1.0}, {"dow": 6, "thrown": 2.0})
    spec = drawn(*rows, shown={"dow": ColumnShown(part="weekday_from_sunday", of="day")})
    assert spec is not None
    assert [one["y"] for one in spec["data"]["values"]] == ["Saturday", "Sunday"]


@pytest.mark.parametrize(
    ("column", "shown", "title"),
    [
        ("country_merged", ColumnShown(of="country"), "Country"),
        ("out_date_year", ColumnShown(part="year", of="out date"), "Year (out date)"),
        ("land", ColumnShown(of="country"), "Land"),
    ],
    ids=["made of one column", "a period of a time", "called otherwise by its writer"],
)
def test_what_is_made_of_a_column_is_called_in_the_words_of_the_table(
    column: str, shown: ColumnShown, title: str
) -> None:
    rows = ({column: "a", "total": 1.0}, {column: "b", "total": 2.0})
    spec = drawn(*rows, shown={column: shown})
    assert spec is not None
    assert spec["encoding"]["y"]["title"] == title


def test_the_difference_of_two_shares_is_in_points() -> None:
    chart = chart_of(
        preview(*REGIONS, shown={"total": ColumnShown(part="points")}), "bar", {"total": "%"}, ("total",), "en"
    )
    assert chart is not None
    assert chart.vega_lite["encoding"]["x"]["title"] == "Total (percentage points)"


@pytest.mark.parametrize(("until", "told"), [("2025-02-14", " (2025-02 to 2025-02-14)"), ("", ""), ("2025-06-14", "")])
def test_a_last_period_that_the_data_does_not_fill_is_told_in_the_title_where_it_is_one_of_two(
    until: str, told: str
) -> None:
    shown = {"month": ColumnShown(part="month", of="day", until=until)}
    chart = chart_of(preview(*MONTHS, shown=shown), "line", {})
    assert chart is not None
    assert chart.title == f"Total revenue by region{told}"


@pytest.mark.parametrize(
    ("tag", "part", "told"),
    [
        ("en", "month", "without March 2025: the data ends on 14 March 2025"),
        ("de", "month", "ohne März 2025: die Daten enden am 14. März 2025"),
        ("en", "week", "without 2025-03-01: the data ends on 14 March 2025"),
    ],
)
def test_a_last_period_that_the_data_does_not_fill_is_not_drawn_and_that_is_said(
    tag: str, part: Any, told: str
) -> None:
    until = "2025-03-14" if part == "month" else "2025-03-04"
    rows = (*MONTHS, {"month": "2025-03-01T00:00:00", "total": 1.0})
    chart = chart_of(preview(*rows, shown={"month": ColumnShown(part=part, until=until)}), "line", {}, None, tag)
    assert chart is not None
    assert chart.title == f"Total revenue by region ({told.replace('14 March', '4 March') if part == 'week' else told})"
    assert [one["x"] for one in chart.vega_lite["data"]["values"]] == ["2025-01-01", "2025-02-01"]


def _cohorts(*observed: int, joined: int = 30) -> tuple[Row, ...]:
    return tuple(
        {"quarter": f"2025-{3 * at + 1:02}-01", "joined": joined + at, "seen": min(seen, joined + at), "kept": rate}
        for at, seen in enumerate(observed)
        for rate in [80.0 + at if seen else None]
    )


@pytest.mark.parametrize(
    ("observed", "last", "told"),
    [
        ((99, 99, 14, 0), "2025-04-01", " (without Q3 2025: 14 of 32 known)"),
        ((99, 99, 99, 0), "2025-07-01", ""),
        ((99, 99, 99, 14), "2025-10-01", ""),
        ((99, 20, 14, 0), "2025-07-01", ""),
    ],
    ids=["known of a part, and of none after", "known of all", "nothing after it", "never known of all"],
)
def test_a_last_figure_that_is_known_of_a_part_of_what_it_is_of_is_not_drawn(
    observed: tuple[int, ...], last: str, told: str
) -> None:
    shown = {"quarter": ColumnShown(part="quarter", of="joined on")}
    chart = chart_of(preview(*_cohorts(*observed), shown=shown), "line", {}, ("kept",))
    assert chart is not None
    assert chart.title == f"Kept by quarter{told}" or chart.title == f"Total revenue by region{told}"
    assert chart.vega_lite["data"]["values"][-1]["x"] == last


def test_a_total_is_no_bar_among_its_parts() -> None:
    rows = ({"region": "all", "total": 30.0}, *REGIONS)
    spec = drawn(*rows, shown={"region": ColumnShown(total="all")})
    assert spec is not None
    assert [one["y"] for one in spec["data"]["values"]] == ["West", "East"]


@pytest.mark.parametrize(
    ("label", "shown", "tag", "told"),
    [
        ("unknown", {"region": ColumnShown(empty="unknown")}, "en", " (not shown: unknown, 1,234)"),
        (None, {}, "de", " (nicht gezeigt: (fehlt), 1.234)"),
        ("unknown", {}, "en", ""),
    ],
    ids=["named by the query", "without a name", "a group that is so called"],
)
def test_rows_without_a_group_are_no_bar_and_the_title_says_what_they_come_to(
    label: str | None, shown: dict[str, ColumnShown], tag: str, told: str
) -> None:
    rows = ({"region": label, "total": 1234, "rows": 1}, *REGIONS)
    chart = chart_of(preview(*rows, shown=shown), "bar", {}, None, tag)
    assert chart is not None
    assert chart.title == f"Total revenue by region{told}"
    assert [one["y"] for one in chart.vega_lite["data"]["values"]] == [*([] if told else [label]), "West", "East"]


@pytest.mark.parametrize(
    ("column", "unit", "title"),
    [
        ("net_revenue_eur", "EUR", "Net revenue (EUR)"),
        ("net_revenue_eur", "€", "Net revenue (€)"),
        ("attendance_percent", "%", "Attendance (%)"),
        ("percent_late", "%", "Late (%)"),
        ("billed_in_usd", "EUR", "Billed in USD (EUR)"),
        ("eur_per_kg", "", "EUR per kg"),
        ("eur", "EUR", "EUR (EUR)"),
    ],
)
def test_a_unit_is_said_once_in_a_title(column: str, unit: str, title: str) -> None:
    chart = chart_of(preview(*({"region": one, column: 1.0} for one in "ab")), "bar", {column: unit} if unit else {})
    assert chart is not None
    assert chart.vega_lite["encoding"]["x"]["title"] == title


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


@pytest.mark.parametrize(
    ("purpose", "met", "title"),
    [
        ("Revenue by month", ("region is “West”",), "Revenue by month, where region is “West”"),
        ("Revenue of West by month", ("region is “West”",), "Revenue of West by month"),
        (
            "Revenue by month",
            ("region is “West”", "paid on is in Q3 2025"),
            "Revenue by month, where region is “West” and paid on is in Q3 2025",
        ),
        ("Revenue of West in Q3 2025 by day", ("region is “West”", "paid on is in Q3 2025"), None),
        ("Notes", ("note is “a a” or “b” or “c” or “d” or “e”",), "Notes, where note is “a a”, “b”, … (5)"),
        ("Notes", ("a is “1”", f"b is “{'x' * 300}”"), "Notes, where a is “1” …"),
    ],
)
def test_the_title_says_which_rows_a_chart_shows(purpose: str, met: tuple[str, ...], title: str | None) -> None:
    chart = chart_of(preview(*MONTHS, met=met).model_copy(update={"purpose": purpose}), "line", {})
    assert chart is not None
    assert chart.title == (title or purpose)
