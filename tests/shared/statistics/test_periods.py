"""Which periods a statistic is of: those that the data fills, by the rule of all comparisons of periods."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.trends.period_growth import PeriodGrowth
from shared.analysis.trends.trend import Trend
from shared.errors import ForfeitException
from shared.query.checks.last_period import whole
from shared.query.conditions import Period
from shared.statistics.requests import FitTrend
from tests.shared.analysis.running import Tables
from tests.shared.statistics.handing import figures, handed


def by_period(times: pd.DatetimeIndex, freq: str):
    """The number of these times in each period, as the query gives it."""
    frame = pd.DataFrame({"time": times, "begin": times.to_period(freq).start_time})
    each = frame.groupby("begin").time.agg(["count", "min", "max"]).reset_index()
    return handed(begin=each["begin"], value=each["count"].astype(float), first=each["min"], last=each["max"])


def sold(days: pd.DatetimeIndex) -> Tables:
    """A sale on each of these days."""
    return Tables(sales=pd.DataFrame({"day": days, "revenue": 10.0 + np.arange(len(days)) % 7}))


def left_out(tables: Tables, **asked: object) -> tuple[str | None, str | None]:
    """The begins of the first and the last period that a trend leaves out."""
    (table,) = tables.profiles
    trend = Trend.model_validate({"measure": "revenue", **asked})
    request = trend.filled(table)
    days = [pd.Timestamp(str(table.column("day").minimum)), pd.Timestamp(str(table.column("day").maximum))]
    begins = [one.to_period({"month": "M", "year": "Y"}[request["grain"]]).start_time.date() for one in days]
    ends = [request["since"] > begins[0], request["until"] <= begins[1]]
    first, last = (day.isoformat() if left else None for day, left in zip(begins, ends, strict=True))
    return first, last


@pytest.mark.parametrize(
    ("first", "last", "left"),
    [
        ("2023-01-01", "2024-06-30", (None, "2024-01-01")),
        ("2023-01-01", "2024-12-31", (None, None)),
        ("2023-01-02", "2024-12-30", (None, None)),
        ("2023-07-01", "2024-12-31", ("2023-01-01", None)),
    ],
)
def test_of_two_periods_the_one_is_left_out_in_which_the_data_begins_or_breaks_off(first, last, left):
    assert left_out(sold(pd.date_range(first, last)), grain="year") == left


@pytest.mark.parametrize("months", [12, 18])
def test_an_outage_in_a_middle_month_does_not_make_a_partial_last_month_complete(months):
    last = pd.Timestamp("2023-01-01") + pd.DateOffset(months=months - 1)
    days = pd.date_range("2023-01-01", last + pd.Timedelta(days=2))  # three days of the last month
    days = days[(days < "2023-03-02") | (days >= "2023-04-01")]  # nothing after the first of March
    assert left_out(sold(days), grain="month") == (None, last.date().isoformat())
    told = sold(days).run(Trend(measure="revenue", grain="month")).findings
    assert any(f"{last:%B %Y} is left out" in line for line in told)


def test_sparse_data_hardly_ever_loses_a_month_that_is_no_different():
    rng, lost = np.random.default_rng(4), 0
    for _ in range(60):
        days = pd.Timestamp("2023-01-01") + pd.to_timedelta(np.sort(rng.integers(0, 730, 150)), unit="D")
        lost += left_out(sold(pd.DatetimeIndex(days)), grain="month")[1] is not None
    assert lost <= 25


@pytest.mark.parametrize("end", ["2024-06-30", "2024-06-29", "2024-06-28", "2024-06-20", "2024-06-02"])
def test_a_trend_counts_a_last_month_where_a_comparison_of_months_does(end):
    tables = sold(pd.date_range("2023-01-01", end))
    (table,) = tables.profiles
    compared = whole(table.column("day"), "month", table.columns)
    findings = tables.run(Trend(measure="revenue", grain="month"))
    assert any("June 2024 is left out" in line for line in findings.findings) == (compared.until.month == 6)


@pytest.mark.parametrize(
    ("start", "end", "left"),
    [
        ("2023-02-01", "2024-03-01", ""),
        ("2023-02-10", "2024-03-01", "February 2023"),
        ("2023-02-01", "2024-02-15", "February 2024"),
    ],
)
def test_a_month_that_a_condition_cuts_is_left_out(start, end, left):
    tables = sold(pd.date_range("2023-01-01", "2024-12-31"))
    within = Period(column="day", start=start, end=end)
    told = tables.run(Trend(measure="revenue", grain="month", where=(within,))).findings
    assert any(f"{left} is left out" in line for line in told) == bool(left)


def test_a_day_in_which_the_data_breaks_off_is_left_out_as_the_data_itself_tells():
    hours = pd.date_range("2024-01-01", "2024-01-20 13:00", freq="h")
    assert figures(FitTrend(grain="day"), by_period(hours, "D"))["last_left_out"] == "2024-01-20"
    open_till_six = hours[(hours.hour < 18) & (hours < "2024-01-20")]
    assert figures(FitTrend(grain="day"), by_period(open_till_six, "D"))["last_left_out"] is None


def test_growth_over_one_complete_year_is_declined():
    with pytest.raises(ForfeitException, match="only 1 complete year found, need at least 2"):
        sold(pd.date_range("2023-01-01", "2024-06-30")).run(PeriodGrowth(measure="revenue", grain="year"))
