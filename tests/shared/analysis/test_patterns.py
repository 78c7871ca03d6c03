"""Patterns in tables as people have them: shapes, anomalies, concentration, differences, clusters."""

import re

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError
from scipy import stats
from sklearn.cluster import KMeans

from functions.registry import all_agents
from shared.analysis.clusters.natural_clusters import NaturalClusters
from shared.analysis.distributions.concentration import Concentration
from shared.analysis.distributions.deviation_outliers import DeviationOutliers
from shared.analysis.distributions.distribution_shape import DistributionShape
from shared.analysis.distributions.top_and_bottom import TopAndBottom
from shared.analysis.significance.association import Association
from shared.analysis.significance.dependence import Dependence
from shared.analysis.significance.drivers import Drivers
from shared.analysis.significance.group_difference import GroupDifference
from shared.analysis.significance.paired_difference import PairedDifference
from shared.analysis.trends.change_points import ChangePoints
from shared.analysis.trends.period_growth import PeriodGrowth
from shared.analysis.trends.running_course import RunningCourse
from shared.analysis.trends.seasonal_pattern import SeasonalPattern
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables, values

RNG = np.random.default_rng(4)
ROWS = 400


@pytest.fixture(scope="module")
def frame():
    region = RNG.choice(["North", "South"], ROWS)
    units = RNG.integers(1, 20, ROWS).astype(float)
    return pd.DataFrame(
        {
            "customer": [f"C{at % 40:02d}" for at in range(ROWS)],
            "region": region,
            "channel": np.where(RNG.random(ROWS) < np.where(region == "North", 0.8, 0.2), "Web", "Shop"),
            "units": units,
            "sales": np.round(units * 10 + np.where(region == "North", 40, 0) + RNG.lognormal(2, 1, ROWS), 2),
            "day": pd.date_range("2022-01-01", periods=ROWS, freq="2D"),
        }
    )


@pytest.fixture(scope="module")
def tables(frame):
    return Tables(orders=frame)


def test_a_skew_is_told_by_median_and_mean():
    pay = RNG.lognormal(10, 0.7, 300)
    findings = Tables(people=pd.DataFrame({"pay": pay})).run(DistributionShape(measure="pay"))
    assert "right-skewed" in findings.summary
    assert re.search(r"the median \(.+\) is below the mean \(", findings.summary)
    told = values(findings)
    assert (told["mean of pay"], told["median of pay"]) == (pytest.approx(pay.mean()), pytest.approx(np.median(pay)))
    assert told["standard deviation of pay"] == pytest.approx(pay.std(ddof=1))
    assert told["90th percentile of pay"] == pytest.approx(np.quantile(pay, 0.9))
    assert (told["lowest value of pay"], told["highest value of pay"]) == (pay.min(), pay.max())


def test_outliers_lie_beyond_two_standard_deviations_and_are_told_as_multiples_of_the_mean(frame):
    odd = frame.assign(sales=frame["sales"].mask(frame.index == 7, 3000.0).mask(frame.index == 11, 1500.0))
    findings = Tables(orders=odd).run(DeviationOutliers(measure="sales", entity="customer"))
    totals = odd.groupby("customer")["sales"].sum()
    away = (totals - totals.mean()).abs() / totals.std()
    far = totals[away > 2]
    assert len(far) > len(totals[away > 3]) > 0
    assert values(findings)["number of outliers in total sales of each customer"] == len(far)
    assert any("C07" in line and "times the mean" in line for line in findings.findings)
    assert any("median absolute deviations" in line for line in findings.findings)


@pytest.mark.parametrize("customers", [40, 35])
def test_the_share_of_the_top_tenth_is_that_of_pandas(frame, customers):
    some = frame[frame["customer"] < f"C{customers:02d}"]
    findings = Tables(orders=some).run(Concentration(measure="sales", entity="customer"))
    totals = some.groupby("customer")["sales"].sum()
    assert findings.facts[0].value == pytest.approx(100 * totals.nlargest(4).sum() / totals.sum())
    assert findings.summary.startswith(f"The top 10 % of customers (4 of {customers}) hold ")
    rounded = [line for line in findings.findings if line.endswith("these are 11.4 % of the customers.")]
    assert len(rounded) == (customers == 35)


