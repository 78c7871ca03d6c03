"""Figures held against those of others, of the best and of before, each compared with pandas."""

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError
from scipy import stats

from shared.analysis.benchmarks.against_before import AgainstBefore
from shared.analysis.benchmarks.best_in_class import BestInClass
from shared.analysis.benchmarks.rank_change import RankChange
from shared.analysis.benchmarks.rank_within import RankWithin
from shared.analysis.benchmarks.standing import Standing
from shared.analysis.change.change_drivers import ChangeDrivers
from shared.analysis.conditions import Filter
from shared.analysis.prospects.gap_to_best import GapToBest
from shared.analysis.prospects.opportunity_score import OpportunityScore
from shared.errors import ForfeitException
from shared.query.words.figures import show_number
from shared.query.words.values import ordinal
from tests.shared.analysis.buyers import moved, orders, percent_rank
from tests.shared.analysis.running import Tables, by_entity, listed, values

SEEDS = range(5)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("within_region", [False, True])
def test_standing_agrees_with_pandas(seed, within_region):
    frame = orders(seed)
    each = frame.groupby(["customer_id", "region"]).revenue.sum().reset_index().set_index("customer_id")
    peers = each.groupby("region").revenue if within_region else each.assign(all=1).groupby("all").revenue
    average = peers.transform("mean")
    given = listed(Standing(measure="revenue", within="region" if within_region else None), frame)
    assert list(given.worth) == sorted(given.worth, reverse=True)
    for name, row in given.iterrows():
        assert row.against == pytest.approx(100 * (each.revenue[name] - average[name]) / average[name])
        assert row.place == peers.rank(method="min", ascending=False)[name]
        assert row.of == peers.transform("size")[name]
        below = (peers.rank(method="min")[name] - 1) / (row.of - 1)
        assert abs(row.percentile - 100 * below) <= 0.5


def test_who_has_no_known_figure_is_below_nobody():
    frame = orders(1)
    unknown = frame.tail(30).assign(customer_id=[f"N{at % 10}" for at in range(30)], price=np.nan)
    frame = pd.concat([frame, unknown])
    each = frame.groupby("customer_id").price.mean().dropna()
    found = listed(Standing(measure="price"), frame)
    assert len(found) == len(each)
    for name, row in found.iterrows():
        assert abs(row.percentile - 100 * percent_rank(each)[name]) <= 0.5
    moves = listed(RankChange(measure="price"), frame)
    assert {moves.percentile.min(), moves.percentile_before.min()} == {0}
    scored = listed(OpportunityScore(measure="price"), frame)
    for name in scored.index.intersection(each.index):
        place = percent_rank(each.round(6), ascending=False)[name]
        assert scored.from_headroom[name] == pytest.approx(30 * place)


def test_one_value_is_told_against_all_the_others():
    frame = orders(1)
    west = (Filter(column="region", operator="=", values=("West",)),)
    found = Tables(orders=frame).run(Standing(measure="revenue", filters=west))
    totals = frame.groupby("region").revenue.sum()
    apart = 100 * (totals["West"] / totals.mean() - 1)
    told = values(found)
    assert told["distance in total revenue from the average of West"] == pytest.approx(abs(apart))
    assert told["average total revenue of regions beside that of West"] == pytest.approx(totals.mean())
    assert "where" not in found.summary
    rank = int(totals.rank(ascending=False)["West"])
    side = "above" if apart > 0 else "below"
    assert found.summary.startswith("West: total revenue")
    assert f"{side} the average of {show_number(float(totals.mean()))}; ranked {rank} out of 4" in found.summary


def test_marks_are_held_against_each_other_and_the_past_by_their_averages_without_a_code() -> None:
    days = pd.date_range("2024-01-01", "2024-06-30")
    frame = pd.DataFrame({"day": days, "branch": np.resize(list("ABC"), len(days))})
    frame["q1"] = np.resize([1, 4, 5, 8, 2, 3, 5], len(days))
    known = frame[frame.q1 != 8]
    means = known.groupby("branch").q1.mean()
    left = (Filter(column="q1", operator="!=", values=(8,)),)
    said = " where q1 is not 8"
    told = values(Tables(d=frame).run(Standing(entity="branch", measure="q1", average=True, filters=left)))
    told = {name.removesuffix(said): figure for name, figure in told.items()}
    assert told["average q1 of A"] == pytest.approx(means["A"])
    assert told["distance in average q1 from the average of A"] == pytest.approx(
        abs(100 * (means["A"] / means.mean() - 1))
    )
    months = known.set_index("day").q1.groupby(lambda day: day.month > 3).mean()
    past = values(Tables(d=frame).run(AgainstBefore(measure="q1", average=True, filters=left)))
    assert past[f"average q1 in April to June 2024{said}"] == pytest.approx(months[True])
    assert past[f"average q1 in January to March 2024{said}"] == pytest.approx(months[False])


