"""Who is told of, held against pandas: who declines, who grows, and who is looked at at all."""

import pandas as pd
import pytest

from shared.analysis.conditions import Filter
from shared.analysis.prospects.growing import Growing
from shared.analysis.prospects.growing_like_top import GrowingLikeTop
from shared.analysis.warnings.churn_resemblance import ChurnResemblance
from shared.analysis.warnings.declining import Declining
from shared.analysis.warnings.risk_score import RiskScore
from shared.analysis.warnings.warning_signs import WarningSigns
from shared.errors import ForfeitException
from tests.shared.analysis.buyers import BEFORE, NOW, moved, orders, within
from tests.shared.analysis.running import Tables, by_entity, listed, values

SEEDS = range(5)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_declines_and_by_how_much_agrees_with_pandas(seed):
    frame = orders(seed)
    expected = moved(frame).query("change < -1e-9").sort_values("change")
    tables, asked = Tables(orders=frame), Declining(measure="revenue")
    found, results = tables.findings(asked)
    given = by_entity(asked, tables, results)
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
    tables, asked = Tables(orders=frame), GrowingLikeTop(measure="revenue")
    found, results = tables.findings(asked)
    assert list(by_entity(asked, tables, results).index) == list(expected.index)
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


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", [WarningSigns, RiskScore])
def test_silence_is_counted_to_the_last_day_of_the_data(seed, kind):
    frame = orders(seed)
    latest, last = frame.ordered.max().normalize(), frame.groupby("customer_id").ordered.max().dt.normalize()
    given = listed(kind(measure="revenue"), frame).days_quiet
    assert len(given)
    assert given.to_dict() == (latest - last).dt.days[given.index].to_dict()
