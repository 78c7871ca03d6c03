"""What is told of customers, held against pandas: who declines, grows, stands where, and by which score."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.conditions import Filter
from shared.analysis.prospects.bought_together import BoughtTogether
from shared.analysis.prospects.growing import Growing
from shared.analysis.prospects.growing_like_top import GrowingLikeTop
from shared.analysis.prospects.lookalikes import Lookalikes
from shared.analysis.prospects.opportunity_score import OpportunityScore
from shared.analysis.prospects.similar_to import SimilarTo
from shared.analysis.prospects.underserved import Underserved
from shared.analysis.prospects.upsell import Upsell
from shared.analysis.warnings.attention import Attention
from shared.analysis.warnings.churn_resemblance import ChurnResemblance
from shared.analysis.warnings.declining import Declining
from shared.analysis.warnings.risk_concentration import RiskConcentration
from shared.analysis.warnings.risk_score import RiskScore
from shared.analysis.warnings.warning_signs import WarningSigns
from shared.errors import ForfeitException
from tests.shared.analysis.buyers import BEFORE, NOW, moved, orders, percent_rank, within
from tests.shared.analysis.running import Tables, listed, values

SEEDS = range(5)


# decline and growth


@pytest.mark.parametrize("seed", SEEDS)
def test_who_declines_and_by_how_much_agrees_with_pandas(seed):
    frame = orders(seed)
    expected = moved(frame).query("change < -1e-9").sort_values("change")
    found, results = Tables(orders=frame).findings(Declining(measure="revenue"))
    given = pd.DataFrame(results[1].records()).set_index("entity")
    assert list(given.index) == list(expected.index)
    for column in ("before", "after", "change", "percent"):
        assert list(given[column]) == pytest.approx(list(expected[column]), nan_ok=True)
    assert values(found)["number of customers"] == frame.customer_id.nunique()
    assert f"{len(expected)} of 40 customers declined in total revenue" in found.summary
    assert "August to October 2024 against May to July 2024" in found.summary


def test_a_customer_that_stopped_has_lost_everything():
    given = listed(Declining(measure="revenue"), orders(1))
    stopped = given.loc[[name for name in given.index if name in {f"C{number}" for number in range(8)}]]
    assert len(stopped)
    assert list(stopped.percent) == pytest.approx([-100.0] * len(stopped))


@pytest.mark.parametrize("seed", SEEDS)
def test_who_grows_agrees_with_pandas(seed):
    frame = orders(seed)
    expected = moved(frame).query("change > 1e-9").sort_values("change", ascending=False)
    assert list(listed(Growing(measure="revenue"), frame).index) == list(expected.index)


def test_who_stays_the_same_neither_grows_nor_declines():
    frame = orders(1)
    same = [{"customer_id": "Steady", "ordered": day, "revenue": 50.0} for day in ("2024-06-10", "2024-09-10")]
    told = pd.concat([frame, pd.DataFrame(same).assign(ordered=lambda one: pd.to_datetime(one.ordered))])
    for kind in (Growing, Declining):
        assert "Steady" not in listed(kind(measure="revenue"), told).index


@pytest.mark.parametrize("seed", SEEDS)
def test_who_grows_as_the_top_does_agrees_with_pandas(seed):
    frame = orders(seed)
    each = moved(frame)
    standing = each.after.rank(method="max") / len(each)
    pace = each.percent[standing > 0.8].median()
    expected = each[(standing <= 0.8) & (each.percent >= pace) & (pace > 0)].sort_values("percent", ascending=False)
    found, results = Tables(orders=frame).findings(GrowingLikeTop(measure="revenue"))
    assert [row["entity"] for row in results[1].records()] == list(expected.index)
    told = (
        f"{len(expected)} of 40 customers are not in the top fifth and grew like it, first of all {expected.index[0]}"
    )
    assert found.summary.startswith(told)
    assert (
        f"the top fifth ({(standing > 0.8).sum()}) by total revenue grew by {pace:,.1f} % in the median"
        in found.summary
    )
    assert [line.split(":")[0] for line in found.findings] == list(expected.index[:8])


def test_where_the_top_shrinks_nobody_grows_like_it():
    frame = orders(2)
    frame.loc[frame.ordered >= pd.Timestamp(NOW[0]), "revenue"] *= 0.01
    said = Tables(orders=frame).run(GrowingLikeTop(measure="revenue")).summary
    assert said.startswith("None of the 40 customers can be told to grow like the top")


def test_an_analysis_notices_who_stopped_altogether():
    frame = orders(1)
    each = moved(frame)
    found = Tables(orders=frame).run(Declining(measure="revenue"))
    stopped = int(((each.change < -1e-9) & (each.after == 0)).sum())
    assert found.insights[0].startswith(f"{stopped} of those in decline")


def test_nobody_is_at_risk_where_nothing_falls():
    days = [*pd.date_range("2024-01-01", "2024-03-31"), *pd.date_range("2024-04-01", "2024-06-30")]
    frame = pd.DataFrame({"customer_id": "C1", "ordered": days, "revenue": 5.0})
    other = frame.assign(customer_id="C2")
    found = Tables(orders=pd.concat([frame, other])).run(Declining(measure="revenue"))
    assert found.summary.startswith("None of the 2 customers declined in total revenue")


def test_the_month_that_the_data_breaks_off_in_is_left_out():
    frame = orders(2)
    late = frame.assign(ordered=pd.Timestamp("2024-11-20"), revenue=1e6).head(3)
    assert list(listed(Declining(measure="revenue"), pd.concat([frame, late])).change) == pytest.approx(
        list(listed(Declining(measure="revenue"), frame).change)
    )


def test_without_dates_there_is_no_decline():
    with pytest.raises(ForfeitException, match="No temporal/date data available"):
        Tables(orders=orders(1).drop(columns="ordered")).run(Declining(measure="revenue"))


# risk


def after(frame):
    """The day after the data's last one: who was active until then was not silent."""
    return max(NOW[1], frame.ordered.max().normalize() + pd.Timedelta(days=1))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_risk_score_is_the_sum_of_its_parts_as_the_rule_says(seed):
    frame = orders(seed)
    each, end = moved(frame), after(frame)
    last = frame.groupby("customer_id").ordered.max()
    quiet = (end.normalize() - last.dt.normalize()).dt.days
    lost = ((each.before - each.after) / each.before.replace(0, np.nan)).clip(0, 1).fillna(0)
    rows = ((each.rows_before - each.rows_after) / each.rows_before.replace(0, np.nan)).clip(0, 1).fillna(0)
    silence = (quiet / (NOW[1] - NOW[0]).days).clip(0, 1)
    expected = 40 * lost + 30 * rows + 30 * silence
    given = listed(RiskScore(measure="revenue"), frame)
    assert list(given.score) == sorted(given.score, reverse=True)
    assert dict(given.score) == pytest.approx(dict(expected[expected > 0]))
    assert list(given.from_value + given.from_activity + given.from_silence) == pytest.approx(list(given.score))
    found = Tables(orders=frame).run(RiskScore(measure="revenue"))
    assert values(found)["number of customers at high risk"] == int((expected >= 50).sum())


