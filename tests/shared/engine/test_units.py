"""The unit of a result's column, where it follows from what it is computed from."""

import pytest

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.results.units import units_of


def _table(relation: str, **units: str | None) -> DatasetProfile:
    columns = tuple(ColumnProfile(name=name, type="number", role="measure", unit=unit) for name, unit in units.items())
    return DatasetProfile(dataset_id="d", relation=relation, file_name="f.csv", row_count=1, columns=columns)


TABLES = (
    _table("data", revenue="$", cost="$", weight="kg", minutes="min", units=None, pieces="pcs", discount="%"),
    _table("rent", fee="€"),
)

KNOWN = {
    "sum(revenue)": "$",
    "avg(revenue) FILTER (WHERE units > 1)": "$",
    "max(revenue) - min(revenue)": "$",
    "sum(revenue) - sum(cost)": "$",
    "round(sum(revenue), 0)": "$",
    "median(weight)": "kg",
    "quantile_cont(weight, 0.9)": "kg",
    "percentile_cont(0.5) WITHIN GROUP (ORDER BY weight)": "kg",
    "sum(CASE WHEN units > 1 THEN revenue ELSE 0 END)": "$",
    "sum(coalesce(revenue, 0))": "$",
    "max_by(revenue, units)": "$",
    "sum(if(units > 1, revenue, 0))": "$",
    "sum(sum(revenue)) OVER ()": "$",
    "lag(sum(revenue)) OVER (ORDER BY 1)": "$",
    "sum(revenue) / count(*)": "$",
    "sum(revenue) / NULLIF(sum(units), 0)": "$",
    "sum(minutes) / count(*)": "min",
    "sum(revenue * units)": "$",
    "sum(revenue * pieces)": "$",
    "sum(revenue) / sum(pieces)": "$",
    "sum(revenue * (cost / revenue))": "$",
    "sum(revenue * (1 - discount / 100))": "$",
    "sum(revenue) / sum(CASE WHEN revenue > 1 THEN 1 ELSE 0 END)": "$",
    "sum(minutes) / sum(CASE WHEN units > 1 THEN 1 ELSE 0 END)": "min",
    "sum(weight) / NULLIF((SELECT count(*) FROM data), 0)": "kg",
    "max(revenue) + 5": "$",
    "100 - max(discount)": "%",
    "mad(weight)": "kg",
    "stddev(weight) / sqrt(count(*))": "kg",
    "avg(weight) - 1.96 * stddev_samp(weight) / sqrt(count(weight))": "kg",
    "sqrt(var_samp(revenue))": "$",
    "quantile_cont(weight, [0.25, 0.75])[1]": "kg",
    "(count(*) - count(units)) * sum(weight) / count(*)": "kg",
    "(SELECT avg(weight) FROM data WHERE units > 1) - (SELECT avg(weight) FROM data)": "kg",
}
UNKNOWN = (
    "count(*)",
    "count(revenue)",
    "count(DISTINCT revenue)",
    "sum(revenue) / sum(cost)",
    "sum(revenue) / sum(weight)",
    "sum(revenue) + sum(weight)",
    "sum(minutes) / 60",
    "(max(weight) - min(weight)) / sum(units)",
    "sum(revenue) / 1000",
    "100.0 * sum(revenue) / sum(cost)",
    "sum(units)",
    "corr(revenue, cost)",
    "count(*) / sum(revenue)",
    "sum(weight * units)",
    "60 * stddev(minutes)",
    "variance(weight)",
    "sum(discount) * count(*)",
    "sum(weight * minutes)",
    "sum(weight * (units / weight))",
    "sum(revenue / weight * units)",
    "sum(revenue * discount)",
    "sum(revenue * 1.1)",
    "sum(revenue) / (SELECT sum(revenue) FROM data)",
    "sum(revenue * (CASE WHEN units > 1 THEN weight ELSE units END))",
)


@pytest.mark.parametrize("told", KNOWN)
def test_a_figure_of_values_of_one_unit_keeps_it(told: str) -> None:
    assert units_of(f'SELECT {told} AS figure FROM "data"', TABLES) == {"figure": KNOWN[told]}


@pytest.mark.parametrize("told", UNKNOWN)
def test_a_count_a_ratio_and_what_is_scaled_have_no_unit(told: str) -> None:
    assert units_of(f'SELECT {told} AS figure FROM "data"', TABLES) == {}


def test_a_unit_goes_through_subqueries_and_with() -> None:
    inner = 'SELECT sum(revenue) AS total, count(*) AS orders FROM "data" GROUP BY units'
    assert units_of(f"WITH t AS ({inner}) SELECT max(total) AS top, avg(orders) AS many FROM t", TABLES) == {"top": "$"}
    assert units_of(f"SELECT * FROM ({inner}) t", TABLES) == {"total": "$"}


