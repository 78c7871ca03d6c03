"""What would follow: each figure worked out again by pandas, assumptions called assumptions."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.impact.loss_of_top import LossOfTop
from shared.analysis.impact.price_response import PriceResponse
from shared.analysis.impact.scenario_comparison import ScenarioComparison
from shared.analysis.impact.sensitivity import Sensitivity
from shared.analysis.trends.projection import Projection
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables, cell_of, values

RNG = np.random.default_rng(6)
MONTHS = pd.date_range("2021-01-01", periods=36, freq="MS")
PRICE = np.round(10 * np.exp(RNG.normal(0, 0.15, 36)), 2)
ORDERS = pd.DataFrame(
    {
        "month": MONTHS,
        "account": [f"A{at % 9}" for at in range(36)],
        "unit_price": PRICE,
        "units": np.round(5000 * PRICE**-1.4),
        "revenue": np.linspace(100, 450, 36),
    }
)


@pytest.fixture(scope="module")
def tables():
    return Tables(orders=ORDERS)


def test_a_price_change_is_told_by_the_elasticity_of_history(tables):
    findings = tables.run(PriceResponse(quantity="units", price="unit_price", percent=10))
    assert findings.summary.startswith("If unit price rises by 10 % and buyers answer as over the last 36 months")
    assert findings.facts[0].value == pytest.approx(100 * (1.1**-0.4 - 1), abs=1.5)
    assert any("no experiment" in line for line in findings.findings)


def test_what_is_sold_at_a_price_is_the_one_quantity_of_the_table(tables):
    assert tables.run(PriceResponse(price="unit_price")) == tables.run(
        PriceResponse(quantity="units", price="unit_price")
    )


def test_an_amount_is_no_price_and_a_quantity_is_not_guessed(tables):
    with pytest.raises(ForfeitException, match="adds up over rows, so it is an amount and no price"):
        tables.run(PriceResponse(price="revenue"))
    with pytest.raises(ForfeitException, match="adds up over rows, so it is an amount and no price"):
        tables.run(PriceResponse(price="units"))
    two = Tables(orders=ORDERS.assign(pieces=ORDERS["units"] * 2))
    with pytest.raises(
        ForfeitException, match="I took unit price for a price, and 2 columns could say what is sold at it"
    ):
        two.run(PriceResponse(price="unit_price"))


def test_where_history_carries_no_elasticity_assumptions_are_offered_and_called_that():
    flat = Tables(orders=ORDERS.assign(unit_price=9.99))
    findings = flat.run(PriceResponse(quantity="units", price="unit_price"))
    assert "history does not show how units answer to unit price" in findings.summary.lower()
    assert all(line.startswith("Assumption: ") for line in findings.findings)


def days_of_sales(last: str) -> pd.DataFrame:
    """Daily sales over 24 months, whose price changes each month; their elasticity is −0.5."""
    days = pd.date_range("2022-01-01", last)
    rng = np.random.default_rng(8)
    prices = 10 * np.exp(rng.normal(0, 0.1, 24))
    price = prices[(days.year - 2022) * 12 + days.month - 1]
    scale = 1 / days.days_in_month.to_numpy()  # a month's total is the same however long it is
    return pd.DataFrame({"day": days, "unit_price": np.round(price, 2), "units": np.round(1e6 * scale * price**-0.5)})


def test_a_month_that_the_data_breaks_off_in_is_no_part_of_the_elasticity():
    found = Tables(sales=days_of_sales("2023-12-03")).run(PriceResponse(quantity="units", price="unit_price"))
    assert values(found)["elasticity of units to unit price"] == pytest.approx(-0.5, abs=0.02)
    assert "over the last 23 months" in found.summary
    assert any("December 2023 is left out" in line for line in found.findings)


def test_an_elasticity_whose_interval_holds_0_is_not_told_as_what_a_price_does():
    rng = np.random.default_rng(3)
    frame = ORDERS.assign(units=np.round(5000 * np.exp(rng.normal(0, 0.3, 36))))
    found = Tables(orders=frame).run(PriceResponse(quantity="units", price="unit_price"))
    assert found.summary.startswith("History does not show how units answer to unit price: over 36 months")
    assert "which holds 0" in found.summary
    assert all(line.startswith("Assumption: ") for line in found.findings)


def test_too_few_months_are_said_and_not_called_a_price_that_hardly_changed():
    found = Tables(orders=ORDERS.head(6)).run(PriceResponse(quantity="units", price="unit_price"))
    assert "there are 6 complete months with both, and it takes 8" in found.summary
    assert "hardly" not in found.summary


def test_scenarios_stand_beside_the_baseline_of_today(tables):
    findings = tables.run(ScenarioComparison(measure="revenue", percents=(10, -20)))
    total = ORDERS["revenue"].sum()
    assert values(findings)["baseline total revenue"] == pytest.approx(total)
    assert values(findings)["total revenue at 10 %"] == pytest.approx(1.1 * total)
    assert values(findings)["total revenue at -20 %"] == pytest.approx(0.8 * total)
    assert findings.summary.startswith(f"Total revenue is {total:,.0f} today; at 10 %: {1.1 * total:,.0f} ")
    assert any("not a forecast" in line for line in findings.findings)


def test_each_scenario_is_a_row_that_can_be_cited_by_what_is_assumed(tables):
    findings, results = tables.findings(ScenarioComparison(measure="revenue", percents=(10, -20)))
    total = ORDERS["revenue"].sum()
    rows = results[-1].records()
    assert [one["assumption"] for one in rows] == ["as today", "scenario B", "scenario C"]
    assert [one["change_in_percent"] for one in rows] == pytest.approx([0, 10, -20])
    assert [one["total_then"] for one in rows] == pytest.approx([total, 1.1 * total, 0.8 * total])
    assert [one["change_from_today"] for one in rows] == pytest.approx([0, total / 10, -total / 5])
    assert all(len(one.cells) == 1 and cell_of(one, results) == one.value for one in findings.facts)
    assert [one.at for one in findings.pictures[0].points] == ["as today", "10 %", "-20 %"]


def test_what_assumed_elasticities_give_is_a_row_each():
    findings, results = Tables(orders=ORDERS.drop(columns="unit_price")).findings(PriceResponse(percent=-20))
    assert [one["assumption"] for one in results[-1].records()] == [f"scenario {one}" for one in "ABCDE"]
    assert all(len(one.cells) == 1 and cell_of(one, results) == one.value for one in findings.facts)


def test_a_scenario_may_change_a_part_alone(tables):
    part = ({"kind": "compare", "column": "account", "operator": "=", "value": "A0"},)
    asked = ScenarioComparison.model_validate({"measure": "revenue", "percents": (50,), "part": part})
    own = ORDERS.loc[ORDERS["account"] == "A0", "revenue"].sum()
    assert values(tables.run(asked))["change of total revenue at 50 %"] == pytest.approx(own / 2)


@pytest.mark.parametrize(("given", "top"), [({"top": 3}, 3), ({}, 5)], ids=["3", "as specified"])
def test_losing_the_top_accounts_costs_their_share(tables, given, top):
    findings = tables.run(LossOfTop(entity="account", measure="revenue", **given))
    totals = ORDERS.groupby("account")["revenue"].sum()
    share = 100 * totals.nlargest(top).sum() / totals.sum()
    assert findings.summary.startswith(f"Without the top {top} accounts, total revenue would fall by {share:.1f} %")
    assert all(who in findings.findings[0] for who in totals.nlargest(top).index)


def test_a_projection_comes_with_its_interval_and_beside_the_year_before(tables):
    findings = tables.run(Projection(measure="revenue", ahead=3))
    step = ORDERS["revenue"][1] - ORDERS["revenue"][0]
    assert findings.facts[0].value == pytest.approx(ORDERS["revenue"].iloc[-1] + step)
    assert "95 % interval" in findings.summary
    told, before = values(findings), ORDERS["revenue"].iloc[-12:-9].sum()
    assert told["total revenue in the same periods a year before"] == pytest.approx(before)
    assert any(f"the {before:,.0f} in the same periods a year before" in line for line in findings.findings)
    low, high = (told[f"{end} end of the 95 % interval of total revenue in all"] for end in ("lower", "upper"))
    assert low <= told["projection of total revenue in all"] <= high


def test_a_projection_counts_a_slope_that_may_be_chance_in_part_and_tells_the_whole_line_beside_it():
    flat = Tables(orders=ORDERS.assign(revenue=100 + np.random.default_rng(4).normal(0, 20, 36)))
    findings = flat.run(Projection(measure="revenue", ahead=2))
    assert findings.summary.endswith(", if its level and part of its slope continue as over the last 36 months.")
    counted = values(findings)["share of the slope of total revenue that the forecast uses"]
    assert 0.27 <= counted < 0.72
    (told,) = (line for line in findings.findings if line.startswith("The slope of its line may be chance (p = "))
    assert told.endswith(f"), so the forecast uses only {counted:.3f} of it.")
    assert findings.facts[0].name.startswith("projection of total revenue in January")
    assert any(line.startswith("Along its whole line total revenue would be ") for line in findings.findings)


def test_the_interval_of_a_projection_lies_around_it():
    noisy = Tables(orders=ORDERS.assign(revenue=ORDERS["revenue"] + 20 * RNG.standard_normal(36)))
    told = values(noisy.run(Projection(measure="revenue", ahead=1)))
    (middle,) = [value for name, value in told.items() if name.startswith("projection of total revenue in January")]
    (low,) = [value for name, value in told.items() if name.startswith("lower end")]
    (high,) = [value for name, value in told.items() if name.startswith("upper end")]
    assert low < middle - 10
    assert high > middle + 10


def test_a_sensitivity_says_what_went_together(tables):
    findings = tables.run(Sensitivity(measure="units", driver="unit_price", percent=10))
    slope = np.polyfit(ORDERS["unit_price"], ORDERS["units"], 1)[0]
    assert findings.facts[0].value == pytest.approx(slope * ORDERS["unit_price"].mean() / 10)
    assert any("not what a change would cause" in line for line in findings.findings)


def test_a_driver_with_a_negative_mean_that_is_higher_goes_the_way_of_its_slope():
    frame = ORDERS.assign(cold=-20 + np.linspace(-5, 5, 36), sold=100 + 3 * np.linspace(-5, 5, 36))
    told = Tables(orders=frame).run(Sensitivity(measure="sold", driver="cold", percent=10))
    assert told.facts[0].value == pytest.approx(3 * 20 / 10)


def test_a_measure_of_no_money_is_not_guessed_to_be_the_price(tables):
    assert tables.run(PriceResponse(quantity="units")).summary.startswith("If unit price rises by 10 %")
    rated = Tables(orders=ORDERS.drop(columns="unit_price").assign(rating=ORDERS["units"] % 5 + 0.5))
    assert rated.run(PriceResponse(quantity="units")).summary.startswith("If prices rise by 10 % and buyers")
    bare = Tables(orders=ORDERS.drop(columns=["unit_price", "revenue"]).assign(rating=ORDERS["units"] % 5 + 0.5))
    with pytest.raises(ForfeitException, match="could be the price of one unit"):
        bare.run(PriceResponse(quantity="units"))


def test_without_a_column_of_prices_what_a_change_gives_is_assumed_and_called_that():
    frame = ORDERS.drop(columns="unit_price")
    found = Tables(orders=frame).run(PriceResponse(percent=-20))
    assert found.summary.startswith("If prices fall by 20 % and buyers buy as much as before, total revenue would be")
    assert "that is an assumption" in found.summary
    told, total = values(found), frame["revenue"].sum()
    for slope in (0, -0.5, -1, -1.5, -2):
        name = f"total revenue with prices changed by -20 %, at an assumed elasticity of {slope:g}"
        assert told[name] == pytest.approx(total * 0.8 ** (1 + slope))
    assert all(line.startswith("Assumption: ") for line in found.findings)


def test_amounts_of_what_nobody_counts_are_no_prices():
    salaries = ORDERS.drop(columns=["unit_price", "units"]).rename(columns={"revenue": "salary"})
    with pytest.raises(ForfeitException, match="I took salary for a price, and no columns could say what is sold"):
        Tables(staff=salaries).run(PriceResponse(percent=10))
