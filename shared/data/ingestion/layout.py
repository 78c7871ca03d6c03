"""How the text of a table is laid out: the sign between cells, the lines above the header, the header."""

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.data.ingestion.dates import read_dates
from shared.data.ingestion.headers import joined_names
from shared.data.ingestion.nulls import is_null
from shared.data.ingestion.numbers import read_numbers
from shared.data.ingestion.overrides import Overrides

Rows = Sequence[Sequence[str]]
_HEAD = 1 << 17
_DELIMITERS = (",", ";", "\t", "|")
_NO_DELIMITER = "\x1f"
_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}


@dataclass(frozen=True)
class Layout:
    """`skip` physical lines come before the first row of data; `names` are the header's cells, as written.

    `by_lines` is False where a cell of those lines holds a line end, so that lines are not rows.
    """

    delimiter: str
    names: tuple[str, ...]
    skip: int
    by_lines: bool = True
    repairs: tuple[Repair, ...] = ()


@dataclass(frozen=True)
class Row:
    """A row of the head of a file and the physical line (from 1) on which it ends."""

    cells: tuple[str, ...]
    line: int

    @property
    def filled(self) -> int:
        """How many cells hold something."""
        return sum(map(bool, map(str.strip, self.cells)))


def read_layout(file: Path, overrides: Overrides) -> Layout:
    """The layout of a file of clean UTF-8, from its first 128 kB."""
    with file.open(encoding="utf-8", errors="ignore", newline="") as text:
        head = text.read(_HEAD)
    complete = len(head) < _HEAD
    stated = re.match(r"sep=(.)\r?\n", head)
    delimiter = overrides.delimiter or (stated[1] if stated else None) or find_delimiter(head)
    rows = parse(head, delimiter)
    rows = rows if complete or len(rows) < 2 else rows[:-1]
    layout = lay_out(rows[1:] if stated else rows, delimiter, overrides)
    before = sum(row.line <= layout.skip for row in rows)
    return replace(layout, by_lines=before == layout.skip)


def parse(head: str, delimiter: str, most: int | None = None) -> list[Row]:
    """The rows of a piece of text, or the first of them, blank ones too."""
    reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter)
    rows: list[Row] = []
    with suppress(csv.Error):
        rows.extend(Row(tuple(cells), reader.line_num) for cells in islice(reader, most))
    return rows


def find_delimiter(head: str) -> str:
    """The sign that cuts most rows into the same number of cells, more than one."""
    scores = {delimiter: _consistency(parse(head, delimiter, 500)) for delimiter in _DELIMITERS}
    best = max(scores, key=lambda delimiter: scores[delimiter])
    return best if scores[best] >= 0.5 else _NO_DELIMITER


def _consistency(rows: Sequence[Row]) -> float:
    """How evenly a delimiter cuts rows: 1 where all are equally wide, a little more the wider; 0 where none is cut."""
    widths = [len(row.cells) for row in rows if row.filled]
    wide = Counter(width for width in widths if width > 1)
    if not wide:
        return 0.0
    width, hits = wide.most_common(1)[0]
    everywhere = wide.total() / len(widths) if widths[0] > 1 else 0.0
    return max(hits / len(widths), 0.8 * everywhere if everywhere >= 0.9 else 0.0) * (1 + min(width, 20) / 200)


def _used(row: Row) -> int:
    """The width of a row without the empty cells at its end."""
    return max((at for at, cell in enumerate(row.cells, 1) if cell.strip()), default=0)


def lay_out(rows: Sequence[Row], delimiter: str, overrides: Overrides) -> Layout:
    """Where the table begins in these first rows, and its header."""
    told: tuple[Repair, ...] = () if delimiter in (",", _NO_DELIMITER) else (_delimiter_told(delimiter),)
    if overrides.header_row is not None:
        return _laid_out_as_told(rows, delimiter, overrides.header_row)
    start = _start(rows)
    if start is None:
        return Layout(delimiter, (), 0, repairs=told)
    told += _preamble_told(rows[:start])
    body = [row for row in rows[start + 1 :] if row.filled]
    if len(body) > 1 and (joined := joined_names(rows[start].cells, body[0].cells)):
        detail = "The header has two rows; the names of both were joined."
        return Layout(delimiter, joined, body[0].line, repairs=(*told, Repair(kind="header", detail=detail)))
    if has_header(rows[start].cells, [row.cells for row in body[:200]]):
        return Layout(delimiter, rows[start].cells, rows[start].line, repairs=told)
    names = tuple("" for _ in rows[start].cells)
    detail = "The file has no header; its columns were numbered."
    return Layout(delimiter, names, _line_before(rows, start), repairs=(*told, Repair(kind="header", detail=detail)))


