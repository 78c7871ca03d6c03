"""How the text of a table is laid out: the sign between cells, the lines above the header, the header."""

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from shared.contracts import Overrides
from shared.contracts.dataset import Repair
from shared.ingestion.cells.kinds import TextRows
from shared.ingestion.cells.scales import scale_first
from shared.ingestion.layout.beginnings import GridRow, beginning, leaves_its_corner_empty
from shared.ingestion.layout.headers import (
    joined_names,
    names_columns,
    numbers_columns,
    spanned_names,
    units_below,
)
from shared.ingestion.layout.levels import ROWS, names_of_levels

_LOOKED_AT = 200
_MOST_ASIDE = 3
"""So many rows right below a header may be none of data."""
_MOST_ABOVE = 5
"""Of the lines above the header so many are told as they are."""
_TWO_ROWS = "The header has two rows; the names of both were joined."
_THREE_ROWS = "The header has three rows; the names of all were joined."
_HEAD = 1 << 17
USUAL_DELIMITERS = (",", ";", "\t", "|")
_RARE_DELIMITERS = ("^", "~", "¦")
"""Looked for where none of the usual ones cuts the text."""
_STATED = re.compile(r"\"?sep=(.)\"?\r?\n", re.IGNORECASE)
"""The line by which Excel is told the delimiter."""
_NO_DELIMITER = "\x1f"
_SIGNS = re.compile(r"[\w\s]+")
_LEAST_SIGNS = 4
_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}


@dataclass(frozen=True)
class Layout:
    """`skip` physical lines come before the first row of data; `names` are the header's cells, as written.

    `by_lines` is False where a cell of those lines holds a line end, so that lines are not rows. `units` are those that
    a row below the header says, by column.
    """

    delimiter: str
    names: tuple[str, ...]
    skip: int
    by_lines: bool = True
    repairs: tuple[Repair, ...] = ()
    units: Mapping[int, str] = field(default_factory=dict)


def read_layout(file: Path, overrides: Overrides) -> Layout:
    """The layout of a file of clean UTF-8, from its first 128 kB."""
    with file.open(encoding="utf-8", errors="ignore", newline="") as text:
        head = text.read(_HEAD)
    complete = len(head) < _HEAD
    stated = _STATED.match(head)
    delimiter = delimiter_of(head, overrides)
    rows = parse(head, delimiter)
    rows = rows if complete or len(rows) < 2 else rows[:-1]
    layout = lay_out(rows[1:] if stated else rows, delimiter, overrides)
    before = sum(row.line <= layout.skip for row in rows)
    return replace(layout, by_lines=before == layout.skip)


def delimiter_of(head: str, overrides: Overrides) -> str:
    """The sign between cells: what a person says, or else the first line of the file, or else the text."""
    return overrides.delimiter or _stated(head) or find_delimiter(head)


def parse(head: str, delimiter: str, most: int | None = None) -> list[GridRow]:
    """The rows of a piece of text, or the first of them, blank ones too."""
    reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter)
    rows: list[GridRow] = []
    with suppress(csv.Error):
        rows.extend(GridRow(tuple(cells), reader.line_num) for cells in islice(reader, most))
    return rows


def find_delimiter(head: str) -> str:
    """The sign that cuts most rows into the same number of cells, more than one."""
    for delimiters in (USUAL_DELIMITERS, _RARE_DELIMITERS):
        scores = {delimiter: _consistency(parse(head, delimiter, 500)) for delimiter in delimiters}
        best = max(scores, key=lambda delimiter: scores[delimiter])
        if scores[best] >= 0.5 and (best in USUAL_DELIMITERS or best in head.lstrip().partition("\n")[0]):
            return best
    return _NO_DELIMITER


def is_delimited(head: str) -> bool:
    """Whether any sign cuts a piece of text into columns."""
    return find_delimiter(head) != _NO_DELIMITER or _stated(head) is not None


def _stated(head: str) -> str | None:
    """The delimiter that the first line states, where it cuts the others."""
    stated = _STATED.match(head)
    return stated[1] if stated and _consistency(parse(head[stated.end() :], stated[1], 500)) else None


def _consistency(rows: Sequence[GridRow]) -> float:
    """How evenly a delimiter cuts rows: 1 where all are equally wide, a little more the wider; 0 where none is cut.

    Lines of signs alone (";", "-----") have no say: they are debris, or rules.
    """
    widths = [len(row.cells) for row in rows if row.worded]
    wide = Counter(width for width in widths if width > 1)
    if not wide:
        return 0.0
    width, hits = wide.most_common(1)[0]
    everywhere = wide.total() / len(widths) if widths[0] > 1 else 0.0
    return max(hits / len(widths), 0.8 * everywhere if everywhere >= 0.9 else 0.0) * (1 + min(width, 20) / 200)


