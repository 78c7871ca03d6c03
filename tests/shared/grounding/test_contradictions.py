"""What a statement says that the cell of its own figure refutes goes back to its writer, and its true twin does not."""

import pytest

from shared.contracts import QueryResult
from shared.engine.results.marks import SAYS
from shared.grounding.grounding import Grounding
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results
from tests.shared.grounding.texts import ground

REGIONS = (("West", 90.5, 30, 3.0), ("East", 62.5, 20, 3.1), ("North", 46.0, 25, 1.8))
MEANINGS = {
    "region": "region",
    "revenue": "revenue total sum",
    "orders": "number count row order",
    "mean": "average revenue",
}
MONTHS = (("2025-01-01T00:00:00", 50.0), ("2025-02-01T00:00:00", 40.0), ("2025-03-01T00:00:00", 60.0))
BY_MONTH = {"month": f"order_date order date month{SAYS}month", "revenue": "revenue total sum"}


def _said(text: str, *, months: bool = False) -> Grounding:
    rows, meanings = (MONTHS, BY_MONTH) if months else (REGIONS, MEANINGS)
    sheets = Sheets()
    result = QueryResult.model_validate({"columns": tuple(meanings), "rows": rows, "row_count": 3, "sql": "SELECT"})
    sheets.add(result, query=0, meanings=meanings)
    told, tables = resolve(text, sheets), whole_results(sheets)
    return ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables, judged=True)


@pytest.mark.parametrize(
    ("false", "true"),
    [
        ("East has the lowest revenue, {r2.revenue}.", "North has the lowest revenue, {r3.revenue}."),
        ("East has the highest revenue: {r2.revenue}.", "East has the second highest revenue: {r2.revenue}."),
        ("- North: {r2.revenue}", "- East: {r2.revenue}"),
        ("1. **North**: {r2.revenue}", "1. **East**: {r2.revenue}, ahead of North with {r3.revenue}"),
        ("West's total revenue was {r1.mean}.", "West's average revenue was {r1.mean}."),
        ("West's average revenue was {r1.revenue}.", "West's total revenue was {r1.revenue}."),
        ("It had {r1.orders} % of the orders.", "It had {r1.orders} of the orders."),
        (
            "West makes up {pct(r1.revenue, r2.revenue):1} of all revenue.",
            "West makes up {pct(r1.revenue, r2.revenue):1} of that of East.",
        ),
    ],
)
def test_what_the_cell_refutes_is_asked_about(false: str, true: str) -> None:
    assert _said(false).doubted
    assert not _said(true).doubted
    assert not _said(true).removed


@pytest.mark.parametrize(
    ("false", "true"),
    [
        (
            "Revenue rose from {r1.revenue} in January 2025 to {r2.revenue} in February 2025.",
            "Revenue fell from {r1.revenue} in January 2025 to {r2.revenue} in February 2025.",
        ),
        (
            "That is a decline of {change(r3.revenue, r1.revenue)}.",
            "That is an increase of {change(r3.revenue, r1.revenue)}.",
        ),
    ],
)
def test_a_direction_that_the_figures_do_not_take_is_asked_about(false: str, true: str) -> None:
    assert _said(false, months=True).doubted
    assert not _said(true, months=True).doubted


@pytest.mark.parametrize(
    "text",
    [
        "East has the lowest share of returns, and {r2.revenue} of revenue.",
        "East has the most customers, and its revenue is {r2.revenue}.",
        "Unlike West, East does not have the highest revenue: {r2.revenue}.",
        "- Best region: {r1.revenue}",
        "- Gap to East: {diff(r1.revenue, r2.revenue)}",
        "- East: {diff(r1.revenue, r2.revenue)} behind",
    ],
)
def test_what_words_may_mean_otherwise_is_for_a_judge_alone(text: str) -> None:
    assert not _said(text).doubted


def test_a_head_that_names_another_column_is_asked_about_above_money_and_may_stand_above_a_rate() -> None:
    sheets = Sheets()
    rows = (("West", 90.5, 30), ("East", 62.5, 20))
    columns = ("region", "revenue", "orders")
    sheets.add(QueryResult(columns=columns, rows=rows, row_count=2, sql="SELECT"), query=0, units={"revenue": "EUR"})
    told, tables = resolve("| Region | Orders |\n|---|---|\n| West | {r1.revenue} |", sheets), whole_results(sheets)
    found = ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables, judged=True)
    assert found.doubted
