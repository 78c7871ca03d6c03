"""What the figures of no-model mode are called and how they are said; every sentence stands on its own facts."""

from typing import Any

import pandas as pd
import pytest

from shared.analysis.conditions import Filter
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.figures.comparison import Comparison
from shared.analysis.figures.share import ShareOfWhole
from shared.analysis.metrics import Metric, MetricCondition, Ordering
from shared.analysis.naming import figure_names, snake
from shared.errors import ForfeitException
from shared.query.groupings import ByColumn
from tests.shared.analysis.running import Tables, cell_of
from tests.shared.grounding.texts import ground
from tests.shared.model.answering import found
from tests.shared.offline.reading.shops import NOW, reading_of, shop

FRAME = pd.DataFrame(
    {
        "shop": [f"s{i % 8}" for i in range(80)],
        "region": ["North" if i % 2 else "South" for i in range(80)],
        "revenue": [float(10 + (i * 37) % 90) + 0.25 for i in range(80)],
        "returned": [i % 5 == 0 for i in range(80)],
    }
)
REVENUE = Metric(function="sum", column="revenue")
BY_SHOP = (ByColumn(column="shop"),)


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables(sales=FRAME)


def columns_of(tables: Tables, analysis: Any) -> list[str]:
    return [str(name) for name in tables.findings(analysis)[1][0].columns]


def test_a_figures_unit_is_said_once(tables: Tables) -> None:
    paid = Tables(paid=pd.DataFrame({"shop": ["a", "b"] * 9, "amount_eur": [10.5, 20.25] * 9}))
    summed = Metric(function="sum", column="amount_eur")
    (fact,) = paid.findings(Aggregate(metrics=(summed,)))[0].facts[:1]
    assert fact.text == "The total amount is €276.75."
    assert columns_of(paid, Aggregate(metrics=(summed,)))[0] == "total_amount_eur"


def test_a_result_column_says_what_it_holds(tables: Tables) -> None:
    metrics = (REVENUE, Metric(function="mean", column="revenue"), Metric(function="count"))
    assert columns_of(tables, Aggregate(metrics=metrics, groups=BY_SHOP)) == [
        "shop", "total_revenue", "average_revenue", "number_of_rows", "rows",
    ]  # fmt: skip


def test_two_figures_of_one_name_get_two_names(tables: Tables) -> None:
    names = figure_names((REVENUE, REVENUE), tables.only)
    assert len(set(names)) == 2
    assert snake("x " * 80) == snake("x " * 80)
    assert len(snake("x " * 80)) <= 60


def test_a_figure_is_never_called_as_a_column_of_the_table() -> None:
    table = Tables(t=pd.DataFrame({"Total_Revenue": [1.0], "revenue": [2.0]})).only
    assert figure_names((REVENUE,), table)[0].casefold() != "total_revenue"


@pytest.mark.parametrize(
    "analysis",
    [
        Aggregate(metrics=(REVENUE,), groups=BY_SHOP),
        ShareOfWhole(metric=Metric(function="count"), part=(Filter(column="region", operator="=", values=("North",)),)),
        ShareOfWhole(metric=REVENUE, groups=BY_SHOP),
    ],
    ids=["figures", "share", "shares of groups"],
)
def test_each_fact_points_to_its_cell(tables: Tables, analysis: Any) -> None:
    findings, results = tables.findings(analysis)
    assert all(cell_of(fact, results) == fact.value for fact in findings.facts)


def test_of_many_groups_the_sentence_tells_the_ends(tables: Tables) -> None:
    found = tables.run(Aggregate(metrics=(REVENUE,), groups=BY_SHOP))
    totals = FRAME.groupby("shop").revenue.sum()
    assert f"{totals.min():,.2f} ({totals.idxmin()})" in found.summary
    assert f"{totals.max():,.2f} ({totals.idxmax()})" in found.summary
    assert len(found.findings) == 8
    assert found.summary.count(";") == 0


def test_one_winner_is_asked_for_and_the_ranking_behind_it_is_fetched(tables: Tables) -> None:
    analysis = Aggregate(metrics=(REVENUE,), groups=BY_SHOP, ordering=Ordering(limit=1), entity=True)
    findings, results = tables.findings(analysis)
    assert len(results[0].rows) == 8
    assert analysis.shown(0) is None
    assert len(findings.facts) == 1


