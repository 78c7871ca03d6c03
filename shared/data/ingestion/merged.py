"""Cells of a sheet that are merged over several rows: people read their value in each of them."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from shared.contracts.dataset import Repair
from shared.data.ingestion.headers import is_year

Cell = int | float | str | bool | dt.date | dt.time | dt.datetime | dt.timedelta
Range = tuple[tuple[int, int], tuple[int, int]]
"""First and last cell, each by row and column, from 0."""
_YEAR = re.compile(r"\b(year|jahr|année|año|anno|ano|jaar|år)\b", re.IGNORECASE)
"""What the header of a column of years says."""


@dataclass
class Merged:
    """How many rows got such a value, and, by column, how many have none because it is an amount."""

    filled: int = 0
    left_empty: Counter[int] = field(default_factory=Counter)

    def told(self, names: Sequence[str], left: int) -> tuple[Repair, ...]:
        """What is told of it; the table begins in column `left` of the sheet."""
        detail = f"{self.filled} row(s) got the value of a cell that is merged over several rows."
        told = [Repair(kind="other", detail=detail, rows=self.filled)] if self.filled else []
        for at, rows in sorted(self.left_empty.items()):
            if 0 <= at - left < len(names):
                name = names[at - left]
                detail = (
                    f"Column {name} holds numbers that are merged over several rows; each counts once, in its first "
                    f"row, and {rows} row(s) below count as having none."
                )
                told.append(Repair(kind="other", detail=detail, column=name, rows=rows, doubt=True))
        return tuple(told)


def fill_merged(rows: list[list[Cell]], merged: Iterable[Range]) -> Merged:
    """Gives every row the text or date of a cell that is merged over several rows, and the number in a column of years.

    Other numbers may be amounts: a sum would count a copy twice.
    """
    done = Merged()
    years = {at for row in rows for at, cell in enumerate(row) if isinstance(cell, str) and _YEAR.search(cell)}
    for (top, left), (bottom, _) in merged:
        value = rows[top][left] if top < len(rows) and left < len(rows[top]) else ""
        below = [row for row in rows[top + 1 : bottom + 1] if row[left] == ""]
        if _labels(value) or (left in years and _is_year(value)):
            done.filled += len(below)
            for row in below:
                row[left] = value
        elif value != "" and below:
            done.left_empty[left] += len(below)
    return done


def _labels(value: Cell) -> bool:
    if isinstance(value, str):
        return bool(value.strip())
    return isinstance(value, dt.date)


def _is_year(value: Cell) -> bool:
    return isinstance(value, float) and value.is_integer() and is_year(str(int(value)))
