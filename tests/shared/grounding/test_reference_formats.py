"""Figures by reference are written as their column, their text and whoever rounds them ask for."""

import pytest

from shared.contracts import QueryResult
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets
from tests.shared.grounding.referred import told_of


def test_a_year_is_told_without_separators_whatever_its_column_is_called() -> None:
    sheets = Sheets()
    result = QueryResult(columns=("first_peak", "peaks"), rows=((1705, 1800),), row_count=1, sql="SELECT")
    sheets.add(result, query=0, years=("first_peak",))
    text = "Since {r1.first_peak:0} ({min(t1.first_peak)}) there were {r1.peaks}; {r1.first_peak - 100} is no year."
    assert resolve(text, sheets).text == "Since 1705 (1705) there were 1,800; 1,605 is no year."


def test_money_has_cents_or_none_alike_in_a_column() -> None:
    sheets = Sheets()
    rows = (("West", 5472.0, 10.5), ("East", 7425.0, 3.0))
    result = QueryResult(columns=("region", "paid", "fee"), rows=rows, row_count=2, sql="SELECT")
    sheets.add(result, query=0, units={"paid": "$", "fee": "$"})
    text = "{r1.paid} and {sum(t1.paid)}, fees {r1.fee} and {r2.fee}, {diff(r1.fee, r2.fee)} apart"
    assert resolve(text, sheets).text == "$5,472 and $12,897, fees $10.50 and $3.00, $7.50 apart"


@pytest.mark.parametrize(("share", "shown"), [(0.914, "0.91"), (0.00173, "0.002"), (0.0, "0.00")])
def test_a_figure_that_its_decimals_would_hide_has_one_digit_more(share: float, shown: str) -> None:
    sheets = Sheets()
    sheets.add(QueryResult(columns=("corr",), rows=((share,),), row_count=1, sql="SELECT"), query=0)
    assert resolve("{r1.corr:2}", sheets).text == shown


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("{r5.year}", "2012"),
        ("{r5.rate} and {r6.rate}", "9.50 and 7.25"),
        ("{r1.revenue} and {r4.revenue}", "90.5 and 46.0"),
    ],
)
def test_a_year_has_no_separators_and_a_column_has_one_format(text: str, read: str) -> None:
    sheets = Sheets()
    regions = (("West", 90.5, 153), ("East", 62.5, 110), ("South", 47.5, 78), ("North", 46.0, 79))
    years = ((2012, 9.5), (2013, 7.25), (2014, 9.0))
    for at, (columns, rows) in enumerate(((("region", "revenue", "orders"), regions), (("year", "rate"), years))):
        sheets.add(QueryResult(columns=columns, rows=rows, row_count=len(rows), sql="SELECT"), query=at)
    assert resolve(text, sheets).text == read


def test_a_figure_so_small_that_its_decimals_would_show_nothing_is_shown_all_the_same() -> None:
    sheets = Sheets()
    sheets.add(QueryResult(columns=("p",), rows=((1.5e-70,),), row_count=1, sql="SELECT"), query=0)
    assert resolve("p = {r1.p}, or {r1.p:4}", sheets).text == "p = 1.5e-70, or 1.5e-70"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("round(r1.total_revenue, -3)", "€90,000"),
        ("round(r1.total_revenue, 1)", "€90,076.9"),
        ("round(r1.total_revenue)", "€90,077"),
        ("round(r1.total_revenue / r1.orders, 0)", "589"),
        ("round(change(r5.sum, r4.sum), 0)", "-34 %"),
    ],
)
def test_a_figure_is_rounded_as_it_is_asked_for(written: str, told: str) -> None:
    assert told_of(f"It is {{{written}}}.").text == f"It is {told}."


def test_what_is_rounded_to_round_thousands_is_cited_as_that() -> None:
    (fact,) = told_of("About {round(r1.total_revenue, -3)}.").facts
    assert (fact.value, fact.name) == (90000, "total revenue (West), rounded")


@pytest.mark.parametrize(
    "written", ["r1.orders, 1.5", "r1.orders, r2.orders", "r1.orders, 99", "r1.orders, -3", "r1.orders, 1, 2"]
)
def test_a_rounding_that_cannot_be_carried_out_is_refused(written: str) -> None:
    told = told_of(f"It is {{round({written})}}.")
    assert told.problems
    assert "round" in told.text


def test_what_is_worked_out_in_a_column_of_a_table_is_shown_alike() -> None:
    text = (
        "| Region | Part | Change |\n|---|---|---|\n"
        "| East | {ratio(r2.total_revenue, r1.total_revenue)} | {change(r5.sum, r4.sum)} |\n"
        "| West | {ratio(r1.total_revenue, r1.total_revenue)} | {change(r4.sum, r4.sum)} |\n"
    )
    rows = told_of(text).text.splitlines()[2:]
    assert rows == ["| East | 0.698 | -34.4 % |", "| West | 1.000 | 0.0 % |"]
    assert told_of("It is {ratio(r1.orders, r1.orders)}.").text == "It is 1."


def test_a_column_of_a_table_in_which_a_reference_asks_for_decimals_has_one_format() -> None:
    text = (
        "| Region | Revenue | Part |\n|---|---|---|\n"
        "| East | {r2.total_revenue:3} | {pct(r2.total_revenue, r1.total_revenue):1} |\n"
        "| West | {r1.total_revenue:1} | {pct(r1.total_revenue, r1.total_revenue):0} |\n"
        "| Orders | {r1.orders} | |\n"
    )
    rows = told_of(text).text.splitlines()[2:]
    decimals = [[len(cell.strip(" %").partition(".")[2]) for cell in row.split("|")[2:4]] for row in rows]
    assert decimals == [[3, 1], [3, 1], [0, 0]]
