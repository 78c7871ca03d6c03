"""A workbook is read as people see it; what they don't see, or can't be computed with, is told."""

import datetime as dt
import zipfile
from pathlib import Path

import openpyxl
import pytest
from workbooks import encrypted_workbook, saved, with_far_cell, workbook

from shared.contracts import ExecutedQuery, Overrides
from shared.engine.doubts import doubts
from shared.errors import UnreadableData
from shared.ingestion.formats.markup import Markup, read_markup
from shared.ingestion.formats.workbook import Workbook
from shared.ingestion.pipeline import ingest


def test_the_sheet_with_the_data_is_read_and_named(read):
    book = workbook(Cover=[("Hello",)], Sales=[("a", "b"), (1, 2), (3, 4)], Notes=[("x",), ("y",)])
    ingested = read(book)
    assert ingested.rows == [(1, 2), (3, 4)]
    assert "Sheet Sales was read; the workbook also has Cover" in ingested.told()


def test_other_sheets_are_told_with_every_figure_unless_one_was_asked_for(read):
    book = workbook(One=[("a", "b"), (1, 2), (3, 4)], Two=[("a", "b"), (5, 6)])
    assert [one.doubt for one in read(book).profile.repairs if "also has" in one.detail] == [True]
    named = read(book, overrides=Overrides(sheet="Two")).profile.repairs
    assert [one.doubt for one in named if "also has" in one.detail] == [False]


def test_another_sheet_can_be_asked_for(read):
    book = workbook(One=[("a", "b"), (1, 2), (3, 4)], Two=[("c", "d"), (5, 6)])
    assert read(book, overrides=Overrides(sheet="two")).rows == [(5, 6)]
    with pytest.raises(UnreadableData, match="no sheet Three; its sheets are One, Two"):
        read(book, overrides=Overrides(sheet="Three"))


def test_a_sheet_among_others_that_may_hold_tables_says_which_and_is_called_after_itself(read):
    book = workbook(Orders=[("a", "b"), (1, 2), (3, 4)], Staff=[("c", "d"), (5, 6)], Cover=[("Hello",)])
    profile = read(book, "shop.xlsx").profile
    assert (profile.file_name, profile.sheet, profile.other_sheets) == ("shop.xlsx/Orders", "Orders", ("Staff",))
    asked = read(book, "shop.xlsx", overrides=Overrides(sheet="staff")).profile
    assert (asked.file_name, asked.sheet, asked.other_sheets) == ("shop.xlsx/Staff", "Staff", ())
    alone = read(workbook(Orders=[("a", "b"), (1, 2), (3, 4)], Cover=[("Hello",)]), "shop.xlsx").profile
    assert (alone.file_name, alone.sheet, alone.other_sheets) == ("shop.xlsx", "", ())


def test_a_sheet_that_lies_on_its_side_is_one_among_others_too(read):
    side = [
        ("", "A", "B", "C"),
        ("Height (cm)", 170, 171, 172),
        ("Weight (kg)", 70, 71, 72),
        ("Share (%)", 1.2, 1.3, 2),
    ]
    profile = read(workbook(Facts=side, Staff=[("c", "d"), (5, 6)]), "shop.xlsx").profile
    assert (profile.row_count, profile.sheet, profile.other_sheets) == (3, "Facts", ("Staff",))


def test_numbers_of_excel_are_never_ambiguous_but_its_texts_are_read(read):
    book = workbook(
        S=[("n", "t", "flag", "at"), *[(1.234, "1.234,5", True, dt.datetime(2024, 1, 1, 8, i)) for i in (1, 2)]]
    )
    ingested = read(book)
    assert ingested.rows[0] == (1.234, 1234.5, True, dt.datetime(2024, 1, 1, 8, 1))
    assert ingested.profile.ambiguities == ()


def test_an_encrypted_workbook_is_refused(tmp_path):
    """Encrypted workbooks are compound files with a stream EncryptedPackage; what opens them must not crash."""
    source = tmp_path / "secret.xlsx"
    source.write_bytes(encrypted_workbook())
    with pytest.raises(UnreadableData, match=r"password|cannot be opened"):
        ingest(source, tmp_path / "out.parquet", dataset_id="d1")


