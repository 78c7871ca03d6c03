"""Where a series goes: against statsmodels, certified data, and what chance would do."""

import math

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import stats

from shared.statistics.requests import FitTrend
from tests.shared.statistics.handing import figures, handed, series

MONTHLY = FitTrend(grain="month")
RNG = np.random.default_rng(5)


def mann_kendall(values: np.ndarray) -> float:
    """The two-sided p-value by its textbook formula, ties counted, without continuity correction."""
    n = len(values)
    s = sum(np.sign(values[j] - values[i]) for i in range(n) for j in range(i + 1, n))
    ties = np.unique(values, return_counts=True)[1]
    variance = (n * (n - 1) * (2 * n + 5) - sum(t * (t - 1) * (2 * t + 5) for t in ties)) / 18
    return float(2 * stats.norm.sf(abs(s) / math.sqrt(variance)))


@pytest.mark.parametrize("values", [RNG.normal(50, 5, 36), RNG.integers(0, 6, 60).astype(float)], ids=["real", "ties"])
def test_the_line_is_statsmodels_and_the_ranks_are_the_textbooks(values):
    found = figures(MONTHLY, series(values))
    line = sm.OLS(values, sm.add_constant(np.arange(len(values)))).fit()
    low, high = line.conf_int()[1]
    slope, wider = line.params[1], found["widened"]
    assert found["slope"] == pytest.approx(slope)
    assert 1 <= wider < 1.3
    within = slope - wider * (slope - low), slope + wider * (high - slope)
    assert (found["slope_low"], found["slope_high"]) == pytest.approx(within)
    assert line.pvalues[1] <= found["slope_p"] < line.pvalues[1] + 0.1
    assert found["r_squared"] == pytest.approx(line.rsquared)
    ranks = 2 * stats.norm.sf(stats.norm.isf(mann_kendall(values) / 2) / wider)
    assert found["mann_kendall_p"] == pytest.approx(ranks, rel=1e-6)
    pairs = [(values[j] - values[i]) / (j - i) for i in range(len(values)) for j in range(i + 1, len(values))]
    assert found["theil_sen_slope"] == pytest.approx(np.median(pairs))


def test_the_slope_and_its_error_are_those_that_nist_certifies_for_longley():
    """NIST's Statistical Reference Datasets have no series with x = 0, 1, 2, …; Longley's employment by year has, and
    the line through it is known: 1947 to 1962, thousands employed."""
    employed = [60323, 61122, 60171, 61187, 63221, 63639, 64989, 63761, 66019, 67857, 68169, 66513, 68655, 69564, 69331,
                70551]  # fmt: skip
    found = figures(FitTrend(grain="year"), series(employed, "YS", "1947-01-01"))
    assert found["slope"] == pytest.approx(716.5118, rel=1e-6)
    assert found["direction"] == "increasing"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (10 + 2 * np.arange(24) + RNG.normal(0, 1, 24), "increasing"),
        (90 - 3 * np.arange(24) + RNG.normal(0, 1, 24), "decreasing"),
        (50 + RNG.normal(0, 1, 24), "stable"),
        (50 + 10 * np.sin(2 * np.pi * np.arange(36) / 12) + RNG.normal(0, 1, 36), "cyclical"),
        (np.full(12, 7.0), "stable"),
    ],
)
def test_a_course_that_was_planted_is_found(values, said):
    found = figures(MONTHLY, series(values))
    assert found["direction"] == said
    if said == "cyclical":
        assert found["cycle_length"] == pytest.approx(12)


def test_without_a_trend_p_values_are_no_smaller_than_uniform_and_intervals_cover_the_slope():
    """Those of a course allow for errors that go on, which thirty months do not rule out."""
    found = [figures(MONTHLY, series(RNG.normal(0, 1, 30))) for _ in range(400)]
    for name in ("slope_p", "mann_kendall_p", "cycle_p"):
        given = [row[name] for row in found if row[name] is not None]
        other = "greater" if name != "cycle_p" else "two-sided"
        assert stats.kstest(given, "uniform", alternative=other).pvalue > 0.01, name
    covering = np.mean([row["slope_low"] <= 0 <= row["slope_high"] for row in found])
    assert 0.94 < covering < 0.995


def test_a_missing_month_is_a_gap_and_not_a_step():
    values = 5.0 + 2 * np.arange(20)
    begins = pd.date_range("2020-01-01", periods=20, freq="MS")
    kept = [at for at in range(20) if at not in (4, 11, 12)]
    ends = begins + pd.offsets.MonthEnd(0)
    found = figures(MONTHLY, handed(begin=begins[kept], value=values[kept], first=begins[kept], last=ends[kept]))
    assert (found["missing"], found["periods"]) == (3, 17)
    assert found["slope"] == pytest.approx(2)


def daily(start: str, end: str) -> dict[str, list]:
    days = pd.Series(pd.date_range(start, end))
    months = days.groupby(days.dt.to_period("M"))
    return {
        "begin": [one.start_time for one in months.groups],
        "value": [float(len(one)) for _, one in months],
        "first": list(months.min()),
        "last": list(months.max()),
    }


def test_months_outside_those_that_the_data_fills_are_left_out_at_both_ends():
    filled = FitTrend(grain="month", since="2023-02-01", until="2024-02-01")
    found = figures(filled, handed(**daily("2023-01-17", "2024-02-12")))
    assert (found["first_left_out"], found["last_left_out"]) == ("2023-01-01", "2024-02-01")
    assert (found["first_period"], found["last_period"], found["periods"]) == ("2023-02-01", "2024-01-01", 12)


def test_whole_months_stay_whether_told_by_the_day_or_stamped_on_the_first():
    told = figures(MONTHLY, handed(**daily("2023-01-01", "2024-02-29")))
    begins = pd.date_range("2023-01-01", periods=14, freq="MS")
    stamped = figures(MONTHLY, handed(begin=begins, value=range(14), first=begins, last=begins))
    for found in (told, stamped):
        assert (found["first_left_out"], found["last_left_out"], found["periods"]) == (None, None, 14)


@pytest.mark.parametrize("values", [[], [3.0], [3.0, 4.0], [math.nan] * 5])
def test_a_few_periods_are_counted_and_nothing_is_said_of_them(values):
    begins = pd.date_range("2023-01-01", periods=len(values), freq="MS")
    found = figures(MONTHLY, handed(begin=begins, value=values, first=begins, last=begins))
    assert found["periods"] == sum(not math.isnan(one) for one in values)
    assert (found["slope"], found["direction"]) == (None, None)
