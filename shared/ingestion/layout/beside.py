"""Several tables in one file, one beside the other with an empty column between: one is read, and which is told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shared.contracts.dataset import Repair
from shared.ingestion.cells.kinds import kind_of
from shared.ingestion.layout.beginnings import GridRow, reads_as_names

_SHOWN = 6
_LOOKED_AT = 50


@dataclass(frozen=True)
class SideTable:
    """One of several tables that stand beside one another in a grid: its columns, from `start` up to and without `end`,
    and its rows, the header `head` to `last`, all counted from 0; `names` are those of its header."""

    start: int
    end: int
    head: int
    last: int
    names: tuple[str, ...]

    @property
    def cells(self) -> int:
        """About how many cells it has."""
        return (self.last - self.head) * len(self.names)

    def of(self, cells: Sequence[str]) -> tuple[str, ...]:
        """The cells of a row that belong to this table."""
        return tuple(cells[self.start : self.end])

    def __str__(self) -> str:
        shown = ", ".join(self.names[:_SHOWN]) + (", …" if len(self.names) > _SHOWN else "")
        return f"columns {shown}"


def choose_side(rows: Sequence[GridRow]) -> tuple[SideTable, Repair] | None:
    """The table with the most cells; None where there is one only.

    Columns apart are tables of their own where each begins with labels or dates, and they have one header or not as
    many rows: an empty column may just as well part the columns of one table.
    """
    sides = _sides(rows)
    if len(sides) < 2 or not all(_is_table(rows, side) for side in sides):
        return None
    if len({side.last for side in sides}) == 1 and all(a.names != b.names for a, b in pairwise(sides)):
        return None
    taken = max(sides, key=lambda side: side.cells)
    others = [side for side in sides if side is not taken]
    detail = (
        f"The file holds {len(sides)} tables side by side; the one with {taken} was read. Left out: "
        f"{'; '.join(map(str, others[:5]))}. To ask about another, send it in a file of its own."
    )
    return taken, Repair(kind="unread", detail=detail, rows=sum(side.last - side.head for side in others), doubt=True)


def _sides(rows: Sequence[GridRow]) -> list[SideTable]:
    """Columns between empty ones, each group with the first row that names all of its columns as its header."""
    width = max((row.used for row in rows), default=0)
    empty = [at for at in range(width) if not any(at < len(row.cells) and row.cells[at].strip() for row in rows)]
    groups = [(a + 1, b) for a, b in pairwise((-1, *empty, width)) if b > a + 1]
    if len(groups) < 2:
        return []
    sides = (_side(rows, start, end) for start, end in groups)
    found = [side for side in sides if side]
    return found if len(found) == len(groups) else []


def _side(rows: Sequence[GridRow], start: int, end: int) -> SideTable | None:
    parts = [GridRow(row.cells[start:end], row.line) for row in rows]
    head = next((at for at, part in enumerate(parts) if part.filled == end - start), None)
    if end - start < 2 or head is None or not reads_as_names(parts[head]):
        return None
    last = max(at for at, part in enumerate(parts) if part.filled)
    return SideTable(start, end, head, last, tuple(" ".join(cell.split())[:40] for cell in parts[head].cells))


def _is_table(rows: Sequence[GridRow], side: SideTable) -> bool:
    """Whether rows follow each other down to its last, and begin with a label or a date."""
    body = [side.of(row.cells) for row in rows[side.head + 1 : side.last + 1]]
    first = [cells[0] for cells in body[:_LOOKED_AT] if cells and cells[0].strip()]
    return len(body) > 1 and _all_filled(body) and kind_of(first) != "number"


def _all_filled(body: Iterable[Sequence[str]]) -> bool:
    return all(any(cell.strip() for cell in cells) for cells in body)
