"""Who may be lost, held against pandas: risk scores, warning signs, and where the risk is concentrated."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.warnings.attention import Attention
from shared.analysis.warnings.churn_resemblance import ChurnResemblance
from shared.analysis.warnings.risk_concentration import RiskConcentration
from shared.analysis.warnings.risk_score import RiskScore
from shared.analysis.warnings.warning_signs import WarningSigns
from shared.errors import ForfeitException
from tests.shared.analysis.buyers import NOW, moved, orders, within
from tests.shared.analysis.running import Tables, by_entity, listed, values

SEEDS = range(5)


def last_day(frame):
    """The data's last day: who was active on it was not silent."""
    return max(NOW[1] - pd.Timedelta(days=1), frame.ordered.max().normalize())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_risk_score_is_the_sum_of_its_parts_as_the_rule_says(seed):
    frame = orders(seed)
    each, end = moved(frame), last_day(frame)
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
    quiet = (last_day(frame) - times.max().dt.normalize()).dt.days
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
    tables, asked = Tables(orders=pd.concat([rare, others])), WarningSigns(measure="revenue")
    found, results = tables.findings(asked)
    shown = by_entity(asked, tables, results).loc["Rare"]
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
    assert [line.replace(", more than chance alone would give", "") for line in found.findings[:-1]] == [
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


@pytest.mark.parametrize("analysis", [RiskScore(measure="revenue"), ChurnResemblance()])
def test_a_month_that_the_data_does_not_fill_is_told_as_left_out_of_what_is_compared(analysis):
    told = "November 2024 is left out: the data ends on 20 November 2024."
    assert told in Tables(orders=orders(0)).run(analysis).insights
    assert not Tables(orders=within(orders(0), (pd.Timestamp("2024-01-01"), NOW[1]))).run(analysis).insights


def test_two_losses_are_too_few_to_know_what_losses_look_like():
    frame = pd.DataFrame({"customer_id": [f"C{at}" for at in range(40)], "churned": [True] * 2 + [False] * 38})
    frame["logins"] = np.arange(40.0)
    with pytest.raises(ForfeitException, match="only 2 customers lost, need at least 5"):
        Tables(orders=frame).run(ChurnResemblance(lost="churned"))
