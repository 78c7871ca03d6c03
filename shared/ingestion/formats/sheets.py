"""Workbooks of Excel (and OpenDocument): the sheet that holds the data, and what its markup tells."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from shared.contracts import Overrides
from shared.errors import UnreadableData
from shared.ingestion.cells.code_books import codes_of_sheet, currencies_of_sheet
from shared.ingestion.database import duckdb
from shared.ingestion.formats.markup import markup_told, read_markup, sheet_sizes
from shared.ingestion.formats.remarks import MOST_COLUMNS, lines_of_text, remarks_told
from shared.ingestion.formats.workbook import Workbook
from shared.ingestion.layout.grids import load_grid
from shared.ingestion.layout.merged import SheetCell
from shared.ingestion.limits import Limits
from shared.ingestion.raw import Raw
from shared.table.workbook import sheets_told

_LARGE: Final = 200_000
"""Bytes of markup, more than a sheet of text has."""
_MOST_EXPLAINING: Final = 500
"""Rows of a code book; more are data."""


def load_sheet(
    con: duckdb.DuckDBPyConnection, file: Path, scratch: Path, overrides: Overrides, limits: Limits, library_path: str
) -> Raw:
    """Fills table `raw` from the sheet that was asked for, or else from the visible one with the most cells."""
    with Workbook(file, library_path) as book:
        name, tables = _choose(book, overrides.sheet)
        grid = book.grid(name)
        others = [other.name for other in book.sheets if other.name != name]
        small = dict(_small(book, file, name))
    raw, place = load_grid(con, grid, scratch, overrides, limits)
    marked = markup_told(read_markup(file, name, place.rows), raw.names, place)
    remarks = remarks_told((other, lines_of_text(rows)) for other, rows in small.items())
    codes = tuple(code for other, rows in small.items() for code in codes_of_sheet(other, rows, raw.names))
    units = {at: unit for rows in small.values() for at, unit in currencies_of_sheet(rows, raw.names).items()}
    raw = raw.told(*marked, *remarks, *sheets_told(name, others, chosen=bool(overrides.sheet)))
    return replace(
        raw,
        sheet=name if overrides.sheet or tables else "",
        other_sheets=tables,
        codes=codes,
        units={**units, **raw.units},
    )


def _choose(book: Workbook, wanted: str | None) -> tuple[str, tuple[str, ...]]:
    """The sheet that is asked for; else the one with the most cells, and the others that may hold a table."""
    if wanted is not None:
        return named_sheet([sheet.name for sheet in book.sheets], wanted), ()
    sizes = {name: book.size(name) for name in _shown(book)}
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


def _shown(book: Workbook) -> list[str]:
    """The sheets of cells that Excel shows; all where it shows none."""
    sheets = [sheet for sheet in book.sheets if sheet.holds_cells]
    return [sheet.name for sheet in sheets if sheet.shown] or [sheet.name for sheet in sheets]


def _small(book: Workbook, file: Path, chosen: str) -> Iterator[tuple[str, list[list[SheetCell]]]]:
    """The sheets beside the chosen one that may explain it, with their rows; a large one is not looked into again for
    every part of its workbook."""
    sizes = sheet_sizes(file)
    for name in _shown(book):
        if name == chosen or sizes.get(name, 0) > _LARGE:
            continue
        high, wide = book.size(name)
        if high <= _MOST_EXPLAINING and wide <= MOST_COLUMNS:
            yield name, book.grid(name).rows
