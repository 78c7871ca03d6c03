"""Several tables in one file, one below the other: one is read, and which, and which not, is told."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.ingestion.cells.kinds import kinds_below
from shared.ingestion.layout.beginnings import GridRow, reads_as_names

_LOOKED_AT = 50
_SHOWN = 6
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class StackedTable:
    """Rows `start` to `end` (not with it), from 0, its title among them; its names or first cells are in row `head`."""

    start: int
    head: int
    end: int
    names: tuple[str, ...]

    @property
    def cells(self) -> int:
        """About how many cells it has."""
        return (self.end - self.head) * len(self.names)

    def __str__(self) -> str:
        shown = ", ".join(self.names[:_SHOWN]) + (", …" if len(self.names) > _SHOWN else "")
        return f"rows {self.head + 1}–{self.end} ({shown})"


class ChosenTable(NamedTuple):
    """The table that is read; rows before `start` and from `end` on are not."""

    start: int
    end: int
    told: Repair


def choose_table(rows: Sequence[GridRow], header_row: int | None = None) -> ChosenTable | None:
    """The table with the header that was asked for, or else the one with the most cells; None where there is only one.

    Lines above the first table that are none stay with it, and the rows before a header that was asked for stay, so
    that it keeps its number.
    """
    tables = find_tables(rows)
    if len(tables) < 2:
        return None
    asked = [table for table in tables if header_row is not None and table.start < max(header_row, 1) <= table.end]
    taken = asked[0] if asked else max(tables, key=lambda table: table.cells)
    others = [table for table in tables if table is not taken]
    detail = (
        f"The file holds {len(tables)} tables; the one in {taken} was read. Left out: "
        f"{'; '.join(map(str, others[:5]))}. To ask about another, send it in a file of its own, or set header_row to "
        "the number of its first row."
    )
    told = Repair(kind="unread", detail=detail, rows=sum(table.end - table.head for table in others), doubt=True)
    return ChosenTable(0 if header_row is not None or taken is tables[0] else taken.start, taken.end, told)


def find_tables(rows: Sequence[GridRow]) -> list[StackedTable]:
    """The tables of a file, in order: a later one begins with a header of its own, as a rule below a blank row."""
    found: list[StackedTable] = []
    current = _beginning(rows, 0, 0)
    kinds_of = cache(lambda head: kinds_below([row.cells for row in _block(rows, head + 1)], rows[head].used))
    for at in range(len(rows)):
        if current is None or at <= current.head or rows[at].filled < 2:
            continue
        start = _start(rows, at)
        if start < at and not any(row.filled for row in rows[current.head + 1 : start]):
            current = _beginning(rows, current.start, at)  # a line with a blank row below it is no table
        elif _opens_another(rows, current, kinds_of(current.head), start, at):
            end = start + (start < at)
            found.append(replace(current, end=_last(rows, end)))
            current = StackedTable(end, at, len(rows), _names(rows[at]))
    found += [replace(current, end=_last(rows, len(rows)))] if current else []
    return found[1:] if len(found) > 1 and not _is_table(rows, found[0]) else found


def _beginning(rows: Sequence[GridRow], start: int, at: int) -> StackedTable | None:
    head = next((each for each in range(at, len(rows)) if rows[each].filled > 1), None)
    return None if head is None else StackedTable(start, head, len(rows), _names(rows[head]))


def _block(rows: Sequence[GridRow], at: int) -> list[GridRow]:
    """The first rows up to the next blank one."""
    return list(takewhile(lambda row: row.filled, rows[at : at + _LOOKED_AT]))


def _names(row: GridRow) -> tuple[str, ...]:
    return tuple(" ".join(cell.split())[:40] for cell in row.cells[: row.used])


def _start(rows: Sequence[GridRow], at: int) -> int:
    """The blank row above a row or above the title over it, lines of one cell; the row itself where there is none."""
    above = at - 1
    while above > 0 and rows[above].filled == 1:
        above -= 1
    return above if above >= 0 and not rows[above].filled else at


def _last(rows: Sequence[GridRow], end: int) -> int:
    """The end without the blank rows before it."""
    while end and not rows[end - 1].filled:
        end -= 1
    return end


def _is_table(rows: Sequence[GridRow], table: StackedTable) -> bool:
    """Whether the first of them is one: lines such as "Company,Acme" stand above many a table."""
    body = [row.cells for row in rows[table.head + 1 : table.end] if row.used == len(table.names)]
    typed = any(kind != "text" for kind in kinds_below(body[:_LOOKED_AT], len(table.names)))
    return len(body) > 1 and (typed or len(table.names) > 2)


def _opens_another(rows: Sequence[GridRow], current: StackedTable, kinds: Sequence[str], start: int, at: int) -> bool:
    """Whether a row is the header of another table than the one above it, whose columns are of these kinds.

    It names columns, with words that are no values of either table, above rows that are as wide as it; and it is wider
    or narrower than the table above, or has words where that has numbers or dates.
    """
    head, apart, width = rows[at], start < at, len(current.names)
    typed = [cell for cell, kind in zip(head.cells, kinds, strict=False) if kind != "text"]
    if head.used == width and (len(typed) < (1 if apart else 2) or any(map(_DIGIT.search, typed))):
        return False
    below = _block(rows, at + 1)
    above = [row for row in rows[max(current.head + 1, start - _LOOKED_AT) : start] if row.filled]
    if min(len(below), len(above)) < (1 if apart else 2) or not _heads(head, above, below):
        return False
    if head.used == width:
        return len(below) > 1 and _names(head) != current.names
    if sum((row.used > head.used) == (width > head.used) for row in above) < 0.8 * len(above):
        return False
    lacks_numbers = any(kind != "text" for kind in kinds[head.used :])
    return head.used > width or (len(below) > 1 and (apart or lacks_numbers))


def _heads(head: GridRow, above: Sequence[GridRow], below: Sequence[GridRow]) -> bool:
    """Whether a row names the columns of the rows below it."""
    names = [cell.strip().casefold() for cell in head.cells[: head.used]]
    widths = [row.used for row in below]
    if head.used < 2 or not all(names) or max(widths) > head.used or 2 * widths.count(head.used) < len(widths):
        return False
    return reads_as_names(head) and {*names}.isdisjoint(
        cell.strip().casefold() for row in (*above, *below) for cell in row.cells
    )
