"""A slope is counted by how far the data supports it, without a jump."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from shared.statistics.averaged import interval, weight_of_slope
from shared.statistics.requests import Project
from shared.statistics.unknown_share import Outlook, Spread
from tests.shared.statistics.handing import answered, series


@pytest.mark.parametrize("slope", [0.0, 0.01, 0.02])
def test_the_weight_of_a_slope_is_that_of_akaikes_criterion(slope: float) -> None:
    at = np.arange(200.0)
    y = slope * at + np.random.default_rng(1).normal(0, 5, 200)
    line, level = sm.OLS(y, sm.add_constant(at)).fit(), sm.OLS(y, np.ones(200)).fit()
    akaike = 1 / (1 + np.exp((line.aic - level.aic) / 2))
    assert weight_of_slope(line.pvalues[1]) == pytest.approx(akaike, abs=0.01)


def test_the_weight_grows_with_the_evidence_and_a_slope_as_good_as_certain_counts_in_full() -> None:
    weights = [weight_of_slope(p) for p in (1.0, 0.5, 0.1, 0.05, 0.01, 0.001, 1e-5, 0.0)]
    assert weights == sorted(weights)
    assert weights[0] == pytest.approx(1 / (1 + np.e))
    assert weights[-2:] == [1.0, 1.0]


def test_no_projection_jumps_where_a_slope_gets_significant() -> None:
    """At p = 0.05 it was the average on one side and the line on the other."""
    at, noise = np.arange(24), np.random.default_rng(5).normal(0, 5, 24)
    found = [answered(Project(grain="month"), series(100 + slope * at + noise)) for slope in np.linspace(0, 0.6, 61)]
    chances, told = [row["slope_p"] for (row,), _ in found], np.array([rows[-1]["projected"] for _, rows in found])
    ends = np.array([[rows[-1]["low"], rows[-1]["high"]] for _, rows in found])
    assert min(chances) < 0.05 < max(chances)
    assert np.max(np.abs(np.diff(told))) < 0.5
    assert np.max(np.abs(np.diff(ends, axis=0))) < 0.5


def test_the_truth_lies_beyond_each_end_of_an_interval_by_weighed_chances_of_2_and_a_half_in_100() -> None:
    line = Outlook(np.array([12.0, 0.0]), np.array([0.6, 0.4]), np.array([[1.0, 3.0], [1.0, 1.0]]), 8)
    average = Outlook(np.array([10.0, 0.0]), np.array([0.5, 0.5]), np.array([[1.0, 2.0], [1.0, 1.0]]), 9)
    lows, highs = interval([(0.7, line), (0.3, average)])
    low, high = lows[0], highs[0]

    def below(value: float) -> float:
        of_line = 0.6 * stats.t.cdf(value - 12, 8) + 0.4 * stats.t.cdf((value - 12) / 3, 8)
        of_average = 0.5 * stats.t.cdf(value - 10, 9) + 0.5 * stats.t.cdf((value - 10) / 2, 9)
        return float(0.7 * of_line + 0.3 * of_average)

    assert (below(low), below(high)) == pytest.approx((0.025, 0.975))
    alone = Spread(np.array([0.6, 0.4]), np.array([1.0, 3.0]), 8).reach
    lows, highs = interval([(1.0, line)])
    assert (lows[0], highs[0]) == pytest.approx((12 - alone, 12 + alone))
    assert (lows[1], highs[1]) == pytest.approx((-stats.t.ppf(0.975, 8), stats.t.ppf(0.975, 8)))