def test_of_a_top_three_three_are_shown(tables: Tables) -> None:
    analysis = Aggregate(metrics=(REVENUE,), groups=BY_SHOP, ordering=Ordering(limit=3), entity=True)
    assert analysis.shown(0) == 3


def test_a_yes_no_column_is_said_as_a_verb(tables: Tables) -> None:
    rate = Metric(function="rate", column="returned", positive=True)
    assert tables.run(Aggregate(metrics=(rate,))).summary == "20 % of rows are returned."


def test_the_first_of_each_group_are_ranked_inside_it(tables: Tables) -> None:
    analysis = Aggregate(
        metrics=(REVENUE,), groups=(ByColumn(column="region"), ByColumn(column="shop")),
        ordering=Ordering(limit=2), entity=True, within=(ByColumn(column="region"),),
    )  # fmt: skip
    _, results = tables.findings(analysis)
    totals = FRAME.groupby(["region", "shop"]).revenue.sum()
    expected = {(region, shop) for region in ("North", "South") for shop in totals[region].nlargest(2).index}
    assert {(str(row[0]), str(row[1])) for row in results[0].rows} == expected


def test_a_condition_on_groups_keeps_those_that_meet_it(tables: Tables) -> None:
    analysis = Aggregate(metrics=(REVENUE,), groups=BY_SHOP, having=MetricCondition(operator=">", value=540.0))
    _, results = tables.findings(analysis)
    totals = FRAME.groupby("shop").revenue.sum()
    assert {str(row[0]) for row in results[0].rows} == set(totals[totals > 540].index)


def test_a_difference_that_is_asked_for_comes_first(tables: Tables) -> None:
    sides = tuple((Filter(column="region", operator="=", values=(name,)),) for name in ("South", "North"))
    found = tables.run(Comparison(metric=REVENUE, sides=sides, headline="difference"))
    totals = FRAME.groupby("region").revenue.sum()
    assert found.facts[0].value == pytest.approx(abs(totals["North"] - totals["South"]))
    assert "higher" in found.summary or "lower" in found.summary


QUESTIONS = (
    "total revenue", "revenue by region", "revenue by month", "which region has the highest revenue?", "return rate",
    "top 3 customers by revenue", "share of revenue from the West", "orders per customer", "average rating by status",
    "revenue by customer in 2023",
    "correlation between quantity and revenue", "what percentage of orders were returned", "orders per month in 2024",
)  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_sentence_stands_on_its_own_facts(question: str) -> None:
    findings = found(question, *shop("orders"), NOW)
    grounding = ground(findings.summary, facts=findings.facts, question=question)
    assert grounding.ok, grounding.flagged


def test_a_plain_word_for_what_to_compute_is_no_reading() -> None:
    assert reading_of("What is the total revenue?").assumptions == ()


def test_a_year_that_is_worked_out_is_written_as_years_are() -> None:
    films = pd.DataFrame({"genre": ["Drama", "Drama", "Comedy", "Comedy"], "release_year": [1950, 2008, 1979, 1980]})
    tables = Tables(films=films).with_years("release_year")
    latest, mean = (Metric(function=function, column="release_year") for function in ("max", "mean"))
    found, _ = tables.findings(Aggregate(metrics=(mean,)))
    assert found.summary == "The average release year is 1979.25."
    assert found.facts[0].text == "The average release year is 1979.25."
    grouped, _ = tables.findings(Aggregate(metrics=(latest,), groups=(ByColumn(column="genre"),)))
    assert "2008" in grouped.summary
    assert "1980" in grouped.summary
    with pytest.raises(ForfeitException, match="Adding up release year says nothing"):
        tables.findings(Aggregate(metrics=(Metric(function="sum", column="release_year"),)))


def test_totals_that_only_the_order_of_adding_up_tells_apart_share_a_place():
    sold = Tables(t=pd.DataFrame({"region": ["a", "a", "b", "c"], "sales": [0.1, 0.2, 0.3, 0.05]}))
    total = Metric(function="sum", column="sales")
    first = Aggregate(metrics=(total,), groups=(ByColumn(column="region"),), ordering=Ordering(limit=1))
    assert "b ties with it" in sold.run(first).summary
