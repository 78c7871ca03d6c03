"""Amounts in several currencies: each is told in its own, and no reference takes them together."""

import pytest

from shared.contracts import QueryResult
from shared.grounding.references import Resolved, resolve
from shared.grounding.sheets import Sheets

ROWS = (("EUR", 105_044.0, 248), ("GBP", 94_016.92, 236))


def _told(text: str, rows: tuple[tuple[object, ...], ...] = ROWS) -> Resolved:
    sheets = Sheets()
    result = QueryResult(columns=("currency", "paid", "orders"), rows=rows, row_count=len(rows), sql="SELECT")
    sheets.add(result, query=0, units_by_row={"paid": "currency"})
    return resolve(text, sheets)


def test_each_amount_is_told_in_the_currency_that_its_row_says() -> None:
    text = "{r1.paid:0} and {r2.paid}, from {r1.orders + r2.orders} orders; GBP {r2.paid:0} at {r2.paid / 236:2} each"
    assert _told(text).text == "€105,044 and £94,016.92, from 484 orders; GBP 94,017 at £398.38 each"


@pytest.mark.parametrize(
    "written",
    [
        "r1.paid + r2.paid",
        "r1.paid - r2.paid",
        "sum(t1.paid)",
        "max(t1.paid)",
        "sum(r1.paid, r2.paid)",
        "pct(r1.paid, sum(t1.paid))",
        "pct(r1.paid, r2.paid)",
        "diff(r1.paid, r2.paid)",
        "change(r1.paid, r2.paid)",
    ],
)
def test_two_currencies_are_neither_added_up_nor_compared(written: str) -> None:
    told = _told(f"It came to {{{written}}}.")
    assert "EUR and GBP are different currencies" in " ".join(told.problems)


def test_amounts_in_one_currency_add_up_where_others_are_left_out() -> None:
    rows = (*ROWS, ("EUR", 1_000.0, 2))
    assert _told('{sum(t1.paid, currency == "EUR")} {r1.paid + r3.paid}', rows).text == "€106,044 €106,044"
