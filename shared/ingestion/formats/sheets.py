"""Workbooks of Excel (and OpenDocument): the sheet that holds the data, and what its markup tells."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import duckdb
from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from shared.contracts import Overrides
from shared.errors import UnreadableData
from shared.ingestion.cells.legends import codes_of_sheet
from shared.ingestion.formats.markup import markup_told, read_markup, sheet_sizes
from shared.ingestion.formats.remarks import MOST_COLUMNS, lines_of_text, remarks_told
from shared.ingestion.layout.grids import CellGrid, load_grid
from shared.ingestion.layout.merged import SheetCell
from shared.ingestion.limits import Limits
from shared.ingestion.raw import Raw
from shared.table.workbook import sheets_told

_LARGE: Final = 200_000
"""Bytes of markup, more than a sheet of text has."""
_MOST_EXPLAINING: Final = 500
"""Rows of a code book; more are data."""


def load_sheet(con: duckdb.DuckDBPyConnection, file: Path, scratch: Path, overrides: Overrides, limits: Limits) -> Raw:
    """Fills table `raw` from the sheet that was asked for, or else from the visible one with the most cells."""
    try:
        with CalamineWorkbook.from_path(file) as book:
            name, tables = _choose(book, overrides.sheet)
            sheet = book.get_sheet_by_name(name)
            grid = CellGrid(sheet.to_python(skip_empty_area=False), sheet.merged_cell_ranges or ())
            others = [other for other in book.sheet_names if other != name]
            small = dict(_small(book, file, name))
    except PasswordError as error:
        raise UnreadableData(
            "This workbook is protected by a password; save it without one and send it again."
        ) from error
    except (CalamineError, OSError, ValueError) as error:
        raise UnreadableData(
            "This workbook cannot be opened; save it again as xlsx, or as CSV, and send that."
        ) from error
    raw, place = load_grid(con, grid, scratch, overrides, limits)
    marked = markup_told(read_markup(file, name, place.rows), raw.names, place)
    remarks = remarks_told((other, lines_of_text(rows)) for other, rows in small.items())
    codes = tuple(code for other, rows in small.items() for code in codes_of_sheet(other, rows, raw.names))
    raw = raw.told(*marked, *remarks, *sheets_told(name, others, chosen=bool(overrides.sheet)))
    return replace(raw, sheet=name if overrides.sheet or tables else "", other_sheets=tables, codes=codes)


def _choose(book: CalamineWorkbook, wanted: str | None) -> tuple[str, tuple[str, ...]]:
    """The sheet that is asked for; else the one with the most cells, and the others that may hold a table."""
    if wanted is not None:
        return named_sheet(book.sheet_names, wanted), ()
    sizes = {name: _size(book, name) for name in _shown(book)}
    if not any(high * wide for high, wide in sizes.values()):
        raise UnreadableData(
            "The sheets of this workbook are empty; send one that has a header line and rows below it."
        )
    largest = max(sizes, key=lambda name: sizes[name][0] * sizes[name][1])
    return largest, tuple(name for name, (high, wide) in sizes.items() if name != largest and high > 1 and wide > 1)


def named_sheet(names: Sequence[str], wanted: str) -> str:
    """The sheet of that name, in whatever case; raises UnreadableData where there is none."""
    found = next((name for name in names if name.casefold() == wanted.casefold()), None)
    if found is None:
        raise UnreadableData(f"This workbook has no sheet {wanted}; its sheets are {', '.join(names)}.")
    return found


def _shown(book: CalamineWorkbook) -> list[str]:
    """The worksheets that Excel shows; all where it shows none."""
    sheets = [sheet for sheet in book.sheets_metadata if sheet.typ == SheetTypeEnum.WorkSheet]
    visible = [sheet.name for sheet in sheets if sheet.visible == SheetVisibleEnum.Visible]
    return visible or [sheet.name for sheet in sheets]


def _small(book: CalamineWorkbook, file: Path, chosen: str) -> Iterator[tuple[str, list[list[SheetCell]]]]:
    """The sheets beside the chosen one that may explain it, with their rows; a large one is not looked into again for
    every part of its workbook."""
    sizes = sheet_sizes(file)
    for name in _shown(book):
        if name == chosen or sizes.get(name, 0) > _LARGE:
            continue
        sheet = book.get_sheet_by_name(name)
        if sheet.height <= _MOST_EXPLAINING and sheet.width <= MOST_COLUMNS:
            yield name, sheet.to_python(skip_empty_area=False)


def _size(book: CalamineWorkbook, name: str) -> tuple[int, int]:
    """How many rows and columns a sheet has."""
    sheet = book.get_sheet_by_name(name)
    return sheet.height, sheet.width
