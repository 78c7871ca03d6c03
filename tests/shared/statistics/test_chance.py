"""What is told as more than chance is so where nothing is there in 5 of 100 at most, and what was planted is found."""

import math

import duckdb
import numpy as np
import pandas as pd
import pytest
from scipy import stats

from shared.analysis.entities.chance import beyond_chance, fewer_or_more, reach
from shared.analysis.prospects.bought_together import BoughtTogether
from shared.analysis.prospects.growing import Growing
from shared.analysis.prospects.growing_like_top import GrowingLikeTop
from shared.analysis.prospects.underserved import Underserved
from shared.analysis.warnings.attention import Attention
from shared.analysis.warnings.declining import Declining
from shared.analysis.warnings.risk_concentration import RiskConcentration
from shared.analysis.warnings.warning_signs import WarningSigns
from shared.statistics.requests import CompareWithRest
from tests.shared.analysis.running import Tables
from tests.shared.statistics.handing import answered, handed

CUSTOMERS = 40
MOST_BY_CHANCE = 7
"""Of 40 tables without anything: 5 % of them are 2, and more than 7 have a chance below 0.001."""


def buyers(seed: int, rows: int = 1600) -> pd.DataFrame:
    """Orders of customers at any time of half a year, of amounts as lopsided as amounts are."""
    rng = np.random.default_rng(seed)
    day = rng.integers(0, 182, rows)
    day[:2] = 0, 181
    return pd.DataFrame(
        {
            "customer_id": [f"C{one}" for one in rng.integers(0, CUSTOMERS, rows)],
            "ordered": pd.Timestamp("2024-01-01") + pd.to_timedelta(day, unit="D"),
            "revenue": np.round(rng.lognormal(3, 1, rows), 2),
            "region": rng.choice(["North", "South", "East", "West"], rows),
        }
    )


@pytest.mark.parametrize("moved", [*range(1, 60), 200, 1001])
def test_the_sign_test_decides_as_the_exact_one_does(moved):
    for some in range(moved + 1):
        exact = stats.binomtest(some, moved).pvalue
        assert beyond_chance(some, moved - some) == (exact < 0.05) or 0.04 < exact < 0.06


@pytest.mark.parametrize("rows", [1, 3, 8, 30])
@pytest.mark.parametrize("spread", [0.0, 1.0, 2.0])
def test_however_few_and_lopsided_its_rows_an_entity_seldom_moves_beyond_chance(rows, spread):
    rng = np.random.default_rng(30)
    amounts = rng.lognormal(0, spread, (500, CUSTOMERS, rows)) if spread else np.ones((500, CUSTOMERS, rows))
    moved = (amounts * rng.choice([-1, 1], amounts.shape)).sum(axis=2)
    beyond = moved < -reach(CUSTOMERS) * np.sqrt((amounts**2).sum(axis=2))
    assert np.mean(beyond.any(axis=1)) <= 0.05


@pytest.mark.parametrize("rows", [(3, 0), (12, 0), (0, 12), (20, 4), (4, 20), (60, 30), (7, 7)])
def test_fewer_or_more_rows_are_by_chance_no_likelier_than_the_bound_says(rows):
    before, after = rows
    for sign in (-1, 1):
        formula = fewer_or_more("b", "a", sign)
        (bound,) = duckdb.sql(f"SELECT exp(-({formula})) FROM (SELECT {before} AS b, {after} AS a)").fetchall()[0]
        exact = stats.binomtest(before, sum(rows), alternative="greater" if sign < 0 else "less").pvalue
        assert exact <= bound <= max(1.0 if sign * (after - before) <= 0 else 0.0, exact * 2 * math.sqrt(sum(rows)))


def spread_out(seed: int) -> pd.DataFrame:
    """The same, of few orders and of many, where each customer has a region of theirs, one with twice as many."""
    frame = buyers(seed, 400 if seed % 2 else 1600)
    place = frame.customer_id.str[1:].astype(int) % 5
    return frame.assign(region=np.array(["North", "South", "East", "West", "West"])[place])


MOVING = (
    Declining(measure="revenue"),
    Growing(measure="revenue"),
    Attention(measure="revenue"),
    GrowingLikeTop(measure="revenue"),
    WarningSigns(measure="revenue"),
    RiskConcentration(measure="revenue", segment="region"),
)


