"""Questions of a statistician: what is said stands beside another implementation, and what cannot be said is not."""

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import stats

from shared.analysis.base import Analysis, Findings
from shared.analysis.distributions.deviation_outliers import DeviationOutliers
from shared.analysis.impact.sensitivity import Sensitivity
from shared.analysis.significance.association import Association
from shared.analysis.significance.dependence import Dependence
from shared.analysis.significance.drivers import Drivers
from shared.analysis.significance.group_difference import GroupDifference
from shared.analysis.significance.paired_difference import PairedDifference
from shared.analysis.trends.change_points import ChangePoints
from shared.analysis.trends.trend import Trend
from shared.errors import ForfeitException
from shared.query.words.figures import share_decimals
from tests.shared.analysis.running import Tables, values


def _run(analysis: Analysis, frame: pd.DataFrame) -> Findings:
    return Tables(orders=frame).run(analysis)


def _refused(analysis: Analysis, frame: pd.DataFrame) -> str:
    with pytest.raises(ForfeitException) as raised:
        _run(analysis, frame)
    return raised.value.forfeit.reason


# ---- groups --------------------------------------------------------------------------------------------------------


def test_groups_of_two_are_refused_as_such_and_not_as_no_values() -> None:
    teams = pd.DataFrame({"team": np.repeat(list("ABCDEF"), 2), "score": np.arange(12.0) % 5})
    asked = GroupDifference(group="team", measure="score")
    assert "6 of 6 values of team have fewer than three each" in _refused(asked, teams)
    assert "all known values have one team" in _refused(asked, teams.assign(team="A"))


def test_where_ranks_decide_it_is_said_which_group_lies_higher_and_that_the_means_go_the_other_way() -> None:
    rng = np.random.default_rng(3)
    plain, other = rng.normal(0, 1, 40), rng.normal(1, 1, 40)
    plain[0] = 500.0
    frame = pd.DataFrame({"arm": np.repeat(["old", "new"], 40), "loss": np.concatenate([plain, other])})
    findings = _run(GroupDifference(group="arm", measure="loss"), frame)
    pairs = plain[:, None] - other[None, :]
    share = 100 * (np.mean(pairs > 0) + np.mean(pairs == 0) / 2)
    found = values(findings)["share of pairs in which loss of old is above that of new"]
    assert found == pytest.approx(share)
    assert share < 50 < 100 - share
    assert "that of old is higher (ties count half); the means go the other way" in " ".join(findings.findings)
    told = " ".join(_run(GroupDifference(group="arm", measure="loss"), frame[1:]).findings)
    assert "By ranks" not in told  # the means decide


def test_of_many_groups_both_ends_are_told() -> None:
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"shop": np.repeat([f"S{at:02}" for at in range(12)], 9), "sold": rng.normal(50, 5, 108)})
    means = frame.groupby("shop").sold.mean().sort_values()
    (told,) = (one for one in _run(GroupDifference(group="shop", measure="sold"), frame).findings if "highest" in one)
    first, last = told.split(" The lowest: ")
    assert [name in first for name in means.index[-3:]] == [True] * 3
    assert [name in last for name in means.index[:3]] == [True] * 3


@pytest.mark.parametrize("events", [(2, 7), (0, 4), (3, 3)])
def test_few_events_are_tested_exactly_though_they_are_written_as_numbers(events: tuple[int, int]) -> None:
    frame = pd.DataFrame(
        {
            "arm": np.repeat(["drug", "none"], 500),
            "died": np.concatenate([np.arange(500) < events[0], np.arange(500) < events[1]]).astype(float),
        }
    )
    frame.loc[::100, "died"] += 0.0
    found = values(_run(GroupDifference(group="arm", measure="died"), frame))
    counts = [[one, 500 - one] for one in events]
    assert found["p-value of ranks"] == pytest.approx(stats.fisher_exact(counts).pvalue)


# ---- numbers together ----------------------------------------------------------------------------------------------


