"""Who may bring more, held against pandas: upsell, lookalikes, opportunity scores, and what is bought together."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.prospects.bought_together import BoughtTogether
from shared.analysis.prospects.lookalikes import Lookalikes
from shared.analysis.prospects.opportunity_score import OpportunityScore
from shared.analysis.prospects.similar_to import SimilarTo
from shared.analysis.prospects.underserved import Underserved
from shared.analysis.prospects.upsell import Upsell
from shared.errors import ForfeitException
from tests.shared.analysis.buyers import moved, orders, percent_rank
from tests.shared.analysis.running import Tables, listed

SEEDS = range(5)


@pytest.mark.parametrize("seed", SEEDS)
def test_upsell_candidates_are_engaged_and_spend_little(seed):
    frame = orders(seed)
    each = pd.DataFrame(
        {"rows": frame.groupby("customer_id").size(), "spend": frame.groupby("customer_id").revenue.sum()}
    )
    chosen = each[(each.rows > each.rows.mean()) & (each.spend < each.spend.mean())]
    given = listed(Upsell(spend="revenue"), frame)
    assert set(given.index) == set(chosen.index)
    assert list(given.engagement) == sorted(given.engagement, reverse=True)


def test_upsell_candidates_are_told_with_their_number_and_rule():
    found, results = Tables(orders=orders(0)).findings(Upsell(spend="revenue"))
    assert found.summary.startswith(f"{len(results[1].rows)} of 40 customers are upsell candidates: above average in")


def test_equal_engagement_shows_none():
    frame = pd.DataFrame({"customer_id": [f"C{at}" for at in range(20)], "revenue": np.arange(20.0)})
    with pytest.raises(ForfeitException, match="All customers have the same number of"):
        Tables(orders=frame).run(Upsell(entity="customer_id", spend="revenue"))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_opportunity_score_is_the_sum_of_its_parts_as_the_rule_says(seed):
    frame = orders(seed)
    each = moved(frame)
    worth, rows = frame.groupby("customer_id").revenue.sum(), frame.groupby("customer_id").size()
    expected = 40 * percent_rank(each.change.round(6)) + 30 * percent_rank(rows)
    expected += 30 * percent_rank(worth.round(6), ascending=False)
    given = listed(OpportunityScore(measure="revenue"), frame)
    assert dict(given.score) == pytest.approx(dict(expected[expected.round(6) >= 60]), abs=1e-5)
    assert list(given.from_growth + given.from_engagement + given.from_headroom) == pytest.approx(list(given.score))


@pytest.mark.parametrize("seed", SEEDS)
def test_lookalikes_are_no_farther_from_the_top_than_half_of_the_top(seed):
    frame = orders(seed)
    each = frame.groupby("customer_id")[["price"]].mean()
    each["activity"] = frame.groupby("customer_id").size()
    worth = frame.groupby("customer_id").revenue.sum()
    top = worth >= worth.quantile(0.8)
    scaled = (each - each.mean()) / each.std(ddof=1)
    away = np.sqrt(((scaled - scaled[top].mean()) ** 2).mean(axis=1)).round(9)
    chosen = away[~top & (away <= away[top].median())].sort_values()
    given = listed(Lookalikes(measure="revenue"), frame)
    assert set(given.index) == set(chosen.index)
    assert list(given.away) == pytest.approx(list(chosen))


def test_a_likeness_says_all_that_it_goes_by_the_number_of_rows_too():
    tables = Tables(orders=orders(4))
    assert tables.run(SimilarTo(like="c12")).summary.endswith("by average revenue, average price and number of rows.")
    assert "likened by average price and number of rows to" in tables.run(Lookalikes(measure="revenue")).summary


def test_where_all_are_worth_the_same_nobody_resembles_the_top():
    frame = orders(1).drop_duplicates("customer_id")
    with pytest.raises(ForfeitException, match="All customers have the same number of rows"):
        Tables(orders=frame[["customer_id", "region", "price"]]).run(Lookalikes(entity="customer_id"))


def test_the_entities_most_similar_to_a_given_one_come_nearest_first():
    frame = orders(4)
    each = frame.groupby("customer_id")[["revenue", "price"]].mean()
    each["activity"] = frame.groupby("customer_id").size()
    scaled = (each - each.mean()) / each.std(ddof=1)
    away = np.sqrt(((scaled - scaled.loc["C12"]) ** 2).mean(axis=1)).drop("C12").sort_values()
    given = listed(SimilarTo(like="c12"), frame)
    assert list(given.index) == list(away.index[:10])
    with pytest.raises(ForfeitException, match="None of the customers is called Nobody"):
        Tables(orders=frame).run(SimilarTo(like="Nobody"))


@pytest.mark.parametrize("seed", SEEDS)
def test_an_underserved_segment_has_more_customers_than_revenue(seed):
    frame = orders(seed)
    each = frame.groupby(["customer_id", "region"]).revenue.sum().reset_index()
    people = 100 * each.groupby("region").size() / len(each)
    revenue = 100 * each.groupby("region").revenue.sum() / each.revenue.sum()
    found, results = Tables(orders=frame).findings(Underserved(segment="region", measure="revenue"))
    given = pd.DataFrame(results[0].records()).set_index("region")
    shares = [name for name in given.columns if name.startswith("share")]
    assert dict(given[shares[0]]) == pytest.approx(dict(people))
    assert dict(given[shares[1]]) == pytest.approx(dict(revenue))
    last = (people - revenue).idxmax()
    assert found.summary.startswith(
        (f"{last} is underserved: ", f"No region is clearly underserved: furthest behind is {last}, ")
    )
    assert any("number of customers " in line for line in found.findings)
    planned, of_each = Underserved(segment="region", measure="revenue").queries(Tables(orders=frame).only)
    of_facts = (part for one in found.facts for part in (one.name, one.text))
    told = (planned.purpose, of_each.purpose, found.summary, *found.findings, *of_facts)
    assert not any(
        formal in line for line in told for formal in ("computed over [", "number of groups", "total of total")
    )


def test_lift_agrees_with_counting_by_hand():
    rng = np.random.default_rng(9)
    baskets = {
        at: set(rng.choice(["a", "b", "c", "d", "e"], int(rng.integers(1, 4)), replace=False)) for at in range(80)
    }
    for at in range(0, 80, 4):
        baskets[at] |= {"a", "b"}
    frame = pd.DataFrame(
        [(f"O{at}", item) for at, items in baskets.items() for item in items], columns=["order_id", "item"]
    )
    frame = pd.concat([frame, frame.head(20)])  # an item twice in a basket counts once
    given = listed(BoughtTogether(item="item", basket="order_id"), frame)
    assert len(given)
    for row in given.itertuples():
        both = sum({row.first, row.second} <= items for items in baskets.values())
        first, second = (sum(one in items for items in baskets.values()) for one in (row.first, row.second))
        assert (row.together, row.confidence) == (both, pytest.approx(100 * both / first))
        assert row.lift == pytest.approx(both * len(baskets) / (first * second))
    assert list(given.lift) == list(given.sort_values(["beyond_chance", "lift"], ascending=False, kind="stable").lift)
    assert all(given.lift > 1)


def test_of_what_has_no_figures_nothing_is_said_to_be_similar():
    notes = Tables(notes=pd.DataFrame({"note": ["a", "b", "c"]}))
    with pytest.raises(ForfeitException, match="None of the notes has a figure in common with a"):
        notes.run(SimilarTo(entity="note"))