def test_the_text_of_a_cell_merged_over_rows_belongs_to_each_of_them(read):
    book = openpyxl.Workbook()
    for row in (["region", "city", "v"], ["N", "A", 1], [None, "B", 2], ["S", "C", 3]):
        book.active.append(row)
    book.active.merge_cells("A2:A3")
    ingested = read(saved(book), "t.xlsx")
    assert ingested.rows == [("N", "A", 1), ("N", "B", 2), ("S", "C", 3)]
    assert "merged over several rows" in ingested.told()


def test_formulas_of_a_total_row_that_was_left_out_leave_no_doubt_about_their_column(read):
    book = workbook(S=[("k", "v"), ("a", 1), ("b", 2), ("Total", "=B2+B3")])
    ingested = read(book, "book.xlsx")
    assert ingested.rows == [("a", 1), ("b", 2)]
    assert not ingested.told("null")


def test_formulas_without_a_stored_result_are_told_by_column(read):
    book = workbook(S=[(None, "k", "v", "twice"), (None, "a", 1, "=C2*2"), (None, "b", 2, "=C3*2")])
    ingested = read(book, "book.xlsx")
    assert ingested.rows == [("a", 1, None), ("b", 2, None)]
    assert "Column twice holds 2 formula(s) without a stored result" in ingested.told()
    (told,) = doubts_of("SELECT sum(twice) FROM data", ingested)
    assert "spreadsheet" in told


def test_durations_of_excel_are_seconds_and_say_so(read):
    book = workbook(
        S=[("k", "d"), ("a", dt.timedelta(hours=26)), ("b", dt.timedelta(minutes=5)), ("c", dt.time(2, 15))]
    )
    ingested = read(book, "book.xlsx")
    assert ingested.values("d") == [93600, 300, 8100]
    assert ingested.profile.column("d").unit == "s"
    assert "read in seconds" in ingested.told()


def test_names_above_merged_cells_belong_to_each_column_below(read):
    book = workbook(S=[("Region", "2022", None, "2023", None), ("Region", "M", "F", "M", "F"), ("N", 1, 2, 3, 4)])
    ingested = read(book, "book.xlsx")
    assert [column.name for column in ingested.profile.columns] == ["Region", "2022 M", "2022 F", "2023 M", "2023 F"]
    assert ingested.rows == [("N", 1, 2, 3, 4)]


def test_names_that_are_merged_over_both_rows_of_a_header_stand_beside_years_that_span_quarters(read):
    rows = [["Shop", "Town", "2025", None, "2026", None], [None, None, "Q1", "Q2", "Q1", "Q2"]]
    rows += [[f"shop {at}", ["Ulm", "Bonn"][at % 2], at + 10, at + 20, at + 30, at + 40] for at in range(8)]
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for merged in ("A1:A2", "B1:B2", "C1:D1", "E1:F1"):
        book.active.merge_cells(merged)
    found = read(saved(book), "sales.xlsx")
    assert [column.name for column in found.profile.columns] == [
        "Shop",
        "Town",
        "2025 Q1",
        "2025 Q2",
        "2026 Q1",
        "2026 Q2",
    ]