def test_top_and_bottom_performers_are_told_together(tables, frame):
    findings = tables.run(TopAndBottom(entity="customer", measure="sales"))
    totals = frame.groupby("customer")["sales"].sum()
    told = " ".join((findings.summary, *findings.findings))
    assert totals.idxmax() in told
    assert totals.idxmin() in told


def test_groups_that_differ_are_told_with_the_test_and_why_it_was_taken(tables):
    findings = tables.run(GroupDifference(group="region", measure="sales"))
    assert "differ by more than chance" in findings.summary
    assert "Welch’s t test" in findings.summary
    assert any(line.startswith("This test was taken since") for line in findings.findings)
    assert any("95 % interval" in line for line in findings.findings)


def test_groups_too_small_to_compare_are_named_beside_the_verdict():
    frame = pd.DataFrame({"clinic": ["A"] * 2 + ["B"] * 20 + ["C"] * 20, "pain": [95.0, 97.0, *np.arange(40) % 7]})
    told = Tables(data=frame).run(GroupDifference(group="clinic", measure="pain"))
    assert "between 2 of 3 values of clinic" in told.summary
    assert "Left out, as there are fewer than three values of each: A (2 values)." in told.findings
    many = pd.DataFrame({"clinic": [*"BC"] * 20 + [f"A{at:02}" for at in range(9)], "pain": [*np.arange(49) % 7]})
    (line,) = (
        one for one in Tables(data=many).run(GroupDifference(group="clinic", measure="pain")).findings if "A00" in one
    )
    assert line.endswith("A04 (1 value) and others, 9 in all.")


def test_the_same_subjects_in_both_groups_are_compared_with_themselves():
    own = np.random.default_rng(3).normal(50, 15, 12)
    frame = pd.DataFrame({"subject": [f"S{at}" for at in range(12)] * 2, "when": ["before"] * 12 + ["after"] * 12})
    frame["score"] = [*own, *(own + 2 + np.arange(12) % 3)]
    told = Tables(data=frame).run(GroupDifference(group="when", measure="score"))
    assert "differs by more than chance" in told.summary
    assert "over 12 values of subject" in told.summary
    assert any(line.startswith("Each value of subject stands once in each group") for line in told.findings)
    assert any(line.startswith("As if rows were independent: ") for line in told.findings)


def test_rows_of_one_subject_are_not_called_independent():
    x = np.random.default_rng(3).normal(50, 15, 24)
    frame = pd.DataFrame({"subject": [f"S{at % 4}" for at in range(24)], "when": ["a"] * 12 + ["b"] * 12, "score": x})
    told = Tables(data=frame).run(GroupDifference(group="when", measure="score"))
    assert any(line.startswith("Values of subject come in several rows; ") for line in told.findings)
    once = frame.assign(subject=[f"S{at}" for at in range(24)])
    lines = Tables(data=once).run(GroupDifference(group="when", measure="score")).findings
    assert not any("independent" in line for line in lines)


def test_beside_a_test_of_ranks_it_is_told_which_p_value_the_difference_of_the_means_has():
    wide = np.random.default_rng(5).lognormal(0, 2, 24)
    skewed = pd.DataFrame({"ticket": ["Family", "Adult"] * 12, "spend": wide})
    told = Tables(data=skewed).run(GroupDifference(group="ticket", measure="spend"))
    (means,) = (line for line in told.findings if line.startswith("Difference of the means"))
    assert "Mann–Whitney" in told.summary
    assert "the p-value of the means is Welch’s, that of the test is of ranks" in means


def test_some_groups_taken_as_one_are_compared_with_all_others_as_one(frame, tables):
    given = ("C01", "C02", "C03")
    findings = tables.run(GroupDifference(group="customer", measure="sales", against_others=given))
    one = frame["customer"].isin(given)
    told = values(findings)
    assert told["mean sales, C01, C02 and C03"] == pytest.approx(frame.loc[one, "sales"].mean())
    assert told["mean sales, all others"] == pytest.approx(frame.loc[~one, "sales"].mean())
    assert told["number of values, all others"] == int((~one).sum())


