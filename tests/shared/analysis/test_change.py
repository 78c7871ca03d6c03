"""What changed and why: parts that add up, held against pandas."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.change.change_drivers import ChangeDrivers
from shared.analysis.change.price_volume_mix import PriceVolumeMix
from shared.analysis.conditions import Filter
from shared.errors import ForfeitException
from shared.query.words.values import days as told_days
from tests.shared.analysis.buyers import BEFORE, NOW, orders, within
from tests.shared.analysis.running import Tables, values

SEEDS = range(6)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_parts_of_a_change_add_up_and_agree_with_pandas(seed):
    frame = orders(seed)
    frame.loc[frame.index % 17 == 0, "region"] = None
    found, results = Tables(orders=frame).findings(ChangeDrivers(measure="revenue", by=("region", "customer_id")))
    totals = [within(frame, stretch).revenue.sum() for stretch in (BEFORE, NOW)]
    (whole,) = results[0].records()
    assert (whole["before"], whole["after"]) == (pytest.approx(totals[0]), pytest.approx(totals[1]))
    for result, column in zip(results[1:], ("region", "customer_id"), strict=True):
        parts = {row["part"]: row["change"] for row in result.records()}
        assert sum(parts.values()) == pytest.approx(whole["change"])
        sides = [within(frame, one).groupby(column, dropna=False).revenue.sum() for one in (BEFORE, NOW)]
        expected = sides[1].sub(sides[0], fill_value=0)
        for name, change in expected.items():
            assert parts[None if pd.isna(name) else name] == pytest.approx(change)
        sizes = [abs(row["change"]) for row in result.records()]
        assert sizes == pytest.approx(sorted(sizes, reverse=True))
    verb = "fell" if whole["change"] < 0 else "rose"
    assert f"Total revenue {verb} from" in found.summary


def test_a_month_that_is_named_is_compared_with_the_one_before():
    frame = orders(2)
    july = (Filter(column="ordered", operator="between", values=("2024-07-01", "2024-08-01"), label="in July"),)
    found = Tables(orders=frame).run(ChangeDrivers(measure="revenue", filters=july))
    months = frame.set_index("ordered").revenue.resample("MS").sum()
    given = values(found)
    assert given["total revenue in July 2024"] == pytest.approx(months["2024-07-01"])
    assert given["total revenue in June 2024"] == pytest.approx(months["2024-06-01"])


@pytest.mark.parametrize(
    ("named", "before", "now"),
    [
        ({"grain": "month of year", "operator": "=", "values": (3,)}, "February 2025", "March 2025"),
        ({"grain": "month of year", "operator": "=", "values": (5,)}, "April 2024", "May 2024"),
        (
            {"operator": "between", "values": ("2025-03-01", "2025-03-11")},
            "19 to 28 February 2025",
            "1 to 10 March 2025",
        ),
        (
            {"operator": "between", "values": ("2025-03-11", "2025-04-01")},
            "18 February to 10 March 2025",
            "11 to 31 March 2025",
        ),
    ],
)
def test_a_month_without_a_year_is_the_last_one_and_days_are_compared_with_as_many_before(named, before, now):
    days = pd.date_range("2024-01-01", "2025-04-30")
    frame = pd.DataFrame({"ordered": days, "region": ["West", "East", "South"] * 162})
    frame["revenue"] = np.arange(486.0)
    asked = ChangeDrivers(measure="revenue", filters=(Filter(column="ordered", **named),))
    assert f"({before}) to" in (said := Tables(orders=frame).run(asked).summary)
    assert f"({now}), by" in said


def test_an_average_has_no_parts_that_add_up():
    with pytest.raises(ForfeitException, match="no parts that add up"):
        Tables(orders=orders(1)).run(ChangeDrivers(measure="price"))


@pytest.mark.parametrize(
    ("first", "last", "before", "now"),
    [
        ("2024-01-01", "2024-12-10", ("2024-11-01", "2024-11-10"), ("2024-12-01", "2024-12-10")),
        ("2024-11-11", "2025-01-20", ("2024-11-11", "2024-11-30"), ("2024-12-11", "2024-12-30")),
    ],
)
def test_a_month_that_the_data_fills_in_part_is_compared_with_the_same_days_and_that_is_said(first, last, before, now):
    days = pd.date_range(first, last)
    frame = pd.DataFrame({"ordered": days, "region": ["West", "East"] * (len(days) // 2) + ["West"] * (len(days) % 2)})
    frame["revenue"] = 10.0 + np.arange(len(days))
    december = Filter(column="ordered", operator="between", values=("2024-12-01", "2025-01-01"), label="in December")
    found, (whole, *_) = Tables(orders=frame).findings(ChangeDrivers(measure="revenue", filters=(december,)))
    totals = [frame[frame.ordered.between(*ends)].revenue.sum() for ends in (before, now)]
    assert whole.rows[0][:2] == (pytest.approx(totals[0]), pytest.approx(totals[1]))
    assert f"({told_days(*before)}) to" in found.summary
    assert f"({told_days(*now)}), by" in found.summary
    assert found.findings[-1].startswith("Only the same days of both are compared: the data ")


def test_a_month_of_which_the_data_has_a_few_days_is_nothing_to_compare_with():
    days = pd.date_range("2024-11-27", "2024-12-31")
    frame = pd.DataFrame({"ordered": days, "region": ["West", "East", "East", "West", "South"] * 7, "revenue": 5.0})
    december = Filter(column="ordered", operator="between", values=("2024-12-01", "2025-01-01"), label="in December")
    with pytest.raises(ForfeitException, match="only a small part of November 2024 is there to compare December"):
        Tables(orders=frame).run(ChangeDrivers(measure="revenue", filters=(december,)))


def lines(seed: int) -> pd.DataFrame:
    """Quantities and amounts of products over six months; one is new in the second half, one is gone."""
    rng = np.random.default_rng(seed)
    rows = 500
    half = rng.integers(0, 2, rows)
    product = rng.choice(np.array(["A", "B", "C"], dtype=object), rows)
    product[(half == 1) & (rng.random(rows) < 0.2)] = "new"
    product[(half == 0) & (rng.random(rows) < 0.2)] = "gone"
    quantity = rng.integers(1, 9, rows)
    price = pd.Series(product).map({"A": 2.0, "B": 5.0, "C": 9.0, "new": 4.0, "gone": 3.0}).to_numpy() + half * 0.5
    day = pd.Timestamp("2024-01-01") + pd.to_timedelta(half * 91 + rng.integers(0, 91, rows), unit="D")
    frame = pd.DataFrame({"product": product, "sold_on": day, "quantity": quantity, "revenue": quantity * price})
    ends = frame.head(2).assign(sold_on=[pd.Timestamp("2024-01-01"), pd.Timestamp("2024-06-30")])
    ends["product"] = "A"
    return pd.concat([frame, ends], ignore_index=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_volume_price_and_mix_add_up_to_the_change(seed):
    frame = lines(seed)
    _, (result,) = Tables(lines=frame).findings(PriceVolumeMix(amount="revenue", item="product", quantity="quantity"))
    (given,) = result.records()
    assert given["volume"] + given["price"] + given["mix"] == pytest.approx(given["change"])
    cut = pd.Timestamp("2024-04-01")
    then, now = (
        (frame[side].groupby("product")[["quantity", "revenue"]].sum())
        for side in (frame.sold_on < cut, frame.sold_on >= cut)
    )
    rise = now.revenue / now.quantity - then.revenue / then.quantity
    assert given["price"] == pytest.approx((now.quantity * rise).sum())
    average = then.revenue.sum() / then.quantity.sum()
    assert given["volume"] == pytest.approx((now.quantity.sum() - then.quantity.sum()) * average)


def test_rows_without_a_quantity_or_an_item_stay_in_the_totals_as_a_part_that_is_not_attributable():
    frame = lines(3)
    frame["quantity"] = frame.quantity.astype("float")
    later = frame.sold_on >= pd.Timestamp("2024-04-01")
    frame.loc[later & (frame.index % 3 == 0), "quantity"] = np.nan
    frame.loc[~later & (frame.index % 5 == 0), "product"] = None
    analysis = PriceVolumeMix(amount="revenue", item="product", quantity="quantity")
    found, (result,) = Tables(lines=frame).findings(analysis)
    (given,) = result.records()
    before, now = frame[~later].revenue.sum(), frame[later].revenue.sum()
    assert (given["amount_before"], given["amount_now"]) == (pytest.approx(before), pytest.approx(now))
    known = frame.quantity.notna() & frame["product"].notna()
    unknown = frame[later & ~known].revenue.sum() - frame[~later & ~known].revenue.sum()
    assert given["unknown"] == pytest.approx(unknown)
    parts = [given[one] for one in ("volume", "price", "mix", "unknown")]
    assert sum(parts) == pytest.approx(now - before)
    assert "not attributable" in found.summary
    assert given["rows_unknown"] == (~known).sum()


def test_only_prices_that_rise_are_a_price_effect():
    days = [*pd.date_range("2024-01-01", "2024-03-31"), *pd.date_range("2024-04-01", "2024-06-30")]
    frame = pd.DataFrame({"product": ["A", "B"] * 91, "sold_on": days, "quantity": 2})
    frame["revenue"] = frame.quantity * np.where(frame.sold_on < "2024-04-01", 5.0, 6.0)
    found = values(Tables(lines=frame).run(PriceVolumeMix(amount="revenue", item="product", quantity="quantity")))
    effect = "effect on revenue, April to June 2024 against January to March 2024"
    assert found[f"price {effect}"] == pytest.approx(182.0)
    assert (found[f"volume {effect}"], found[f"mix {effect}"]) == (pytest.approx(0), pytest.approx(0, abs=1e-9))


def test_what_is_compared_with_the_time_before_the_data_is_not_told_as_a_rise_from_nothing():
    year = {"column": "ordered", "operator": "between"}
    frame = pd.DataFrame(
        {
            "ordered": pd.date_range("2024-01-01", "2025-12-31", freq="D"),
            "region": ["West", "East", "South"] * 243 + ["West", "East"],
            "revenue": range(731),
        }
    )
    both = Filter(values=("2024-01-01", "2026-01-01"), **year)
    found = Tables(orders=frame).run(ChangeDrivers(measure="revenue", filters=(both,)))
    assert "(January to December 2024) to 200,020 (January to December 2025), by" in found.summary
    before, now = (frame[frame.ordered.dt.year == one].revenue.sum() for one in (2024, 2025))
    assert {before, now, now - before} <= {fact.value for fact in found.facts}
    odd = Filter(values=("2024-01-01", "2024-02-01"), **year)
    with pytest.raises(ForfeitException, match="The data begins on 1 January 2024"):
        Tables(orders=frame).run(ChangeDrivers(measure="revenue", filters=(odd,)))


def test_a_price_that_nobody_changed_has_no_effect_and_the_quantity_is_found():
    rng = np.random.default_rng(11)
    days = pd.date_range("2024-01-01", "2024-12-31", freq="D").repeat(3)
    frame = pd.DataFrame({"ordered": days, "product": rng.choice(["Mug", "Tea", "Jar"], len(days))})
    frame["units"] = rng.integers(1, 9, len(days))
    frame["revenue"] = frame.units * frame["product"].map({"Mug": 11.1, "Tea": 4.3, "Jar": 7.7})
    found = Tables(lines=frame).run(PriceVolumeMix(amount="revenue", item="product"))
    price = next(fact for fact in found.facts if fact.name.startswith("price effect"))
    assert price.value == 0
    assert "quantities (units)" in found.findings[0]


def test_the_parts_of_a_change_are_told_once_and_with_their_signs():
    frame = pd.DataFrame(
        {
            "ordered": pd.to_datetime(["2025-01-01", "2025-01-31", "2025-02-01", "2025-02-28"]),
            "region": ["West", "East", "West", "East"],
            "revenue": [100.0, 80.0, 150.0, 70.0],
        }
    )
    february = Filter(column="ordered", operator="between", values=("2025-02-01", "2025-03-01"))
    found = Tables(orders=frame).run(ChangeDrivers(measure="revenue", filters=(february,)))
    assert found.findings == ("By region: West +50 (125 % of the change); East -10 (against the overall change).",)
    assert "West" not in found.summary
    assert found.insights == ()
