"""Segments, held against pandas and scipy on random tables, and on tables that are awkward."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Grouping, Metric
from shared.analysis.segments.category_breakdown import CategoryBreakdown
from shared.analysis.segments.outlier_segments import OutlierSegments
from shared.analysis.segments.segment_profile import SegmentProfile
from shared.analysis.segments.segments import SEGMENTS
from shared.analysis.segments.tier_by_category import TierByCategory
from shared.analysis.segments.value_tiers import ValueTiers
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables, cell_of, values

SALES = Metric(function="sum", column="sales")
REGION, CUSTOMER = Grouping(column="region"), Grouping(column="customer_id")
SEEDS = range(12)


def random_sales(seed: int) -> pd.DataFrame:
    """Sales with ties, empty cells and, in every third table, negative values."""
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(60, 400))
    sales = np.round(rng.lognormal(3, 1, rows), int(rng.integers(0, 3)))
    if seed % 3 == 0:
        sales -= 15
    frame = pd.DataFrame(
        {
            "customer_id": rng.choice([f"C{number}" for number in range(40)], rows),
            "region": rng.choice(["North", "South", "East", "West"], rows, p=[0.4, 0.3, 0.2, 0.1]),
            "plan": rng.choice(["free", "paid"], rows),
            "sales": sales,
        }
    )
    frame.loc[rng.random(rows) < 0.1, "sales"] = np.nan
    frame.loc[rng.random(rows) < 0.05, "region"] = None
    frame.loc[rng.random(rows) < 0.05, "customer_id"] = None
    return frame


def constant(value: float = 5.0, rows: int = 30) -> pd.DataFrame:
    return pd.DataFrame({"region": ["A", "B", "C"] * (rows // 3), "sales": [value] * rows})


def tier_of(series: pd.Series, low: float = 0.2, high: float = 0.8) -> pd.Series:
    """The tiers by the rule's own words, in pandas."""
    low_cut, high_cut = series.quantile(low), series.quantile(high)
    tiers = pd.Series("Medium", index=series.index)
    tiers[(series >= high_cut) & (series > low_cut)] = "High"
    tiers[(series <= low_cut) & (series < high_cut)] = "Low"
    return tiers


# value tiers


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("by_customer", [False, True])
def test_value_tiers_agree_with_pandas(seed, by_customer):
    frame = random_sales(seed)
    analysis = ValueTiers(metric=SALES, entity=CUSTOMER if by_customer else None)
    given = values(Tables(sales=frame).run(analysis))
    each = frame.groupby("customer_id").sales.sum(min_count=1).round(6) if by_customer else frame.sales
    each = each.dropna()
    kind, name = ("customers", "total sales") if by_customer else ("rows", "sales")
    for tier, group in each.groupby(tier_of(each)):
        of = f"the {tier} value segment"
        assert given[f"number of {kind} in {of}"] == len(group)
        assert given[f"share of {kind} in {of}"] == pytest.approx(100 * len(group) / len(each))
        assert given[f"average {name} in {of}"] == pytest.approx(group.mean())
        assert given[f"lowest {name} in {of}"] == pytest.approx(group.min())
        assert given[f"highest {name} in {of}"] == pytest.approx(group.max())
        if each.min() >= 0:
            assert given[f"share of total sales in {of}"] == pytest.approx(100 * group.sum() / each.sum())
    assert given[f"80th percentile of {name}, the cut of the High value segment"] == pytest.approx(each.quantile(0.8))
    assert given[f"20th percentile of {name}, the cut of the Low value segment"] == pytest.approx(each.quantile(0.2))


def test_the_summary_says_who_is_of_high_value_and_how_many():
    frame = pd.DataFrame(
        {"customer_id": [f"C{number}" for number in range(10)] * 2, "sales": [1.0 * n for n in range(10)] * 2}
    )
    found = Tables(sales=frame).run(ValueTiers(metric=SALES, entity=CUSTOMER))
    assert found.summary == (
        "High value segment contains 2 customers (20 %) with average total sales of 17, 37.8 % of the total."
    )
    assert "High value begins at 14.40 (the 80th percentile)" in " ".join(found.findings)


