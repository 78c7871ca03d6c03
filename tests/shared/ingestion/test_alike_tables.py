"""Tables below one another with the same columns are one table whose captions are a column; other tables are not."""

import csv
import io

import pytest
from workbooks import workbook

BLANK = ((),)
STALLS = (("STALLS",), ("Row", "Seats", "Price"), ("A", 23, 36.5), ("B", 24, 44), ("C", 18, 35))
CIRCLE = (("CIRCLE",), ("Row", "Price", "Seats"), ("A", 28.5, 20), ("B", 28, 17))
GALLERY = (("GALLERY",), ("Row", "Seats", "Price"), ("A", 29, 12.5), ("B", 25, 10))
NOTE = (("Wheelchair places (not in the plan above): 6",),)


def text(rows) -> str:
    out = io.StringIO()
    width = max(map(len, rows))
    csv.writer(out, lineterminator="\n").writerows([*row, *[""] * (width - len(row))] for row in rows)
    return out.getvalue()


@pytest.mark.parametrize("written", [text, lambda rows: workbook(S=rows)], ids=["csv", "excel"])
def test_tables_of_the_same_columns_are_one_with_their_captions_as_a_column(read, written):
    plan = (("Seats and prices",), *BLANK, *STALLS, *BLANK, *CIRCLE, *BLANK, *GALLERY, *BLANK, *NOTE)
    found = read(written(plan))
    assert [column.name for column in found.profile.columns] == ["Row", "Seats", "Price", "section"]
    assert found.values("Seats") == [23, 24, 18, 20, 17, 29, 25]
    assert found.values("Price") == [36.5, 44, 35, 28.5, 28, 12.5, 10]
    assert found.values("section") == [*["STALLS"] * 3, *["CIRCLE"] * 2, *["GALLERY"] * 2]
    assert "3 tables below one another have the same columns (STALLS, CIRCLE, GALLERY)" in found.told("other")


@pytest.mark.parametrize(
    "rows",
    [
        (*STALLS, *BLANK, *CIRCLE[1:]),
        (*STALLS, *BLANK, STALLS[0], *CIRCLE[1:]),
        (*STALLS, *BLANK, ("STAFF",), ("Name", "Town", "Age"), ("Ann", "Oslo", 31), ("Bob", "Rome", 42)),
        (*STALLS, *BLANK, *CIRCLE, ("Boxes",), ("C", 29, 11), ("D", 30, 12)),
    ],
    ids=["no caption", "one caption twice", "other columns", "a line inside"],
)
def test_tables_without_a_caption_each_or_of_other_columns_are_not_put_together(read, rows):
    assert "have the same columns" not in read(workbook(S=rows)).told()