@pytest.mark.parametrize("seed", SEEDS)
def test_attention_goes_to_high_value_customers_that_lost_a_fifth(seed):
    frame = orders(seed)
    before = pd.to_datetime(["2024-06-01"] * 2 + ["2024-09-01"] * 2)
    revenue = [9000.0, 9000.0, 7300.0, 7100.0]  # one lost less than a fifth, one more
    near = pd.DataFrame({"customer_id": ["Less", "More"] * 2, "ordered": before, "revenue": revenue})
    frame = pd.concat([frame, near], ignore_index=True)
    each = moved(frame)
    chosen = each[(each.before >= each.before.quantile(0.8)) & (each.percent <= -20)].sort_values("change")
    given = listed(Attention(measure="revenue", entity="customer_id"), frame)
    assert list(given.index) == list(chosen.index)
    assert {"Less", "More"} & set(given.index) == {"More"}


def test_a_customer_that_needs_attention_is_named_with_its_decline():
    found = Tables(orders=orders(0)).run(Attention(measure="revenue"))
    assert found.findings
    assert all("needs attention" in line and "%" in line for line in found.findings)


@pytest.mark.parametrize("seed", SEEDS)
def test_warning_signs_agree_with_pandas(seed):
    frame = orders(seed)
    each = moved(frame)
    times = frame.groupby("customer_id").ordered
    quiet = (after(frame) - times.max().dt.normalize()).dt.days
    gap = (times.max() - times.min()).dt.days / (times.size() - 1).replace(0, np.nan)
    signs = ((quiet > 2 * gap) & (quiet > 30)).astype(int)
    signs += (each.rows_after < each.rows_before).astype(int)
    low = (each.after < 0.5 * each.after.mean()) | (each.rows_after < 0.5 * each.rows_after.mean())
    signs += low.astype(int)
    given = listed(WarningSigns(measure="revenue"), frame)
    assert dict(given.signs) == dict(signs[signs >= 2])


