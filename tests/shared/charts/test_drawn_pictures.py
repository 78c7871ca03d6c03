"""The pictures of analyses are drawn as they were made: their own points, names and titles."""

from typing import Any

import pytest

from shared.charts.charts import charts_of
from shared.charts.pictures import drawn
from shared.contracts import AgentResponse, AgentResult, Axis, Cell, Chart, Fact, Picture, Point, ResultPreview
from tests.shared.charts.previews import VALID

LOST = Picture(
    kind="bar",
    title="Change in revenue of customers that declined",
    along=Axis(called="Customer"),
    figure=Axis(called="Change in revenue", unit="€"),
    points=(Point(at="Roth", value=-90.0), Point(at="Egli", value=-20.0)),
    query=1,
    column="change",
    results=(0, 1),
)
LISTED = ({"entity": "Roth", "before": 100.0, "change": -90.0}, {"entity": "Egli", "before": 30.0, "change": -20.0})


def chart(picture: Picture) -> Chart:
    made = drawn(picture)
    assert made is not None
    VALID.validate(made.vega_lite)
    return made


def answer(**more: Any) -> AgentResponse:
    """A response to a result of counts and a list, with the picture of the list."""
    results = (
        ResultPreview(purpose="Counted", data=({"flagged": 2},), row_count=1, cited=("flagged",)),
        ResultPreview(purpose="Listed", data=LISTED, row_count=2, cited=()),
    )
    fact = Fact(id="f1", name="n", value=2, text="It is 2.", cells=(Cell(query=0, row=0, column="flagged"),))
    given = {"result": AgentResult(results=results, visualization_hint="bar"), "facts": (fact,), "pictures": (LOST,)}
    return AgentResponse(agent="a", task_id="1", task="t", status="completed", **{**given, **more})


def test_bars_are_those_of_the_picture_and_not_the_first_figure_of_its_result() -> None:
    (made,) = charts_of([answer()])
    assert made.title == LOST.title
    assert made.task_id == "1"
    assert made.vega_lite["data"]["values"] == [{"y": "Roth", "x": -90.0}, {"y": "Egli", "x": -20.0}]
    assert made.vega_lite["encoding"]["x"]["title"] == "Change in revenue (€)"
    assert made.vega_lite["encoding"]["y"]["title"] == "Customer"


def test_no_tail_of_a_sum_of_floats_is_drawn() -> None:
    picture = LOST.model_copy(update={"points": (Point(at="Roth", value=0.1 + 0.2), Point(at="Egli", value=1.0))})
    assert [value["x"] for value in chart(picture).vega_lite["data"]["values"]] == [0.3, 1.0]


def test_an_analysis_without_a_picture_has_no_chart() -> None:
    assert charts_of([answer(pictures=())]) == ()


def test_a_model_that_tells_another_result_of_the_analysis_has_its_picture_too() -> None:
    (made,) = charts_of([answer(by_model=True)])
    assert made.title == LOST.title


def test_the_column_that_a_model_names_is_drawn_though_the_picture_shows_another() -> None:
    response = answer(by_model=True)
    listed = response.result.results[1].model_copy(update={"cited": ("before",), "drawn": ("before",)})
    result = response.result.model_copy(update={"results": (response.result.results[0], listed)})
    (made,) = charts_of([response.model_copy(update={"result": result})])
    assert [value["x"] for value in made.vega_lite["data"]["values"]] == [100.0, 30.0]


def test_the_history_and_the_projection_that_a_model_names_are_the_picture_that_holds_both() -> None:
    past = [Point(at=f"2025-0{month}-01", value=10.0 + month, of="so far") for month in (2, 3, 4)]
    ahead = Point(at="2025-05-01", value=15.0, low=13.0, high=17.0, of="projected")
    picture = LOST.model_copy(
        update={"kind": "line", "title": "Sales, projected", "points": (*past, ahead), "column": "projected"}
    )
    months = tuple({"month": f"2025-0{month}-01", "sales": 10.0 + month} for month in (1, 2, 3, 4))
    results = (
        ResultPreview(purpose="History", data=months, row_count=4, drawn=("sales",)),
        ResultPreview(
            purpose="Ahead",
            data=({"period": "2025-05-01", "projected": 15.0, "low": 13.0, "high": 17.0},),
            row_count=1,
            drawn=("projected",),
        ),
    )
    result = AgentResult(results=results, visualization_hint="line")
    (made,) = charts_of([answer(by_model=True, result=result, pictures=(picture,))])
    assert made.title == "Sales, projected"