@pytest.mark.parametrize("asked", MOVING, ids=lambda one: type(one).__name__)
def test_of_customers_who_buy_at_any_time_as_many_fall_as_rise_and_none_by_more_than_chance(asked):
    """All of these told of somebody, or of some region, in nearly every such table."""
    told = [Tables(orders=spread_out(seed)).run(asked) for seed in range(40)]
    said = [" ".join((one.summary, *one.findings, *one.insights)) for one in told]
    assert sum("than by chance alone" in one for one in said) <= MOST_BY_CHANCE
    assert sum("more than chance alone would" in one or "beyond chance" in one for one in said) <= MOST_BY_CHANCE
    assert sum("chance alone would give as much" in one for one in said) >= 30


def test_customers_of_many_orders_who_stopped_stand_out_of_those_who_buy_at_any_time():
    """Amounts as lopsided as these hide it, the number of orders does not."""
    frame = buyers(5)
    stopped = frame.customer_id.isin(["C3", "C7"]) & (frame.ordered >= "2024-04-01")
    for asked in (
        Declining(measure="revenue"),
        Attention(measure="revenue", high=0.1),
        WarningSigns(measure="revenue"),
    ):
        insights = Tables(orders=frame[~stopped]).run(asked).insights
        (line,) = [one for one in insights if "by more than chance alone would give" in one]
        assert line.split(" fell ")[0] in ("C3 and C7", "C7 and C3")


def test_who_rose_to_the_pace_of_the_top_by_many_more_orders_stands_out():
    frame = buyers(6)
    early = frame.customer_id.isin(["C3"]) & (frame.ordered < "2024-04-01")
    few = frame.assign(revenue=np.where(frame.customer_id == "C3", frame.revenue * 0.2, frame.revenue))[~early]
    few.loc[few.index[few.customer_id == "C3"][:1], "ordered"] = pd.Timestamp("2024-02-10")
    (line,) = [
        one for one in Tables(orders=few).run(GrowingLikeTop(measure="revenue")).insights if "rose by more" in one
    ]
    assert line.startswith("C3 rose by more than chance alone would give")


def test_a_region_whose_customers_are_in_decline_has_more_at_risk_than_chance_alone_would_give():
    frame = spread_out(8)
    fell = (frame.region == "West") & (frame.ordered >= "2024-04-01")
    found = Tables(orders=frame.assign(revenue=frame.revenue.where(~fell, frame.revenue * 0.2))).run(
        RiskConcentration(measure="revenue", segment="region")
    )
    assert "West had" in found.summary
    assert found.summary.endswith("% of all total revenue before, and so much more is beyond chance.")
    assert [line.endswith("more than chance alone would give.") for line in found.findings[:2]] == [True, False]


def test_customers_who_stopped_are_named_as_those_that_fell_by_more_than_chance():
    frame = buyers(1)
    stopped = frame.customer_id.isin(["C3", "C7"])
    frame.loc[stopped & (frame.ordered >= "2024-04-01"), "ordered"] = pd.Timestamp("2024-02-10")
    found = Tables(orders=frame).run(Declining(measure="revenue"))
    (line,) = [one for one in found.insights if "by more than chance" in one]
    assert "C3" in line
    assert "C7" in line
    assert "so by the sign test chance alone would give as much" in found.summary


def test_where_nearly_all_fall_that_is_told_as_more_than_chance():
    frame = buyers(2)
    frame.loc[frame.ordered >= "2024-04-01", "revenue"] *= 0.3
    assert (
        "more fell than by chance alone (sign test)" in Tables(orders=frame).run(Declining(measure="revenue")).summary
    )


def test_lines_of_one_order_are_no_more_rows_than_the_order():
    """Ten lines an order make nobody's orders ten times as many."""
    frame = buyers(3, rows=400).assign(order_id=[f"O{at}" for at in range(400)])
    lines = pd.concat([frame] * 10)
    alone = Tables(orders=frame).run(Declining(measure="revenue"))
    told = Tables(orders=lines).with_events("order_id").run(Declining(measure="revenue", entity="customer_id"))
    assert [one for one in told.insights if "chance" in one] == [one for one in alone.insights if "chance" in one]


