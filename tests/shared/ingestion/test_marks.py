"""Marks out of a whole that every cell names: 4/5, 17 out of 20. Days, fractions of an inch and parts stay text."""

import pytest


def _column(*cells: str, name: str = "rating"):
    return f"who\t{name}\n" + "".join(f"w{at % 4}\t{cell}\n" for at, cell in enumerate(cells))


@pytest.mark.parametrize(
    ("cells", "values", "unit"),
    [
        (("4/5", "5/5", "", "1 / 5", "n/a"), [4, 5, None, 1, None], "out of 5"),
        (("3.5/5", "4/5", "2,5/5"), [3.5, 4, 2.5], "out of 5"),
        (("17/20", "9/20", "12/20"), [17, 9, 12], "out of 20"),
        (("7 out of 8", "3 out of 8"), [7, 3], "out of 8"),
    ],
)
def test_marks_out_of_one_whole_are_numbers_told_with_it(read, cells, values, unit):
    found = read(_column(*cells))
    assert found.values("rating") == values
    column = found.profile.column("rating")
    assert (column.unit, column.additivity) == (unit, "non_additive")
    assert f"was read as numbers {unit}" in found.told("number")


@pytest.mark.parametrize(
    "cells",
    [
        ("4/5", "3/4", "2/5"),
        ("1/8", "3/8", "7/8"),
        ("4/12", "5/12", "6/12"),
        ("3/20", "4/20", "5/20"),
        ("6/5", "4/5", "7/5"),
        ("4/5", "3/5 late", "2/5"),
    ],
)
def test_fractions_that_may_be_no_marks_stay_text(read, cells):
    assert read(_column(*cells)).values("rating") == list(cells)


def test_days_by_the_name_of_their_column_stay_text(read):
    assert read(_column("4/5", "3/5", "2/5", name="due date")).values("due date") == ["4/5", "3/5", "2/5"]