def test_what_depends_and_what_moves_together_is_told_without_a_cause(tables):
    depends = tables.run(Dependence(one="region", other="channel"))
    assert "depend on each other" in depends.summary
    moves = tables.run(Association(one="units", other="sales"))
    assert "move together by more than chance" in moves.summary
    assert any("does not say that one causes the other" in line for line in moves.findings)


def test_drivers_come_strongest_first_and_are_called_no_causes(tables):
    findings = tables.run(Drivers(measure="sales"))
    assert findings.summary.startswith("Sales go most with units: ")
    assert any("not what causes it" in line for line in findings.findings)


def test_a_measure_that_goes_with_nothing_by_more_than_chance_is_told_so():
    rng = np.random.default_rng(11)
    frame = pd.DataFrame({"hours": rng.normal(50, 9, 80), "priority": rng.normal(3, 1, 80)})
    found = Tables(tickets=frame).run(Drivers(measure="hours"))
    assert found.summary.startswith("No measure goes with hours by more than chance; the nearest is priority: ")


def test_a_season_a_shift_and_growth_are_found():
    months = pd.date_range("2020-01-01", periods=48, freq="MS")
    at = np.arange(48)
    seasonal = 100 + 30 * np.cos(2 * np.pi * (at - 11) / 12) + RNG.normal(0, 2, 48)
    shifted = np.where(at < 24, 50.0, 80.0) + RNG.normal(0, 2, 48)
    tables = Tables(months=pd.DataFrame({"month": months, "visits": seasonal, "revenue": shifted}))
    said = tables.run(SeasonalPattern(measure="visits")).summary
    assert "seasonal" in said
    assert "December is highest" in said
    change = tables.run(ChangePoints(measure="revenue")).summary
    assert "changed once" in change
    assert "from January 2022 on" in change
    growth = tables.run(PeriodGrowth(measure="revenue"))
    assert values(growth)["change of total revenue against the month before"] == pytest.approx(
        100 * (shifted[47] - shifted[46]) / shifted[46]
    )
    assert "the same month of the year before" in growth.summary


def test_that_two_years_show_no_season_says_how_little_that_is():
    months = pd.date_range("2020-01-01", periods=24, freq="MS")
    table = Tables(months=pd.DataFrame({"month": months, "visits": RNG.normal(100, 9, 24)}))
    told = table.run(SeasonalPattern(measure="visits", grain="month"))
    assert "no clear seasonal pattern" in told.summary
    assert "Over so few years only a strong pattern would show." in told.findings


def test_one_year_is_no_season():
    months = pd.date_range("2020-01-01", periods=20, freq="MS")
    tables = Tables(months=pd.DataFrame({"month": months, "visits": range(20)}))
    with pytest.raises(ForfeitException, match="need at least"):
        tables.run(SeasonalPattern(measure="visits", grain="month"))


def test_clusters_come_with_size_profile_and_the_reason_for_their_number():
    centres = np.repeat([[10, 100], [50, 10], [90, 900]], 30, axis=0)
    data = centres + RNG.normal(0, 2, (90, 2))
    shops = pd.DataFrame({"shop": [f"S{at}" for at in range(90)], "visits": data[:, 0], "sales": data[:, 1]})
    findings = Tables(shops=shops).run(NaturalClusters(entity="shop"))
    assert "90 shops fall into 3 clusters, which are clearly apart" in findings.summary
    assert any(line.startswith("Cluster 1: 30 shops (33.3 %)") for line in findings.findings)
    assert any("best silhouette of those tried" in line for line in findings.findings)


def test_a_cloud_without_clusters_is_called_that():
    cloud = pd.DataFrame(RNG.normal(0, 1, (300, 3)), columns=["height", "weight", "income"])
    assert "a way to cut" in Tables(people=cloud).run(NaturalClusters()).summary


def test_a_single_heap_that_can_only_be_cut_is_no_clear_groups():
    told = Tables(people=pd.DataFrame({"income": RNG.uniform(10, 90, 200)})).run(NaturalClusters(measures=("income",)))
    assert "which are no clear groups" in told.summary
    assert "clearly apart" not in told.summary


