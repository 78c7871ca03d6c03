"""Segments, held against pandas and scipy on random tables, and on tables that are awkward."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from shared.analysis.conditions import Filter
from shared.analysis.segments.category_breakdown import CategoryBreakdown
from shared.analysis.segments.outlier_segments import OutlierSegments
from shared.analysis.segments.playbook import SEGMENTS
from shared.analysis.segments.segment_profile import SegmentProfile
from shared.analysis.segments.tier_by_category import TierByCategory
from shared.analysis.segments.value_tiers import ValueTiers
from shared.errors import ForfeitException
from shared.query.conditions import Compare
from shared.table.nouns import how_many
from tests.shared.analysis.running import Tables, cell_of, values

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


def figures(analysis, frame) -> list[dict]:
    """The rows of the first query, without what only completeness needs."""
    _, (result, *_) = Tables(sales=frame).findings(analysis)
    return [{name: cell for name, cell in row.items() if not name.startswith("_candor_")} for row in result.records()]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("by_customer", [False, True])
def test_value_tiers_agree_with_pandas(seed, by_customer):
    frame = random_sales(seed)
    each = frame.groupby("customer_id").sales.sum(min_count=1) if by_customer else frame.sales
    each = each.dropna().round(9)
    given = figures(ValueTiers(measure="sales", entity="customer_id" if by_customer else None), frame)
    tiers = each.groupby(tier_of(each))
    assert {row["tier"]: row["rows"] for row in given} == tiers.size().to_dict()
    (_, _, mean, lowest, highest, total, *_) = given[0]
    for row in given:
        own = tiers.get_group(row["tier"])
        assert [row[name] for name in (mean, lowest, highest, total)] == [
            pytest.approx(own.agg(how)) for how in ("mean", "min", "max", "sum")
        ]
    assert [row[lowest] for row in given] == sorted((row[lowest] for row in given), reverse=True)


def test_the_highest_tier_is_told_first_and_says_its_size():
    frame = pd.DataFrame({"customer_id": [f"C{at}" for at in range(40)], "sales": np.arange(40.0)})
    found = Tables(sales=frame).run(ValueTiers(measure="sales", entity="customer_id"))
    assert "High: number of customers 8" in found.summary
    assert "High is from the 80th percentile on, Low up to the 20th" in found.findings[-1]


def test_equal_values_share_a_tier():
    frame = pd.DataFrame({"sales": [1.0] * 30 + [5.0] * 2 + [9.0]})
    given = figures(ValueTiers(measure="sales"), frame)
    assert {row["tier"]: row["rows"] for row in given} == {"High": 3, "Medium": 30}


@pytest.mark.parametrize("rows", [1, 9])
def test_too_few_records_are_forfeited_with_their_number(rows):
    frame = pd.DataFrame({"sales": np.arange(float(rows))})
    with pytest.raises(ForfeitException, match=rf"only {how_many(rows, 'rows')} found, need at least 10"):
        Tables(sales=frame).run(ValueTiers(measure="sales"))


def test_negative_values_have_no_share_of_the_total():
    frame = random_sales(0)
    (row, *_) = figures(ValueTiers(measure="sales"), frame)
    assert [name for name in row if name.startswith("share")] == ["share_rows"]


# breakdowns and profiles


@pytest.mark.parametrize("seed", SEEDS)
def test_a_breakdown_agrees_with_pandas(seed):
    frame = random_sales(seed)
    given = figures(CategoryBreakdown(categories=("region",), measure="sales"), frame)
    groups = frame.groupby("region", dropna=False).sales
    expected = {None if region is np.nan else region: own for region, own in groups}
    assert {row["region"] for row in given} == {None if pd.isna(key) else key for key in expected}
    for row in given:
        own = frame[frame.region.isna()] if row["region"] is None else frame[frame.region == row["region"]]
        assert (row["rows"], row["sum_sales"]) == (len(own), pytest.approx(own.sales.sum()))
        assert row["mean_sales"] == pytest.approx(own.sales.mean())
        assert row["share_rows"] == pytest.approx(100 * len(own) / len(frame))
    assert [row["sum_sales"] for row in given] == sorted((row["sum_sales"] for row in given), reverse=True)


def test_the_largest_segment_is_told_first_and_each_says_its_size_and_its_share():
    frame = pd.DataFrame({"region": ["North"] * 30 + ["South"] * 10, "sales": [2.0] * 30 + [3.0] * 10})
    found = Tables(sales=frame).run(CategoryBreakdown(categories=("region",)))
    assert found.summary.startswith("North: number of rows 30; share of all rows 75 %")
    assert found.findings == ("South: number of rows 10; share of all rows 25 %.",)


def test_two_categories_make_segments_of_each_combination():
    frame = random_sales(1)
    given = figures(CategoryBreakdown(categories=("region", "plan")), frame)
    expected = frame.fillna({"region": "-"}).groupby(["region", "plan"]).size().to_dict()
    assert {(row["region"] or "-", row["plan"]): row["rows"] for row in given} == expected


def test_a_column_that_differs_on_every_row_makes_no_segments():
    frame = pd.DataFrame({"code": [f"K{at}" for at in range(50)], "sales": np.arange(50.0)})
    for analysis in (CategoryBreakdown(categories=("code",)), SegmentProfile(segment="code")):
        with pytest.raises(ForfeitException, match="Nearly every row has its own code"):
            Tables(sales=frame).run(analysis)


@pytest.mark.parametrize("seed", SEEDS)
def test_tiers_by_category_agree_with_pandas(seed):
    frame = random_sales(seed)
    known = frame.dropna(subset=["sales"])
    tiers = tier_of(known.sales)
    given = figures(TierByCategory(measure="sales", category="region"), frame)
    for row in given:
        own = tiers[known.region == row["region"]]
        all_rows = int((frame.region == row["region"]).sum())
        assert list(row.values())[1:5] == [all_rows, *(int((own == one).sum()) for one in ("High", "Medium", "Low"))]
        assert list(row.values())[5] == pytest.approx(100 * (own == "High").sum() / all_rows)
    shares = [list(row.values())[5] for row in given]
    assert shares == sorted(shares, reverse=True)


def test_the_category_with_the_highest_share_of_high_value_is_told_first_with_that_share():
    frame = pd.DataFrame({"region": ["North"] * 30 + ["South"] * 10, "sales": np.arange(40.0)})
    found = Tables(sales=frame).run(TierByCategory(measure="sales", category="region"))
    assert found.summary == "By region and tier of sales: South: 8 of 10 rows are High (80 %), 2 Medium, 0 Low."
    assert found.findings[0] == "North: 0 of 30 rows are High (0 %), 22 Medium, 8 Low."


@pytest.mark.parametrize("seed", SEEDS)
def test_a_profile_agrees_with_pandas(seed):
    frame = random_sales(seed)
    _, results = Tables(sales=frame).findings(SegmentProfile(segment="region", traits=("plan",)))
    for row in results[0].records():
        own = frame[frame.region == row["region"]]
        assert row["rows"] == len(own)
        assert row["mean_sales"] == pytest.approx(own.sales.mean())
        assert row["sum_sales"] == pytest.approx(own.sales.sum())
    for row in results[1].records():
        plans = frame[frame.region == row["region"]].plan.value_counts()
        assert row["rows"] == plans.max() == plans[row["plan"]]


def test_a_profile_totals_what_adds_up_and_averages_everything():
    frame = random_sales(1).assign(price=4.5)
    found, results = Tables(sales=frame).findings(SegmentProfile(segment="region", traits=("plan",)))
    assert {"sum_sales", "mean_sales", "mean_price"} <= set(results[0].records()[0])
    assert "sum_price" not in results[0].records()[0]
    assert "total sales" in found.summary
    assert "average sales" in found.summary


# outliers


@pytest.mark.parametrize("seed", SEEDS)
def test_outlier_scores_agree_with_numpy(seed):
    frame = random_sales(seed)
    found = Tables(sales=frame).run(OutlierSegments(segment="region", measure="sales"))
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
    found = Tables(sales=random_sales(1)).run(OutlierSegments(segment="region", measure="sales", limit=3))
    assert 100 * 2 * stats.norm.sf(3) == pytest.approx(0.27, abs=0.001)
    assert "By chance alone about 0.3 % of segments would" in found.findings[-1]


def test_a_constant_measure_has_no_outliers():
    found = Tables(sales=constant()).run(OutlierSegments(segment="region", measure="sales"))
    assert found.summary == "No region stands out: all rows have the same sales, 5."


def test_two_segments_are_too_few_to_say_which_is_unusual():
    frame = pd.DataFrame({"region": ["A", "B"] * 20, "sales": np.arange(40.0)})
    with pytest.raises(ForfeitException, match="only 2 values of region have at least 5 records, need at least 3"):
        Tables(sales=frame).run(OutlierSegments(segment="region", measure="sales"))


# all of them

FILLED = (
    ValueTiers(measure="sales"),
    ValueTiers(measure="sales", entity="customer_id"),
    CategoryBreakdown(categories=("region",), measure="sales"),
    TierByCategory(measure="sales", category="region"),
    TierByCategory(measure="sales", entity="customer_id", category="region"),
    SegmentProfile(segment="region", traits=("customer_id",)),
    OutlierSegments(segment="region", measure="sales"),
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
    conditions = {
        "where": (Compare(column="plan", operator="=", value="paid"),),
        "filters": (Filter(column="plan", operator="=", values=("paid",)),),
    }
    paid = {name: value for name, value in conditions.items() if name in type(analysis).model_fields}
    frame = random_sales(5)
    narrowed = Tables(sales=frame).run(analysis.model_copy(update=paid))
    same = Tables(sales=frame[frame.plan == "paid"].reset_index(drop=True)).run(analysis)
    assert [fact.value for fact in narrowed.facts] == [pytest.approx(fact.value) for fact in same.facts]
    assert "plan is" in narrowed.summary
