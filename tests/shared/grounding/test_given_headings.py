"""What a query's writer calls a column or a result: words of what is computed there, and no others."""

import pytest

from shared.contracts import ColumnProfile, DatasetProfile, SemanticProfile
from shared.engine.results.meanings import conditions_of, meanings_of
from shared.grounding.headings import names_only, ordered_words, tells_only

ORDERS = DatasetProfile.model_construct(
    relation="orders",
    semantic=SemanticProfile.model_construct(entity_name="order"),
    columns=tuple(
        ColumnProfile.model_construct(name=name, words=name.replace("_", " "), type=kind)
        for name, kind in (
            ("region", "text"), ("channel", "text"), ("order_date", "date"), ("units", "integer"),
            ("revenue", "number"), ("returned", "boolean"),
        )
    ),
)  # fmt: skip


def _fits(name: str, computed: str, more: str = "", unit: str | None = None, found: tuple[str, ...] = ()) -> bool:
    sql = f'SELECT region AS "where", {computed} AS "{name}" FROM orders {more} GROUP BY 1'
    return names_only(name, meanings_of(sql, (ORDERS,)), conditions_of(sql, (ORDERS,)), unit, found)


@pytest.mark.parametrize(
    ("name", "computed", "more"),
    [
        ("revenue", "sum(revenue)", ""),
        ("total_revenue", "sum(revenue)", ""),
        ("revenue_by_region", "sum(revenue)", ""),
        ("avg_revenue", "avg(revenue)", ""),
        ("Mean revenue", "round(avg(revenue), 2)", ""),
        ("orders", "count(*)", ""),
        ("n", "count(*)", ""),
        ("month", "date_trunc('month', order_date)", ""),
        ("west_revenue", "sum(revenue)", "WHERE region = 'West'"),
        ("returned_orders", "count(*) FILTER (WHERE returned)", ""),
    ],
)
def test_a_name_of_what_is_computed_fits(name: str, computed: str, more: str) -> None:
    assert _fits(name, computed, more)


@pytest.mark.parametrize(
    ("name", "computed", "more"),
    [
        ("profit", "count(*)", ""),
        ("profit", "sum(revenue)", ""),
        ("customers", "count(*)", ""),
        ("cost_eur", "sum(units)", ""),
        ("country", "channel", ""),
        ("revenue", "avg(revenue)", ""),
        ("total_revenue", "avg(revenue)", ""),
        ("revenue_by_customer", "sum(revenue)", ""),
        ("orders", "count(DISTINCT order_date)", ""),
        ("orders", "count(*) FILTER (WHERE returned)", ""),
        ("revenue_2019", "sum(revenue)", ""),
        ("east_revenue", "sum(revenue)", "WHERE region = 'West'"),
        ("share", "sum(revenue) / greatest(sum(units), 1)", ""),
        ("week", "date_trunc('month', order_date)", ""),
    ],
)
def test_a_name_that_says_more_or_something_else_does_not_fit(name: str, computed: str, more: str) -> None:
    assert not _fits(name, computed, more)


def test_a_unit_in_a_name_is_that_of_its_figures() -> None:
    assert _fits("revenue_eur", "sum(revenue)", unit="€")
    assert not _fits("revenue_eur", "sum(revenue)", unit="USD")
    assert not _fits("revenue_eur", "sum(revenue)")


def test_words_that_somebody_found_to_be_what_was_computed_may_stand_in_a_name() -> None:
    assert not _fits("purchases", "count(*)")
    assert _fits("purchases", "count(*)", found=("purchase",))


def _says(purpose: str, more: str = "") -> bool:
    sql = f"SELECT region, sum(revenue) AS a, avg(units) AS b FROM orders {more} GROUP BY 1 ORDER BY 2 LIMIT 3"
    others = ("order", *ordered_words(3))
    return tells_only(purpose, meanings_of(sql, (ORDERS,)), {"a", "b"}, conditions_of(sql, (ORDERS,)), others)


@pytest.mark.parametrize(
    ("purpose", "more"),
    [
        ("Revenue by region", ""),
        ("Total revenue and average units per region", ""),
        ("Top 3 regions by revenue", ""),
        ("Revenue by region in West", "WHERE region = 'West'"),
    ],
)
def test_a_purpose_of_what_is_computed_fits(purpose: str, more: str) -> None:
    assert _says(purpose, more)


@pytest.mark.parametrize(
    ("purpose", "more"),
    [
        ("North always beats every other region", ""),
        ("Proof that no order was ever returned", ""),
        ("Revenue is total", ""),
        ("Profit by region", ""),
        ("Revenue by region in 2019", ""),
        ("Average revenue by region", ""),
        ("Units by region", ""),
        ("Top 5 regions by revenue", ""),
        ("Revenue by region in East", "WHERE region = 'West'"),
        ("Revenue in West", "WHERE region <> 'West'"),
        ("", ""),
    ],
)
def test_a_purpose_that_states_or_says_more_does_not_fit(purpose: str, more: str) -> None:
    assert not _says(purpose, more)