def test_other_percentiles_cut_elsewhere():
    frame = pd.DataFrame({"sales": np.arange(100.0)})
    given = values(Tables(sales=frame).run(ValueTiers(metric=SALES, low=0.5, high=0.9)))
    assert given["number of rows in the High value segment"] == 10
    assert given["number of rows in the Low value segment"] == 50
    assert given["90th percentile of sales, the cut of the High value segment"] == pytest.approx(89.1)


def test_equal_values_share_a_tier_and_the_sizes_say_so():
    frame = pd.DataFrame({"sales": [1.0] * 5 + [2.0] * 5 + [3.0] * 10})
    given = values(Tables(sales=frame).run(ValueTiers(metric=SALES)))
    assert given["number of rows in the High value segment"] == 10
    assert given["number of rows in the Low value segment"] == 5


def test_totals_that_are_equal_but_for_the_order_of_summing_share_a_tier():
    parts = ([0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2, 0.3, 0.1])
    frame = pd.DataFrame(
        [(f"C{number}", part) for number in range(30) for part in parts[number % 3]], columns=["customer_id", "sales"]
    )
    found = Tables(sales=frame).run(ValueTiers(metric=SALES, entity=CUSTOMER))
    assert found.summary.startswith("There are no tiers to tell apart: all 30 customers have the same total sales, 0.6")


def test_a_constant_measure_has_no_tiers():
    found = Tables(sales=constant()).run(ValueTiers(metric=SALES))
    assert found.summary == "There are no tiers to tell apart: all 30 rows have the same sales, 5."


def test_where_most_values_are_equal_the_empty_tier_is_named():
    frame = pd.DataFrame({"sales": [0.0] * 90 + [float(number) for number in range(1, 11)]})
    found = Tables(sales=frame).run(ValueTiers(metric=SALES))
    assert values(found)["number of rows in the High value segment"] == 10
    assert any(line.startswith("The Low value segment is empty") for line in found.findings)


def test_negative_values_have_no_share_of_the_total():
    frame = pd.DataFrame({"sales": np.arange(-10.0, 20.0)})
    found = Tables(sales=frame).run(ValueTiers(metric=SALES))
    assert not any("share of total" in fact.name for fact in found.facts)
    assert "of the total" not in found.summary


@pytest.mark.parametrize("rows", [1, 9])
def test_too_few_records_are_forfeited_with_their_number(rows):
    with pytest.raises(
        ForfeitException, match=rf"Insufficient data points .*only {rows} records found, need at least 10"
    ):
        Tables(sales=pd.DataFrame({"sales": np.arange(float(rows))})).run(ValueTiers(metric=SALES))


def test_too_few_customers_are_forfeited_however_many_rows_they_have():
    frame = pd.DataFrame({"customer_id": ["A", "B"] * 50, "sales": np.arange(100.0)})
    with pytest.raises(ForfeitException, match="only 2 customers found"):
        Tables(sales=frame).run(ValueTiers(metric=SALES, entity=CUSTOMER))


def test_rows_in_no_tier_are_counted_and_told():
    frame = pd.DataFrame({"customer_id": [*"ABCDEFGHIJKL", None] * 2, "sales": [1.0, None, *np.arange(24.0)]})
    told = " ".join(Tables(sales=frame).run(ValueTiers(metric=SALES, entity=CUSTOMER)).findings)
    assert "1 of 26 rows have no sales" in told
    assert "2 of 26 rows have no customer id" in told


def test_infinite_values_are_in_no_tier():
    frame = pd.DataFrame({"sales": [np.inf, *np.arange(20.0)]})
    given = values(Tables(sales=frame).run(ValueTiers(metric=SALES)))
    assert sum(value for name, value in given.items() if name.startswith("number of rows in")) == 20


# categories


