"""Amounts of a ledger beside Dr and Cr: numbers whose sign follows the mark, where every cell has one."""

import pytest


def _column(*cells: str, name: str = "balance"):
    return f"who\t{name}\n" + "".join(f"w{at % 4}\t{cell}\n" for at, cell in enumerate(cells))


@pytest.mark.parametrize(
    ("cells", "values", "unit"),
    [
        (("1,200.00 Dr", "310.50 Cr", "", "n/a", "80.25 Dr"), [1200, -310.5, None, None, 80.25], None),
        (("12.50DR", "7.25CR", "3.00DR"), [12.5, -7.25, 3], None),
        (("Dr 12.50", "Cr. 7.25", "Dr. 3.00"), [12.5, -7.25, 3], None),
        (("1.200,50 dr", "310,25 cr", "80,00 dr"), [1200.5, -310.25, 80], None),
        (("€ 120.50 Dr", "€ 310.25 Cr"), [120.5, -310.25], "€"),
        (("14 Dr", "3 Cr"), [14, -3], None),
    ],
)
def test_an_amount_is_positive_as_a_debit_and_negative_as_a_credit_and_that_is_a_doubt(read, cells, values, unit):
    found = read(_column(*cells))
    assert found.values("balance") == values
    assert found.profile.column("balance").unit == unit
    [told] = [one for one in found.profile.repairs if one.column == "balance" and one.kind == "number"]
    assert (told.doubt, "a bank's statement may mean the opposite" in told.detail) == (True, True)


def test_debits_alone_are_amounts_and_no_doubt(read):
    found = read(_column("1,200.00 Dr", "310.50 Dr", "80.25 Dr"))
    assert found.values("balance") == [1200, 310.5, 80.25]
    assert [one.doubt for one in found.profile.repairs if one.column == "balance"] == [False]


@pytest.mark.parametrize(
    "cells",
    [
        ("1,200.50 Cr", "310.25 Cr", "80.75 Cr"),
        ("1,200.00 Dr", "310.50 Cr", "80.25"),
        ("1,200.00 Dr", "310.50 Cr", "80.25 Fr"),
        ("-1,200.00 Dr", "310.50 Cr", "80.25 Dr"),
        ("(1,200.00) Dr", "310.50 Cr", "80.25 Dr"),
        ("Dr 12.50 Cr", "310.50 Cr", "80.25 Dr"),
        ("Dr Who", "Dr No", "Cr"),
    ],
    ids=["crores", "no mark", "another mark", "its own sign", "in parentheses", "two marks", "no amount"],
)
def test_what_may_be_something_else_stays_text(read, cells):
    assert read(_column(*cells)).values("balance") == list(cells)


def test_one_amount_without_a_mark_far_down_the_file_keeps_the_column_a_text(read):
    cells = [f"{at}.25 {'Cr' if at % 3 else 'Dr'}" for at in range(1, 2000)]
    assert read(_column(*cells[:-1], "7.25")).profile.column("balance").type == "text"
    assert read(_column(*cells)).profile.column("balance").type == "number"
