"""What a file says in words beside its tables, on sheets of text or in long fields, is kept with each of its tables."""

import json

import openpyxl
import pytest
from workbooks import saved, workbook

from shared.contracts import Overrides
from shared.table.beside import each_written_beside, written_beside

ORDERS = [("order_id", "status", "amount"), (1, "paid", 10), (2, "open", 20), (3, "void", 40)]
PLANS = [("plan", "price"), ("A", 5), ("B", 9)]
NET = "Net revenue = the amount of all orders that are not void; open ones count."
README = [("Export of the shop",), (), (NET,), ("Amounts are in EUR\nand exclude VAT, as agreed.",)]
MEANINGS = [
    ("term", "meaning"),
    ("net revenue", "amount of all orders that are not void"),
    ("churn:", "left in a month"),
]


def lines(read, orders=ORDERS, **sheets):
    """What is written beside the table of a workbook that has these sheets, too."""
    return written_beside(read(workbook(Orders=orders, **sheets), "shop.xlsx").profile)


def test_the_lines_of_a_sheet_of_text_are_kept_behind_its_name_with_every_sheet_of_the_workbook(read):
    book = workbook(Orders=ORDERS, Plans=PLANS, Readme=README)
    for sheet in (None, "Plans"):
        assert written_beside(read(book, "shop.xlsx", overrides=Overrides(sheet=sheet)).profile) == (
            "Readme: Export of the shop",
            f"Readme: {NET}",
            "Readme: Amounts are in EUR",
            "Readme: and exclude VAT, as agreed.",
        )


def test_terms_and_their_meanings_are_text(read):
    assert lines(read, Terms=MEANINGS)[1:] == (
        "Terms: net revenue: amount of all orders that are not void",
        "Terms: churn: left in a month",
    )


@pytest.mark.parametrize(
    "rows",
    [
        PLANS,
        [("plan", "manager"), ("Small and cheap plan", "Ann"), ("B", "Bob"), ("C", "Cy"), ("D", "Di")],
        [("limits of each of the plans", 250), ("the other", 300)],
        [("Ann",), ("Bob",)],
        [("a note of more than a name", "b", "c")],
        [("a long comment of a customer",)] * 101,
    ],
    ids=["a table", "pairs of names", "numbers", "names", "three cells a row", "many rows"],
)
def test_a_sheet_of_anything_else_is_none(read, rows):
    orders = [ORDERS[0], *[(at, "paid", at) for at in range(101)]]
    assert lines(read, orders, Other=rows) == ()


def test_hidden_sheets_say_nothing(read):
    book = openpyxl.Workbook()
    for row in ORDERS:
        book.active.append(row)
    hidden = book.create_sheet("Readme")
    hidden.append((NET,))
    hidden.sheet_state = "hidden"
    assert written_beside(read(saved(book), "shop.xlsx").profile) == ()


def test_a_long_text_is_cut_where_a_prompt_can_hold_no_more_and_the_cut_is_seen(read):
    orders = [ORDERS[0], *[(at, "paid", at) for at in range(40)]]
    kept = lines(
        read, orders, Long=[("so much to say " * 40,), *[(f"And the {at}th thing to say.",) for at in range(40)]]
    )
    assert len(kept) == 12
    assert kept[0].endswith("…")
    assert len(kept[0]) == 300
    wide = lines(read, orders, One=[("so much to say " * 40,)] * 6, Two=[("This is said behind it.",)])
    assert sum(map(len, wide)) <= 1_500
    assert len(wide) == 5


def test_a_workbook_of_xml_is_read_so_too(read):
    sheet = "<Worksheet ss:Name='{}'><Table>{}</Table></Worksheet>"
    cell = "<Cell><Data ss:Type='String'>{}</Data></Cell>"
    rows = "".join(f"<Row>{''.join(map(cell.format, row))}</Row>" for row in ORDERS)
    space = "urn:schemas-microsoft-com:office:spreadsheet"
    sheets = sheet.format("Orders", rows) + sheet.format("Readme", f"<Row>{cell.format(NET)}</Row>")
    book = f"<?xml version='1.0'?><Workbook xmlns='{space}' xmlns:ss='{space}'>{sheets}</Workbook>"
    assert written_beside(read(book, "shop.xls").profile) == (f"Readme: {NET}",)


def test_long_texts_of_a_document_are_kept_as_its_short_ones_are(read):
    document = {"source": "shop", "about": NET, "notes": [NET.upper(), "short"], "orders": [{"id": 1}, {"id": 2}]}
    assert written_beside(read(json.dumps(document), "shop.json").profile) == (
        "source = shop",
        "notes: short",
        f"about: {NET}",
        f"notes: {NET.upper()}",
    )


def test_several_tables_of_a_file_say_what_it_remarks_once_and_each_file_its_own(read):
    book = workbook(Orders=ORDERS, Plans=PLANS, Readme=[(NET,)])
    orders = read(book, "shop.xlsx").profile
    plans = read(book, "shop.xlsx", overrides=Overrides(sheet="Plans")).profile
    other = read(workbook(Orders=ORDERS, Readme=[(NET,)]), "other.xlsx").profile
    assert each_written_beside((orders, plans, other)) == ((f"Readme: {NET}",), (), (f"Readme: {NET}",))
