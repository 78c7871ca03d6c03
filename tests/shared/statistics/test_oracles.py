"""Each statistic against another implementation: statsmodels, scikit-learn, textbook formulas."""

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import stats
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score, silhouette_score
from sklearn.preprocessing import StandardScaler
from statsmodels.stats.contingency_tables import Table
from statsmodels.stats.oneway import anova_oneway
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from shared.statistics.clusters import adjusted_rand
from shared.statistics.least_squares import fit
from shared.statistics.requests import (
    Cluster,
    CompareGroups,
    ComparePairs,
    CrossTabulate,
    Describe,
    FindChanges,
    FitElasticity,
    FitSeason,
    Project,
    Regress,
    Relate,
)
from shared.statistics.unknown_share import spread
from tests.shared.statistics.handing import answered, figures, handed, series

RNG = np.random.default_rng(8)


def test_moments_quantiles_and_concentration():
    x = RNG.lognormal(3, 0.8, 400)
    found, frame = figures(Describe(), handed(x=x)), pd.Series(x)
    for name, expected in {
        "mean": frame.mean(), "deviation": frame.std(), "median": frame.median(), "quartile_1": frame.quantile(0.25),
        "percentile_90": frame.quantile(0.9), "skewness": frame.skew(), "kurtosis": frame.kurt(),
        "top_tenth_share": 100 * frame.nlargest(40).sum() / frame.sum(),
        "outliers": ((frame - frame.mean()).abs() > 2 * frame.std()).sum(),
    }.items():  # fmt: skip
        assert found[name] == pytest.approx(expected), name
    apart = np.abs(x[:, None] - x[None, :]).mean() / (2 * x.mean())
    assert found["gini"] == pytest.approx(apart)
    assert found["anderson_darling"] == pytest.approx(sm.stats.normal_ad(x)[0])
    for y in (x, x[:40] ** 0.3, x[:30] ** 0.6, x[:60] ** 0.6):
        known = np.clip(sm.stats.normal_ad(y)[1], 0.01, 0.15)
        assert figures(Describe(), handed(x=y))["anderson_darling_p"] == pytest.approx(known, abs=0.02)


@pytest.mark.parametrize(
    ("x", "shape"),
    [
        (RNG.normal(10, 2, 300), "normal"),
        (RNG.lognormal(0, 0.8, 300), "right-skewed"),
        (-RNG.lognormal(0, 0.8, 300), "left-skewed"),
        (np.concatenate([RNG.normal(0, 1, 150), RNG.normal(8, 1, 150)]), "bimodal"),
        (RNG.standard_t(2, 2000).clip(-30, 30), "not normal"),
    ],
)
def test_a_planted_shape_is_recognised(x, shape):
    assert figures(Describe(), handed(x=x))["shape"] == shape


def test_a_normal_sample_is_seldom_called_anything_else():
    shapes = [figures(Describe(), handed(x=RNG.normal(0, 1, 60)))["shape"] for _ in range(150)]
    assert shapes.count("normal") > 0.88 * len(shapes)


def test_outliers_come_with_their_names_furthest_first():
    x = [*RNG.normal(100, 5, 50), 300.0, 10.0]
    _, rows = answered(Describe(values=1, labels=0), handed(who=[f"c{at}" for at in range(52)], x=x))
    assert [row["name"] for row in rows] == ["c50", "c51"]
    assert rows[0]["multiple"] == pytest.approx(300 / np.mean(x))


def test_two_groups_by_welch_with_the_interval_of_statsmodels():
    one, other = RNG.normal(10, 1, 40), RNG.normal(9, 3, 60)
    (found,), rows, _ = answered(CompareGroups(), handed(g=["a"] * 40 + ["b"] * 60, x=[*one, *other]))
    means = CompareMeans(DescrStatsW(one), DescrStatsW(other))
    assert found["test"] == "Welch’s t"
    assert found["p"] == pytest.approx(means.ttest_ind(usevar="unequal")[1])
    low, high = means.tconfint_diff(usevar="unequal")
    assert (found["difference_low"], found["difference_high"]) == pytest.approx((low, high))
    assert found["student_p"] == pytest.approx(means.ttest_ind(usevar="pooled")[1])
    assert [row["count"] for row in rows] in ([40, 60], [60, 40])


