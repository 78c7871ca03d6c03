"""Lengths of time in hours and minutes, 6:15, where the column's name or two times of day beside it say so."""

import re
from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.ingestion.cells.durations import MOMENTS, NAMED
from shared.ingestion.database import duckdb
from shared.quoting import quoted
from shared.table.names import tokens, word_set

_CELL = r"\s*[-+−]?([0-9]{1,4}):([0-5][0-9])\s*"
_HOURS = word_set("hours hrs stunden heures horas ore uren timmar")
_WRITTEN = re.compile(r"\bh{1,2}:mm\b", re.IGNORECASE)
_DAY = 24
_LEAST, _NEARLY = 3, 0.95
"""In so many rows, and in that share of them, one column must be the time between two others."""
_MOST = 6
"""Of more columns of such cells not all are compared."""


class HoursColumn(NamedTuple):
    """A column of a file: its name, its cell in table `raw`, and a sample of its cells, each once."""

    name: str
    cell: str
    cells: Sequence[str]

    @property
    def is_clocked(self) -> bool:
        """Whether its cells are hours and minutes, but for words."""
        timed = [cell for cell in self.cells if any(map(str.isdigit, cell))]
        return bool(timed) and all(re.fullmatch(_CELL, cell) for cell in timed)

    @property
    def is_moment(self) -> bool:
        """Whether its name is one of a time of day."""
        return bool(set(tokens(self.name)) & MOMENTS)


class Hours(NamedTuple):
    """Hours and minutes; `doubtful` where they could be times of day too."""

    doubtful: bool

    @property
    def expression(self) -> str:
        """SQL, with {c} for the cell: hours, or NULL where the cell is no length of time."""
        return f"{_minutes('{c}')} / 60"

    def told(self, name: str, cells: Sequence[str]) -> tuple[Repair, ...]:
        """The repairs that tell how the column of that name was read, with examples of its `cells`."""
        shown = next(cell.strip() for cell in cells if re.fullmatch(_CELL, cell))
        hours, minutes = shown.lstrip("-+−").split(":")
        detail = f"Column {name} holds hours and minutes; it was read in hours: {shown} is {int(hours)} h {minutes} min"
        detail += ", and could be a time of day too." if self.doubtful else "."
        return (Repair(kind="number", detail=detail, column=name, examples=tuple(cells[:3]), doubt=self.doubtful),)


def read_hours(cells: Sequence[str], name: str, *, between: bool) -> Hours | None:
    """How these cells read as hours and minutes; None where nothing says that they are. `between`: they are the time
    between two others of each row."""
    column = HoursColumn(name, "", cells)
    named = bool(_WRITTEN.search(name)) or (bool(set(tokens(name)) & _HOURS) and not column.is_moment)
    if not (named or between) or not column.is_clocked:
        return None
    found = [re.fullmatch(_CELL, cell) for cell in cells]
    return Hours(doubtful=not between and not _WRITTEN.search(name) and all(int(one[1]) < _DAY for one in found if one))


def between_others(con: duckdb.DuckDBPyConnection, columns: Sequence[HoursColumn]) -> frozenset[str]:
    """The cells, in table `raw`, of those columns whose hours and minutes are the time from a second column to a third.

    Of a start and a length, which add up alike, the length is the one that is named so or stands behind both times.
    """
    clocked = [one for one in columns if one.is_clocked][:_MOST]
    found = set()
    for length, start, end in permutations(clocked, 3):
        told = bool(set(tokens(length.name)) & (NAMED | _HOURS)) or clocked.index(length) > clocked.index(end)
        if told and not length.is_moment and _adds_up(con, start.cell, length.cell, end.cell):
            found.add(length.cell)
    return frozenset(found)


def _adds_up(con: duckdb.DuckDBPyConnection, start: str, length: str, end: str) -> bool:
    """Whether the end is the start and the length in nearly all rows, of several starts and several lengths; at
    midnight, days begin again."""
    begun, lasted, ended = map(_minutes, (start, length, end))
    asked = f"count(*), count(*) FILTER (({begun} + {lasted} - {ended}) % {_DAY * 60} = 0)"
    asked += f", count(DISTINCT {begun}), count(DISTINCT {lasted})"
    row = con.execute(f"SELECT {asked} FROM raw WHERE {begun} + {lasted} + {ended} IS NOT NULL").fetchone()
    rows, right, starts, lengths = row or (0, 0, 0, 0)
    return bool(rows >= _LEAST and right >= _NEARLY * rows and min(starts, lengths) > 1)


def _minutes(cell: str) -> str:
    """SQL: the minutes of a cell of hours and minutes, or NULL."""
    hours, minutes = (f"CAST(regexp_extract({cell}, {quoted(_CELL)}, {group}) AS INTEGER)" for group in (1, 2))
    sign = f"CASE WHEN regexp_matches({cell}, {quoted('^ *[-−]')}) THEN -1 ELSE 1 END"
    return f"CASE WHEN regexp_full_match({cell}, {quoted(_CELL)}) THEN {sign} * ({hours} * 60 + {minutes}) END"
