"""Marks for the cell above: read as that cell in columns of labels, and left where they may be anything else."""

import pytest

MARKS = ['"', "''", "〃", '-"-', "do.", "ditto", "dto.", "idem", "as above"]


def _list(cells: list[str], header: str = "Apiary") -> str:
    return f"{header}\tHive\tHoney\n" + "".join(
        f"{cell}\tH{at}\t{10 + at * 7 % 5}.5\n" for at, cell in enumerate(cells)
    )


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_below_a_label_stands_for_it(read, mark):
    cells = ["Heather Bank", mark, mark, "Church roof", mark, "Lime Avenue"]
    found = read(_list(cells))
    assert found.values("Apiary") == [*["Heather Bank"] * 3, *["Church roof"] * 2, "Lime Avenue"]
    (told,) = [one for one in found.profile.repairs if one.column == "Apiary"]
    assert (told.rows, told.doubt) == (3, True)
    assert "3 cells say by a mark" in told.detail


def test_marks_between_commas_are_read_too(read):
    text = 'Apiary,Hive,Honey\nHeather,H1,10.5\n",H2,11.5\n",H3,12.5\nLime,H4,9.5\n",H5,8.5\n'
    assert read(text).values("Apiary") == [*["Heather"] * 3, *["Lime"] * 2]


@pytest.mark.parametrize(
    "cells",
    [
        ['"', "Heather Bank", "Church roof", '"'],
        ['"', "'", "!", "&"],
        ["cm", '"', "mm", '"'],
        ["12", '"', "14", '"'],
    ],
)
def test_a_mark_that_may_be_a_value_of_its_column_is_left(read, cells):
    found = read(_list(cells))
    assert not any("by a mark" in one.detail for one in found.profile.repairs)
    assert found.values("Apiary").count(cells[0]) == cells.count(cells[0]) or cells[0] == "12"


def test_days_of_the_week_and_words_about_the_same_row_are_left(read):
    days = ["mo.", "di.", "mi.", "do.", "fr."]
    text = "Opens\tDay\tBilling\tShipping\n" + "".join(
        f"{days[at % 5]}\t{days[at % 5]}\t{at} High Street\t{'as above' if at else 'Mill Lane'}\n" for at in range(20)
    )
    found = read(text)
    assert [found.values(name).count("do.") for name in ("Opens", "Day")] == [4, 4]
    assert found.values("Shipping").count("as above") == 19