def test_who_has_few_rows_shows_a_sign_though_they_are_worth_much_and_the_sign_says_so():
    frame = orders(1)
    days = pd.to_datetime(["2024-05-02", "2024-06-02", "2024-09-02"])
    rare = pd.DataFrame({"customer_id": "Rare", "ordered": days, "revenue": [9e4, 9e4, 9e4]})
    others = frame[frame.customer_id.isin(["C8", "C9"])]
    found, results = Tables(orders=pd.concat([rare, others])).findings(WarningSigns(measure="revenue"))
    (shown,) = (row for row in results[1].records() if row["entity"] == "Rare")
    assert (shown["less"], shown["low"], shown["few"]) == (1, 0, 1)
    (told,) = (line for line in found.findings if line.startswith("Rare "))
    assert "is less active than before and has under half the average number of rows" in told


def test_a_missed_threshold_is_a_sign():
    each = moved(orders(3))
    given = listed(WarningSigns(measure="revenue", threshold=each.after.max() - 1), orders(3))
    assert given.low.sum() > (each.after.loc[given.index] < 0.5 * each.after.mean()).sum()
    assert (given.low == (each.after.loc[given.index] < each.after.max() - 1).astype(int)).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_risk_concentration_shares_agree_with_pandas(seed):
    frame = orders(seed)
    each = moved(frame)
    fallen = each[(each.change < -1e-9) & (each.before > 0)]
    region = frame.drop_duplicates("customer_id").set_index("customer_id").region
    expected = fallen.before.groupby(region).sum()
    found, results = Tables(orders=frame).findings(RiskConcentration(measure="revenue", segment="region"))
    given = pd.DataFrame(results[0].records()).set_index("segment")
    share = 100 * expected / expected.sum()
    assert dict(given.share.dropna()) == pytest.approx(dict(share))
    assert list(given.at_risk.dropna()) == sorted(given.at_risk.dropna(), reverse=True)
    first = f"Risk concentration: {share.max():.1f} % of the total revenue at risk ({expected.sum():,.2f}) is in "
    assert found.summary.startswith(f"{first}{share.idxmax()}, ")
    counts = fallen.groupby(region).size()
    assert list(found.findings) == [
        f"{name}: {share[name]:.1f} % of what is at risk, {expected[name]:,.2f}, {counts[name]} customers in decline."
        for name in expected.sort_values(ascending=False).index
    ]


def test_who_doubled_while_moving_from_one_segment_to_another_is_not_in_decline():
    days = pd.date_range("2024-01-01", "2024-12-31").repeat(2)
    frame = pd.DataFrame({"ordered": days, "customer_id": [f"C{at % 20}" for at in range(len(days))]})
    later = frame.ordered >= "2024-10-01"
    frame["region"] = np.where(later, "West", "East")
    frame["revenue"] = np.where(later, 20.0, 10.0)
    asked = RiskConcentration(measure="revenue", segment="region")
    with pytest.raises(ForfeitException, match="None of the customers is in decline"):
        Tables(orders=frame).run(asked)
    lost = frame.customer_id.isin(["C3", "C4"]) & later
    frame.loc[frame.customer_id.isin(["C3"]) & (frame.index % 3 == 0) & ~later, "region"] = "North"
    _, results = Tables(orders=frame[~lost]).findings(asked)
    before = frame[frame.customer_id.isin(["C3", "C4"]) & frame.ordered.between("2024-07-01", "2024-09-30")]
    given = pd.DataFrame(results[0].records()).set_index("segment")
    assert dict(given.at_risk.dropna()) == pytest.approx(dict(before.groupby("region").revenue.sum()))
    assert set(given.flagged) == {2}


@pytest.mark.parametrize("seed", SEEDS)
def test_resemblance_to_the_lost_agrees_with_numpy(seed):
    frame = orders(seed)
    past = frame[frame.ordered < NOW[0]]
    each = past.groupby("customer_id")[["revenue", "price"]].mean()
    each["activity"] = past.groupby("customer_id").size()
    gone = ~each.index.isin(within(frame, NOW).customer_id)
    scaled = (each - each.mean()) / each.std(ddof=1)
    away = [np.sqrt(((scaled - scaled[side].mean()) ** 2).mean(axis=1)) for side in (gone, ~gone)]
    alike = 100 * away[1] / (away[0] + away[1])
    given = listed(ChurnResemblance(), frame)
    assert dict(given.resemblance) == pytest.approx(dict(alike[~gone & (alike > 50)]), abs=1e-5)
    assert list(given.resemblance) == sorted(given.resemblance, reverse=True)


