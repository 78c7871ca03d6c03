"""What a chart draws is a value: how many points, along what, and which rows it leaves out and why."""

from typing import Any

import pytest

from shared.charts.charts import charts_of, depicted_of, left_out_of
from shared.contracts import (
    AgentResponse,
    AgentResult,
    Axis,
    Cell,
    ColumnShown,
    Depicted,
    Fact,
    Picture,
    Point,
    ResultPreview,
    Scalar,
)
from tests.shared.charts.previews import preview

MONTHS = tuple({"month": f"2025-{at:02}-01", "mean_wait": 20.0 + at, "n": 70} for at in range(1, 13))
CUT = {"month": ColumnShown(part="month", of="visit", until="2025-12-20")}
COURSE = Picture(
    kind="line",
    title="Mean wait by month",
    along=Axis(called="Month"),
    figure=Axis(called="Mean wait"),
    points=tuple(Point(at=str(row["month"]), value=float(row["mean_wait"])) for row in MONTHS[:-1]),
    column="mean_wait",
    results=(0,),
    without=("2025-12-01",),
    grain="month",
)
SITES = tuple({"site": site, "n": at} for at, site in enumerate(("Moor", "Lehrte", "Celle"), start=1))


def _answer(*results: ResultPreview, pictures: tuple[Picture, ...] = (), **more: Any) -> AgentResponse:
    result = AgentResult(results=results, visualization_hint=more.pop("hint", "line"))
    told = {"agent": "a", "task_id": "t1", "task": "t", "status": "completed", "by_model": True} | more
    return AgentResponse(result=result, pictures=pictures, **told)


def _drawn(*rows: dict[str, Scalar], pictures: tuple[Picture, ...] = (), hint: str = "line", **more: Any) -> Depicted:
    (found,) = depicted_of([_answer(preview(*rows, **more), pictures=pictures, hint=hint)])
    return found


def test_all_rows_of_a_whole_course_are_drawn() -> None:
    found = _drawn(*MONTHS, drawn=("mean_wait",))
    assert (found.points, found.rows, found.left_out) == (12, 12, ())
    assert found.columns == ((0, "mean_wait"),)
    assert (found.timed, found.along[0], found.along[-1]) == (True, "2025-01-01", "2025-12-01")


def test_a_last_period_that_the_data_does_not_fill_is_left_out_and_said_to_be() -> None:
    found = _drawn(*MONTHS, drawn=("mean_wait",), shown=CUT)
    assert (found.points, found.rows, found.left_out) == (11, 12, ("2025-12-01",))
    assert found.because == "without December 2025: the data ends on 20 December 2025"
    assert found.because in found.title


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("en", "(without December 2025: the data covers only a part)"),
        ("de", "(ohne Dezember 2025: die Daten decken nur einen Teil ab)"),
    ],
)
def test_the_picture_of_an_analysis_drawn_for_an_answer_says_which_period_it_leaves_out(tag: str, said: str) -> None:
    answer = _answer(preview(*MONTHS, drawn=("mean_wait",)), pictures=(COURSE,), language=tag)
    (chart,), (found,) = charts_of([answer]), depicted_of([answer])
    assert chart.title == f"Mean wait by month {said}"
    assert (found.points, found.rows, found.left_out) == (11, 12, ("2025-12-01",))


def test_a_picture_of_all_periods_leaves_out_none() -> None:
    whole = COURSE.model_copy(update={"without": (), "points": (*COURSE.points, Point(at="2025-12-01", value=32.0))})
    found = _drawn(*MONTHS, pictures=(whole,), drawn=("mean_wait",))
    assert (found.points, found.left_out, found.because) == (12, (), "")


def test_a_row_without_a_figure_is_not_in_a_chart() -> None:
    rows = [row | {"mean_wait": None} if row["month"] == "2025-04-01" else row for row in MONTHS]
    assert _drawn(*rows, drawn=("mean_wait",)).left_out == ("2025-04-01",)


def test_a_row_of_the_same_figure_as_another_is_told_by_its_name() -> None:
    rows = [row | {"mean_wait": 20.0} for row in MONTHS]
    assert _drawn(*rows, drawn=("mean_wait",), shown=CUT).left_out == ("2025-12-01",)


def test_bars_say_which_groups_they_show_and_those_of_no_group_are_left_out() -> None:
    found = _drawn(*SITES, {"site": None, "n": 9}, hint="bar", drawn=("n",))
    assert (found.along, found.left_out) == (("Moor", "Lehrte", "Celle"), ("(missing)",))
    assert not found.timed


def test_several_columns_are_drawn_together_and_a_row_of_neither_is_left_out() -> None:
    found = _drawn(*MONTHS, drawn=("mean_wait", "n"), shown=CUT)
    assert found.columns == ((0, "mean_wait"), (0, "n"))
    assert (found.points, found.left_out) == (22, ("2025-12-01",))


def test_bars_of_what_was_worked_out_from_a_result_leave_out_none_of_its_rows() -> None:
    worked = COURSE.model_copy(
        update={"kind": "bar", "points": (Point(at="of it", value=1.5), Point(at="others", value=2.5)), "without": ()}
    )
    assert _drawn(*SITES, pictures=(worked.model_copy(update={"column": "n"}),)).left_out == ()


def test_a_result_that_a_chart_would_draw_whole_is_not_spoken_of() -> None:
    assert left_out_of(preview(*MONTHS)) is None
    assert left_out_of(preview({"n": 1})) is None
    found = left_out_of(preview(*MONTHS, shown=CUT))
    assert found is not None
    assert found.left_out == ("2025-12-01",)


def test_results_are_counted_through_all_answers() -> None:
    def fact(task: str) -> Fact:
        return Fact(id=f"{task}.f1", name="n", value=1, text="1", cells=(Cell(query=0, row=0, column="n"),))

    drawn = preview(*SITES, drawn=("n",))
    given = [_answer(drawn, hint="bar", task_id=one, facts=(fact(one),)) for one in ("t1", "t2")]
    assert [one.columns for one in depicted_of(given)] == [((0, "n"),), ((1, "n"),)]


@pytest.mark.parametrize(("hint", "rows", "marks"), [("line", MONTHS, "lines"), ("bar", SITES, "bars")])
def test_what_a_chart_draws_is_told_with_its_marks(hint: str, rows: Any, marks: str) -> None:
    (found,) = depicted_of((_answer(preview(*rows, drawn=(list(rows[0])[1],)), hint=hint),))
    assert found.marks == marks


def test_a_course_with_a_band_behind_it_is_one_of_lines() -> None:
    banded = COURSE.model_copy(
        update={"points": tuple(one.model_copy(update={"low": 1.0, "high": 90.0}) for one in COURSE.points)}
    )
    (found,) = depicted_of((_answer(preview(*MONTHS), pictures=(banded,)),))
    assert found.marks == "lines"
