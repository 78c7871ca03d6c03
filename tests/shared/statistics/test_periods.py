"""Which periods of a series the data fills."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.trends.period_growth import PeriodGrowth
from shared.errors import ForfeitException
from shared.statistics.requests import CompareLast, FitTrend
from tests.shared.analysis.running import Tables
from tests.shared.statistics.handing import figures, handed


def by_period(days: pd.DatetimeIndex, freq: str):
    """The number of these days in each period, as the query gives it."""
    frame = pd.DataFrame({"day": days, "begin": days.to_period(freq).start_time})
    each = frame.groupby("begin").day.agg(["count", "min", "max"]).reset_index()
    return handed(begin=each["begin"], value=each["count"].astype(float), first=each["min"], last=each["max"])


@pytest.mark.parametrize(
    ("first", "last", "left"),
    [
        ("2023-01-01", "2024-06-30", "2024-01-01"),
        ("2023-01-01", "2024-12-31", None),
        ("2023-01-02", "2024-12-30", None),
    ],
)
def test_of_two_periods_the_last_is_left_out_where_the_data_breaks_off_in_it(first, last, left):
    found = figures(CompareLast(grain="year"), by_period(pd.date_range(first, last), "Y"))
    assert found["last_left_out"] == left
    assert found["first_left_out"] is None
    assert found["periods"] == (1 if left else 2)


def test_of_two_periods_the_first_is_left_out_where_the_data_begins_in_it():
    found = figures(CompareLast(grain="year"), by_period(pd.date_range("2023-07-01", "2024-12-31"), "Y"))
    assert (found["first_left_out"], found["last_left_out"]) == ("2023-01-01", None)


@pytest.mark.parametrize("months", [6, 18])
def test_an_outage_in_a_middle_month_does_not_make_a_partial_last_month_complete(months):
    last = pd.Timestamp("2023-01-01") + pd.DateOffset(months=months - 1)
    days = pd.date_range("2023-01-01", last + pd.Timedelta(days=2))  # three days of the last month
    days = days[(days < "2023-03-02") | (days >= "2023-04-01")]  # nothing after the first of March
    found = figures(FitTrend(grain="month"), by_period(days, "M"))
    assert found["last_left_out"] == last.date().isoformat()


def test_sparse_data_hardly_ever_loses_a_month_that_is_no_different():
    rng, lost = np.random.default_rng(4), 0
    for _ in range(200):
        days = pd.Timestamp("2023-01-01") + pd.to_timedelta(np.sort(rng.integers(0, 730, 150)), unit="D")
        lost += figures(FitTrend(grain="month"), by_period(pd.DatetimeIndex(days), "M"))["last_left_out"] is not None
    assert lost <= 30


def test_growth_over_one_complete_year_is_declined():
    days = pd.date_range("2023-01-01", "2024-06-30")
    frame = pd.DataFrame({"day": days, "revenue": 10.0 + np.arange(len(days)) % 7})
    with pytest.raises(ForfeitException, match="only 1 complete year found, need at least 2"):
        Tables(sales=frame).run(PeriodGrowth(measure="revenue", grain="year"))
