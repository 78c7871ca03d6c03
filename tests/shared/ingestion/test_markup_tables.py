"""Tables that are markup, whatever they are called: web pages, and workbooks of Excel 2003 as XML."""

import datetime as dt

import pytest

from shared.contracts import Overrides
from shared.errors import UnreadableData

PAGE = """<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td {color: red}</style></head><body>
<table><tr><td>Menu<td><a href="/">Home</a></table>
<table border=1><thead><tr><th rowspan=2>Region<th colspan=2>2024<tr><th>Q1<th>Q2</thead>
<tr><td rowspan=2>North<td align=right>1.234,50<td>5,25<tr><td>2.000,00<td>&nbsp;<tr><td>South &amp; East<td>7,50
<td>1<br><tr><td><b>Summe</b><td>3.242,00<td>6,25
</table></body></html>
"""
WORKBOOK = """<?xml version="1.0" encoding="windows-1252"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Worksheet ss:Name="Info"><Table><Row><Cell><Data ss:Type="String">Made by us</Data></Cell></Row></Table></Worksheet>
<Worksheet ss:Name="Data"><Table>
<Row><Cell ss:MergeAcross="2"><Data ss:Type="String">Report</Data></Cell></Row>
<Row ss:Index="3"><Cell><Data ss:Type="String">Région</Data></Cell><Cell><Data ss:Type="String">Day</Data></Cell>
<Cell><Data ss:Type="String">Sales</Data></Cell></Row>
<Row><Cell ss:MergeDown="1"><Data ss:Type="String">North</Data></Cell>
<Cell><Data ss:Type="DateTime">2024-01-05T00:00:00.000</Data></Cell>
<Cell><Data ss:Type="Number">10.5</Data></Cell></Row>
<Row><Cell ss:Index="2"><Data ss:Type="DateTime">2024-01-06T00:00:00.000</Data></Cell>
<Cell><Data ss:Type="Number">4</Data></Cell></Row>
<Row><Cell><Data ss:Type="String">South</Data></Cell><Cell ss:Index="3"><Data ss:Type="Number">3</Data></Cell></Row>
</Table></Worksheet></Workbook>
"""


def test_the_largest_table_of_a_page_is_read_with_its_spanning_cells_and_the_others_are_told(read):
    found = read(PAGE.replace("<table><tr><td>Menu<td>", "<table><tr><td>Menu<td>Home<tr><td>1<td>"), "export.xls")
    assert found.rows == [("North", 1234.5, 5.25), ("North", 2000.0, None), ("South & East", 7.5, 1.0)]
    assert [column.name for column in found.profile.columns] == ["Region", "Q1", "Q2"]
    assert "1 other table was not" in found.told("unread")
    assert "1 total row below the data was left out" in found.told()


def test_tables_around_others_lay_out_a_page_and_are_not_read(read):
    page = f"<table><tr><td>left<td>right<tr><td>{PAGE}<td>x{'<tr><td>a<td>b' * 5}</table>"
    assert len(read(page, "export.xls").rows) == 3


def test_a_page_that_holds_a_form_alone_is_refused(read):
    form = "<html><table><tr><td>User:<td><input name=u><tr><td>Password:<td><input name=p></table></html>"
    with pytest.raises(UnreadableData, match="web page without a table of data"):
        read(form, "export.xls")


def test_a_cell_over_more_rows_and_columns_than_there_are_is_one_cell(read):
    page = "<table><tr><td>a<td>b<tr><td>1<td rowspan=99999999 colspan=99999999>2<tr><td>3</table>"
    assert read(page).values("a") == [1, 3]


def test_a_workbook_of_xml_is_read_like_one_of_excel(read):
    found = read(WORKBOOK.encode("cp1252"), "export.xls")
    assert found.rows == [("North", dt.date(2024, 1, 5), 10.5), ("North", dt.date(2024, 1, 6), 4), ("South", None, 3)]
    assert [column.name for column in found.profile.columns] == ["Région", "Day", "Sales"]
    assert "Sheet Data was read; the workbook also has Info." in found.told("unread")


def test_another_sheet_of_it_can_be_asked_for_and_one_that_is_not_there_is_named(read):
    with pytest.raises(UnreadableData, match="no sheet Sales; its sheets are Info, Data"):
        read(WORKBOOK, "export.xls", overrides=Overrides(sheet="Sales"))


@pytest.mark.parametrize(
    ("content", "because"),
    [
        (WORKBOOK[:-200], "XML workbook is damaged"),
        ("MIME-Version: 1.0\nContent-Type: multipart/related\n\n--x\n", "web archive"),
        ('<?xml version="1.0"?><orders><order id="1"/></orders>', "This is an XML file"),
    ],
)
def test_markup_without_a_table_is_refused_with_what_to_do(read, content, because):
    with pytest.raises(UnreadableData, match=because):
        read(content, "export.xls")


def _sheet(rows: str) -> str:
    before, _, _ = WORKBOOK.partition("<Worksheet")
    return f'{before}<Worksheet ss:Name="Data"><Table>{rows}</Table></Worksheet></Workbook>'


@pytest.mark.parametrize(
    ("content", "because"),
    [
        (_sheet('<Row><Cell ss:Index="16384"><Data>1</Data></Cell></Row>' * 2_000), "more than 20,000,000 cells"),
        (_sheet('<Row ss:Index="29999999"><Cell><Data>1</Data></Cell></Row>'), "more than 20,000,000 cells"),
        (_sheet('<Row><Cell ss:MergeAcross="999999999" ss:MergeDown="999999999"/></Row>'), "more than 20,000,000"),
        (f"<html><table>{'<tr><td colspan=1000>1' * 20_001}</table></html>", "more than 20,000,000 cells"),
        (f"<html>{'<table>' * 300_000}</html>", "more than 20,000,000 cells"),
    ],
    ids=["far to the right", "far below", "merged without end", "spans", "tables in tables"],
)
def test_a_short_text_that_says_that_it_is_a_huge_table_is_refused_before_it_is_one(read, content, because):
    with pytest.raises(UnreadableData, match=because):
        read(content, "export.xls")


def test_a_workbook_whose_entities_grow_without_end_is_refused(read):
    grown = "".join(f'<!ENTITY e{at} "{f"&e{at - 1};" * 10}">' for at in range(1, 12))
    declared = f'<!DOCTYPE w [<!ENTITY e0 "grow">{grown}]>'
    content = _sheet("<Row><Cell><Data>&e11;</Data></Cell></Row>").replace("<Workbook", f"{declared}<Workbook")
    with pytest.raises(UnreadableData, match="damaged"):
        read(content, "export.xls")


@pytest.mark.parametrize("of", ["/etc/passwd", "file:///etc/passwd"])
def test_a_workbook_reads_no_other_file(read, of):
    declared = f'<!DOCTYPE w [<!ENTITY other SYSTEM "{of}">]>'
    rows = "<Row><Cell><Data>a</Data></Cell></Row><Row><Cell><Data>x&other;y</Data></Cell></Row>" * 3
    content = _sheet(rows).replace("<Workbook", f"{declared}<Workbook")
    try:
        found = read(content, "export.xls")
    except UnreadableData:
        return
    assert "root:" not in str(found.rows)