def test_a_course_and_what_is_projected_of_it_are_one_chart_with_the_interval() -> None:
    past = [Point(at=f"2025-0{month}-01", value=10.0 + month, of="so far") for month in (1, 2, 3)]
    ahead = [Point(at="2025-04-01", value=14.0, of="projected", low=11.0, high=17.0)]
    picture = LOST.model_copy(update={"kind": "line", "points": (*past, *ahead)})
    spec = chart(picture).vega_lite
    band, line = spec["layer"]
    assert spec["encoding"]["x"]["type"] == "temporal"
    assert spec["encoding"]["color"]["field"] == "color"
    assert (band["encoding"]["y"]["field"], band["encoding"]["y2"]["field"]) == ("low", "high")
    assert band["mark"]["type"] == "area"
    assert line["mark"]["type"] == "line"
    assert [value.get("high") for value in spec["data"]["values"]] == [None, None, None, 17.0]


@pytest.mark.parametrize(("many", "channel"), [(2, "color"), (9, "facet"), (13, None)])
def test_courses_are_told_apart_by_colour_and_many_of_them_by_panels(many: int, channel: str | None) -> None:
    points = [Point(at=f"2025-0{month}-01", value=1.0, of=f"t{at}") for at in range(many) for month in (1, 2)]
    made = drawn(LOST.model_copy(update={"kind": "line", "points": tuple(points)}))
    assert (made is None) == (channel is None)
    if made is not None and channel:
        VALID.validate(made.vega_lite)
        assert channel in made.vega_lite["encoding"]


def test_panels_of_several_figures_have_a_scale_each() -> None:
    points = [Point(at=at, value=1.0, of=of) for of in ("Revenue", "Units") for at in ("West", "East")]
    picture = LOST.model_copy(update={"kind": "panels", "points": tuple(points), "own_scales": True})
    spec = chart(picture).vega_lite
    assert spec["resolve"] == {"scale": {"x": "independent"}}
    assert spec["encoding"]["facet"]["sort"] == ["Revenue", "Units"]
    assert spec["mark"]["type"] == "bar"


def test_two_figures_of_each_row_are_points_of_a_plane() -> None:
    points = (Point(at=1, value=2.0), Point(at=2, value=3.0))
    spec = chart(LOST.model_copy(update={"kind": "scatter", "points": points})).vega_lite
    assert {spec["encoding"][side]["type"] for side in ("x", "y")} == {"quantitative"}


def test_the_title_of_a_picture_says_its_unit_as_its_axis_does_and_counts_long_lists() -> None:
    named = LOST.model_copy(
        update={
            "title": "Total amount gbp by note, for gifts whose note is “a”, “b”, “c” or “d”",
            "figure": Axis(called="Total amount gbp", unit="£"),
        }
    )
    assert chart(named).title == "Total amount (£) by note, for gifts whose note is “a”, “b”, … (4)"


def test_a_line_is_broken_where_months_have_no_figure() -> None:
    def line(*months: str) -> list[Any]:
        points = tuple(Point(at=f"{month}-01", value=float(at)) for at, month in enumerate(months))
        course = LOST.model_copy(update={"kind": "line", "along": Axis(called="Month"), "points": points})
        return [(one["x"][:7], one["y"]) for one in chart(course).vega_lite["data"]["values"]]

    assert line("2023-11", "2023-12", "2024-02", "2024-03") == [
        ("2023-11", 0.0),
        ("2023-12", 1.0),
        ("2024-01", None),
        ("2024-02", 2.0),
        ("2024-03", 3.0),
    ]
    assert [y for _, y in line("2023-01", "2023-04", "2023-07", "2023-10")] == [0.0, 1.0, 2.0, 3.0]
    assert [y for _, y in line("2023-01", "2023-02", "2023-07", "2024-01")] == [0.0, 1.0, 2.0, 3.0]


def test_the_days_of_a_line_may_be_missing_at_weekends() -> None:
    days = tuple(Point(at=f"2024-03-{day:02}", value=1.0) for day in (1, 4, 5, 6, 7, 8, 11))
    course = LOST.model_copy(update={"kind": "line", "along": Axis(called="Day"), "points": days})
    assert len(chart(course).vega_lite["data"]["values"]) == len(days)