def test_several_groups_that_spread_differently_by_welchs_anova():
    samples = [RNG.normal(10, scale, 40) for scale in (1, 3, 9)]
    labels = [name for name in "abc" for _ in range(40)]
    (found,), *_ = answered(CompareGroups(), handed(g=labels, x=np.concatenate(samples)))
    assert found["test"] == "Welch’s ANOVA"
    assert found["p"] == pytest.approx(anova_oneway(samples, use_var="unequal").pvalue)


def test_small_groups_that_are_not_normal_are_compared_by_ranks():
    (found,), *_ = answered(
        CompareGroups(), handed(g=["a"] * 10 + ["b"] * 10, x=[*range(9), 900, *range(20, 29), 9000])
    )
    assert found["test"] == "Mann–Whitney"
    assert found["p"] == pytest.approx(found["rank_p"])


def test_without_a_difference_p_values_of_groups_are_uniform_and_intervals_cover_0():
    labels, covered, chances = ["a"] * 25 + ["b"] * 35, 0, []
    for _ in range(300):
        (found,), *_ = answered(CompareGroups(), handed(g=labels, x=RNG.normal(0, 1, 60)))
        chances.append(found["welch_p"])
        covered += found["difference_low"] <= 0 <= found["difference_high"]
    assert stats.kstest(chances, "uniform").pvalue > 0.01
    assert 0.91 < covered / 300 < 0.985


def test_pairs():
    one = RNG.normal(5, 1, 40)
    other = one - 0.4 + RNG.normal(0, 0.5, 40)
    found = figures(ComparePairs(), handed(a=one, b=other))
    t = DescrStatsW(one - other)
    assert (found["test"], found["p"]) == ("paired t", pytest.approx(t.ttest_mean(0)[1]))
    assert (found["low"], found["high"]) == pytest.approx(t.tconfint_mean())


def test_a_table_of_counts():
    a, b = RNG.choice(list("xyz"), 200), RNG.choice(list("pq"), 200)
    (found,), rows = answered(CrossTabulate(), handed(a=a, b=b))
    nominal = Table(pd.crosstab(a, b), shift_zeros=False).test_nominal_association()
    assert (found["statistic"], found["p"]) == pytest.approx((nominal.statistic, nominal.pvalue))
    assert sum(row["rows"] for row in rows) == 200


def test_a_relation():
    x = RNG.normal(0, 1, 80)
    y = 0.5 * x + RNG.normal(0, 1, 80)
    found, frame = figures(Relate(), handed(x=x, y=y)), pd.DataFrame({"x": x, "y": y})
    assert found["pearson"] == pytest.approx(frame.corr().iloc[0, 1])
    assert found["spearman"] == pytest.approx(frame.corr("spearman").iloc[0, 1])
    assert found["pearson_p"] == pytest.approx(sm.OLS(y, sm.add_constant(x)).fit().pvalues[1])


def _error(model, at):
    """The larger of the classical error and HC3."""
    return max(model.bse[at], model.HC3_se[at])


def _interval(model, at):
    reach = stats.t.ppf(0.975, model.df_resid) * _error(model, at)
    return model.params[at] - reach, model.params[at] + reach


def _p(model, at):
    return 2 * stats.t.sf(abs(model.params[at] / _error(model, at)), model.df_resid)


def test_several_predictors_by_statsmodels_and_those_that_follow_from_others_left_out():
    x, z = RNG.normal(0, 1, 120), RNG.normal(5, 2, 120)
    y = 2 * x - 0.5 * z + RNG.normal(0, 1, 120)
    (summary,), rows = answered(Regress(), handed(y=y, x=x, z=z, same=2 * x + z, flat=[1.0] * 120))
    model = sm.OLS(y, sm.add_constant(np.column_stack([x, z]))).fit()
    found = {row["predictor"]: row for row in rows}
    assert (list(found), summary["left_out"]) == (["x", "z"], "same, flat")
    for at, name in enumerate(("x", "z"), start=1):
        own = (found[name]["coefficient"], found[name]["low"], found[name]["high"], found[name]["p"])
        assert own == pytest.approx((model.params[at], *_interval(model, at), _p(model, at)))
    robust = model.get_robustcov_results("HC3", use_t=True)
    assert (summary["adjusted_r_squared"], summary["f_p"]) == pytest.approx((model.rsquared_adj, robust.f_pvalue))