@pytest.mark.parametrize("seed", SEEDS)
def test_a_breakdown_agrees_with_pandas(seed):
    frame = random_sales(seed)
    given = values(Tables(sales=frame).run(CategoryBreakdown(categories=(REGION,), measure=SALES)))
    named = frame.assign(region=frame.region.fillna("(missing)"))
    whole, negative = frame.sales.sum(), frame.sales.min() < 0
    for region, group in named.groupby("region"):
        assert given[f"number of rows in {region}"] == len(group)
        assert given[f"share of rows in {region}"] == pytest.approx(100 * len(group) / len(frame))
        assert given.get(f"total sales of {region}", 0) == pytest.approx(group.sales.sum())
        assert given.get(f"average sales of {region}", np.nan) == pytest.approx(group.sales.mean(), nan_ok=True)
        if not negative and group.sales.notna().any():
            assert given[f"share of total sales of {region}"] == pytest.approx(100 * group.sales.sum() / whole)
    assert negative == (not any("share of total" in name for name in given))


def test_two_categories_make_segments_of_each_combination():
    frame = random_sales(1)
    found = Tables(sales=frame).run(CategoryBreakdown(categories=(REGION, Grouping(column="plan"))))
    counted = frame.groupby(["region", "plan"]).size()
    assert values(found)["number of rows in East | paid"] == counted["East", "paid"]


def test_one_group_is_told_as_one():
    found = Tables(sales=pd.DataFrame({"region": ["A"] * 12})).run(CategoryBreakdown(categories=(REGION,)))
    assert found.summary == "There is only one segment: all 12 rows have the region A."


def test_a_column_that_differs_on_every_row_makes_no_segments():
    with pytest.raises(ForfeitException, match="Nearly every row has its own region"):
        Tables(sales=pd.DataFrame({"region": [f"R{n}" for n in range(40)]})).run(
            CategoryBreakdown(categories=(REGION,))
        )


@pytest.mark.parametrize("analysis", [CategoryBreakdown(categories=(REGION,)), SegmentProfile(segment=REGION)])
def test_no_rows_are_no_segments(analysis):
    nowhere = Filter(column="region", operator="=", values=("Nowhere",))
    with pytest.raises(ForfeitException, match="No rows match where region is Nowhere"):
        Tables(sales=random_sales(1)).run(analysis.model_copy(update={"filters": (nowhere,)}))


# tiers by category


@pytest.mark.parametrize("seed", SEEDS)
def test_tiers_by_category_agree_with_pandas(seed):
    frame = random_sales(seed)
    given = values(Tables(sales=frame).run(TierByCategory(metric=SALES, category=REGION)))
    known = frame[frame.sales.notna()].assign(region=frame.region.fillna("(missing)"))
    crossed = pd.crosstab(known.region, tier_of(known.sales))
    for region, row in crossed.iterrows():
        for tier in ("High", "Medium", "Low"):
            assert given[f"number of {tier} value rows of {region}"] == row.get(tier, 0)
        assert given[f"share of High value among the rows of {region}"] == pytest.approx(100 * row["High"] / row.sum())


def test_a_customer_of_several_regions_is_counted_once():
    rows = [(f"C{n}", "East" if n % 2 else "West", float(n)) for n in range(20)] + [("C1", "West", 1.0)]
    frame = pd.DataFrame(rows, columns=["customer_id", "region", "sales"])
    given = values(Tables(sales=frame).run(TierByCategory(metric=SALES, entity=CUSTOMER, category=REGION)))
    counts = {name: value for name, value in given.items() if name.startswith("number of customers of")}
    assert counts == {
        "number of customers of East": 9,
        "number of customers of West": 10,
        "number of customers of (several)": 1,
    }


def test_the_concentration_is_that_of_groups_large_enough_to_compare():
    rows = [("Big", float(n)) for n in range(30)] + [("Mid", n + 0.5) for n in range(20)] + [("Tiny", 1000.0)]
    found = Tables(sales=pd.DataFrame(rows, columns=["region", "sales"])).run(
        TierByCategory(metric=SALES, category=REGION)
    )
    assert found.summary.startswith("Big has the highest concentration of High value rows: 33.3 %")
    assert any("Tiny" in line and "too few to be compared" in line for line in found.findings)


# profiles


@pytest.mark.parametrize("seed", SEEDS)
def test_a_profile_agrees_with_pandas(seed):
    frame = random_sales(seed)
    given = values(Tables(sales=frame).run(SegmentProfile(segment=REGION)))
    for region, group in frame.groupby("region"):
        assert given[f"number of rows in {region}"] == len(group)
        assert given[f"average sales of {region}"] == pytest.approx(group.sales.mean())
        plans = group.plan.value_counts()
        if plans.iloc[0] > plans.iloc[-1]:
            of = f"share of the most common plan, {plans.index[0]}, in {region}"
            assert given[of] == pytest.approx(100 * plans.iloc[0] / plans.sum())