def test_who_was_lost_can_be_a_column():
    rng = np.random.default_rng(5)
    churned = np.array([True] * 30 + [False] * 70)
    frame = pd.DataFrame(
        {
            "customer_id": [f"C{at}" for at in range(100)],
            "churned": churned,
            "logins": np.where(churned, rng.normal(5, 1, 100), rng.normal(20, 5, 100)),
        }
    )
    frame.loc[99, "logins"] = 4.0  # still there, and just like those that left
    given = listed(ChurnResemblance(lost="churned"), frame)
    assert given.index[0] == "C99"
    assert not set(given.index) & set(frame.customer_id[:30])


def test_who_has_one_row_each_is_not_lost_by_having_no_other():
    day = pd.date_range("2024-01-01", periods=60, freq="10D")
    frame = pd.DataFrame({"order_id": [f"O{at}" for at in range(60)], "day": day, "revenue": np.arange(60.0)})
    with pytest.raises(ForfeitException):
        Tables(orders=frame).run(ChurnResemblance())


def test_two_losses_are_too_few_to_know_what_losses_look_like():
    frame = pd.DataFrame({"customer_id": [f"C{at}" for at in range(40)], "churned": [True] * 2 + [False] * 38})
    frame["logins"] = np.arange(40.0)
    with pytest.raises(ForfeitException, match="only 2 customers lost, need at least 5"):
        Tables(orders=frame).run(ChurnResemblance(lost="churned"))


# potential


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
    assert found.summary.startswith(f"{(people - revenue).idxmax()} is underserved: ")
    assert any("number of customers " in line for line in found.findings)
    (planned,) = Underserved(segment="region", measure="revenue").queries(Tables(orders=frame).only)
    of_facts = (part for one in found.facts for part in (one.name, one.text))
    told = (planned.purpose, found.summary, *found.findings, *of_facts)
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
    assert list(given.lift) == sorted(given.lift, reverse=True)
    assert all(given.lift > 1)


def test_conditions_narrow_who_is_looked_at():
    frame = orders(3)
    west = (Filter(column="region", operator="=", values=("West",)),)
    own = frame[frame.region == "West"]
    for analysis in (Declining(measure="revenue"), RiskScore(measure="revenue"), Growing(measure="revenue")):
        narrowed = listed(analysis.model_copy(update={"entity": "customer_id", "filters": west}), frame)
        assert set(narrowed.index) <= set(own.customer_id)
        assert len(within(own, BEFORE))


def test_whoever_has_one_row_each_cannot_have_gone_missing():
    members = pd.DataFrame(
        {
            "member": [f"M{at:03d}" for at in range(60)],
            "joined": pd.date_range("2024-01-03", periods=60, freq="9D"),
            "fee": [20.0 + at % 7 for at in range(60)],
            "cancelled": ["yes" if at % 4 == 0 else "no" for at in range(60)],
        }
    )
    for analysis in (ChurnResemblance(entity="member"), Declining(entity="member", measure="fee")):
        with pytest.raises(ForfeitException, match="Each of the members has one row") as forfeit:
            Tables(members=members).run(analysis)
        assert "cancelled" in str(forfeit.value.forfeit.would_help)
    assert Tables(members=members).run(ChurnResemblance(entity="member", lost="cancelled")).summary


def test_where_many_names_stand_beside_a_few_categories_the_many_are_whom_it_is_about():
    frame = orders(2).rename(columns={"customer_id": "account"})
    frame["plan"] = ["Basic", "Plus", "Premium"] * (len(frame) // 3) + ["Basic"] * (len(frame) % 3)
    found = Tables(orders=frame[["account", "plan", "ordered", "revenue"]]).run(Declining(measure="revenue"))
    assert "accounts declined" in found.summary


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_silent_for_less_than_no_day(seed):
    frame = orders(seed)
    frame = frame[frame.ordered < frame.ordered.max().normalize() - pd.Timedelta(days=9)]  # it breaks off in a month
    for analysis in (WarningSigns(measure="revenue", threshold=1e9), RiskScore(measure="revenue")):
        found, results = Tables(orders=frame).findings(analysis)
        assert not any("none for -" in line for line in found.findings)
        for result in results:
            assert all(row.get("days_quiet", 0) >= 0 for row in result.records())
