"""Headers of three rows: what each column is called, and what is no such header."""

import random

import openpyxl
import pytest
from workbooks import saved

TOP, MIDDLE = ("Visits", "Spend", "Staff"), ("Old", "New", "Guests")
YEARS = ("2021", "2022", "2023")


def _table(seed: int) -> tuple[list[list[str]], list[str], list[list[int]]]:
    """Three rows of header, the names that they make, and the rows below."""
    rng = random.Random(seed)
    levels: list[list[str]] = [["Museum"], [""], [""]]
    names = ["Museum"]
    for top in TOP[: rng.randint(2, 3)]:
        parts = MIDDLE[: rng.randint(2, 3)] if rng.random() < 0.7 else [""]
        for number, part in enumerate(parts):
            for at, year in enumerate(YEARS[: rng.randint(2, 3)]):
                levels[0].append(top if not number and not at else "")
                levels[1].append(part if not at else "")
                levels[2].append(year)
                names.append(" ".join(filter(None, (top, part, year))))
    if not any(levels[1]):
        return _table(seed + 100)
    return levels, names, [[rng.randint(1_500, 9_000) for _ in names[1:]] for _ in range(rng.randint(6, 30))]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("above", ["", "Report of the year\n\n"])
def test_three_rows_above_the_numbers_name_each_column_together(read, seed, above):
    levels, names, rows = _table(seed)
    body = "".join(f"Hall {at};" + ";".join(map(str, row)) + "\n" for at, row in enumerate(rows))
    found = read(above + "\n".join(";".join(level) for level in levels) + "\n" + body)
    assert [column.name for column in found.profile.columns] == names
    assert found.rows == [(f"Hall {at}", *row) for at, row in enumerate(rows)]
    assert "three rows" in found.told("header")


def test_merged_cells_of_a_sheet_name_their_columns_too(read):
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (
        ("Depot", "Sent", None, None, None),
        (None, "Near", None, "Far", None),
        (None, "2022", "2023", "2022", "2023"),
    ):
        sheet.append(row)
    for merged in ("A1:A3", "B1:E1", "B2:C2", "D2:E2"):
        sheet.merge_cells(merged)
    for at in range(9):
        sheet.append((f"D{at}", at, at + 1, 2 * at, 2 * at + 1))
    found = read(saved(book), name="depots.xlsx")
    assert [column.name for column in found.profile.columns][1:] == [
        f"Sent {where} {year}" for where in ("Near", "Far") for year in ("2022", "2023")
    ]
    assert len(found.rows) == 9


@pytest.mark.parametrize(
    "head",
    [
        "Sales of the club\n,North,,South,\nItem,2022,2023,2022,2023\n",
        "Company,Acme,,,\n,North,,South,\nItem,2022,2023,2022,2023\n",
    ],
    ids=["a title", "a line about the file"],
)
def test_a_line_above_a_header_of_two_rows_is_no_part_of_the_names(read, head):
    found = read(head + "".join(f"I{at},{at},{2 * at},{3 * at},{4 * at}\n" for at in range(8)))
    assert [column.name for column in found.profile.columns] == [
        *("Item", "North 2022", "North 2023", "South 2022", "South 2023")
    ]
    assert len(found.rows) == 8


def test_rows_of_words_below_a_header_stay_rows(read):
    found = read("Guest,Room,,Meal\nKim,Blue,,2022\nLee,Red,,2023\nMay,Blue,7,2022\nNoa,Red,9,2023\n")
    assert len(found.rows) == 4
