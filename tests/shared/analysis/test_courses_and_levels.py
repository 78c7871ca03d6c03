"""A trend is about the whole course, a change of level about stretches: where they go different ways, each says so."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from shared.analysis.trends.change_points import ChangePoints
from shared.analysis.trends.trend import Trend
from shared.statistics.requests import FindChanges, FitTrend, goes_against
from tests.shared.analysis.running import Tables, values
from tests.shared.statistics.handing import answered, series

NOISE = np.random.default_rng(4).normal(0, 4, 48)
AT = np.arange(60)
FALLEN = 100 + AT - 40.0 * (AT >= 50) + np.random.default_rng(3).normal(0, 15, 60)
"""Rises over five years, and is lower in the last months than before."""
WAVE = 40 * np.sin(2 * np.pi * np.arange(48) / 12) + NOISE


def told(kind: type[Trend] | type[ChangePoints], course: np.ndarray) -> tuple[str, dict[str, float]]:
    months = pd.date_range("2020-01-01", periods=len(course), freq="MS")
    findings = Tables(sales=pd.DataFrame({"month": months, "revenue": course.round(3)})).run(kind(measure="revenue"))
    return " ".join((findings.summary, *findings.findings)), values(findings)


def test_a_trend_tells_the_level_that_goes_against_it_and_that_it_is_about_the_whole_course():
    said, figures = told(Trend, FALLEN)
    assert "Total revenue is increasing" in said
    assert "The line is about the whole course; since March 2024 the level is lower" in said
    assert figures["mean of total revenue from March 2024 on"] == pytest.approx(FALLEN[50:].mean(), abs=1e-3)


def test_changes_of_level_tell_what_the_whole_course_does_where_one_goes_against_it():
    said, figures = told(ChangePoints, FALLEN)
    assert "A level is that of a stretch; over all these months total revenue is increasing" in said
    assert figures["slope of total revenue a month"] == pytest.approx(np.polyfit(AT, FALLEN, 1)[0], abs=1e-3)


@pytest.mark.parametrize("kind", [Trend, ChangePoints])
def test_where_level_and_course_go_the_same_way_neither_is_told_beside_the_other(kind):
    said, _ = told(kind, 100 + 6.0 * np.arange(48) + NOISE)
    assert "whole course" not in said
    assert "level is that of a stretch" not in said


@pytest.mark.parametrize(
    "course", [FALLEN, -FALLEN, 100 + 20.0 * (AT >= 30) + np.random.default_rng(1).normal(0, 4, 60)]
)
def test_both_statistics_know_of_the_same_course_and_the_same_change(course):
    (trend,), *_ = answered(FitTrend(grain="month"), series(course))
    (found,), stretches = answered(FindChanges(grain="month"), series(course))
    names = ("direction", "slope", "slope_low", "slope_high", "slope_p")
    assert [found[name] for name in names] == [trend[name] for name in names]
    apart = [(row, before) for before, row in pairwise(stretches)
             if goes_against(str(trend["direction"]), row["change"])]  # fmt: skip
    last, before = apart[-1] if apart else ({}, {})
    assert [trend[f"against_{name}"] for name in ("from", "since", "p")] == [
        last.get(name) for name in ("from", "mean", "p")
    ]
    assert trend["against_before"] == before.get("mean")


def test_a_season_is_no_change_of_level_and_a_change_beside_it_is_found():
    (row,), _ = answered(FindChanges(grain="month"), series(100 + WAVE))
    assert (row["changes"], row["seasonal"]) == (0, True)
    stepped = 100 + WAVE + 50.0 * (np.arange(48) >= 24)
    (row,), stretches = answered(FindChanges(grain="month"), series(stepped))
    assert row["changes"] == 1
    assert stretches[1]["from"] == "2022-01-01"
    assert stretches[1]["change"] == pytest.approx(50, abs=4)
    said, _ = told(ChangePoints, stepped)
    assert "The levels are those without the season" in said


@pytest.mark.parametrize(
    ("direction", "change", "against"),
    [("increasing", 2.0, False), ("increasing", -2.0, True), ("decreasing", -1.0, False), ("decreasing", 1.0, True),
     ("stable", 1.0, True), ("cyclical", -1.0, True)],
)  # fmt: skip
def test_only_along_a_course_that_rises_or_falls_a_level_changes_with_it(direction, change, against):
    assert goes_against(direction, change) is against
