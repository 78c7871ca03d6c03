"""Whether a column adds up is decided once, from its name, its unit, its values and what lies beside it."""

import pytest

from shared.contracts import ValueCount
from tests.shared.table.columns import number, table, text

FALSE, TRUE = ValueCount(value=0, count=40), ValueCount(value=1, count=20)
YEARS = text("year", 6, type="integer", minimum=2019, maximum=2024)
STATES = text("state", 10)


@pytest.mark.parametrize(
    ("column", "additivity", "usual"),
    [
        (number("revenue"), "additive", "sum"),
        (number("orderTotal"), "additive", "sum"),
        (number("weight_kg", unit="kg"), "additive", "mean"),
        (number("bodywt"), "additive", "mean"),
        (number("Annual Salary", unit="$"), "additive", "mean"),
        (number("rating"), "non_additive", "mean"),
        (number("RPM"), "non_additive", "mean"),
        (number("co2_ppm"), "non_additive", "mean"),
        (number("rating_count"), "additive", "sum"),
        (number("num_ratings"), "additive", "sum"),
        (number("temp_c"), "non_additive", "mean"),
        (number("Turnout %"), "non_additive", "mean"),
        (number("turnout", unit="%"), "non_additive", "mean"),
        (number("Wind (m/s)"), "non_additive", "mean"),
        (number("feed_mm_s"), "non_additive", "mean"),
        (number("flow_l_min"), "non_additive", "mean"),
        (number("csat"), "non_additive", "mean"),
        (number("deaths_per_1000"), "non_additive", "mean"),
        (number("birth_year", 1890, 2010), "non_additive", "mean"),
        (number("wait_minutes"), "additive", "sum"),
        (number("air_min"), "additive", "sum"),
        (number("discount", 0, 0.4), "non_additive", "mean"),
        (number("discount", 0, 40.5), "additive", "sum"),
        (number("unit_price"), "non_additive", "mean"),
        (number("Unit cost £"), "non_additive", "mean"),
        (number("cost"), "additive", "sum"),
        (number("running total"), "non_additive", "mean"),
        (number("running hours"), "additive", "sum"),
        (number("Cumulative"), "non_additive", "mean"),
        (number("Place"), "non_additive", "mean"),
        (number("places"), "additive", "sum"),
        (number("price"), "additive", "mean"),
        (number("Appraisal (1-5)"), "non_additive", "mean"),
        (number("Recommends us [0 to 10]"), "non_additive", "mean"),
        (number("Intake (2024)"), "additive", "sum"),
        (number("code", role="id"), "non_additive", "mean"),
        (text("region", 4), "non_additive", "mean"),
        (text("died", 2, type="integer", top_values=(FALSE, TRUE)), "additive", "mean"),
    ],
)
def test_a_column_adds_up_or_does_not(column, additivity, usual):
    found = table(column).columns[0]
    assert (found.additivity, found.default_aggregate) == (additivity, usual)


def test_a_price_beside_a_quantity_is_that_of_one():
    assert table(number("price"), number("qty")).column("price").additivity == "non_additive"


def test_a_stock_adds_up_over_things_and_not_over_times():
    assert table(STATES, number("pop")).column("pop").additivity == "additive"
    assert table(STATES, YEARS, number("pop")).column("pop").additivity == "semi_additive"
    assert table(STATES, YEARS, number("sales")).column("sales").additivity == "additive"