def test_who_has_too_few_rows_to_be_tested_is_named() -> None:
    frame = pd.DataFrame({"clinic": ["A"] * 2 + ["B"] * 9 + ["C"] * 9, "pain": [95.0, 97.0, *np.arange(18) % 7]})
    told = Tables(t=frame).run(Standing(entity="clinic", measure="pain"))
    assert "Not tested, as there are fewer than three values of each: A." in told.findings
    lines = Tables(t=frame[2:]).run(Standing(entity="clinic", measure="pain")).findings
    assert not any("Not tested" in line for line in lines)


def test_whether_many_differ_at_all_is_the_test_of_all_of_them_and_each_stands_beside_the_rest() -> None:
    rng = np.random.default_rng(14)
    who = np.repeat([f"T{at:02}" for at in range(14)], 25)
    frame = pd.DataFrame({"translator": who, "fee": rng.normal(100, 10, len(who)) + 12 * (who == "T03")})
    parts = [one.fee.to_numpy() for _, one in frame.groupby("translator")]
    told = Tables(t=frame).run(Standing(entity="translator", measure="fee"))
    p = stats.f_oneway(*parts).pvalue
    assert values(told)["p-value of the differences in fee between translators"] == pytest.approx(p)
    assert (
        f"Row by row, fee differs between the 14 translators by more than chance (p = {p:.3g}, ANOVA)." in told.findings
    )
    (line,) = [one for one in told.findings if one.startswith("By its average fee a row, beyond chance lie off")]
    assert line.startswith("By its average fee a row, beyond chance lie off the rest: T03 above it (p = ")
    level = Tables(t=frame.assign(fee=rng.normal(100, 10, len(who)))).run(Standing(entity="translator", measure="fee"))
    assert any("fee does not differ between the 14 translators by more than chance" in one for one in level.findings)
    two = Tables(t=frame[frame.translator <= "T01"]).run(Standing(entity="translator", measure="fee"))
    assert not any("Row by row" in one for one in two.findings)


def test_of_many_that_lie_off_the_rest_the_surest_are_named_and_the_others_counted() -> None:
    frame = pd.DataFrame({"branch": np.repeat(list("ABCDEFGHIJ"), 40)})
    frame["pain"] = np.repeat([20.0, 20, 20, 20, 20, 1, 1, 1, 1, 1], 40) + np.random.default_rng(1).normal(0, 1, 400)
    told = Tables(t=frame).run(Standing(entity="branch", measure="pain"))
    (line,) = [one for one in told.findings if "beyond chance lie off" in one]
    assert (line.count("(p = "), " and 4 more; " in line) == (6, True)


def test_what_is_below_0_on_average_is_told_by_the_difference_and_not_in_percent():
    frame = pd.DataFrame(
        {"store": list("ABC") * 4, "profit": [-30, -10, 1] * 4, "day": pd.date_range("2024-01-01", periods=12)}
    )
    told = Tables(stores=frame).run(Standing(entity="store", measure="profit"))
    assert told.summary.startswith(
        "2 of 3 stores are above the average total profit of -52. C: total profit 4, 56 above"
    )
    assert "%" not in f"{told.summary} {told.findings[0]}"
    assert "A: total profit -120, 68 below the average" in " ".join(told.findings)
    even = frame.assign(profit=[-10, 0, 10] * 4)
    assert (
        "1 of 3 stores is above the average total profit of 0"
        in Tables(t=even).run(Standing(entity="store", measure="profit")).summary
    )


def test_a_loss_before_has_no_percentage_of_change():
    days = pd.date_range("2024-01-01", "2024-06-30")
    frame = pd.DataFrame(
        {"day": days, "store": "A", "profit": [-2.0 if day < pd.Timestamp("2024-04-01") else 3.0 for day in days]}
    )
    for analysis in (AgainstBefore(measure="profit"), ChangeDrivers(measure="profit", months=3)):
        told = Tables(days=frame).run(analysis)
        assert "273" in told.summary
        assert "-182" in told.summary
        assert "%" not in told.summary


def test_averages_are_held_against_their_mean_and_the_last_has_none_below() -> None:
    found = Tables(orders=orders(1)).run(Standing(entity="region", measure="price"))
    assert "above the mean average price of" in found.summary
    assert "average average" not in found.summary
    last = next(line for line in found.findings if "none of them below it" in line)
    assert last in found.findings[-3:]
    assert not {"told", "level"} & set(listed(Standing(entity="region", measure="price"), orders(1)).columns)


def test_a_condition_on_the_compared_figure_is_one_on_groups_and_no_standing():
    large = (Filter(column="revenue", operator=">", values=(100,)),)
    with pytest.raises(ValidationError, match="is one on groups"):
        Standing(entity="region", measure="revenue", filters=large)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_of_each_category_agrees_with_pandas(seed):
    frame = orders(seed)
    each = frame.groupby(["region", "customer_id"]).revenue.sum()
    best = each.loc[each.groupby("region").idxmax()]  # the categories in their order
    given = listed(BestInClass(category="region", measure="revenue"), frame, query=0)
    assert list(zip(given.region, given.customer_id, strict=True)) == list(best.index)
    assert list(given.sum_revenue) == pytest.approx(list(best))