def test_the_predictors_of_very_many_rows_by_statsmodels_and_those_that_follow_from_others_left_out():
    one, other = RNG.normal(5, 2, 30_000), RNG.normal(-40, 900, 30_000)
    y = 3 * one - 0.01 * other + RNG.normal(0, 4, 30_000)
    columns = {"one": one, "same": np.full(30_000, 2.0), "other": other, "follows": one - 2 * other}
    (found,), rows = answered(Regress(), handed(y=y, **columns))
    fitted = sm.OLS(y, sm.add_constant(np.column_stack([one, other]))).fit()
    assert (found["count"], found["left_out"]) == (30_000, "same, follows")
    assert found["r_squared"] == pytest.approx(fitted.rsquared, rel=1e-12)
    for at, name in ((1, "one"), (2, "other")):
        row = next(row for row in rows if row["predictor"] == name)
        assert row["coefficient"] == pytest.approx(fitted.params[at], rel=1e-12)
        assert (row["low"], row["high"]) == pytest.approx(_interval(fitted, at), rel=1e-10)


def _by_month(price, quantity):
    months = pd.date_range("2020", periods=len(price), freq="MS")
    return handed(t=months, p=price, q=quantity, first=months, last=months + pd.offsets.MonthEnd(0))


def test_an_elasticity_that_was_planted_is_found():
    price = np.exp(RNG.normal(2, 0.2, 36))
    quantity = 1000 * price**-1.5 * np.exp(RNG.normal(0, 0.02, 36))
    (found,), _ = answered(FitElasticity(percent=10), _by_month(price, quantity))
    assert found["low"] < -1.5 < found["high"]
    assert found["elasticity"] == pytest.approx(-1.5, abs=0.1)
    assert found["revenue_percent"] == pytest.approx(100 * (1.1 ** (1 + found["elasticity"]) - 1))
    assert found["revenue_low"] < found["revenue_percent"] < found["revenue_high"]


def test_a_price_that_never_changed_tells_no_elasticity():
    (found,), assumed = answered(FitElasticity(), _by_month([9.99] * 36, RNG.normal(100, 5, 36)))
    assert (found["elasticity"], found["prices"]) == (None, 1)
    assert {row["assumed_elasticity"]: row["revenue_percent"] for row in assumed}[0.0] == pytest.approx(10)


def test_a_projection_of_so_many_days_is_statsmodels_with_its_prediction_interval():
    y = 50 + 2 * np.arange(1100) + np.random.default_rng(7).normal(0, 4, 1100)
    (summary,), rows = answered(Project(grain="day", ahead=4), series(y, "D"))
    model = sm.OLS(y, sm.add_constant(np.arange(1100))).fit()
    frame = model.get_prediction(sm.add_constant(np.arange(1100, 1104))).summary_frame()
    assert not summary["seasonal"]
    assert [row["projected"] for row in rows] == pytest.approx(list(frame["mean"]))
    assert [row["low"] for row in rows] == pytest.approx(list(frame["obs_ci_lower"]))
    assert [row["high"] for row in rows] == pytest.approx(list(frame["obs_ci_upper"]))
    assert (rows[0]["period"], rows[-1]["period"]) == ("2023-01-05", "2023-01-08")


def test_5_in_100_of_what_comes_lie_beyond_an_interval_by_the_errors_of_each_share_from_statsmodels():
    y = 50 + 2 * np.arange(30) + np.random.default_rng(6).normal(0, 4, 30)
    _, rows = answered(Project(grain="month", ahead=3), series(y))
    at = np.arange(33.0)
    line = sm.add_constant(at)
    alone = sm.OLS(y, line[:30]).fit()
    assert [row["projected"] for row in rows] == pytest.approx(list(alone.predict(line[30:])))
    likely = spread(fit(line[:30], y), line[:30], y, at[:30], 1).likely
    missed = np.concatenate([-(line[32] @ np.linalg.pinv(line[:30])), [0, 0, 1]])
    beyond = 0.0
    for weight, share in zip(likely, np.linspace(0, 0.95, 39), strict=True):
        alike = share ** np.abs(np.subtract.outer(at, at))
        error = np.sqrt(sm.GLS(y, line[:30], sigma=alike[:30, :30]).fit().scale * (missed @ alike @ missed))
        beyond += 2 * weight * stats.t.sf((rows[2]["high"] - rows[2]["projected"]) / error, 28)
    assert beyond == pytest.approx(0.05)