def items(seed: int, planted: int = 0) -> pd.DataFrame:
    """Baskets of items that are independent, some rare and some not; two of them together in as many as planted."""
    rng = np.random.default_rng(seed)
    held = rng.random((200, 15)) < np.linspace(0.03, 0.3, 15)
    held[:planted, :2] = True
    basket, item = np.nonzero(held)
    return pd.DataFrame({"order_id": [f"O{one}" for one in basket], "item": [f"i{one:02}" for one in item]})


def test_items_that_are_independent_go_together_by_chance_and_are_said_to():
    told = [Tables(o=items(seed)).run(BoughtTogether(item="item", basket="order_id")).summary for seed in range(40)]
    assert sum("none of them by more than chance" not in one for one in told) <= MOST_BY_CHANCE


def test_items_that_were_put_together_come_first_and_are_more_than_chance():
    found = Tables(o=items(1, planted=12)).run(BoughtTogether(item="item", basket="order_id"))
    assert "1 of them by more than chance alone would give; i00 and i01 most of all" in found.summary
    assert "may be chance" not in found.findings[0]
    assert "may be chance" in found.findings[1]


def test_a_pair_is_told_as_more_than_chance_only_where_fishers_exact_test_says_so_too():
    for seed in range(8):
        frame = items(seed, planted=int(seed))
        held = pd.crosstab(frame.order_id, frame["item"]).gt(0)
        pairs = len(held.columns) * (len(held.columns) - 1) / 2
        _, results = Tables(o=frame).findings(BoughtTogether(item="item", basket="order_id"))
        for row in results[1].records():
            p = stats.fisher_exact(pd.crosstab(held[row["first"]], held[row["second"]]), alternative="greater").pvalue
            assert not row["beyond_chance"] or p * pairs < 0.05
            assert row["beyond_chance"] or p * pairs > 1e-4


def test_a_region_is_said_to_be_underserved_by_chance_seldom():
    told = [Tables(o=buyers(seed, 400)).run(Underserved(segment="region", measure="revenue")) for seed in range(40)]
    assert sum("is underserved: " in one.summary for one in told) <= MOST_BY_CHANCE
    assert any("No region is clearly underserved: furthest behind is" in one.summary for one in told)


def test_a_region_that_brings_in_little_is_underserved():
    frame = buyers(4, 400)
    frame.loc[frame.region == "West", "revenue"] *= 0.4
    assert Tables(o=frame).run(Underserved(segment="region", measure="revenue")).summary.startswith("West is underserv")


@pytest.mark.parametrize("shape", ["normal", "lognormal"])
def test_without_a_difference_the_smallest_p_of_all_groups_is_uniform(shape):
    rng, chances = np.random.default_rng(31), []
    for _ in range(300):
        group = rng.permutation(np.repeat(list("abcd"), (8, 20, 30, 62)))
        x = rng.lognormal(0, 1, 120) if shape == "lognormal" else rng.normal(0, 1, 120)
        (rows,) = answered(CompareWithRest(), handed(group=group, x=x))
        chances.append(min(row["p"] for row in rows))
    assert stats.kstest(chances, "uniform").pvalue > 0.01


def test_two_groups_beside_each_other_have_the_p_of_scipys_permutation_test():
    rng = np.random.default_rng(32)
    one, other = rng.lognormal(0, 1, 20), rng.lognormal(0.5, 1, 30)
    (rows,) = answered(CompareWithRest(), handed(group=["a"] * 20 + ["b"] * 30, x=[*one, *other]))

    def size(x, y, axis):
        return np.abs(stats.ttest_ind(x, y, equal_var=False, axis=axis).statistic)

    exact = stats.permutation_test((one, other), size, vectorized=True, alternative="greater", rng=1).pvalue
    assert [row["p"] for row in rows] == pytest.approx([exact] * 2, abs=3 * math.sqrt(exact / 999) + 0.002)


def test_of_very_many_values_the_p_is_welchs():
    rng = np.random.default_rng(33)
    one, other = rng.exponential(1, 4_000), rng.exponential(1.03, 26_000)
    (rows,) = answered(CompareWithRest(), handed(group=["a"] * 4_000 + ["b"] * 26_000, x=[*one, *other]))
    welch = stats.ttest_ind(one, other, equal_var=False).pvalue
    assert {row["group"]: row["p"] for row in rows} == pytest.approx({"a": min(1, 2 * welch), "b": min(1, 2 * welch)})
