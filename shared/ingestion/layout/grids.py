"""A grid of cells that have types, as sheets hold them: the table in it, its cells as text."""

import datetime as dt
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import NamedTuple, cast

from shared.contracts import Overrides
from shared.contracts.dataset import Repair
from shared.errors import UnreadableData
from shared.ingestion.cells.numbers import read_numbers
from shared.ingestion.database import duckdb
from shared.ingestion.layout.alike import JoinedTable, join_alike
from shared.ingestion.layout.beginnings import GridRow
from shared.ingestion.layout.beside import choose_side
from shared.ingestion.layout.dialect import lay_out
from shared.ingestion.layout.merged import CellRange, SheetCell, fill_merged
from shared.ingestion.layout.sheet_place import SheetPlace
from shared.ingestion.layout.stacked import choose_table
from shared.ingestion.limits import Limits
from shared.ingestion.raw import Raw, check_columns, clean_names, load_rows
from shared.table.nulls import is_null

_HEAD = 300
_MOST_ROWS = 20_000
"""Larger grids are not looked through for several tables."""
MOST_CELLS = 20_000_000
"""Of one grid, empty ones too: a short text may say that a cell stands far away, or is over many."""
_NOWHERE = SheetPlace(range(0), 0)
"""Where rows that were put together lie: what the sheet marks is not followed to them."""
_EXCEL_DAY_0 = dt.datetime(1899, 12, 30)


class CellGrid(NamedTuple):
    """Rows of cells, empty ones as "", and the ranges of them that are merged."""

    rows: list[list[SheetCell]]
    merged: Sequence[CellRange] = ()

    @property
    def size(self) -> int:
        """How many cells it has, empty ones too."""
        return len(self.rows) * max(map(len, self.rows), default=0)


@dataclass
class CellCount:
    """How many cells of a file there are so far, empty ones and those that merged ones are over too."""

    cells: int = 0

    def add(self, cells: int) -> None:
        """Counts so many more, before memory is taken for them. Raises UnreadableData where the file has too many."""
        self.cells += cells
        if self.cells > MOST_CELLS:
            raise UnreadableData(
                f"The tables of this file say that they have more than {MOST_CELLS:,} cells, most of them empty; save "
                "the one that you need as CSV or xlsx and send that."
            )


def load_grid(
    con: duckdb.DuckDBPyConnection, grid: CellGrid, scratch: Path, overrides: Overrides, limits: Limits
) -> tuple[Raw, SheetPlace]:
    """Fills table `raw` from the table in a grid, and says where that lies in it."""
    rows = grid.rows
    for (top, _), (bottom, right) in grid.merged:
        for row in rows[top : bottom + 1]:
            row.extend("" for _ in range(right + 1 - len(row)))
    check_columns(max(map(_width, rows), default=0), limits)
    merged = fill_merged(rows, grid.merged)
    if joined := _joined(rows, overrides):
        raw = _load(con, joined.rows, scratch, overrides, limits)
        return raw.told(joined.told, *merged.told(raw.names, _NOWHERE)), _NOWHERE
    place, told = _one_table(rows, overrides)
    raw = _load(con, [rows[at][place.left : place.right] for at in place.rows], scratch, overrides, limits)
    return raw.told(*told, *merged.told(raw.names, place)), place


def _load(
    con: duckdb.DuckDBPyConnection,
    rows: Sequence[Sequence[SheetCell]],
    scratch: Path,
    overrides: Overrides,
    limits: Limits,
) -> Raw:
    head = list(map(_row, rows[:_HEAD], count(1)))
    layout = lay_out(head, ",", overrides)
    below = rows[layout.skip :]
    width = max((_width(row) for row in below[:_HEAD]), default=0)
    width = max(width, _width(layout.names))
    check_columns(width, limits)
    names, told = clean_names([*layout.names, *[""] * width][:width])
    body, dated = _with_dates(below, names)
    lasting = [at for at in range(width) if any(at < len(row) and isinstance(row[at], dt.timedelta) for row in body)]
    body = [_lasting(row, lasting) for row in body]
    native = frozenset(at for at in range(width) if _native(body, at))
    commas = frozenset(at for at in native if _written_with_commas(body, at))
    load_rows(con, names, _texts(body, width, commas), scratch)
    native -= commas
    units = {**layout.units, **dict.fromkeys(lasting, "s")}
    told += (*dated, *(_duration_told(names[at]) for at in lasting))
    return Raw(names, native=native, units=units, repairs=(*layout.repairs, *told, *_beyond(body, width)))


def _joined(rows: Sequence[Sequence[SheetCell]], overrides: Overrides) -> JoinedTable | None:
    """The tables of a sheet as one where they have the same columns."""
    if len(rows) > _MOST_ROWS or overrides.header_row is not None:
        return None
    cells = [row[_left(rows) :] for row in rows]
    return join_alike(list(map(_row, cells, count(1))), cells)


