"""The picture of an analysis shows what it tells: the change where a change is told, a course with what follows."""

import pandas as pd
import pytest

from shared.analysis.change.change_drivers import ChangeDrivers
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.metrics import Metric
from shared.analysis.pictures import axis, bars, course
from shared.analysis.trends.projection import Projection
from shared.analysis.warnings.declining import Declining
from shared.contracts import QueryResult
from shared.query.groupings import ByColumn
from tests.shared.analysis.running import Tables

MONTHS = pd.date_range("2024-01-01", "2024-12-01", freq="MS")
SALES = pd.DataFrame(
    [
        {"order_id": f"O{month}{who}", "customer_id": who, "ordered": day, "sales": 100.0 - drop * month, "units": 1}
        for month, day in enumerate(MONTHS)
        for who, drop in (("A", 0), ("B", 2), ("C", 5), ("D", -1))
    ]
)


def picture(analysis, frame=SALES, at=0):
    findings, results = Tables(orders=frame).findings(analysis)
    return findings.pictures[at], findings, results


def test_who_declined_is_drawn_by_how_much_it_lost() -> None:
    made, findings, _ = picture(Declining(measure="sales"))
    assert made.title.startswith("Change in total sales of customers that declined, October to December 2024")
    assert [(one.at, one.value) for one in made.points] == [("C", -45.0), ("B", -18.0)]
    assert "(-45, -23.1 %)" in findings.findings[0]


def test_a_change_by_group_is_drawn_as_that_change() -> None:
    made, _, results = picture(ChangeDrivers(measure="sales", by=("customer_id",)))
    assert (made.query, made.column) == (1, "change")
    assert [one.value for one in made.points] == [row["change"] for row in results[1].records()]
    assert made.figure.called == "Change in total sales"


def test_a_forecast_is_one_picture_with_the_past_and_the_interval() -> None:
    frame = pd.DataFrame({"day": MONTHS, "sales": [100.0 + 3 * at + at % 3 for at in range(12)]})
    made, findings, results = picture(Projection(measure="sales"), frame)
    assert len(findings.pictures) == 1
    ahead = [one for one in made.points if one.low is not None]
    assert [one.value for one in ahead] == [row["projected"] for row in results[2].records()]
    assert len(made.points) == len(MONTHS) + len(ahead)
    assert all(one.low < one.value < one.high for one in ahead if one.low is not None and one.high is not None)


def listed(*rows: tuple[object, object], count: int | None = None) -> QueryResult:
    return QueryResult(columns=("who", "n"), rows=rows, row_count=count or len(rows), sql="")  # type: ignore[arg-type]


SIDES = {"title": "n by who", "along": axis("who"), "figure": axis("n")}


def test_of_more_than_thirty_the_first_are_drawn_and_the_title_says_so() -> None:
    (made,) = bars(listed(*((f"w{at}", 50 - at) for at in range(40)), count=45), "n", "who", **SIDES)  # type: ignore[arg-type]
    assert len(made.points) == 30
    assert made.title == "N by who (the first 30 of 45)"


@pytest.mark.parametrize("rows", [(("a", 1),), (("a", 1), ("a", 2)), (("a", None), ("b", None))])
def test_what_no_bars_can_tell_has_no_picture(rows: tuple[tuple[object, object], ...]) -> None:
    assert bars(listed(*rows), "n", "who", **SIDES) == ()  # type: ignore[arg-type]


def test_a_course_leaves_out_the_periods_that_its_statistic_does_not_count() -> None:
    rows = listed(*((f"2025-0{month}-01", month) for month in (1, 2, 3, 4)))
    (made,) = course(rows, "n", "who", within=("2025-01-01", "2025-03-01"), **SIDES)  # type: ignore[arg-type]
    assert [one.value for one in made.points] == [1, 2, 3]


def test_free_text_makes_no_bars() -> None:
    said = [f"We liked number {at} of all the rooms that we saw there best, and would come again." for at in range(63)]
    frame = pd.DataFrame({"answer": range(126), "comment": said * 2, "site": ["A", "B"] * 63})
    by_site, by_comment = (
        Tables(answers=frame).findings(Aggregate(metrics=(Metric(function="count"),), groups=(ByColumn(column=one),)))[
            0
        ]
        for one in ("site", "comment")
    )
    assert by_site.pictures
    assert not by_comment.pictures
