"""The trend of a series with a season is the slope beside it, from one fit."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from shared.statistics.requests import FindChanges, FitTrend, Project
from tests.shared.statistics.handing import answered, figures, series

MONTHLY = FitTrend(grain="month")
AT = np.arange(45.0)
WAVE = 20 * np.sin(2 * np.pi * (AT + 2) / 12)
MONTHS = np.column_stack([place == AT % 12 for place in range(1, 12)]).astype(float)
Y = 100 + 0.3 * AT + WAVE + np.random.default_rng(61).normal(0, 2, 45)


def test_slope_and_interval_are_those_of_statsmodels_with_a_column_for_each_month() -> None:
    """Of 45 months the plain line takes up a part of the season, and holds the rest for errors."""
    row = figures(MONTHLY, series(Y))
    made = sm.OLS(Y, np.column_stack([np.ones(45), AT, MONTHS])).fit()
    reach = (row["slope_high"] - row["slope"]) / row["widened"]
    assert row["seasonal"]
    assert row["slope"] == pytest.approx(made.params[1])
    assert (row["slope"] - reach, row["slope"] + reach) == pytest.approx(tuple(made.conf_int()[1]))
    assert row["direction"] == "increasing"
    plain = sm.OLS(Y, sm.add_constant(AT)).fit()
    assert plain.pvalues[1] > 0.05


def test_ranks_and_the_rest_are_of_the_values_without_the_season() -> None:
    row = figures(MONTHLY, series(Y))
    made = sm.OLS(Y, np.column_stack([np.ones(45), AT, MONTHS])).fit()
    season = MONTHS @ made.params[2:]
    rest = Y - (season - season.mean())
    assert row["kendall_tau"] == pytest.approx(stats.kendalltau(AT, rest).statistic)
    assert row["theil_sen_slope"] == pytest.approx(stats.theilslopes(rest, AT).slope)
    assert row["r_squared"] == pytest.approx(sm.OLS(rest, sm.add_constant(AT)).fit().rsquared)
    assert row["mean"] == pytest.approx(Y.mean())
    assert (row["first_value"], row["last_value"]) == pytest.approx((Y[0], Y[-1]))


@pytest.mark.parametrize("periods", [24, 36])
def test_of_a_season_alone_no_course_is_told_though_years_are_not_whole(periods: int) -> None:
    rng, at = np.random.default_rng(62), np.arange(periods + 5)
    drawn = (100 + 10 * np.sin(2 * np.pi * at / 12) + rng.normal(0, 2, len(at)) for _ in range(100))
    rows = [figures(MONTHLY, series(one)) for one in drawn]
    assert np.mean([row["direction"] in ("increasing", "decreasing") for row in rows]) <= 0.05
    for name in ("slope_p", "mann_kendall_p"):
        assert np.mean([row[name] < 0.05 for row in rows]) <= 0.08, name


def test_a_season_that_leaves_nothing_has_no_course() -> None:
    row = figures(MONTHLY, series(100 + np.tile(np.arange(12.0), 3)))
    assert (row["seasonal"], row["direction"]) == (True, "cyclical")
    assert row["slope"] == pytest.approx(0, abs=1e-9)


def test_trend_projection_and_changes_judge_one_slope_beside_a_season() -> None:
    row, ((projected,), _) = figures(MONTHLY, series(Y)), answered(Project(grain="month"), series(Y))
    assert (projected["seasonal"], projected["slope_p"]) == (True, row["slope_p"])
    stepped = np.where(AT < 22, Y, Y - 40)
    changed, fitted = answered(FindChanges(grain="month"), series(stepped))[0][0], figures(MONTHLY, series(stepped))
    assert changed["changes"]
    assert (changed["slope"], changed["slope_p"]) == (fitted["slope"], fitted["slope_p"])