def test_equally_common_values_are_both_named():
    frame = pd.DataFrame({"region": ["A"] * 10 + ["B"] * 10, "plan": ["x", "y"] * 10})
    found = Tables(sales=frame).run(SegmentProfile(segment=REGION))
    assert "most common plan x and y (50 % each)" in found.summary


# outliers


@pytest.mark.parametrize("seed", SEEDS)
def test_outlier_scores_agree_with_numpy(seed):
    frame = random_sales(seed)
    found = Tables(sales=frame).run(OutlierSegments(segment=REGION, measure=SALES))
    given = values(found)
    known = frame[frame.sales.notna()].assign(region=frame.region.fillna("(missing)"))
    out = []
    for region, group in known.groupby("region"):
        if len(group) < 5:
            assert f"standard errors of {region} from the average" not in given
            continue
        score = (group.sales.mean() - known.sales.mean()) / (known.sales.std(ddof=1) / np.sqrt(len(group)))
        assert given[f"standard errors of {region} from the average"] == pytest.approx(score)
        out += [region] if abs(score) > 2 else []
    assert bool(out) == ("stand out by more than" in found.summary or "stands out by more than" in found.summary)
    assert all(region in found.summary for region in out)


def test_the_chance_that_is_told_is_that_of_the_normal_distribution():
    found = Tables(sales=random_sales(1)).run(OutlierSegments(segment=REGION, measure=SALES, limit=3))
    assert 100 * 2 * stats.norm.sf(3) == pytest.approx(0.27, abs=0.001)
    assert "By chance alone about 0.3 % of segments would" in found.findings[-1]


def test_a_constant_measure_has_no_outliers():
    found = Tables(sales=constant()).run(OutlierSegments(segment=REGION, measure=SALES))
    assert found.summary == "No region stands out: all rows have the same sales, 5."


def test_two_segments_are_too_few_to_say_which_is_unusual():
    frame = pd.DataFrame({"region": ["A", "B"] * 20, "sales": np.arange(40.0)})
    with pytest.raises(ForfeitException, match="only 2 values of region have at least 5 records, need at least 3"):
        Tables(sales=frame).run(OutlierSegments(segment=REGION, measure=SALES))


# all of them

FILLED = (
    ValueTiers(metric=SALES),
    ValueTiers(metric=SALES, entity=CUSTOMER),
    CategoryBreakdown(categories=(REGION,), measure=SALES),
    TierByCategory(metric=SALES, category=REGION),
    TierByCategory(metric=SALES, entity=CUSTOMER, category=REGION),
    SegmentProfile(segment=REGION, traits=(CUSTOMER,)),
    OutlierSegments(segment=REGION, measure=SALES),
)


def test_every_analysis_of_the_playbook_is_tested_here():
    assert {type(analysis) for analysis in FILLED} == set(SEGMENTS)


@pytest.mark.parametrize("analysis", FILLED, ids=lambda analysis: type(analysis).__name__)
def test_every_fact_is_the_cell_that_it_names(analysis):
    found, results = Tables(sales=random_sales(7)).findings(analysis)
    assert found.facts
    assert all(fact.value == cell_of(fact, results) for fact in found.facts)
    assert len({fact.name for fact in found.facts}) == len(found.facts)


@pytest.mark.parametrize("analysis", FILLED, ids=lambda analysis: type(analysis).__name__)
def test_conditions_narrow_what_is_segmented_and_are_told(analysis):
    paid = Filter(column="plan", operator="=", values=("paid",))
    frame = random_sales(5)
    narrowed = Tables(sales=frame).run(analysis.model_copy(update={"filters": (paid,)}))
    same = Tables(sales=frame[frame.plan == "paid"].reset_index(drop=True)).run(analysis)
    assert [fact.value for fact in narrowed.facts] == [pytest.approx(fact.value) for fact in same.facts]
    assert "plan is paid" in narrowed.summary