def test_95_in_100_values_fall_into_the_interval_of_a_projection():
    inside = 0
    for _ in range(300):
        y = 10 + RNG.normal(0, 1, 25)
        _, (row,) = answered(Project(grain="year", ahead=1), series(y[:24], "YS", "1990-01-01"))
        inside += row["low"] <= y[24] <= row["high"]
    assert 0.915 < inside / 300 < 0.985


def test_a_season_that_was_planted_is_found_and_projected():
    months = np.arange(48)
    y = 100 + months + 20 * np.sin(2 * np.pi * (months % 12 - 8) / 12) + RNG.normal(0, 1, 48)
    (summary,), places = answered(FitSeason(grain="month"), series(y))
    assert (summary["high_place"], len(places)) == (12, 12)
    assert summary["season_p"] < 0.001
    assert summary["strength"] > 80
    (ahead,), rows = answered(Project(grain="month", ahead=12), series(y))
    assert ahead["seasonal"]
    assert rows[11]["projected"] == pytest.approx(100 + 59 + 20, abs=4)
    assert ahead["before_in_all"] == pytest.approx(y[36:].sum())


def test_without_a_season_its_p_value_is_small_as_often_as_it_says():
    chances = [answered(FitSeason(grain="month"), series(RNG.normal(9, 1, 60)))[0][0]["season_p"] for _ in range(200)]
    assert np.mean(np.array(chances) < 0.05) < 0.1


def test_a_level_that_changes_is_found_where_it_does_and_noise_seldom():
    y = np.concatenate([RNG.normal(10, 1, 15), RNG.normal(16, 1, 15)])
    (summary,), rows = answered(FindChanges(grain="month"), series(y))
    assert summary["changes"] == 1
    assert (rows[0]["periods"], rows[1]["change"]) == (15, pytest.approx(y[15:].mean() - y[:15].mean()))
    noise = [answered(FindChanges(grain="month"), series(RNG.normal(9, 1, 30)))[0][0]["changes"] for _ in range(60)]
    assert np.mean(np.array(noise) > 0) < 0.15


@pytest.fixture(scope="module")
def blobs():
    centres = np.array([[0, 0], [10, 0], [0, 60]])
    return np.concatenate([RNG.normal(centre, (1, 6), (40, 2)) for centre in centres]), np.repeat([0, 1, 2], 40)


def test_clusters_that_were_planted_are_found_and_come_again(blobs):
    data, truth = blobs
    (summary,), rows, by_k = answered(Cluster(), handed(x=data[:, 0], y=data[:, 1]))
    assert (summary["k"], [row["size"] for row in rows]) == (3, [40, 40, 40])
    assert summary["stability"] > 0.9
    scaled = StandardScaler().fit_transform(data)
    three = next(row for row in by_k if row["k"] == 3)
    assert three["silhouette"] == pytest.approx(silhouette_score(scaled, truth), abs=0.01)
    assert summary["explained"] > 80


def test_the_rand_index_is_scikit_learns():
    one, other = RNG.integers(0, 3, 80), RNG.integers(0, 4, 80)
    assert adjusted_rand(one, other) == pytest.approx(adjusted_rand_score(one, other))
    assert adjusted_rand(one, (one + 1) % 3) == 1


def test_clusters_are_the_same_however_rows_are_ordered(blobs):
    data, _ = blobs
    shuffled = RNG.permutation(data)
    assert answered(Cluster(), handed(x=data[:, 0], y=data[:, 1])) == answered(
        Cluster(), handed(x=shuffled[:, 0], y=shuffled[:, 1])
    )


