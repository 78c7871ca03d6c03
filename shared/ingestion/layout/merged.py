"""Cells of a sheet that are merged over several rows: people read their value in each of them."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from shared.contracts.dataset import Repair
from shared.ingestion.cells.kinds import is_year
from shared.ingestion.layout.sheet_place import SheetPlace

SheetCell = int | float | str | bool | dt.date | dt.time | dt.datetime | dt.timedelta
CellRange = tuple[tuple[int, int], tuple[int, int]]
"""First and last cell, each by row and column, from 0."""
_YEAR = re.compile(r"\b(year|jahr|année|año|anno|ano|jaar|år)\b", re.IGNORECASE)
"""What the header of a column of years says."""


@dataclass
class Merged:
    """How many rows got such a value; and the rows that have none because it is an amount, by row and column."""

    filled: int = 0
    left_empty: list[tuple[int, int]] = field(default_factory=list)

    def told(self, names: Sequence[str], place: SheetPlace) -> tuple[Repair, ...]:
        """The repairs of a table that has these column `names` and this place in its sheet."""
        detail = f"{self.filled} row(s) got the value of a cell that is merged over several rows."
        told = [Repair(kind="other", detail=detail, rows=self.filled)] if self.filled else []
        named = place.named(names)
        empty = Counter(at for row, at in self.left_empty if row in place.rows and at in named)
        for at, rows in sorted(empty.items()):
            name = named[at]
            detail = (
                f"Column {name} holds numbers that are merged over several rows; each counts once, in its first row, "
                f"and {rows} row(s) below count as having none."
            )
            told.append(Repair(kind="other", detail=detail, column=name, rows=rows, doubt=True))
        return tuple(told)


def fill_merged(rows: list[list[SheetCell]], merged: Iterable[CellRange]) -> Merged:
    """Gives every row the text or date of a cell that is merged over several rows, and the number in a column of years.

    Other numbers may be amounts: a sum would count a copy twice.
    """
    done = Merged()
    years = {at for row in rows for at, cell in enumerate(row) if isinstance(cell, str) and _YEAR.search(cell)}
    for (top, left), (bottom, _) in merged:
        value = rows[top][left] if top < len(rows) and left < len(rows[top]) else ""
        below = [at for at in range(top + 1, min(bottom + 1, len(rows))) if rows[at][left] == ""]
        if _labels(value) or (left in years and _is_year(value)):
            done.filled += len(below)
            for at in below:
                rows[at][left] = value
        elif value != "":
            done.left_empty += [(at, left) for at in below]
    return done


def _labels(value: SheetCell) -> bool:
    if isinstance(value, str):
        return bool(value.strip())
    return isinstance(value, dt.date)


def _is_year(value: SheetCell) -> bool:
    return isinstance(value, float) and value.is_integer() and is_year(str(int(value)))
