"""Workbooks of Excel 2003 as XML, as programs write them that name the file .xls."""

import datetime as dt
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

from shared.contracts import Overrides
from shared.errors import UnreadableData
from shared.ingestion.database import duckdb
from shared.ingestion.formats.remarks import lines_of_text, remarks_told
from shared.ingestion.formats.sheets import named_sheet
from shared.ingestion.layout.grids import CellCount, CellGrid, load_grid
from shared.ingestion.layout.merged import CellRange, SheetCell
from shared.ingestion.limits import Limits
from shared.ingestion.raw import Raw
from shared.table.workbook import sheets_told

NAMESPACE = "urn:schemas-microsoft-com:office:spreadsheet"
_SS = f"{{{NAMESPACE}}}"
_BEYOND = 16_384
"""No sheet has more columns."""


def load_spreadsheetml(
    con: duckdb.DuckDBPyConnection, file: Path, scratch: Path, overrides: Overrides, limits: Limits
) -> Raw:
    """Fills table `raw` from the sheet that was asked for, or else from the one with the most cells."""
    if file.stat().st_size > limits.max_document_bytes:
        raise UnreadableData("This XML workbook is too large to read as one; save it as xlsx or CSV and send that.")
    try:
        # S314: Python's parser expands no external entity, and none without end; the text is UTF-8 by now.
        book = ET.parse(file, ET.XMLParser(encoding="utf-8")).getroot()  # noqa: S314
        made = CellCount()
        grids = {sheet.get(f"{_SS}Name", ""): _grid(sheet, limits, made) for sheet in book.iter(f"{_SS}Worksheet")}
    except (ET.ParseError, ValueError) as error:
        raise UnreadableData("This XML workbook is damaged; save it as xlsx or CSV and send that.") from error
    if not any(grid.size for grid in grids.values()):
        raise UnreadableData("This XML workbook has no cells; send one that has a header line and rows below it.")
    largest = max(grids, key=lambda name: grids[name].size)
    name = largest if overrides.sheet is None else named_sheet(list(grids), overrides.sheet)
    raw, _ = load_grid(con, grids[name], scratch, overrides, limits)
    others = [other for other in grids if other != name and grids[other].size]
    texts = ((other, lines_of_text(grids[other].rows)) for other in others)
    raw = raw.told(*remarks_told(texts), *sheets_told(name, others, chosen=bool(overrides.sheet)))
    if overrides.sheet:
        return replace(raw, sheet=name)
    tables = tuple(other for other in others if len(grids[other].rows) > 1 and max(map(len, grids[other].rows)) > 1)
    return replace(raw, sheet=name if tables else "", other_sheets=tables)


def _grid(sheet: ET.Element, limits: Limits, made: CellCount) -> CellGrid:
    rows: list[list[SheetCell]] = []
    merged: list[CellRange] = []
    for row in sheet.iter(f"{_SS}Row"):
        at = _place(row, len(rows), limits.max_rows)
        made.add(at - len(rows) + 1)
        rows += [[] for _ in range(at - len(rows))]
        cells = list[SheetCell]()
        for cell in row.iter(f"{_SS}Cell"):
            left = _place(cell, len(cells), _BEYOND)
            wide, high = (int(cell.get(f"{_SS}Merge{way}", "0")) for way in ("Across", "Down"))
            wide, high = min(max(wide, 0), _BEYOND), min(max(high, 0), limits.max_rows)
            made.add(left - len(cells) + (wide + 1) * (high + 1))
            cells += ["" for _ in range(left - len(cells))]
            cells += [_value(cell), *("" for _ in range(wide))]
            merged += [((at, left), (at + high, left + wide))] if high else []
        rows.append(cells)
    return CellGrid(rows, merged)


def _place(element: ET.Element, following: int, most: int) -> int:
    """Where a row or cell stands, from 0: where it says, or behind the one before."""
    said = int(element.get(f"{_SS}Index", "0")) - 1
    return following if said < following or said > most else said


def _value(cell: ET.Element) -> SheetCell:
    data = cell.find(f"{_SS}Data")
    if data is None:
        return ""
    text, kind = "".join(data.itertext()), data.get(f"{_SS}Type")
    with suppress(ValueError):
        if kind == "Number":
            return float(text)
        if kind == "DateTime":
            return dt.datetime.fromisoformat(text)
    return text.strip() == "1" if kind == "Boolean" else text