@pytest.mark.parametrize("seed", SEEDS)
def test_places_within_each_group_agree_with_pandas(seed):
    frame = orders(seed)
    each = frame.groupby(["region", "customer_id"]).revenue.sum().round(9)
    place = each.groupby("region").rank(method="min", ascending=False)
    given = listed(RankWithin(within="region", measure="revenue", entity="customer_id", top=4), frame, query=0)
    expected = place[place <= 4]
    assert dict(given.set_index(["region", "customer_id"]).rank_sum_revenue) == dict(expected)
    found = Tables(orders=frame).run(RankWithin(within="region", measure="revenue", entity="customer_id", top=4))
    told = [found.summary, *found.findings]
    for region in frame.region.unique():
        first = each[region].idxmax()
        assert any(f"{region}: 1. {first} (" in line for line in told)


def test_the_gap_to_the_best_agrees_with_pandas():
    frame = orders(1)
    totals = frame.groupby("region").revenue.sum()
    gap = (totals.max() - totals).sort_values(ascending=False)[:-1]
    tables, asked = Tables(orders=frame), GapToBest(group="region", measure="revenue")
    found, results = tables.findings(asked)
    assert dict(by_entity(asked, tables, results).gap) == pytest.approx(dict(gap))
    assert list(by_entity(asked, tables, results).index) == list(gap.index)
    assert f"3 of 4 regions are behind {totals.idxmax()}" in found.summary


def test_a_gap_needs_groups():
    alone = orders(1).assign(region="North")
    with pytest.raises(ForfeitException, match="only 1 region found, need at least 2"):
        Tables(orders=alone).run(GapToBest(group="region", measure="revenue"))


def test_a_gap_of_mostly_empty_cells_is_forfeited_for_the_quality_of_the_data():
    frame = orders(1)
    frame.loc[frame.index % 3 > 0, "revenue"] = np.nan
    with pytest.raises(ForfeitException, match="Data quality too poor: only"):
        Tables(orders=frame).run(GapToBest(group="region", measure="revenue"))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_change_of_a_percentile_agrees_with_pandas(seed):
    each = moved(orders(seed))
    now, then = ((100 * percent_rank(each[name].round(9))) for name in ("after", "before"))
    tables, asked = Tables(orders=orders(seed)), RankChange(measure="revenue")
    found, results = tables.findings(asked)
    given = by_entity(asked, tables, results)
    for name, row in given.iterrows():
        assert abs(row.percentile_before - then[name]) <= 0.5
        assert abs(row.percentile - now[name]) <= 0.5
    assert list(given.moved) == list(given.percentile - given.percentile_before)
    assert list(given.moved) == sorted(given.moved, reverse=True)
    up, down = (given.moved > 0).sum(), (given.moved < 0).sum()
    assert found.summary.startswith(
        f"Of 40 customers, {up} moved up and {down} down by total revenue, August to October"
    )
    first = given.iloc[0]
    told = (
        f"{first.name} moved from the {ordinal(first.percentile_before)} percentile to the {ordinal(first.percentile)}"
    )
    assert f"{told} percentile" in found.summary
    assert [line.split()[0] for line in found.findings] == list(given.index[1:8])  # the first is in the summary


def test_a_figure_is_held_against_the_months_before_and_the_year_before():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"day": pd.date_range("2023-01-01", "2024-06-30"), "sales": 1.0})
    frame["sales"] = rng.uniform(1, 9, len(frame)).round(2)
    month = frame.set_index("day").sales.resample("MS").sum()
    now, before, year = (
        month["2024-04":"2024-06"].sum(),
        month["2024-01":"2024-03"].sum(),
        month["2023-04":"2023-06"].sum(),
    )
    found = values(Tables(days=frame).run(AgainstBefore(measure="sales")))
    assert found["total sales in April to June 2024"] == pytest.approx(now)
    against = "change in total sales, April to June 2024 against"
    assert found[f"{against} January to March 2024"] == pytest.approx(100 * (now / before - 1))
    assert found[f"{against} April to June 2023"] == pytest.approx(100 * (now / year - 1))


def test_the_columns_of_a_list_are_called_after_what_they_hold():
    _, results = Tables(orders=orders(1)).findings(Standing(entity="region", measure="revenue"))
    assert results[1].columns[:4] == ("region", "total_revenue", "average", "rank")


def test_a_column_called_as_one_that_is_computed_stays_apart_from_it():
    frame = orders(1).rename(columns={"region": "average"})
    found, results = Tables(orders=frame).findings(Standing(entity="average", measure="revenue"))
    assert results[1].columns[:2] == ("entity", "total_revenue")
    assert found.facts


def test_columns_in_percent_have_their_unit_whether_or_not_a_fact_tells_one():
    found, results = Tables(orders=orders(0)).findings(Standing(measure="revenue"))
    assert found.units == {"percent_from_average": "%", "distance_in_percent": "%"}
    assert set(found.units) <= {name for result in results for name in result.columns}