def test_a_correlation_that_one_row_carries_is_no_more_than_chance_by_ranks_and_that_is_said() -> None:
    rng = np.random.default_rng(5)
    x, y = rng.normal(0, 1, 40), rng.normal(0, 1, 40)
    x[0], y[0] = 15, 14
    assert stats.pearsonr(x, y).pvalue < 0.05 < stats.spearmanr(x, y).pvalue
    findings = _run(Association(one="height", other="weight"), pd.DataFrame({"height": x, "weight": y}))
    assert "move together by more than chance along a line, but not by ranks" in findings.summary
    assert "The two disagree: a few extreme rows can carry r, and not the ranks." in findings.findings


def test_a_correlation_that_one_row_hides_is_more_than_chance_by_ranks_and_that_is_said() -> None:
    x = np.arange(1.0, 31)
    y = x + np.random.default_rng(6).normal(0, 3, 30)
    y[-1] = -400
    assert stats.spearmanr(x, y).pvalue < 0.05 < stats.pearsonr(x, y).pvalue
    findings = _run(Association(one="height", other="weight"), pd.DataFrame({"height": x, "weight": y}))
    assert "by more than chance by ranks, but not along a line" in findings.summary


def _collinear() -> pd.DataFrame:
    rng = np.random.default_rng(7)
    rain, soil = rng.normal(50, 10, 100), rng.normal(0, 1, 100)
    water = 2 * rain + rng.normal(0, 0.05, 100)
    return pd.DataFrame(
        {"crop": 3 * rain + 5 * soil + rng.normal(0, 5, 100), "rain": rain, "water": water, "soil": soil}
    )


def test_predictors_that_cannot_be_told_apart_are_tested_together() -> None:
    """Neither is more than chance by itself: to name one of them as what the crop goes with most would be chance."""
    frame = _collinear()
    findings = _run(Drivers(measure="crop"), frame)
    design = sm.add_constant(frame[["rain", "water", "soil"]])
    fit = sm.OLS(frame.crop, design).fit(cov_type="HC3", use_t=True)
    assert fit.pvalues[["rain", "water"]].min() > 0.05
    both = float(np.asarray(fit.wald_test("rain = 0, water = 0", use_f=True, scalar=True).pvalue))
    (name,) = (one for one in values(findings) if one.endswith("together"))
    assert values(findings)[name] == pytest.approx(both, rel=1e-3)
    assert ", taken together (p = " in findings.summary
    assert findings.summary.startswith("Crop goes most with ")
    assert findings.findings[1].startswith("Soil: ")  # which is more than chance by itself comes before them


def test_what_is_more_than_chance_comes_before_what_is_larger_and_may_be_chance() -> None:
    rng = np.random.default_rng(8)
    heavy = np.append(rng.normal(0, 0.1, 59), 40.0)  # one row decides its coefficient
    sure = rng.normal(0, 1, 60)
    frame = pd.DataFrame({"sold": 2 * sure + rng.normal(0, 1, 60), "heavy": heavy, "sure": sure})
    frame.loc[59, "sold"] += 60
    findings = _run(Drivers(measure="sold"), frame)
    fit = sm.OLS(frame.sold, sm.add_constant(frame[["heavy", "sure"]])).fit(cov_type="HC3", use_t=True)
    assert fit.pvalues["sure"] < 0.05 < fit.pvalues["heavy"]
    assert findings.summary.startswith("Sold goes most with sure: ")


def test_a_measure_that_does_not_vary_has_no_drivers_and_that_is_the_reason() -> None:
    constant = _collinear().assign(crop=7.0)
    assert _refused(Drivers(measure="crop"), constant) == "crop does not vary, so nothing can go with it"


def test_a_slope_that_may_be_chance_is_told_as_one() -> None:
    rng = np.random.default_rng(9)
    frame = pd.DataFrame({"sold": rng.normal(50, 5, 40), "price": rng.normal(10, 1, 40)})
    assert stats.linregress(frame.price, frame.sold).pvalue > 0.05
    asked = Sensitivity(measure="sold", driver="price")
    assert ", which may be chance, over 40 rows" in _run(asked, frame).summary
    assert "chance" not in _run(asked, frame.assign(sold=frame.sold + 9 * frame.price)).summary