def lay_out(rows: Sequence[GridRow], delimiter: str, overrides: Overrides) -> Layout:
    """Where the table begins in these first rows, and its header."""
    told: tuple[Repair, ...] = () if delimiter in (",", _NO_DELIMITER) else (_delimiter_told(delimiter),)
    if overrides.header_row is not None:
        return _laid_out_as_told(rows, delimiter, overrides.header_row)
    start = beginning(rows)
    if start is None:
        return Layout(delimiter, (), 0, repairs=told)
    if levels := _levels(rows, start, delimiter, told):
        return levels
    body = [row for row in rows[start + 1 :] if row.filled][:_LOOKED_AT]
    cells = [row.cells for row in body]
    if len(body) > 1 and (joined := joined_names(rows[start].cells, cells[0], cells[1:])):
        told += (*_preamble_told(rows[:start]), Repair(kind="header", detail=_TWO_ROWS))
        return _above_units(Layout(delimiter, joined, body[0].line, repairs=told), body[1:])
    if start and (spanned := spanned_names(rows[start - 1].cells, rows[start].cells)) and has_header(spanned, cells):
        told += (*_preamble_told(rows[: start - 1]), Repair(kind="header", detail=_TWO_ROWS))
        return _above_units(Layout(delimiter, spanned, rows[start].line, repairs=told), body)
    told += _preamble_told(rows[:start])
    if has_header(rows[start].cells, cells):
        return _above_units(Layout(delimiter, rows[start].cells, rows[start].line, repairs=told), body)
    names = tuple("" for _ in rows[start].cells)
    detail = "The file has no header; its columns were numbered."
    return Layout(delimiter, names, _line_before(rows, start), repairs=(*told, Repair(kind="header", detail=detail)))


def _levels(rows: Sequence[GridRow], start: int, delimiter: str, told: tuple[Repair, ...]) -> Layout | None:
    """The layout of a table whose header has three rows, one of which seems to be its first; None for others."""
    for top in range(max(start - ROWS + 1, 0), start + 1):
        header, below = rows[top : top + ROWS], [row for row in rows[top + ROWS :] if row.filled][:_LOOKED_AT]
        if names := names_of_levels(header, [row.cells for row in below]):
            repairs = (*told, *_preamble_told(rows[:top]), Repair(kind="header", detail=_THREE_ROWS))
            return _above_units(Layout(delimiter, names, header[-1].line, repairs=repairs), below)
    return None


def _above_units(layout: Layout, body: Sequence[GridRow]) -> Layout:
    """The layout without the rows right below the header that say units, or number the columns."""
    cells = [row.cells for row in body]
    numbering = next((at for at in range(min(_MOST_ASIDE, len(cells) - 1)) if numbers_columns(cells, at)), None)
    count, units = units_below(layout.names, [row for at, row in enumerate(cells) if at != numbering])
    count += numbering is not None and numbering <= count
    if not count:
        return layout
    detail = f"{count} row(s) right below the header say names, units or kinds, not values; they were set aside."
    shown = tuple(" | ".join(cell for cell in row.cells if cell.strip())[:120] for row in body[:count])
    told = Repair(kind="header", detail=detail, rows=count, examples=shown)
    return replace(layout, skip=body[count - 1].line, units=units, repairs=(*layout.repairs, told))


def _laid_out_as_told(rows: Sequence[GridRow], delimiter: str, header_row: int) -> Layout:
    if header_row == 0:
        return Layout(delimiter, tuple("" for _ in rows[0].cells) if rows else (), 0)
    header = rows[min(header_row, len(rows)) - 1] if rows else GridRow((), 0)
    return Layout(delimiter, header.cells, header.line)


def _line_before(rows: Sequence[GridRow], start: int) -> int:
    return rows[start - 1].line if start else 0


def _delimiter_told(delimiter: str) -> Repair:
    return Repair(kind="delimiter", detail=f"Cells are separated by {_NAMES.get(delimiter, repr(delimiter))}.")


def _preamble_told(rows: Sequence[GridRow]) -> tuple[Repair, ...]:
    written = [" ".join(cell for cell in row.cells if cell.strip()) for row in rows if row.filled]
    if not written:
        return ()
    detail = f"{len(written)} line(s) above the header were set aside."
    return (
        Repair(
            kind="preamble",
            detail=detail,
            rows=len(written),
            examples=tuple(line[:120] for line in scale_first(written)[:_MOST_ABOVE]),
        ),
    )


def has_header(first: Sequence[str], body: TextRows) -> bool:
    """Whether the first row is a header: it names the columns, or there is nothing to tell."""
    named = leaves_its_corner_empty(first) and all(row and row[0].strip() for row in body)
    if len(first) == 1 and _is_like(first[0], [row[0] for row in body if row]):
        return False
    return not body or named or names_columns(first, body)


def _is_like(line: str, below: Sequence[str]) -> bool:
    """Whether a line has the signs of most lines below it in the same order, as a line of a log has: no name is so."""
    signs = _SIGNS.sub("", line)
    return len(signs) >= _LEAST_SIGNS and 2 * sum(_SIGNS.sub("", other) == signs for other in below) > len(below)
