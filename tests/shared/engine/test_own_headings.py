"""What stands over a result and its columns, in words of what is computed."""

import pytest

from shared.contracts import UNSTATED
from shared.engine.results.headings import is_figure, own_headings
from tests.shared.engine.columns import ORDERS


def _lie(computed: str, more: str = "") -> str | None:
    return own_headings(f"SELECT {computed} AS lie FROM orders{more}", (ORDERS,), ("lie",)).columns.get("lie")


@pytest.mark.parametrize(
    ("computed", "called"),
    [
        ("sum(net_eur)", "Total net sales"),
        ("count(*)", "Number of orders"),
        ("region", "Region"),
        ("CASE WHEN units > 5 THEN 'big' ELSE 'small' END", "Class of units"),
        ("strftime(placed, '%Y-%m')", "Computed from order date"),
        ("sum(net_eur) / greatest(sum(units), 1)", "Computed from net sales and units"),
        ("(SELECT max(units) FROM orders)", "Computed from units"),
    ],
)
def test_a_column_is_called_what_it_is_computed_as_or_from(computed: str, called: str) -> None:
    assert _lie(computed) == called


def test_the_words_of_a_long_formula_are_the_columns_that_it_reads() -> None:
    formula = " + ".join(["net_eur * units"] * 6)
    assert _lie(f"sum({formula})") == "Computed from net sales and units"


def test_what_reads_nothing_is_called_what_it_is() -> None:
    assert _lie("1") == "1"
    assert _lie("'profit'") is None


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT region AS r, sum(net_eur) AS x FROM orders GROUP BY 1", "Total net sales by region"),
        (
            "SELECT sum(net_eur) AS x FROM orders WHERE region = 'West'",
            "Total net sales, where region is “West”",
        ),
        ("SELECT region, greatest(sum(units), 1) AS x FROM orders GROUP BY 1", "Computed from units by region"),
        (
            "SELECT o.region, sum(p.units) AS x FROM orders o JOIN orders p ON o.region = p.region GROUP BY 1",
            "Computed from units by region",
        ),
        ("SELECT 1 AS x", UNSTATED),
        ("not SQL", UNSTATED),
    ],
)
def test_a_result_is_called_by_its_figures_groups_and_conditions(sql: str, said: str) -> None:
    assert own_headings(sql, (ORDERS,)).purpose == said


def test_a_figure_without_words_is_not_passed_over() -> None:
    sql = "SELECT region, sum(net_eur) AS a, greatest(sum(units), 1) AS b FROM orders GROUP BY 1"
    assert own_headings(sql, (ORDERS,)).purpose == "Total net sales … by region"


def test_of_many_figures_the_first_are_named() -> None:
    figures = ", ".join(f"sum(net_eur) FILTER (WHERE units = {at}) AS x{at}" for at in range(9))
    purpose = own_headings(f"SELECT region, {figures} FROM orders GROUP BY 1", (ORDERS,)).purpose
    assert purpose.startswith("Total net sales where units is 0, ")
    assert purpose.endswith(" … by region")


def test_headings_are_in_the_language_of_the_answer() -> None:
    sql = "SELECT region, sum(net_eur) AS x FROM orders GROUP BY 1"
    german = own_headings(sql, (ORDERS,), ("region", "x"), "de-CH")
    assert (german.columns["x"], german.purpose) == ("Summe von net sales", "Summe von net sales nach region")


def test_a_figure_is_told_from_what_names_its_rows() -> None:
    read = own_headings("SELECT region AS a, avg(units) AS b FROM orders GROUP BY 1", (ORDERS,)).read
    assert (is_figure(read["a"]), is_figure(read["b"])) == (False, True)