def test_pairs_that_are_the_same_do_not_differ_by_the_same() -> None:
    frame = pd.DataFrame({"before": np.arange(9.0), "after": np.arange(9.0)})
    asked = PairedDifference(one="before", other="after")
    assert "are the same in every row" in _refused(asked, frame)
    assert "differ by the same in every row" in _refused(asked, frame.assign(after=frame.after + 2))


def test_a_sparse_table_is_tested_by_tables_of_the_same_sums() -> None:
    rng = np.random.default_rng(10)
    plans, tiers = rng.choice(list("pqr"), 25, p=[0.7, 0.25, 0.05]), rng.choice(list("uvw"), 25)
    frame = pd.DataFrame({"plan": plans, "tier": tiers})
    findings = _run(Dependence(one="plan", other="tier"), frame)
    counts = pd.crosstab(frame.plan, frame.tier).to_numpy()
    statistic = stats.chi2_contingency(counts, correction=False).statistic
    shuffled = (rng.permutation(frame.tier.to_numpy()) for _ in range(2_000))
    drawn = [stats.chi2_contingency(pd.crosstab(frame.plan, one), correction=False).statistic for one in shuffled]
    p = values(findings)["p-value of the dependence of plan and tier"]
    assert p == pytest.approx(np.mean(np.array(drawn) >= statistic - 1e-9), abs=0.03)
    assert "p is of tables drawn with the same sums" in " ".join(findings.findings)


# ---- courses -------------------------------------------------------------------------------------------------------