def _laid_out_as_told(rows: Sequence[Row], delimiter: str, header_row: int) -> Layout:
    if header_row == 0:
        return Layout(delimiter, tuple("" for _ in rows[0].cells) if rows else (), 0)
    header = rows[min(header_row, len(rows)) - 1] if rows else Row((), 0)
    return Layout(delimiter, header.cells, header.line)


def _line_before(rows: Sequence[Row], start: int) -> int:
    return rows[start - 1].line if start else 0


def _delimiter_told(delimiter: str) -> Repair:
    return Repair(kind="delimiter", detail=f"Cells are separated by {_NAMES.get(delimiter, repr(delimiter))}.")


def _preamble_told(rows: Sequence[Row]) -> tuple[Repair, ...]:
    written = [" ".join(cell for cell in row.cells if cell.strip()) for row in rows if row.filled]
    if not written:
        return ()
    detail = f"{len(written)} line(s) above the header were set aside."
    return (
        Repair(kind="preamble", detail=detail, rows=len(written), examples=tuple(line[:120] for line in written[:3])),
    )


def _start(rows: Sequence[Row]) -> int | None:
    """The first row that is as wide and as full as the table: titles and notes above it are neither."""
    filled = [row for row in rows if row.filled]
    if not filled:
        return None
    width = _usual_width([_used(row) for row in filled[-300:]])
    for number, row in enumerate(rows):
        if row.filled and _opens(row, width):
            return number
    return rows.index(filled[0])


def _usual_width(widths: Sequence[int]) -> int:
    """The commonest width; lines of one cell are notes as soon as a fair part of the lines has more."""
    wide = Counter(width for width in widths if width > 1)
    return wide.most_common(1)[0][0] if wide.total() >= 0.3 * len(widths) else 1


def _opens(row: Row, width: int) -> bool:
    if row.cells[0].lstrip().startswith("#") and width > 1 and row.filled < width:
        return False
    if _leaves_its_corner_empty(row.cells) and len(row.cells) == width:
        return True
    wide = len(row.cells) >= max(width - 1, 1) if width > 2 else len(row.cells) >= width
    if width > 2:
        return wide and row.filled > width / 2
    return wide and (row.filled == width or width == 1 or _names_columns(row))


def _names_columns(row: Row) -> bool:
    """Whether a row that is wider than the data reads as a header all the same: some of its columns hold nothing."""
    names = [cell.strip().casefold() for cell in row.cells if cell.strip()]
    short = all(len(name) <= 40 and name[-1:] not in ".:;" for name in names)
    return short and len(set(names)) == len(names) and all(_kind([name]) == "text" for name in names)


def _leaves_its_corner_empty(cells: Sequence[str]) -> bool:
    """Whether only the first cell is empty and the others differ, as in a header above a column of row names."""
    names = [cell.strip() for cell in cells[1:]]
    return bool(names) and not cells[0].strip() and all(names) and len(set(names)) == len(names)


def has_header(first: Sequence[str], body: Rows) -> bool:
    """Whether the first row names the columns rather than holding values of them."""
    if not body or (_leaves_its_corner_empty(first) and all(row and row[0].strip() for row in body)):
        return True
    kinds = [_kind([row[at] for row in body if at < len(row) and not is_null(row[at])]) for at in range(len(first))]
    typed = [(cell, kind) for cell, kind in zip(first, kinds, strict=True) if kind != "text" and cell.strip()]
    if any(_kind([cell]) != kind and _kind([cell]) == "text" for cell, kind in typed):
        return True
    if _years([cell for cell, _ in typed]) and len(typed) >= 2:
        return True
    return not typed


def _kind(cells: Sequence[str]) -> str:
    """What most of the cells are."""
    distinct = list(dict.fromkeys(cells))[:100]
    if not distinct:
        return "text"
    if read_numbers(distinct).share > 0.8:
        return "number"
    return "date" if read_dates(distinct, "").share > 0.8 else "text"


def _years(cells: Sequence[str]) -> bool:
    """Whether cells count years in steps, as the header of a table with a column per year does."""
    if not all(re.fullmatch(r"(1[89]|20|21)\d\d", cell.strip()) for cell in cells):
        return False
    years = [int(cell) for cell in cells]
    return len(years) > 1 and len({b - a for a, b in pairwise(years)}) == 1
