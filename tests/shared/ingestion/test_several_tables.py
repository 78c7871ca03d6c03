"""Several tables in one file: one is read as if it were alone, and every reply names those that were left out."""

import csv
import io

import openpyxl
import pytest
from workbooks import saved, workbook

from shared.contracts import ExecutedQuery, Overrides
from shared.engine.doubts import doubts

SALES = (("region", "product", "amount"), ("North", "Apple", 10), ("South", "Pear", 20), ("West", "Plum", 30))
PEOPLE = (("customer", "city"), ("Ann", "Oslo"), ("Bob", "Rome"), ("Cyd", "Paris"))
TOWNS = (("name", "town", "age"), ("Ann", "Oslo", 31), ("Bob", "Rome", 42))
STORES = (("store", "manager", "area", "city"), ("S1", "Ann", 100, "Oslo"), ("S2", "Bob", 200, "Rome"))
BLANK = ((),)
READ = [("North", "Apple", 10), ("South", "Pear", 20), ("West", "Plum", 30)]

BELOW = {
    "a narrower one": ((*SALES, *BLANK, *PEOPLE), ("rows 6–9 (customer, city)",)),
    "one as wide": ((*SALES, *BLANK, *TOWNS), ("rows 6–8 (name, town, age)",)),
    "a wider one": ((*SALES, *BLANK, *STORES), ("rows 6–8 (store, manager, area, city)",)),
    "two of them": ((*SALES, *BLANK, *PEOPLE, *BLANK, *STORES), ("rows 6–9 (customer", "rows 11–13 (store")),
    "titles": ((("Sales",), *SALES, *BLANK, *BLANK, ("People",), *PEOPLE), ("rows 9–12 (customer, city)",)),
    "no blank row": ((*SALES, *PEOPLE), ("rows 5–8 (customer, city)",)),
    "a smaller one above": ((*PEOPLE[:3], *BLANK, *SALES), ()),
    "one of three columns above": ((*TOWNS, *BLANK, *SALES), ("rows 1–3 (name, town, age)",)),
}


def text(rows, delimiter=","):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()


def padded(rows):
    width = max(map(len, rows))
    return text([(*row, *[""] * (width - len(row))) for row in rows], ";")


def told_by(ingested, sql="SELECT count(*) FROM data"):
    return " ".join(doubts((ExecutedQuery(sql=sql, purpose="x"),), (ingested.profile,)))


@pytest.mark.parametrize("written", [text, padded, lambda rows: workbook(S=rows)], ids=["csv", "padded", "excel"])
@pytest.mark.parametrize(("rows", "others"), BELOW.values(), ids=BELOW.keys())
def test_of_tables_below_one_another_the_largest_is_read_and_the_others_are_named(read, written, rows, others):
    ingested = read(written(rows))
    assert [tuple(row[:3]) for row in ingested.rows] == READ
    assert ingested.profile.row_count == ingested.profile.rows_read == 3
    for other in others:
        assert other in told_by(ingested)
    assert ("set header_row" in told_by(ingested)) == bool(others)


@pytest.mark.parametrize("written", [text, lambda rows: workbook(S=rows)], ids=["csv", "excel"])
def test_another_table_is_read_by_the_number_of_its_first_row(read, written):
    content = written((*SALES, *BLANK, *PEOPLE, *BLANK, *STORES))
    assert read(content, overrides=Overrides(header_row=6)).rows == list(PEOPLE[1:])
    assert read(content, overrides=Overrides(header_row=11)).rows == list(STORES[1:])
    assert "the one in rows 11–13" in told_by(read(content, overrides=Overrides(header_row=11)))


@pytest.mark.parametrize(
    "rows",
    [
        (*SALES[:2], *BLANK, *SALES[2:]),
        (*SALES, *BLANK, *SALES),
        (*SALES, *BLANK, ("Total", "", 60)),
        (*SALES, *BLANK, ("Source: the shop, its till",), ("Printed by Ann",)),
        (("Company", "Acme"), ("As of", "31/03/2024"), *BLANK, *SALES),
        (("item", "qty"), ("Fruit", ""), ("Apple", 2), *BLANK, ("Roots", ""), ("Beet", 3), ("Leek", 4)),
        (("name", "city"), ("Ann", "Oslo"), *BLANK, ("Bob", "Rome"), ("Cyd", "Paris")),
        (SALES[0], ("", "kind", "EUR"), *SALES[1:]),
        (*SALES[:3], ("West", "n/a", "unknown"), *BLANK, ("East", "Fig", "sold out"), ("North", "Fig", 3)),
    ],
    ids=[
        "a gap",
        "the header again",
        "a total",
        "notes",
        "lines above",
        "sections",
        "groups of text",
        "units",
        "words among numbers",
    ],
)
def test_one_table_with_gaps_notes_or_lines_above_is_one_table(read, rows):
    assert "tables" not in read(text(rows)).told()
    assert "tables" not in read(workbook(S=rows)).told()


BESIDE = [(*left, None, *right) for left, right in zip(SALES, (*PEOPLE[:3], (None, None)), strict=True)]


@pytest.mark.parametrize("written", [text, lambda rows: workbook(S=rows)], ids=["csv", "excel"])
def test_of_tables_side_by_side_the_larger_is_read_and_the_other_is_named(read, written):
    ingested = read(written(BESIDE))
    assert ingested.rows == READ
    assert "2 tables side by side; the one with columns region, product, amount was read" in told_by(ingested)
    assert "Left out: columns customer, city." in told_by(ingested)


def test_a_table_of_one_form_in_two_halves_side_by_side_is_never_read_as_one(read):
    rows = [(*SALES[0], None, *SALES[0]), *((*row, None, *row) for row in SALES[1:])]
    assert len(read(workbook(S=rows)).profile.columns) == 3
    assert "2 tables side by side" in told_by(read(text(rows)))


@pytest.mark.parametrize(
    "rows",
    [
        [(*a, None, *b) for a, b in zip(SALES, PEOPLE, strict=True)],
        [("month", "y2023", None, "y2024", "y2025"), ("Jan", 1, None, 2, 3), ("Feb", 4, None, 5, 6), ("Mar", 7)],
        [(*SALES[0], None), (*SALES[1], None, None, "an estimate"), *SALES[2:]],
    ],
    ids=["as many rows", "figures without labels", "a note"],
)
def test_an_empty_column_alone_makes_no_second_table(read, rows):
    assert "side by side" not in read(workbook(S=rows)).told()
    assert "side by side" not in read(text(rows)).told()


def test_what_the_markup_tells_is_told_of_the_table_that_was_read(read):
    book = openpyxl.Workbook()
    for row in [(None, *row, None, *more) for row, more in zip(SALES, (*PEOPLE[:3], ()), strict=True)]:
        book.active.append(row)
    for row in ((), *((None, *row) for row in PEOPLE)):
        book.active.append(row)
    for cell in ("D3", "F3", "B8"):
        book.active[cell].value, book.active[cell].data_type = "#N/A", "e"
    book.active.row_dimensions[8].hidden = True
    ingested = read(saved(book))
    assert ingested.rows == [READ[0], ("South", "Pear", None), READ[2]]
    assert "Column amount holds 1 cell(s) in which Excel shows #N/A" in told_by(ingested, "SELECT amount FROM data")
    assert "hidden" not in ingested.told()
    assert ingested.told("null").count("Excel") == 1