def _months(values_: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame({"month": pd.date_range("2021-01-01", periods=len(values_), freq="MS"), "calls": values_})


def test_a_change_near_an_end_is_dated_where_it_was_and_told_as_short() -> None:
    """By four months at least, the level was "72 from September on", which was no month's."""
    rng = np.random.default_rng(11)
    frame = _months(np.concatenate([rng.normal(50, 2, 33), rng.normal(80, 2, 3)]))
    findings = _run(ChangePoints(measure="calls", time="month"), frame)
    assert "changed once over 36 months: from October 2023 on" in findings.summary
    assert values(findings)["mean of total calls from October 2023 on"] == pytest.approx(frame.calls[33:].mean())
    assert any(one.startswith("A stretch of fewer than 4 months is hardly a level") for one in findings.findings)
    early = _run(ChangePoints(measure="calls", time="month"), _months(frame.calls[::-1].to_numpy()))
    assert "from April 2021 on" in early.summary


def test_a_change_amid_a_course_is_dated_as_before_and_not_told_as_short() -> None:
    rng = np.random.default_rng(12)
    frame = _months(np.concatenate([rng.normal(50, 2, 20), rng.normal(60, 2, 16)]))
    findings = _run(ChangePoints(measure="calls", time="month"), frame)
    assert "from September 2022 on" in findings.summary
    assert "hardly a level" not in " ".join(findings.findings)


def test_a_day_is_told_with_on() -> None:
    days = pd.date_range("2024-01-01", periods=60)
    frame = pd.DataFrame({"day": days, "calls": np.random.default_rng(13).normal(50, 2, 60)})
    findings = _run(Trend(measure="calls", time="day", grain="day"), frame)
    assert " on 1 January 2024 and " in " ".join(findings.findings)
    assert " in 1 January" not in " ".join((findings.summary, *findings.findings))


# ---- what all rows together show -----------------------------------------------------------------------------------


def _stores() -> pd.DataFrame:
    """Dear stores sell much, and each sells less at a higher price."""
    rng = np.random.default_rng(14)
    store = np.repeat([0, 1, 2], 40)
    price = 5 * store + rng.normal(0, 1, 120)
    sold = 6 * store - (price - 5 * store) + rng.normal(0, 1, 120)
    names = np.array(["north", "mid", "south"])[store]
    return pd.DataFrame({"store": names, "shade": rng.choice(["red", "blue"], 120), "price": price, "sold": sold})


def test_a_correlation_that_goes_the_other_way_within_groups_is_told_with_them() -> None:
    frame = _stores()
    findings = _run(Association(one="price", other="sold"), frame)
    parts = pd.get_dummies(frame.store, drop_first=True, dtype=float)
    design = sm.add_constant(pd.concat([frame.price, parts], axis=1))
    fit = sm.OLS(frame.sold, design).fit()
    left = [sm.OLS(frame[name], design.drop(columns="price")).fit().resid for name in ("price", "sold")]
    found = values(findings)
    assert found["Pearson correlation of price and sold"] > 0.8
    assert found["correlation of price and sold within store"] == pytest.approx(np.corrcoef(*left)[0, 1])
    assert found["p-value of price and sold within store"] == pytest.approx(fit.pvalues["price"])
    assert findings.findings[0].startswith("But within the values of store it goes the other way (r = -0.")
    straight = frame.assign(sold=frame.price + np.random.default_rng(15).normal(0, 1, 120))
    assert "other way" not in " ".join(_run(Association(one="price", other="sold"), straight).findings)


def _counted(cells: dict[tuple[str, str, str], int]) -> pd.DataFrame:
    rows = [key for key, many in cells.items() for _ in range(many)]
    return pd.DataFrame(rows, columns=["size", "method", "healed"])


def test_a_dependence_that_goes_the_other_way_within_groups_is_told_with_them() -> None:
    """Kidney stones (Charig and others 1986), ten of each: the better method was given the harder cases."""
    frame = _counted(
        {
            ("small", "open", "yes"): 810,
            ("small", "open", "no"): 60,
            ("small", "closed", "yes"): 2340,
            ("small", "closed", "no"): 360,
            ("large", "open", "yes"): 1920,
            ("large", "open", "no"): 710,
            ("large", "closed", "yes"): 550,
            ("large", "closed", "no"): 250,
        }
    )
    findings = _run(Dependence(one="method", other="healed"), frame)
    tables = [pd.crosstab(part.method, part.healed).to_numpy() for _, part in frame.groupby("size")]
    oracle = sm.stats.StratifiedTable(tables).test_null_odds(correction=False).pvalue
    p = values(findings)["p-value of method and healed within size"]
    assert p == pytest.approx(oracle)
    assert findings.findings[0].startswith("But within the values of size it goes the other way (p = ")
    alike = _run(Dependence(one="method", other="healed"), frame[frame["size"] == "small"])
    assert "other way" not in " ".join(alike.findings)


def test_the_slope_of_a_share_is_told_with_the_digits_that_its_interval_has() -> None:
    """ "0.2 points a month (0.1 to 0.2)" was 0.153 (0.117 to 0.190): over a year half a point off."""
    rng = np.random.default_rng(16)
    months = pd.date_range("2022-01-01", periods=36, freq="MS")
    share = (30 + 0.15 * np.arange(36) + rng.normal(0, 1, 36)).round(1)
    frame = pd.DataFrame({"month": months, "margin_percent": share})
    findings = _run(Trend(measure="margin_percent", time="month"), frame)
    slope = stats.linregress(np.arange(36), share).slope
    assert f"the line rises by {slope:.3f} percentage points a month" in findings.summary
    assert f"{stats.theilslopes(share).slope:.3f} percentage points a month" in " ".join(findings.findings)
    wide, narrow, none = (share_decimals(*ends, "%") for ends in ((-2.5, 17.6), (0.117, 0.19), (3.0, 3.0)))
    assert (wide, narrow, none) == (0, 3, 0)
    assert share_decimals(0.117, 0.19, "EUR") == 0


def test_values_half_of_which_are_0_are_not_told_as_outliers_by_the_third() -> None:
    rng = np.random.default_rng(17)
    sold = np.concatenate([np.zeros(50), rng.gamma(2, 10, 50)])
    told = " ".join(_run(DeviationOutliers(measure="sold"), pd.DataFrame({"sold": sold})).findings)
    assert ", too many to be outliers: the values are spread so" in told
    few = pd.DataFrame({"sold": np.append(rng.normal(50, 5, 99), 200)})
    assert "too many" not in " ".join(_run(DeviationOutliers(measure="sold"), few).findings)