def _one_table(rows: Sequence[Sequence[SheetCell]], overrides: Overrides) -> tuple[SheetPlace, tuple[Repair, ...]]:
    """Where the table lies, and what is told of others below or beside it."""
    left = _left(rows)
    place, told = SheetPlace(range(len(rows)), left), list[Repair]()
    if len(rows) > _MOST_ROWS:
        return place, ()
    looked_at = list(map(_row, [row[left:] for row in rows], count(1)))
    if choice := choose_table(looked_at, overrides.header_row):
        place = place._replace(rows=range(choice.start, choice.end))
        told.append(choice.told)
    if found := choose_side([looked_at[at] for at in place.rows]):
        side, beside = found
        place = place._replace(left=left + side.start, right=left + side.end)
        told.append(beside)
    return place, tuple(told)


def _left(rows: Sequence[Sequence[SheetCell]]) -> int:
    """How many columns of the sheet lie to the left of the table."""
    return min((_margin(row) for row in rows), default=0)


def _margin(row: Sequence[SheetCell]) -> int:
    """How many empty cells a row begins with; a blank row has no say."""
    return next((at for at, cell in enumerate(row) if cell != ""), 1 << 30)


def _row(cells: Sequence[SheetCell], number: int) -> GridRow:
    """The row of that number; sheets are rectangular: empty cells at the end of a row are no cells of it."""
    return GridRow(tuple(_text(cell) for cell in cells[: _width(cells)]), number)


def _width(row: Sequence[SheetCell]) -> int:
    return max((at for at, cell in enumerate(row, 1) if cell != ""), default=0)


def _beyond(body: Sequence[Sequence[SheetCell]], width: int) -> tuple[Repair, ...]:
    rows = sum(1 for row in body if _width(row) > width)
    detail = f"{rows} row(s) have cells to the right of the table; those cells were left out."
    return (Repair(kind="ragged", detail=detail, rows=rows),) if rows else ()


def _with_dates(
    body: Sequence[Sequence[SheetCell]], names: Sequence[str]
) -> tuple[list[list[SheetCell]], tuple[Repair, ...]]:
    """The rows with dates instead of numbers where dates stand in the same column: some cells lack Excel's format."""
    rows, told = [list(row) for row in body], []
    for at, name in enumerate(names):
        held = [row for row in rows if at < len(row) and row[at] != ""]
        numbers = [row for row in held if isinstance(row[at], float)]
        dates = sum(isinstance(row[at], dt.date) for row in held)
        if not numbers or not dates or dates + len(numbers) < len(held) or not all(_is_day(row[at]) for row in numbers):
            continue
        for row in numbers:
            row[at] = _EXCEL_DAY_0 + dt.timedelta(days=cast(float, row[at]))
        detail = f"Column {name} holds {len(numbers)} number(s) among dates; they were read as dates of Excel."
        told.append(Repair(kind="date", detail=detail, column=name, rows=len(numbers), doubt=True))
    return rows, tuple(told)


def _is_day(cell: SheetCell) -> bool:
    """Whether a number counts the days up to one in this age: 20000 is a day of 1954, 69999 one of 2091."""
    return isinstance(cell, float) and 20_000 <= cell < 70_000


def _lasting(row: list[SheetCell], columns: Sequence[int]) -> list[SheetCell]:
    """The row with times of day as durations in columns that hold some: a spreadsheet tells them by their format."""
    return [
        dt.datetime.combine(_EXCEL_DAY_0, cell) - _EXCEL_DAY_0 if at in columns and isinstance(cell, dt.time) else cell
        for at, cell in enumerate(row)
    ]


def _duration_told(name: str) -> Repair:
    return Repair(kind="number", detail=f"Column {name} holds durations; they were read in seconds.", column=name)


def _texts(body: Sequence[Sequence[SheetCell]], width: int, commas: Collection[int]) -> Iterator[list[str]]:
    for row in body:
        cells = [_text(cell) for cell in row[:width]]
        for at in commas:
            if at < len(cells) and isinstance(row[at], float):
                cells[at] = cells[at].replace(".", ",")
        yield cells + [""] * (width - len(cells))


def _written_with_commas(body: Sequence[Sequence[SheetCell]], at: int) -> bool:
    """Whether the texts among the numbers of a column are numbers with a comma as decimal mark: then its numbers are
    written so, too, and all of them are read in one way."""
    texts = dict.fromkeys(row[at] for row in body if at < len(row) and isinstance(row[at], str))
    written = [text for text in texts if isinstance(text, str) and not is_null(text)]
    reading = read_numbers(written)
    decided = len(reading.styles) == 1 or reading.decided
    return decided and reading.share == 1 and reading.styles[0].mark == "," and any("," in text for text in written)


def _native(body: Sequence[Sequence[SheetCell]], at: int) -> bool:
    """Whether any cell of the column is a number of Excel, whose decimal mark is not in question."""
    return any(at < len(row) and isinstance(row[at], int | float) and not isinstance(row[at], bool) for row in body)


def _text(cell: SheetCell) -> str:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    if isinstance(cell, dt.datetime):
        return cell.isoformat(sep=" ")
    if isinstance(cell, dt.timedelta):
        return str(cell.total_seconds())
    return cell.isoformat() if isinstance(cell, dt.date | dt.time) else str(cell)
