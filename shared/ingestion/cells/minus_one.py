"""-1 that stands for a missing value, as measurements have it that cannot be negative."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.quoting import identifier
from shared.table.nouns import counted

_LEAST_CODED, _LEAST_OTHERS = 5, 20
_FRACTIONAL = 0.6
"""Of the other values, more than halves would have: of what is measured so finely, none is -1 exactly so often."""
_LARGE = 10
"""The largest other value at least, or -1 may be one of them: a correlation, a step."""


class _Coded(NamedTuple):
    """A column of which -1 is the only negative number: how many cells have it, how many others are fractions."""

    name: str
    cells: int
    others: int
    fractional: int
    most: float

    @property
    def measured(self) -> bool:
        """Whether the column alone proves that -1 is no value of it."""
        enough = self.cells >= _LEAST_CODED and self.others >= _LEAST_OTHERS
        return enough and self.fractional > _FRACTIONAL * self.others and self.most >= _LARGE


def without_minus_one(con: duckdb.DuckDBPyConnection, columns: Sequence[str]) -> dict[str, tuple[Repair, ...]]:
    """Empties the cells of table `data` that hold such a -1, and tells it by column: where one column proves it, and in
    others that have it in no other rows than that one."""
    found = [_counted(con, name) for name in _suspects(con, columns)]
    proved = [one for one in found if one.measured]
    emptied = [*proved, *(one for one in found if one not in proved and _beside(con, one, proved))]
    for one in emptied:
        con.execute(f"UPDATE data SET {identifier(one.name)} = NULL WHERE {identifier(one.name)} = -1")
    return {one.name: (_told(one),) for one in emptied}


def _suspects(con: duckdb.DuckDBPyConnection, columns: Sequence[str]) -> Iterator[str]:
    """The columns whose least value is -1."""
    if not columns:
        return
    least = (
        con.execute(f"SELECT {', '.join(f'min({identifier(name)})' for name in columns)} FROM data").fetchone() or ()
    )
    yield from (name for name, end in zip(columns, least, strict=True) if end == -1)


def _counted(con: duckdb.DuckDBPyConnection, name: str) -> _Coded:
    column = identifier(name)
    asked = f"count_if({column} = -1), count_if({column} >= 0), count_if({column} >= 0 AND {column} <> floor({column}))"
    between = f"count_if({column} < 0 AND {column} > -1)"
    cells, others, fractional, negative, most = con.execute(
        f"SELECT {asked}, {between}, max({column}) FROM data"
    ).fetchone() or (0, 0, 0, 0, 0)
    return _Coded(name, cells, 0 if negative else others, fractional, float(most or 0))


def _beside(con: duckdb.DuckDBPyConnection, one: _Coded, proved: Sequence[_Coded]) -> bool:
    """Whether a column has -1 only where one that proves it has it too, and far larger values elsewhere."""
    if one.cells < _LEAST_CODED or one.others < _LEAST_OTHERS or one.most < _LARGE:
        return False
    apart = (
        f"count_if({identifier(one.name)} = -1 AND {identifier(known.name)} IS DISTINCT FROM -1)" for known in proved
    )
    asked = ", ".join(apart)
    return bool(asked) and 0 in (con.execute(f"SELECT {asked} FROM data").fetchone() or ())


def _told(one: _Coded) -> Repair:
    cells = counted(one.cells, "cell", "cells")
    detail = (
        f"In column {one.name}, -1 in {cells} was taken to stand for missing values; nothing else there is negative."
    )
    return Repair(kind="null", detail=detail, column=one.name, rows=one.cells, examples=("-1",), doubt=True)
