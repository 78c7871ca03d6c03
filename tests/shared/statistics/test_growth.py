"""The last complete period against earlier ones, held against pandas."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest

from shared.statistics.requests import CompareLast, SeriesGrain
from tests.shared.statistics.handing import figures, handed

FREQ: dict[SeriesGrain, str] = {"month": "M", "quarter": "Q", "year": "Y", "week": "W"}


def compared(
    values: Sequence[float], grain: SeriesGrain = "month", *, without: Sequence[int] = ()
) -> dict[str, object]:
    """What is found of a value in each period; there is none in those at the places `without`."""
    periods = pd.period_range("2020-01-06", periods=len(values), freq=FREQ[grain])
    there = [at for at in range(len(values)) if at not in without]
    begins = pd.DatetimeIndex([periods[at].start_time for at in there])
    ends = pd.DatetimeIndex([periods[at].end_time.normalize() for at in there])
    columns = handed(begin=begins, value=[values[at] for at in there], first=begins, last=ends)
    return figures(CompareLast(grain=grain), columns)


@pytest.mark.parametrize("before", [-10, 0])
def test_a_change_from_a_loss_or_from_nothing_has_no_percentage(before):
    found = compared([before, *[5] * 11, before, 30])
    assert (found["change"], found["change_percent"]) == (30 - before, None)
    assert compared([before, *[5] * 10, 30])["change_percent"] == pytest.approx(500)
    yearly = compared([5, before, *[5] * 11, 30])
    assert (yearly["year_change"], yearly["year_change_percent"]) == (30 - before, None)


@pytest.mark.parametrize(("grain", "year"), [("month", 12), ("quarter", 4)])
def test_the_last_period_stands_beside_the_one_before_the_same_one_a_year_before_and_the_first(
    grain: SeriesGrain, year: int
) -> None:
    values = pd.Series(np.random.default_rng(4).uniform(20, 90, 2 * year))
    found = compared(values.tolist(), grain)
    assert (found["first"], found["previous"], found["last"]) == (values[0], values.iloc[-2], values.iloc[-1])
    assert found["change"] == pytest.approx(values.diff().iloc[-1])
    assert found["change_percent"] == pytest.approx(100 * values.pct_change().iloc[-1])
    assert found["year_before"] == values.iloc[-1 - year]
    assert found["year_change"] == pytest.approx(values.diff(year).iloc[-1])
    assert found["year_change_percent"] == pytest.approx(100 * values.pct_change(year).iloc[-1])
    steps = values.diff().dropna()
    assert (found["rises"], found["falls"]) == ((steps > 0).sum(), (steps < 0).sum())
    assert values[0] * (1 + found["growth_percent"] / 100) ** (len(values) - 1) == pytest.approx(values.iloc[-1])  # type: ignore[operator]


@pytest.mark.parametrize("grain", ["year", "week"])
def test_of_years_and_weeks_none_is_held_against_a_year_before(grain: SeriesGrain) -> None:
    found = compared([3.0, 5.0, 4.0], grain)
    assert (found["change"], found["year_before"], found["year_change"]) == (-1.0, None, None)


def test_a_period_that_is_not_there_is_neither_a_rise_nor_a_fall_and_nothing_is_held_against_it() -> None:
    found = compared([1.0, 2.0, 9.0, 4.0], without=[2])
    assert (found["previous"], found["change"], found["change_percent"]) == (None, None, None)
    assert (found["rises"], found["falls"]) == (1, 0)


@pytest.mark.parametrize("values", [(0.0, 5.0), (5.0, 0.0), (-1.0, 5.0), (5.0, -1.0)])
def test_what_begins_or_ends_at_nothing_or_less_has_no_rate_of_growth(values: Sequence[float]) -> None:
    assert compared(values)["growth_percent"] is None


def test_one_period_is_compared_with_nothing() -> None:
    assert {compared([7.0])[name] for name in ("last", "change", "growth_percent", "rises")} == {None}


def test_two_periods_are_enough_and_one_that_is_as_the_last_neither_rises_nor_falls() -> None:
    found = compared([0.5, 0.75])
    assert (found["growth_percent"], found["rises"], found["falls"]) == (pytest.approx(50), 1, 0)
    level = compared([0.5, 0.5, 0.9, 0.9])
    assert (level["rises"], level["falls"]) == (1, 0)