def test_a_unit_goes_through_the_star_of_a_source_and_counts_through_steps() -> None:
    steps = """
        WITH d AS (SELECT DISTINCT i.* FROM "data" i JOIN "rent" r ON true), a AS (SELECT count(*) AS loads,
        sum(weight) AS before, coalesce(sum(weight), 0) AS after FROM d)
    """
    figures = "before / loads AS each, after - before AS more, loads * before AS all_of_it"
    assert units_of(f"{steps} SELECT {figures} FROM a", TABLES) == dict.fromkeys(("each", "more", "all_of_it"), "kg")


def test_what_stands_in_the_place_of_a_column_of_a_star_has_its_own_unit() -> None:
    star = 'SELECT * EXCLUDE (cost) REPLACE (minutes / 60 AS minutes) FROM "data"'
    assert units_of(star, TABLES, ("Revenue", "minutes", "Weight")) == {"Revenue": "$", "Weight": "kg"}


def test_a_name_that_means_two_things_has_no_unit() -> None:
    tables = (*TABLES, _table("other", revenue="€"))
    joined = 'SELECT sum(revenue) AS total FROM "data" JOIN "other" ON true'
    assert units_of(joined, tables) == {}
    assert units_of('SELECT sum(revenue) AS total FROM "other"', tables) == {"total": "€"}


def test_a_column_has_the_unit_of_its_own_table() -> None:
    tables = (*TABLES, _table("other", revenue="€"), _table("plain", revenue=None))
    joined = 'SELECT sum({}.revenue) AS total FROM "data" JOIN "{}" ON true'
    assert units_of(joined.format("data", "other"), tables) == {"total": "$"}
    assert units_of(joined.format("plain", "plain"), tables) == {}


def test_the_higher_of_two_figures_of_one_unit_keeps_it() -> None:
    assert units_of('SELECT greatest(revenue, cost, 0) AS top FROM "data"', TABLES) == {"top": "$"}


def test_what_is_made_of_different_units_has_none_whatever_it_is_made_a_part_of() -> None:
    assert units_of('SELECT (sum(revenue) + sum(weight)) * sum(cost) AS figure FROM "data"', TABLES) == {}


def test_an_amount_times_a_variance_that_has_a_name_is_in_no_unit_that_is_known() -> None:
    spread = 'SELECT sum(revenue) AS total, variance(revenue) AS spread FROM "data"'
    assert units_of(f"WITH t AS ({spread}) SELECT total * spread AS made FROM t", TABLES) == {}


def test_what_is_computed_from_an_unknown_unit_has_none_that_is_known() -> None:
    price = 'SELECT units / weight AS price, units AS many, weight FROM "data"'
    assert units_of(f"WITH t AS ({price}) SELECT sum(weight * price) AS total FROM t", TABLES) == {}
    assert units_of(f"SELECT sum(many * price) AS total, max(price) AS top FROM ({price}) t", TABLES) == {}


@pytest.mark.parametrize(
    ("factor", "given", "unit"),
    [
        ("rate", {"additivity": "non_additive", "maximum": 1.18}, None),
        ("discount", {"additivity": "non_additive", "maximum": 0.4}, "$"),
        ("nights", {"additivity": "additive", "maximum": 14}, "$"),
    ],
)
def test_an_amount_times_a_rate_that_may_be_one_of_exchange_is_in_no_unit_that_is_known(factor, given, unit) -> None:
    amount = ColumnProfile(name="amount", type="number", role="measure", unit="$")
    column = ColumnProfile(name=factor, type="number", role="measure", minimum=0.1, **given)
    table = DatasetProfile(dataset_id="d", relation="data", file_name="f.csv", row_count=1, columns=(amount, column))
    for told in (f"sum(amount * {factor})", f"sum(amount) * max({factor})", f"sum(amount * (2 - {factor}))"):
        assert units_of(f"SELECT {told} AS figure FROM data", (table,)).get("figure") == unit


def test_what_is_called_after_the_one_currency_of_the_data_and_has_no_unit_that_follows_is_in_it() -> None:
    tables = (_table("data", kg=None, cost_eur="EUR", rate=None), _table("customers", price_per_kg=None))
    product, lots = "sum(kg * price_per_kg)", 'FROM "data" JOIN "customers" ON true'
    assert units_of(f"SELECT {product} AS revenue_eur, {product} - sum(cost_eur) AS margin_eur {lots}", tables) == {
        "revenue_eur": "EUR",
        "margin_eur": "EUR",
    }
    assert (
        units_of(f"SELECT {product} AS revenue, {product} AS revenue_usd, count(*) AS orders_eur {lots}", tables) == {}
    )
    abroad = (*tables, _table("other", fee="USD"))
    assert units_of(f"SELECT {product} AS revenue_eur {lots}", abroad) == {}