def test_a_workbook_with_a_locked_part_has_no_formulas_that_could_be_told(tmp_path):
    book = tmp_path / "locked.xlsx"
    with zipfile.ZipFile(book, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    written = bytearray(book.read_bytes())
    for header, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        written[written.index(header) + flags] |= 1
    book.write_bytes(written)
    assert read_markup(book, "Sheet1", range(9)) == Markup()


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_hidden_sheets_are_named_and_read_only_where_they_are_asked_for(read, state):
    book = openpyxl.Workbook()
    fill(book.active, [("a", "b"), (1, 2)])
    hidden = book.create_sheet("Archive")
    fill(hidden, [("c", "d"), *[(n, n) for n in range(9)]])
    hidden.sheet_state = state
    ingested = read(saved(book))
    assert ingested.rows == [(1, 2)]
    assert "the workbook also has Archive" in ingested.told()
    assert len(read(saved(book), overrides=Overrides(sheet="Archive")).rows) == 9


def test_hidden_rows_count_and_every_reply_says_so(read):
    book = openpyxl.Workbook()
    fill(book.active, [("region", "v"), ("N", 1), ("S", 2), ("W", 3)])
    book.active.row_dimensions[3].hidden = book.active.row_dimensions[4].hidden = True
    book.active.row_dimensions[40].hidden = True
    book.active.column_dimensions["B"].hidden = True
    ingested = read(saved(book))
    assert ingested.rows == [("N", 1), ("S", 2), ("W", 3)]
    assert "Hidden columns of the sheet were read like the others: v." in ingested.told()
    (told,) = doubts_of("SELECT count(*) FROM data", ingested)
    assert "2 row(s) of the sheet are hidden" in told


def test_errors_of_excel_count_as_empty_and_figures_of_their_columns_say_so(read):
    book = openpyxl.Workbook()
    fill(book.active, [(None, "name", "v", "ratio"), (None, "a", 1, "#N/A"), (None, "b", "#REF!", "#DIV/0!")])
    fill(book.active, [(None, "c", 3, 0.5)])
    for row in book.active.iter_rows():
        for cell in row:
            cell.data_type = "e" if str(cell.value).startswith("#") else cell.data_type
    ingested = read(saved(book))
    assert ingested.rows == [("a", 1, None), ("b", None, None), ("c", 3, 0.5)]
    (told,) = doubts_of("SELECT avg(ratio) FROM data", ingested)
    assert told == "Column ratio holds 2 cell(s) in which Excel shows #DIV/0!, #N/A; they count as empty."
    assert not doubts_of("SELECT count(name) FROM data", ingested)


@pytest.mark.parametrize(
    ("header", "first", "second"),
    [
        ("city", "Rome", "Oslo"),
        ("Fiscal year", 2020, 2021),
        ("day", dt.date(2024, 1, 1), dt.date(2024, 1, 2)),
    ],
)
def test_a_merged_label_belongs_to_each_row(read, header, first, second):
    ingested = read(merged(header, first, second))
    assert ingested.values(header) == [first, first, second, second]
    assert "2 row(s) got the value of a cell that is merged over several rows" in ingested.told()


def test_a_merged_amount_counts_once_and_figures_of_its_column_say_so(read):
    ingested = read(merged("budget", 2000, 2500))
    assert ingested.values("budget") == [2000, None, 2500, None]
    (told,) = doubts_of("SELECT sum(budget) FROM data", ingested)
    assert "2 row(s) below count as having none" in told


def test_numbers_among_dates_are_days_of_excel(read):
    days = [dt.date(2024, 1, 1), 45293, 45294.5]
    ingested = read(workbook(S=[("day", "v"), *[(day, n) for n, day in enumerate(days)]]))
    assert ingested.values("day") == [dt.datetime(2024, 1, 1), dt.datetime(2024, 1, 2), dt.datetime(2024, 1, 3, 12)]
    assert "2 number(s) among dates" in doubts_of("SELECT max(day) FROM data", ingested)[0]


@pytest.mark.parametrize("other", [7, 450_000, "soon"])
def test_numbers_that_are_no_days_stay_as_they_are(read, other):
    ingested = read(workbook(S=[("day", "v"), (dt.date(2024, 1, 1), 1), (other, 2), (45293, 3)]))
    assert ingested.profile.column("day").type == "text"
    assert ingested.values("day") == ["2024-01-01", str(other), "45293"]


def fill(sheet, rows):
    for row in rows:
        sheet.append(row)


def merged(header, first, second):
    """Two cells below the header, each merged over two rows."""
    book = openpyxl.Workbook()
    fill(book.active, [(header, "n"), (first, 1), (None, 2), (second, 3), (None, 4)])
    book.active.merge_cells("A2:A3")
    book.active.merge_cells("A4:A5")
    return saved(book)


def doubts_of(sql, ingested):
    return doubts((ExecutedQuery(sql=sql, purpose="x"),), (ingested.profile,))


ANSWERS = [
    ("id", "Overall (1-5)", "age", "visits"),
    *((at, 1 + at % 5, 20 + at % 40, at % 3) for at in range(30)),
    (30, 99, 999, 99),
    (31, 9, 30, 0),
    (32, 8, 30, 0),
]
CODE_BOOKS = {
    "in three columns": [
        ("Field", "Code", "Meaning"),
        ("Overall (1-5)", 1, "very poor"),
        ("overall (1-5)", 99, "no answer"),
        ("", 9, "don't know"),
        ("", 8, "does not apply"),
        ("age", 999, "not stated"),
        ("region", 1, "no answer"),
    ],
    "in texts": [
        ("Field", "Meaning"),
        ("Overall (1-5)", "1 = very poor ... 5 = very good; 8 = does not apply, 9 = don't know, 99 = no answer"),
        ("age", "in full years; 999 = not stated"),
    ],
}


@pytest.mark.parametrize("form", CODE_BOOKS)
def test_a_code_that_another_sheet_explains_is_no_value_of_its_column_and_told_as_that(read, form):
    found = read(workbook(Answers=ANSWERS, Codes=CODE_BOOKS[form]))
    overall, age, visits = (found.values(name) for name in ("Overall (1-5)", "age", "visits"))
    assert [overall[30:], age[30:], visits[30]] == [[None, None, None], [None, 30, 30], 99]
    told = [one.detail for one in found.profile.repairs if one.column in ("Overall (1-5)", "age")]
    assert "In column Overall (1-5), 99 in 1 cell counts as empty: the sheet Codes says that it is no value." in told
    assert "In column age, 999 in 1 cell counts as empty: the sheet Codes says that it is no value." in told
    assert not any("taken to stand" in one or "may stand" in one for one in told)


@pytest.mark.parametrize("said", ["as overall", "Same as Overall (1-5)", "see: overall (1-5)", "wie Overall"])
def test_a_column_may_have_the_codes_that_a_code_book_gives_for_another(read, said):
    head, *rows = ANSWERS
    book = [*CODE_BOOKS["in texts"], ("staff", said), ("visits", "as overall, but 0 is a visit too")]
    found = read(workbook(Answers=[(*head, "staff"), *((*row, row[1]) for row in rows)], Codes=book))
    assert found.values("staff")[28:] == [4, 5, None, None, None]
    assert found.values("visits")[30] == 99
    assert "In column staff, 8 in 1 cell counts as empty: the sheet Codes says that it is no value." in found.told(
        "null"
    )


@pytest.mark.parametrize("meaning", ["not filled in", "client gave no rating", "not rated", "no rating"])
def test_a_code_book_may_say_of_a_nought_that_nothing_was_entered(read, meaning):
    found = read(workbook(Answers=ANSWERS, Codes=[("Field", "Meaning"), ("visits", f"0 = {meaning}")]))
    assert found.values("visits")[:3] == [None, 1, 2]


@pytest.mark.parametrize(
    ("said", "unit"),
    [
        ("ALWAYS in EUR, whatever the currency of the bill", "EUR"),
        ("all amounts are in EUR", "EUR"),
        ("not always in EUR", None),
        ("mostly in EUR", None),
        ("always in EUR, but for PLN of the branch", None),
        ("all EUR amounts are without tax", None),
        ("always EUR", "EUR"),
        ("in EUR", "EUR"),
        ("EUR", "EUR"),
        ("in EUR (those of the branch in PLN)", None),
        ("in EUR unless Currency says PLN", None),
        ("in the currency of the column Currency", None),
    ],
)
def test_a_currency_that_another_sheet_says_of_all_of_a_column_is_its_own(read, said, unit):
    jobs = [
        ("job", "Fee", "Cost", "Currency"),
        *((f"J{at}", 10 + at, 5 + at, ["EUR", "PLN"][at % 2]) for at in range(9)),
    ]
    notes = [("Notes to this workbook", None), ("Fee", "in the currency of the column Currency"), ("Cost", said)]
    found = read(workbook(Jobs=jobs, Notes=notes)).profile
    fee, cost = found.column("Fee"), found.column("Cost")
    assert (fee.unit, fee.unit_column) == (None, "Currency")
    assert (cost.unit, cost.unit_column) == ((unit, None) if unit else (None, "Currency"))


def test_a_sheet_of_data_explains_no_code(read):
    data = [("visits", "id", "remark"), (2, 1, "no answer"), ("", 99, "not stated")]
    assert read(workbook(Answers=ANSWERS, More=data)).values("visits")[30] == 99


@pytest.mark.parametrize(("row", "column"), [(1_048_576, "XFD"), (99_999_999_999_999_999_999, "A"), (1_048_576, "CV")])
def test_a_cell_that_lies_far_off_costs_no_more_than_its_own_file(read, row, column):
    """The library makes room for all cells between, and ends its process where it gets none."""
    book = workbook(Sales=[("region", "revenue"), ("West", 5)])
    with pytest.raises(UnreadableData, match="reach further than can be read"):
        read(with_far_cell(book, row, column))
    assert read(book).rows == [("West", 5)]


def test_columns_between_a_table_and_a_cell_far_to_its_right_are_none(read):
    book = workbook(Sales=[("region", "revenue"), *((f"R{at}", at) for at in range(6))])
    found = read(with_far_cell(book, 9, "ALL"))
    assert [column.name for column in found.profile.columns][:2] == ["region", "revenue"]
    assert len(found.profile.columns) == 3
    with pytest.raises(UnreadableData, match="16,384 columns and at most 1,000"):
        read(with_far_cell(book, 300, "XFD"))


def test_a_sheet_of_more_cells_than_are_taken_is_refused_before_they_are_made(tmp_path):
    file = tmp_path / "wide.xlsx"
    file.write_bytes(workbook(Sales=[("a", "b"), (1, 2), (3, 4)]))
    with Workbook(file, most_cells=6) as book:
        assert book.grid("Sales").size == 6
    with Workbook(file, most_cells=5) as book, pytest.raises(UnreadableData, match="reach further"):
        book.grid("Sales")


def test_a_workbook_leaves_no_process(tmp_path):
    file = tmp_path / "small.xlsx"
    file.write_bytes(workbook(Sales=[("a", "b"), (1, 2)]))
    with Workbook(file) as book:
        process = book._process
        assert process.poll() is None
    assert process.poll() is not None


def test_the_process_of_a_workbook_is_told_where_pythons_library_is_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    file = tmp_path / "Größen.xlsx"
    file.write_bytes(workbook(Sales=[("a", "b"), (1, 2)]))
    for library, told in (("/var/lang/lib:/opt/lib", b"LD_LIBRARY_PATH=/var/lang/lib:/opt/lib\0"), ("", b"")):
        with Workbook(file, library_path=library) as book:
            assert Path(f"/proc/{book._process.pid}/environ").read_bytes() == told
            assert book.grid("Sales").size == 4


def test_numbers_beside_texts_with_a_decimal_comma_are_read_in_one_way(read):
    prices = [("a", 12.5), ("b", "1.234,50 €"), ("c", 7), ("d", "0,99 €"), ("e", 1.234), ("f", "31,00 €")]
    found = read(workbook(Data=[("item", "price"), *prices]))
    assert found.values("price") == [12.5, 1234.5, 7.0, 0.99, 1.234, 31.0]


def test_numbers_beside_texts_with_a_decimal_point_stay_as_they_are(read):
    prices = [("a", 12.5), ("b", "1,234.50"), ("c", 7), ("d", "0.99"), ("e", 1.234)]
    assert read(workbook(Data=[("item", "price"), *prices])).values("price") == [12.5, 1234.5, 7.0, 0.99, 1.234]