THEMES = {
    "late": "The parcel was delivered {} late and the courier never rang the bell at my door",
    "food": "The soup with {} tasted wonderful and the cook seasoned the vegetables just right",
    "money": "The invoice charged my bank account {} twice and the refund of the payment is missing",
}
WORDS = (
    "again",
    "today",
    "yesterday",
    "twice",
    "badly",
    "much",
    "quickly",
    "somehow",
    "often",
    "always",
    "rarely",
    "then",
)


def test_texts_without_numbers_fall_into_clusters_by_what_they_mean():
    notes = [form.format(word) for form in THEMES.values() for word in WORDS]
    findings = Tables(notes=pd.DataFrame({"note": notes})).run(NaturalClusters())
    assert "36 rows fall into 3 clusters by note" in findings.summary
    sizes = [line for line in findings.findings if line.startswith("Cluster ")]
    assert len(sizes) == 3
    assert all("12 rows (33.3 %), most typical “" in line for line in sizes)


def test_vectors_that_a_file_brings_along_cluster_as_scikit_learn_has_it():
    middles = np.repeat(np.eye(12)[:3], 25, axis=0)
    vectors = (middles + RNG.normal(0, 0.04, middles.shape)).round(4)
    items = pd.DataFrame({"item": [f"I{at:02}" for at in range(75)], "meaning": [str(one.tolist()) for one in vectors]})
    findings, results = Tables(items=items).findings(NaturalClusters())
    assert "75 rows fall into 3 clusters by meaning, which are clearly apart" in findings.summary
    order = np.argsort(items.meaning.to_numpy(), kind="stable")
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    likeness = unit @ unit[order[::2]].T  # every second of 75 in their order: 40 landmarks at most
    fitted = KMeans(3, n_init=10, random_state=0).fit(likeness)
    explained = 100 * (1 - fitted.inertia_ / np.sum((likeness - likeness.mean(axis=0)) ** 2))
    (row,) = results[1].records()
    assert row["explained"] == pytest.approx(explained, rel=1e-4)
    assert sorted(one["size"] for one in results[2].records()) == [25, 25, 25]


def test_without_numbers_there_is_nothing_to_cluster_by_and_few_rows_are_too_few():
    with pytest.raises(ForfeitException, match=r"^No embeddings available$"):
        Tables(words=pd.DataFrame({"word": [f"w{at % 30}" for at in range(60)]})).run(NaturalClusters())
    with pytest.raises(ForfeitException, match="Dataset too small to cluster"):
        Tables(few=pd.DataFrame({"size": [1.0, 2.0, 9.0]})).run(NaturalClusters())


def test_running_totals_and_moving_averages_are_those_of_pandas():
    months = pd.date_range("2023-01-01", periods=18, freq="MS")
    frame = pd.DataFrame({"month": months, "revenue": RNG.normal(100, 20, 18).round(2)})
    _, (result, *_) = Tables(months=frame).findings(RunningCourse(measure="revenue"))
    found = pd.DataFrame(result.rows, columns=list(result.columns))
    total, average = found.columns[2:4] if "total" in found.columns[2] else found.columns[3:1:-1]
    assert found[total].tolist() == pytest.approx(frame.revenue.cumsum().tolist())
    assert found[average].astype(float).tolist() == pytest.approx(frame.revenue.rolling(3).mean().tolist(), nan_ok=True)


def test_what_does_not_add_up_has_a_moving_average_and_no_running_total():
    months = pd.date_range("2023-01-01", periods=8, freq="MS")
    tables = Tables(months=pd.DataFrame({"month": months, "temperature": np.arange(8) / 10 + 20}))
    ((query),) = RunningCourse(measure="temperature").compute(tables.only)
    assert [one.kind for one in query.across] == ["moving_average"]


