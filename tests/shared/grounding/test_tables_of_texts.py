"""A table's cell stands under its own column's name and beside its own row's, or its writer is asked about it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.contracts import QueryResult
from shared.grounding.grounding import Grounding
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results
from tests.shared.grounding.texts import ground

NAMES = ("Aachen", "Bonn", "Celle", "Dessau")
HEAD = "| Town | Orders | Parcels |\n|---|---|---|\n"
MONTHS = (("2025-04-01", 17458.4), ("2025-05-01", 26587.2), ("2026-05-01", 15979.9))

numbers = st.lists(st.integers(11, 9_999), min_size=8, max_size=8, unique=True)
pairs = st.permutations(range(len(NAMES))).map(lambda order: (order[0], order[1]))


def _said(text: str, given: list[int]) -> Grounding:
    sheets = Sheets()
    rows = tuple((name, given[2 * at], given[2 * at + 1]) for at, name in enumerate(NAMES))
    for at, (columns, own) in enumerate(((("town", "orders", "parcels"), rows), (("month", "income"), MONTHS))):
        sheets.add(QueryResult(columns=columns, rows=own, row_count=len(own), sql="SELECT"), query=at)
    told, tables = resolve(text, sheets), whole_results(sheets)
    return ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables, judged=True)


GIVEN = [120, 340, 251, 777, 36, 95, 468, 813]


@given(given=numbers, pair=pairs)
def test_a_cell_of_another_column_or_row_is_asked_about(given, pair):
    one, other = pair
    right = f"| {NAMES[one]} | {{r{one + 1}.orders}} | {{r{one + 1}.parcels}} |"
    for wrong in (f"{{r{other + 1}.parcels}} | {{r{other + 1}.parcels}}", f"{{r{one + 1}.orders}} | 0"):
        told = _said(f"{HEAD}{right}\n| {NAMES[other]} | {wrong} |", given)
        assert [said.startswith(f"| {NAMES[other]}") for said in told.doubted] == [True]


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("| | Aachen | Bonn |\n|---|---|---|\n| orders | {r1.orders} | {r2.orders} |", True),
        ("| | Aachen | Bonn |\n|---|---|---|\n| orders | {r2.orders} | {r1.orders} |", False),
        ("| Month | Income |\n|---|---|\n| **April 2025** | {r5.income} |\n| May 2026 | {r7.income} |", True),
        ("| Month | Income |\n|---|---|\n| **April 2025** | {r6.income} |\n| May 2026 | {r7.income} |", False),
        ("| Month | Income |\n|---|---|\n| April | {r7.income} |", False),
        ("| Month | Income |\n|---|---|\n| May | {r6.income} |", True),
        (
            "| First | Orders | Second | Orders |\n|---|---|---|---|\n| Aachen | {r1.orders} | Bonn | {r2.orders} |",
            True,
        ),
        (
            "| First | Orders | Second | Orders |\n|---|---|---|---|\n| Aachen | {r2.orders} | Bonn | {r1.orders} |",
            False,
        ),
        ("| Orders | Town |\n|---|---|\n| {r1.orders} | Bonn |", False),
        ("| Town | How it went |\n|---|---|\n| Bonn | {r1.orders} fewer than Aachen |", False),
        ("| Towns | Orders |\n|---|---|\n| Bonn and Celle | {r1.orders} |", True),
    ],
)
def test_names_stand_above_or_beside_their_figures_and_dates_as_people_write_them(text, stands):
    assert _said(text, GIVEN).ok is stands


def test_a_rate_may_stand_under_the_name_of_what_it_is_a_rate_of_and_a_count_of_something_else_may_not() -> None:
    rows = (("Aachen", 120, 30, 25.0), ("Bonn", 80, 8, 10.0))
    sheets = Sheets()
    result = QueryResult(columns=("town", "members", "cancelled", "rate"), rows=rows, row_count=2, sql="SELECT")
    sheets.add(result, query=0, units={"rate": "%"})
    head = "| Town | Members | Cancelled |\n|---|---|---|\n"
    rates = "| Aachen | {r1.members} | {r1.rate} |\n| Bonn | {r2.members} | {r2.rate} |"
    mixed = "| Aachen | {r1.members} | {r1.members} |\n| Bonn | {r2.members} | {r2.members} |"
    found = []
    for table in (rates, mixed):
        told = resolve(head + table, sheets)
        found.append(ground(told.text, facts=told.facts, resolved=told, tables=whole_results(sheets)).ok)
    assert found == [True, False]


def test_a_header_that_names_a_column_is_no_value_of_another() -> None:
    rows = (("paid", 421, 2186.1), ("refunded", 6, 1748.2))
    sheets = Sheets()
    result = QueryResult(columns=("status", "invoices", "refunded"), rows=rows, row_count=2, sql="SELECT")
    sheets.add(result, query=0)
    tables, head = whole_results(sheets), "| Status | Invoices | Refunded |\n|---|---|---|\n"
    right = "| paid | {r1.invoices} | {r1.refunded} |\n| refunded | {r2.invoices} | {r2.refunded} |"
    wrong = "| paid | {r1.invoices} | {r2.refunded} |\n| refunded | {r2.invoices} | {r1.refunded} |"
    for text, stands in ((right, True), (wrong, False)):
        told = resolve(head + text, sheets)
        assert ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables).ok is stands


def test_a_cell_that_two_rows_share_may_stand_beside_either() -> None:
    sheets = Sheets()
    rows = (("M3", 2.61), ("M4", 2.61), ("M5", 2.7))
    sheets.add(QueryResult(columns=("machine", "rate"), rows=rows, row_count=3, sql="SELECT"), query=0)
    tables = whole_results(sheets)
    for text, stands in (("| M4 | {r1.rate} |", True), ("| M4 | {r3.rate} |", False)):
        told = resolve(text, sheets)
        assert ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables).ok is stands


def test_figures_typed_into_a_table_are_for_a_judge() -> None:
    row = f"| Bonn | {GIVEN[2]} | {GIVEN[1]} |"
    assert row in [one.said for one in _said(f"{HEAD}{row}", GIVEN).unchecked]
