"""Where a table begins in a file: below titles, notes and the lines that say what the report is about."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from shared.ingestion.cells.kinds import kind_of, kinds_below
from shared.table.units import is_unit

_LOOKED_AT = 200
_MOST_UNITS = 2
"""Rows of units and kinds right below a header."""
_LEAST_BELOW = _MOST_UNITS + 2
_LATEST = 40
"""No header is looked for further down than this."""


@dataclass(frozen=True)
class GridRow:
    """A row of the head of a file and the physical line (from 1) on which it ends."""

    cells: tuple[str, ...]
    line: int

    @cached_property
    def filled(self) -> int:
        """How many cells hold something."""
        return sum(map(bool, map(str.strip, self.cells)))

    @cached_property
    def worded(self) -> bool:
        """Whether any cell holds a letter or a digit."""
        return any(character.isalnum() for cell in self.cells for character in cell)

    @cached_property
    def used(self) -> int:
        """The width without the empty cells at its end."""
        return next((at for at in range(len(self.cells), 0, -1) if self.cells[at - 1].strip()), 0)


def beginning(rows: Sequence[GridRow]) -> int | None:
    """The place of the table's first row; None where all rows are blank."""
    start = _first_full(rows)
    if start is None:
        return None
    return start + 1 if _is_about_the_file(rows, start) else _below_preamble(rows, start)


def _first_full(rows: Sequence[GridRow]) -> int | None:
    """The first row that is as wide and as full as the table: titles and notes above it are neither."""
    filled = [row for row in rows if row.filled]
    if not filled:
        return None
    width = _usual_width([row.used for row in filled[-300:]])
    opening = [number for number, row in enumerate(rows) if row.filled and _opens(row, width)]
    if not opening:
        return rows.index(filled[0])
    prose = _Prose.among(filled)
    first = next((number for number in opening if not prose.written_in(rows[number])), opening[0])
    found = first if _heads(rows[first], rows[first + 1 :]) else opening[0]
    return found - 1 if found and _names(rows[found - 1], rows[found:]) else found


def _names(row: GridRow, below: Sequence[GridRow]) -> bool:
    """Whether a row with some empty cells names the columns of the rows right below it, the first of which is data: it
    holds a number or date where they do."""
    if row.filled < 2 or row.filled < below[0].used - 2 or not reads_as_names(row) or reads_as_names(below[0]):
        return False
    body = [each.cells for each in below[:_LOOKED_AT] if each.filled]
    named = [at for at, cell in enumerate(row.cells) if cell.strip() and at < len(body[0])]
    kinds = kinds_below(body, len(row.cells))
    return any(kinds[at] != "text" and kind_of([body[0][at]]) == kinds[at] for at in named)


class _Prose(NamedTuple):
    """Lines whose commas are those of a sentence, a space behind each: no table is written so, unless all of it is."""

    rare: bool

    @classmethod
    def among(cls, filled: Sequence[GridRow]) -> "_Prose":
        looked_at = filled[:_LATEST]
        return cls(5 * sum(_spaced(row, r"\s") for row in looked_at) <= 2 * len(looked_at))

    def written_in(self, row: GridRow) -> bool:
        """Whether the row is a line of prose rather than of data."""
        return self.rare and _spaced(row, r" \S(.*\S)?$")


def _spaced(row: GridRow, pattern: str) -> bool:
    behind = [cell for cell in row.cells[1:] if cell.strip()]
    return bool(behind) and all(re.match(pattern, cell) for cell in behind)


def _usual_width(widths: Sequence[int]) -> int:
    """The commonest width; lines of one cell are notes as soon as a fair part of the lines has more."""
    wide = Counter(width for width in widths if width > 1)
    return wide.most_common(1)[0][0] if wide.total() >= 0.3 * len(widths) else 1


def _opens(row: GridRow, width: int) -> bool:
    if row.cells[0].lstrip().startswith("#") and width > 1 and row.filled < width:
        return False
    if leaves_its_corner_empty(row.cells) and len(row.cells) == width:
        return True
    wide = len(row.cells) >= max(width - 1, 1) if width > 2 else len(row.cells) >= width
    if width > 2:
        return wide and row.filled > width / 2
    return wide and (row.filled == width or width == 1 or reads_as_names(row))


def reads_as_names(row: GridRow) -> bool:
    """Whether a row that is wider than the data reads as a header all the same: some of its columns hold nothing."""
    names = [cell.strip().casefold() for cell in row.cells if cell.strip()]
    short = all(len(name) <= 40 and name[-1:] not in ".:;" for name in names)
    return short and len(set(names)) == len(names) and all(kind_of([name]) == "text" for name in names)


def leaves_its_corner_empty(cells: Sequence[str]) -> bool:
    """Whether only the first cell is empty and the others differ, as in a header above a column of row names."""
    names = [cell.strip() for cell in cells[1:]]
    return bool(names) and not cells[0].strip() and all(names) and len(set(names)) == len(names)


def _is_about_the_file(rows: Sequence[GridRow], start: int) -> bool:
    """Whether a row says what the file is and the one below it names the columns, as loggers write it: that one is as
    wide as the rows, and has other words than units where these have numbers or dates; the row above it is of another
    width, or holds numbers itself."""
    if len(rows) < start + 2 + _LEAST_BELOW:
        return False
    info, names = rows[start], rows[start + 1]
    below = [row for row in rows[start + 2 : start + 2 + _LOOKED_AT] if row.filled]
    alike = sum(row.used == names.used for row in below)
    apart = info.used != names.used or not reads_as_names(info)
    if not apart or 5 * alike < 4 * len(below) or names.filled < names.used or not reads_as_names(names):
        return False
    kinds = kinds_below([row.cells for row in below[_MOST_UNITS:]], names.used)
    typed = [names.cells[at] for at, kind in enumerate(kinds) if kind != "text"]
    return len(typed) > 1 and not any(map(is_unit, typed))


def _below_preamble(rows: Sequence[GridRow], start: int) -> int:
    """A later row where it is the header of a wider table: "Company,Acme" and "As of,31/03/2024" stand above many."""
    above, widest = [rows[start]], rows[start].used
    for number in range(start + 1, min(len(rows), start + _LATEST)):
        row = rows[number]
        if row.used > max(widest, 2) and _heads(row, rows[number + 1 :]) and not _is_table(above, rows[number + 1 :]):
            return number
        above, widest = ([*above, row] if row.filled else above), max(widest, row.used)
    return start


def _heads(row: GridRow, below: Sequence[GridRow]) -> bool:
    """Whether a row is a header: short names, all different, above rows as wide in which numbers or dates stand."""
    body = [each for each in below[:_LOOKED_AT] if each.filled]
    wide = [each for each in body if row.used - 1 <= each.used <= row.used]
    if not reads_as_names(row) or row.filled < row.used - 1 or 2 * len(wide) <= len(body):
        return False
    kinds = kinds_below([each.cells for each in wide], row.used)
    return any(kind != "text" for kind in kinds) and wide[0] is body[0]


def _is_table(above: Sequence[GridRow], below: Sequence[GridRow]) -> bool:
    """Whether the rows above a later header are a table of their own, and not the smaller one."""
    rows = [row.cells for row in above[1:]]
    kinds = kinds_below(rows, above[0].used)
    numeric = any(kind == "number" for kind in kinds) and kind_of(above[0].cells) == "text"
    return len(rows) > 1 and numeric and len(rows) >= sum(1 for row in below if row.filled)