def test_normality_of_a_large_group_is_that_of_a_sample_from_all_over_it():
    """Rows come in any order, sorted ones too: the first of them are no sample."""
    draw = np.random.default_rng(8)
    x = np.concatenate([np.sort(draw.normal(10, 2, 12_000)), np.sort(draw.normal(10.1, 2, 12_000))])
    ((found,), *_) = answered(CompareGroups(), handed(group=["a"] * 12_000 + ["b"] * 12_000, x=x))
    assert found["normal_p"] > 0.01
    ((skewed,), *_) = answered(CompareGroups(), handed(group=["a"] * 12_000 + ["b"] * 12_000, x=np.exp(x / 4)))
    assert skewed["normal_p"] < 1e-6


def test_clusters_of_many_rows_are_tried_on_some_and_told_of_all():
    draw = np.random.default_rng(9)
    sizes, centres = (6_000, 4_000, 2_000), ((0, 0), (10, 0), (0, 10))
    x, y = np.concatenate([draw.normal(at, 1, (n, 2)) for n, at in zip(sizes, centres, strict=True)]).T
    one, profiles, _ = answered(Cluster(), handed(x=x, y=y))
    assert (one[0]["k"], one[0]["count"]) == (3, 12_000)
    assert [row["size"] for row in profiles] == list(sizes)
    assert one[0]["stability"] == pytest.approx(1, abs=0.01)
    z = np.column_stack([(x - x.mean()) / x.std(), (y - y.mean()) / y.std()])
    fitted = KMeans(3, n_init=3, random_state=0).fit(z)
    assert one[0]["explained"] == pytest.approx(100 * (1 - fitted.inertia_ / np.sum(z**2)), abs=1e-6)


def test_of_outliers_as_far_as_each_other_the_first_by_name_are_told():
    x = [*([0.0, 1.0] * 300), *([50.0] * 15)]
    names = [f"c{at}" for at in range(600)] + [f"far{at:02}" for at in reversed(range(15))]
    _, rows = answered(Describe(values=1, labels=0), handed(who=names, x=x))
    assert [row["name"] for row in rows] == [f"far{at:02}" for at in range(12)]


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_clusters_that_hardly_exist_are_cut_as_well_as_scikit_learn_cuts_them(seed, k):
    data = np.random.default_rng(seed).multivariate_normal((0, 0), ((1, 0.8), (0.8, 1)), 90)
    ((found,), *_) = answered(Cluster(k=k), handed(x=np.exp(data[:, 0] / 2), y=np.exp(data[:, 1] / 2)))
    z = StandardScaler().fit_transform(np.exp(data / 2))
    best = 100 * (1 - KMeans(k, n_init=50, random_state=0).fit(z).inertia_ / np.sum(z**2))
    assert found["explained"] == pytest.approx(best, abs=0.01)


def test_a_regression_of_columns_of_very_different_size_is_statsmodels():
    draw = np.random.default_rng(12)
    tiny, huge = draw.normal(2e-9, 1e-9, 60), draw.normal(4e9, 1e9, 60)
    y = 3 + 1e9 * tiny + 1e-9 * huge + draw.normal(0, 0.1, 60)
    (summary,), rows = answered(Regress(), handed(y=y, tiny=tiny, huge=huge))
    model = sm.OLS(y, sm.add_constant(np.column_stack([tiny * 1e9, huge / 1e9]))).fit()
    assert summary["left_out"] is None
    given = {row["predictor"]: row for row in rows}
    assert [given["tiny"]["coefficient"] / 1e9, given["huge"]["coefficient"] * 1e9] == pytest.approx(model.params[1:])
    lows = [_interval(model, at)[0] for at in (1, 2)]
    assert [given["tiny"]["low"] / 1e9, given["huge"]["low"] * 1e9] == pytest.approx(lows)


def test_why_a_test_by_ranks_is_taken_calls_no_group_small_that_is_large():
    draw = np.random.default_rng(13)
    alike, skewed = np.full(40, 5.0), draw.exponential(size=40)
    (row,), *_ = answered(CompareGroups(), handed(group=["a"] * 40 + ["b"] * 40, x=np.concatenate([alike, skewed])))
    assert (row["test"], row["why"]) == ("Mann–Whitney", "all values of a group are the same")
    (row,), *_ = answered(CompareGroups(), handed(group=["a"] * 40 + ["b"] * 8, x=draw.exponential(size=48) ** 3))
    assert row["why"] == "values of a group are not normal, and not every group is large enough for their skewness"
