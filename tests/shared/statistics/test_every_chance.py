"""Every interval and every p-value that a statistic gives has a simulation or another implementation behind it."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from shared.statistics.columns import Floats
from shared.statistics.requests import (
    Cluster,
    CompareGroups,
    CompareLast,
    ComparePairs,
    CompareWithRest,
    CrossTabulate,
    Describe,
    FindChanges,
    FitElasticity,
    FitSeason,
    FitTrend,
    Project,
    Regress,
    Relate,
)
from tests.shared.statistics.handing import answered, figures, following, handed, series

Row = dict[str, Any]
_HERE: Final = Path(__file__).parent
_UNCERTAIN: Final = re.compile(r"(^|_)(p|chance|low|high)($|_in_all$)")
_NOT: Final = {"distribution.low_bound", "distribution.high_bound"}


# ---- what is there -------------------------------------------------------------------------------------------------

_RNG = np.random.default_rng(1)
_X, _Y, _Z = _RNG.normal(5, 1, (3, 60))
_COURSE = 5 + following(0.3, 48, _RNG)
_MONTHS = pd.date_range("2020-01-01", periods=48, freq="MS")
SAMPLES: Mapping[str, tuple[object, Any]] = {
    "trend": (FitTrend(grain="month"), series(_COURSE)),
    "season": (FitSeason(grain="month"), series(_COURSE)),
    "changes": (FindChanges(grain="month"), series(_COURSE + 9 * (np.arange(48) > 20))),
    "growth": (CompareLast(grain="month"), series(_COURSE)),
    "projection": (Project(grain="month"), series(_COURSE)),
    "distribution": (Describe(), handed(x=_X)),
    "groups": (CompareGroups(), handed(g=list("ab") * 30, x=_X, who=np.repeat(np.arange(30), 2))),
    "several groups": (CompareGroups(), handed(g=list("abc") * 20, x=_X)),
    "rest": (CompareWithRest(), handed(g=list("abc") * 20, x=_X)),
    "pairs": (ComparePairs(), handed(one=_X, other=_Y)),
    "contingency": (CrossTabulate(), handed(a=list("ab") * 30, b=list("ccd") * 20)),
    "relation": (Relate(), handed(x=_X, y=_Y)),
    "regression": (Regress(), handed(y=_Y, x=_X, z=_Z)),
    "elasticity": (
        FitElasticity(),
        handed(month=_MONTHS, price=_COURSE, sold=_COURSE**-0.5, begin=_MONTHS, end=_MONTHS + pd.offsets.MonthEnd(0)),
    ),
    "clusters": (Cluster(), handed(x=np.concatenate([_X, _X + 20]), y=np.concatenate([_Y, _Y + 20]))),
}
HERE: Final = "test_every_chance"
PROVEN: Final[Mapping[str, str]] = {
    "trend.slope_p": "test_trend.test_without_a_trend_p_values_are_no_smaller_than_uniform",
    "trend.slope_low": "test_coverage.test_an_interval_covers_the_truth_as_often_as_it_says",
    "trend.slope_high": "test_coverage.test_an_interval_covers_the_truth_as_often_as_it_says",
    "trend.theil_sen_low": "test_persistence.test_of_ten_years_an_interval_of_a_slope_covers_it",
    "trend.theil_sen_high": "test_persistence.test_of_ten_years_an_interval_of_a_slope_covers_it",
    "trend.mann_kendall_p": "test_trend.test_without_a_trend_p_values_are_no_smaller_than_uniform",
    "trend.cycle_p": "test_trend.test_without_a_trend_p_values_are_no_smaller_than_uniform",
    "trend.against_p": "test_persistence.test_errors_that_go_on_are_seldom_told_as_a_change_of_the_level",
    "season.season_p": "test_persistence.test_without_a_season_its_p_is_below_5_in_100_as_often",
    "changes.p": "test_persistence.test_errors_that_go_on_are_seldom_told_as_a_change_of_the_level",
    "changes.slope_p": "test_trend.test_without_a_trend_p_values_are_no_smaller_than_uniform",
    "changes.slope_low": "test_coverage.test_an_interval_covers_the_truth_as_often_as_it_says",
    "changes.slope_high": "test_coverage.test_an_interval_covers_the_truth_as_often_as_it_says",
    "projection.slope_p": "test_coverage.test_a_projection_and_a_trend_tell_the_same_chance_of_one_slope",
    "projection.low": "test_coverage.test_the_interval_of_a_projection_covers_what_comes",
    "projection.high": "test_coverage.test_the_interval_of_a_projection_covers_what_comes",
    "projection.low_in_all": "test_coverage.test_it_covers_what_comes_of_a_slope_of_so_many_standard_errors",
    "projection.high_in_all": "test_coverage.test_it_covers_what_comes_of_a_slope_of_so_many_standard_errors",
    "distribution.skewness_p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "distribution.normal_p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "distribution.anderson_darling_p": "test_oracles.test_moments_quantiles_and_concentration",
    "groups.p": "test_assumptions.test_groups_of_one_shape_are_told_apart_in_5_of_100",
    "groups.difference_low": f"{HERE}.test_an_interval_covers_94_to_96_in_100",
    "groups.difference_high": f"{HERE}.test_an_interval_covers_94_to_96_in_100",
    "groups.normal_p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "groups.equal_spread_p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "groups.student_p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "groups.welch_p": "test_oracles.test_without_a_difference_p_values_of_groups_are_uniform",
    "groups.rank_p": "test_assumptions.test_where_nothing_is_there_p_values_are_uniform",
    "groups.distribution_p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "groups.anova_p": "test_assumptions.test_where_nothing_is_there_p_values_are_uniform",
    "groups.paired_p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "groups.signed_p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "rest.p": "test_chance.test_without_a_difference_the_smallest_p_of_all_groups_is_uniform",
    "pairs.low": "test_coverage.test_an_interval_covers_the_truth_as_often_as_it_says",
    "pairs.high": "test_coverage.test_an_interval_covers_the_truth_as_often_as_it_says",
    "pairs.t_p": "test_assumptions.test_where_nothing_is_there_p_values_are_uniform",
    "pairs.rank_p": "test_assumptions.test_where_nothing_is_there_p_values_are_uniform",
    "pairs.normal_p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "pairs.p": "test_assumptions.test_where_nothing_is_there_p_values_are_uniform",
    "contingency.p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "contingency.within_p": f"{HERE}.test_groups_within_which_nothing_is_there_are_seldom_told_to_turn_it",
    "relation.low": f"{HERE}.test_an_interval_of_a_correlation_covers_it_whatever_the_shape_of_the_values",
    "relation.high": f"{HERE}.test_an_interval_of_a_correlation_covers_it_whatever_the_shape_of_the_values",
    "relation.pearson_p": "test_assumptions.test_where_nothing_is_there_p_values_are_uniform",
    "relation.spearman_p": "test_assumptions.test_where_nothing_is_there_p_values_are_uniform",
    "relation.within_p": f"{HERE}.test_groups_within_which_nothing_is_there_are_seldom_told_to_turn_it",
    "regression.low": "test_assumptions.test_an_interval_of_a_coefficient_covers_it",
    "regression.high": "test_assumptions.test_an_interval_of_a_coefficient_covers_it",
    "regression.p": "test_assumptions.test_where_nothing_is_there_p_values_are_uniform",
    "regression.f_p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "regression.close_p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "regression.uneven_p": f"{HERE}.test_of_nothing_a_p_below_5_in_100_is_as_seldom",
    "elasticity.p": "test_persistence.test_an_interval_of_an_elasticity_covers_it",
    "elasticity.low": f"{HERE}.test_an_interval_covers_94_to_96_in_100",
    "elasticity.high": f"{HERE}.test_an_interval_covers_94_to_96_in_100",
    "elasticity.revenue_low": f"{HERE}.test_an_interval_covers_94_to_96_in_100",
    "elasticity.revenue_high": f"{HERE}.test_an_interval_covers_94_to_96_in_100",
    "clusters.chance": "test_clusters.test_values_without_groups_are_called_clear_groups_in_one_of_twenty_draws",
}  # fmt: skip
"""By statistic and column: the test that simulates it, or holds it against another implementation."""


def _told() -> set[str]:
    found: set[str] = set()
    for name, (procedure, columns) in SAMPLES.items():
        kind = "groups" if name == "several groups" else name
        for rows in answered(procedure, columns):
            found |= {f"{kind}.{column}" for row in rows[:1] for column in row if _UNCERTAIN.search(column)}
    return found - _NOT


def test_every_interval_and_p_value_is_proven_somewhere() -> None:
    assert _told() == set(PROVEN)
    for module, name in {tuple(one.split(".")) for one in PROVEN.values()}:
        assert f"def {name}" in (_HERE / f"{module}.py").read_text(encoding="utf-8"), (module, name)


# ---- where nothing is there ----------------------------------------------------------------------------------------


def _groups(rng: np.random.Generator, many: int = 2) -> Row:
    return answered(CompareGroups(), handed(g=list("abcdef"[:many]) * 25, x=rng.normal(0, 1, 25 * many)))[0][0]


def _subjects(rng: np.random.Generator, many: int = 2) -> Row:
    own = np.repeat(rng.normal(0, 2, 20), many)
    cells = {
        "g": list("abc"[:many]) * 20,
        "x": own + rng.normal(0, 1, 20 * many),
        "who": np.repeat(np.arange(20), many),
    }
    return answered(CompareGroups(), handed(**cells))[0][0]


def _shape(rng: np.random.Generator) -> Row:
    return answered(Describe(parts=("shape",)), handed(x=rng.normal(0, 1, 60)))[0][0]


def _regression(rng: np.random.Generator) -> Row:
    x = rng.normal(0, 1, 80)
    return answered(Regress(), handed(y=rng.normal(0, 1, 80), x=x, z=x + rng.normal(0, 0.1, 80)))[0][0]


def _counts(rng: np.random.Generator, one: str, shares: list[float], rows: int) -> Row:
    cells = {"a": rng.choice(list(one), rows, p=shares), "b": rng.choice(list("xyz"[: len(one)]), rows)}
    return answered(CrossTabulate(), handed(**cells))[0][0]


def _apart(rng: np.random.Generator) -> Row:
    return figures(ComparePairs(), handed(a=rng.normal(0, 1, 40), b=rng.normal(0, 1, 40)))


NULLS: Final[Mapping[str, Callable[[np.random.Generator], object]]] = {
    "Student’s t": lambda rng: _groups(rng)["student_p"],
    "Levene": lambda rng: _groups(rng)["equal_spread_p"],
    "Kolmogorov–Smirnov": lambda rng: _groups(rng)["distribution_p"],
    "normality of two groups": lambda rng: _groups(rng)["normal_p"],
    "normality of six groups": lambda rng: _groups(rng, 6)["normal_p"],
    "normality of pairs": lambda rng: _apart(rng)["normal_p"],
    "paired t of subjects": lambda rng: _subjects(rng)["paired_p"],
    "Wilcoxon of subjects": lambda rng: _subjects(rng)["signed_p"],
    "Friedman": lambda rng: _subjects(rng, 3)["p"],
    "Shapiro–Wilk": lambda rng: _shape(rng)["normal_p"],
    "skewness": lambda rng: _shape(rng)["skewness_p"],
    "Fisher": lambda rng: _counts(rng, "ab", [0.8, 0.2], 24)["p"],
    "drawn tables": lambda rng: _counts(rng, "abc", [0.85, 0.1, 0.05], 40)["p"],
    "F of all predictors": lambda rng: _regression(rng)["f_p"],
    "predictors that are alike": lambda rng: _regression(rng)["close_p"],
    "Breusch–Pagan": lambda rng: _regression(rng)["uneven_p"],
}
DRAWS = 300


@pytest.mark.parametrize("name", NULLS)
def test_of_nothing_a_p_below_5_in_100_is_as_seldom(name: str) -> None:
    """Of 300 draws the share has a standard error of 1.3 points. Exact tests of few rows, and cautious ones, have
    smaller ones less often than that."""
    rng = np.random.default_rng(70)
    found = np.array([one for one in (NULLS[name](rng) for _ in range(DRAWS)) if one is not None], float)
    assert len(found) > 0.9 * DRAWS
    assert np.mean(found < 0.05) <= 0.085
    assert stats.kstest(found, "uniform", alternative="greater").pvalue > 0.005


def test_groups_within_which_nothing_is_there_are_seldom_told_to_turn_it() -> None:
    """Both columns differ between groups, and have nothing to do with each other within them."""
    rng, turned = np.random.default_rng(71), 0
    for _ in range(200):
        group, other = rng.integers(0, 4, 200), rng.integers(0, 2, 200)
        x, y = group + rng.normal(0, 1, (2, 200))
        turned += figures(Relate(), handed(x=x, y=y, g=group, h=other))["turned_by"] is not None
        yes, no = rng.random((2, 200)) < 0.2 + 0.2 * group
        turned += answered(CrossTabulate(), handed(x=yes, y=no, g=group, h=other))[0][0]["turned_by"] is not None
    assert turned / 400 <= 0.05


# ---- how often an interval holds the truth -------------------------------------------------------------------------


def _elasticity(rng: np.random.Generator) -> Row:
    price = following(0.6, 48, rng)
    sold = np.exp(5 - 0.3 * price + 0.2 * rng.normal(0, 1, 48))
    ends = _MONTHS + pd.offsets.MonthEnd(0)
    return answered(
        FitElasticity(), handed(month=_MONTHS, price=np.exp(2 + 0.2 * price), sold=sold, begin=_MONTHS, end=ends)
    )[0][0]


def _revenue(rng: np.random.Generator) -> bool:
    row = _elasticity(rng)
    assert (row["low"] <= -1.5 <= row["high"]) == (row["revenue_low"] <= 100 * (1.1**-0.5 - 1) <= row["revenue_high"])
    return bool(row["low"] <= -1.5 <= row["high"])


def _paired(rng: np.random.Generator) -> bool:
    row = _subjects(rng)
    return bool(row["difference_low"] <= 0 <= row["difference_high"])


INTERVALS: Final = {"an elasticity and its revenue": (_revenue, 0.975), "a difference of subjects": (_paired, 0.965)}


@pytest.mark.parametrize("name", INTERVALS)
def test_an_interval_covers_94_to_96_in_100(name: str) -> None:
    """That no error of an elasticity goes on is never sure: up to 97.5. Of 700 draws, with a standard error of 0.8."""
    covers, most = INTERVALS[name]
    rng = np.random.default_rng(72)
    assert 0.935 <= np.mean([covers(rng) for _ in range(700)]) <= most


def _normal(rng: np.random.Generator, rows: int) -> tuple[Floats, Floats]:
    x = rng.normal(0, 1, rows)
    return x, x / 2 + rng.normal(0, 1, rows)


def _lopsided(rng: np.random.Generator, rows: int) -> tuple[Floats, Floats]:
    x = rng.exponential(1, rows)
    return x, x / 2 + rng.exponential(1, rows)


def _amounts(rng: np.random.Generator, rows: int) -> tuple[Floats, Floats]:
    x = rng.lognormal(0, 1, rows)
    return x, x / 2 + rng.lognormal(0, 1, rows)


def _uneven(rng: np.random.Generator, rows: int) -> tuple[Floats, Floats]:
    x = rng.normal(0, 1, rows)
    return x, x / 2 + rng.normal(0, 1, rows) * np.abs(x)


SHAPES: Final = {"normal": (_normal, 0.94), "lopsided": (_lopsided, 0.925), "amounts": (_amounts, 0.91),
                 "spread unevenly": (_uneven, 0.9)}  # fmt: skip


@pytest.mark.parametrize("rows", [12, 60])
@pytest.mark.parametrize("shape", SHAPES)
def test_an_interval_of_a_correlation_covers_it_whatever_the_shape_of_the_values(shape: str, rows: int) -> None:
    """Fisher's own covered 88, 72 and 78 in 100 of the others, and fewer the more rows there were."""
    draw, least = SHAPES[shape]
    rng, truth, inside = np.random.default_rng(73), 1 / np.sqrt(5), []
    for _ in range(1000):
        x, y = draw(rng, rows)
        row = figures(Relate(), handed(x=x, y=y))
        inside.append(row["low"] <= truth <= row["high"])
    assert least <= np.mean(inside) <= 0.985


def test_the_interval_of_a_correlation_is_that_of_leaving_one_row_out_after_the_other_or_fishers() -> None:
    x, y = _uneven(np.random.default_rng(74), 25)
    z = np.arctanh([np.corrcoef(np.delete(x, at), np.delete(y, at))[0, 1] for at in range(25)])
    reach = stats.t.ppf(0.975, 23) * np.sqrt(24 / 25 * np.sum((z - z.mean()) ** 2))
    assert reach > stats.norm.ppf(0.975) / np.sqrt(22)
    row = figures(Relate(), handed(x=x, y=y))
    middle = np.arctanh(np.corrcoef(x, y)[0, 1])
    assert (row["low"], row["high"]) == pytest.approx((np.tanh(middle - reach), np.tanh(middle + reach)))
    x[0], y[0] = x.mean(), 500.0  # one row far away decides, and leaving out any other changes nothing
    far, fishers = figures(Relate(), handed(x=x, y=y)), stats.pearsonr(x, y).confidence_interval()
    assert (far["low"], far["high"]) == pytest.approx(tuple(fishers))
    alone = figures(Relate(), handed(x=[0, 0, 0, 0, 1], y=[1.0, 2, 3, 5, 4]))
    assert (alone["low"], alone["high"]) == (None, None)