def test_a_rate_is_followed_by_its_moving_average_and_has_no_running_total(frame, tables):
    share = {"kind": "rate", "column": "channel", "value": "Web"}
    found, (result, *_) = tables.findings(RunningCourse.model_validate({"figure": share}))
    by_month = 100 * (frame.channel == "Web").groupby(frame.day.dt.to_period("M")).mean()
    rows = pd.DataFrame(result.rows, columns=list(result.columns)).iloc[:, :3]
    assert rows[rows.columns[1]].tolist() == pytest.approx(by_month.tolist())
    moving = by_month.rolling(3).mean()
    assert rows[rows.columns[2]].astype(float).tolist() == pytest.approx(moving.tolist(), nan_ok=True)
    assert not any("running" in fact.name for fact in found.facts)
    with pytest.raises(ValidationError, match="either a figure or a measure"):
        RunningCourse.model_validate({"figure": share, "measure": "units"})


def test_the_running_total_of_a_count_under_a_condition_is_that_of_pandas(frame, tables):
    web = {"kind": "compare", "column": "channel", "operator": "=", "value": "Web"}
    counted = {"kind": "filtered", "measure": {"kind": "rows"}, "where": [web]}
    _, (result, *_) = tables.findings(RunningCourse.model_validate({"figure": counted}))
    by_month = (frame.channel == "Web").groupby(frame.day.dt.to_period("M")).sum()
    rows = pd.DataFrame(result.rows, columns=list(result.columns))
    running = next(name for name in rows.columns if "running" in name or "total" in name)
    assert rows[running].tolist() == pytest.approx(by_month.cumsum().tolist())


def test_a_paired_test_sees_what_the_spread_between_rows_hides():
    before = RNG.normal(50, 20, 12)
    after = before + RNG.normal(2, 0.5, 12)
    tables = Tables(visits=pd.DataFrame({"score_before": before, "score_after": after}))
    found = tables.run(PairedDifference(one="score_after", other="score_before"))
    assert "differ by more than chance" in found.summary
    assert values(found)["mean difference of score after and score before"] == pytest.approx((after - before).mean())
    wanted = (
        stats.ttest_rel(after, before).pvalue if "paired t" in found.summary else stats.wilcoxon(after - before).pvalue
    )
    assert wanted < 0.05


def test_a_constant_difference_and_two_pairs_are_no_test():
    tables = Tables(visits=pd.DataFrame({"a": [1.0, 2.0, 3.5, 4.5], "b": [2.0, 3.0, 4.5, 5.5]}))
    with pytest.raises(ForfeitException, match="nothing to test"):
        tables.run(PairedDifference(one="a", other="b"))
    with pytest.raises(ForfeitException, match="need at least 3"):
        Tables(visits=pd.DataFrame({"a": [1.0, 2.5], "b": [2.0, 9.0]})).run(PairedDifference(one="a", other="b"))


def test_segmentation_finds_the_natural_clusters_that_its_capabilities_promise():
    assert "Identify natural clusters and groupings in the data" in all_agents()["segmentation"].capabilities
    assert NaturalClusters in all_agents()["segmentation"].playbook


def test_a_cluster_tells_what_its_means_are_of_in_words():
    rng = np.random.default_rng(3)
    of = np.repeat(range(40), 5)
    shops = pd.DataFrame(
        {"shop_id": [f"S{at:02d}" for at in of], "revenue": (of % 2 * 50 + 10 + rng.random(200)).round(2)}
    )
    lines = Tables(shops=shops).run(NaturalClusters(entity="shop_id", measures=("revenue",))).findings
    assert "mean total revenue of one" in lines[0]
    once = shops.groupby("shop_id", as_index=False).revenue.sum()
    lines = Tables(shops=once).run(NaturalClusters(entity="shop_id", measures=("revenue",))).findings
    assert "mean revenue " in lines[0]
    assert not any(formal in line for line in lines for formal in ("mean mean", "mean sum", "total"))


def test_a_column_that_a_test_only_tried_is_unused_and_the_one_that_it_takes_is_not():
    rows = [
        {
            "plot": f"P{at}",
            "kind": kind,
            "crop": 10 + at % 7 + (3 if kind == "b" else at % 3 / 9),
            "code": [1, 2, 3, 9][at % 4],
        }
        for at in range(24)
        for kind in "ab"
    ]
    tables, asked = Tables(data=pd.DataFrame(rows)), GroupDifference(group="kind", measure="crop")
    _, results = tables.findings(asked)
    assert {"kind", "crop", "plot", "code"} <= set(results[0].columns)
    assert asked.unused(tables.only, results) == {"code"}
