"""Figures of a column that are taken in one go, against scipy and numpy taking each of them anew."""

import numpy as np
import pytest
from scipy import stats

from shared.statistics.columns import values_of
from shared.statistics.moments import moments
from shared.statistics.ordered import median, parted, quantiles
from shared.statistics.requests import Describe
from tests.shared.statistics.handing import answered, figures, handed

RNG = np.random.default_rng(5)
COLUMNS = {
    "eight values": RNG.normal(5, 2, 8),
    "skewed": RNG.lognormal(0, 1.2, 6001),
    "heavy tails": RNG.standard_t(3, 9000) * 1e6,
    "far from zero": 1e9 + RNG.normal(0, 1, 5400),
    "as many on both sides": np.arange(-3000.0, 3001.0),
    "few different": RNG.integers(0, 5, 7000).astype(float),
}
every_column = pytest.mark.parametrize("x", COLUMNS.values(), ids=COLUMNS)


@every_column
def test_skewness_kurtosis_and_their_tests_are_scipys(x):
    found, skewed, peaked = moments(x), stats.skewtest(x), stats.kurtosistest(x)
    for ours, theirs in (
        (found.skewness, stats.skew(x, bias=False)),
        (found.kurtosis, stats.kurtosis(x, bias=False)),
        (found.skewed_z, skewed.statistic),
        (found.peaked_z, peaked.statistic),
        (found.skewed_p, skewed.pvalue),
        (found.normal_p, stats.normaltest(x).pvalue),
    ):
        assert ours == pytest.approx(theirs, rel=1e-12, abs=1e-300)


@every_column
def test_quantiles_of_ordered_values_are_numpys_to_the_bit(x):
    at = (0.0, 0.25, 0.5, 0.75, 1.0, *RNG.random(200))
    for ordered in (np.sort(x), parted(x, at)):
        np.testing.assert_array_equal(quantiles(ordered, at), np.quantile(x, at))
        assert median(ordered) == np.median(x)


@every_column
def test_a_column_is_told_the_same_whether_its_parts_are_asked_together_or_alone(x):
    whole = figures(Describe(), handed(x=x))
    for part in ("shape", "concentration", "outliers"):
        alone = figures(Describe(parts=(part,)), handed(x=x))
        assert {name: whole[name] for name, cell in alone.items() if cell is not None}.items() <= alone.items()


@every_column
def test_outliers_are_counted_about_the_mean_and_about_the_median(x):
    found = figures(Describe(parts=("outliers",)), handed(x=x))
    spread = stats.median_abs_deviation(x, scale="normal")
    assert found["outliers"] == np.sum(np.abs(x - x.mean()) > 2 * x.std(ddof=1))
    assert found["mad_outliers"] == np.sum(np.abs(x - np.median(x)) > 3.5 * spread)


def test_values_that_are_alike_but_for_rounding_have_no_skewness():
    x = np.full(100, 1e9)
    x[0] = np.nextafter(1e9, 2e9)
    found = figures(Describe(parts=("shape",)), handed(x=x))
    assert (found["skewness"], found["kurtosis"], found["shape"]) == (None, None, "not normal")


def test_a_cell_is_shown_as_it_is_wherever_it_stands():
    columns = values_of(handed(number=[1.0, 2.5, np.nan, -7.0, 1e15], word=["a", None, "b", "a", "c"]))
    assert [columns[0].shown(at) for at in range(5)] == ["1", "2.5", "", "-7", "1000000000000000"]
    assert [columns[1].shown(at) for at in range(5)] == ["a", "", "b", "a", "c"]


def test_an_outlier_of_many_rows_has_the_name_of_its_own_row():
    x = RNG.normal(100, 5, 1000)
    x[[0, 500, 998, 999]] = 900.0, 800.0, 700.0, 600.0
    _, rows = answered(Describe(values=1, labels=0, parts=("outliers",)), handed(who=np.arange(1000) * 1.5, x=x))
    assert [row["name"] for row in rows[:4]] == ["0", "750", "1497", "1498.5"]
