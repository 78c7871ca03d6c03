"""The distribution of a column, against scipy and numpy: whichever parts of it are asked for, and by whose names."""

import numpy as np
import pytest
from scipy import stats

from shared.statistics.columns import values_of
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
def test_skewness_kurtosis_and_quantiles_are_those_of_scipy_and_numpy(x):
    found = figures(Describe(), handed(x=x))
    quantiles = [found[name] for name in ("quartile_1", "median", "quartile_3", "percentile_90", "percentile_99")]
    assert quantiles == np.quantile(x, (0.25, 0.5, 0.75, 0.9, 0.99)).tolist()
    assert found["skewness"] == pytest.approx(stats.skew(x, bias=False), rel=1e-12)
    assert found["kurtosis"] == pytest.approx(stats.kurtosis(x, bias=False), rel=1e-12)
    assert found["skewness_p"] == pytest.approx(stats.skewtest(x).pvalue, rel=1e-12)


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
