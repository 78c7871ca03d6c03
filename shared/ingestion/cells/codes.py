"""Numbers that stand for a missing value: -999 among temperatures between 15 and 25.

What is a code in one column of a file is likely to be one in its others, where it need not be as frequent or as far.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.quoting import identifier
from shared.table.nouns import counted

_NINES = re.compile(r"-?9{2,6}(?:\.0|\.9{1,2})?")
_USUAL = 100
"""Nines below it are usual amounts: two columns have to hold them before anything is said."""
_FAR = 4
"""A code of a column alone lies this many times the largest other magnitude away from zero."""
_LEAST_CODED, _LEAST_OTHERS, _LEAST_OFTEN = 2, 3, 3
_LEAST_POSITIVE = 10
"""Where so many other values are all positive, a negative number is none of them."""
_PASSES = 3
"""So many codes a column may have below, or above, its values."""


class _Edge(NamedTuple):
    """The least or the largest number of a column, a row of nines; the others lie from `least` to `most`."""

    name: str
    code: float
    cells: int
    known: int
    least: float
    most: float

    @property
    def sure(self) -> bool:
        """Whether the column alone tells that it may be a code."""
        far = max(abs(self.least), abs(self.most)) * _FAR <= abs(self.code)
        return self.cells >= _LEAST_CODED and self.known >= _LEAST_OTHERS and far

    @property
    def apart(self) -> bool:
        """Whether it lies farther from the others than they do from each other, or has a sign that none of them has."""
        gap = self.least - self.code if self.code < 0 else self.code - self.most
        signed = self.code < 0 <= self.least and self.known >= _LEAST_POSITIVE
        return not self.known or gap >= self.most - self.least or signed


def without_codes_of_nines(con: duckdb.DuckDBPyConnection, columns: Sequence[str]) -> dict[str, tuple[Repair, ...]]:
    """Empties the cells of these number columns of table `data` whose nines (-999) stand for a missing value; gives the
    repairs by column.

    A negative code is proved by one column in which it is frequent and far from all other values, or by two in which it
    lies apart from them. A positive one may be an amount: it takes two columns in which it is both, and in different
    rows. A positive one that a single column suggests, by lying far from the others or by lying apart and being the
    commonest, stays, and the repair says that it may be a code.
    """
    told: dict[str, tuple[Repair, ...]] = {}
    kept: set[tuple[str, float]] = set()
    for _ in range(_PASSES):
        found = [edge for edge in _edges(con, columns) if (edge.name, edge.code) not in kept]
        proved = _proved(con, found)
        for edge in found:
            if edge.code in proved and (edge.apart or edge.sure):
                column = identifier(edge.name)
                con.execute(f"UPDATE data SET {column} = NULL WHERE {column} = {edge.code!r}")
                told[edge.name] = (*told.get(edge.name, ()), _emptied(edge))
            elif edge.code > _USUAL and (edge.sure or _is_commonest(con, edge)):
                kept.add((edge.name, edge.code))
                told[edge.name] = (*told.get(edge.name, ()), _kept(edge))
        if not proved:
            break
    return told


def _edges(con: duckdb.DuckDBPyConnection, columns: Sequence[str]) -> list[_Edge]:
    """The extremes of the columns that are rows of nines, beside the values that are none."""
    if not columns:
        return []
    asked = ", ".join(f"min({identifier(name)}), max({identifier(name)})" for name in columns)
    ends = con.execute(f"SELECT {asked} FROM data").fetchone() or ()
    found: list[_Edge] = []
    for at, name in enumerate(columns):
        least, most = ends[2 * at : 2 * at + 2] or (None, None)
        codes = {float(end) for end in (least, most) if end is not None and _is_code(end, least)}
        found += _beside(con, name, sorted(codes)) if codes else []
    return found


def _is_code(end: float, least: float) -> bool:
    return bool(_NINES.fullmatch(str(end))) and (end > 0 or end == least)


def _beside(con: duckdb.DuckDBPyConnection, name: str, codes: Sequence[float]) -> list[_Edge]:
    column, listed = identifier(name), ", ".join(map(repr, codes))
    others = f"FILTER ({column} NOT IN ({listed}))"
    each = ", ".join(f"count(*) FILTER ({column} = {code!r})" for code in codes)
    asked = f"count(*) {others}, min({column}) {others}, max({column}) {others}, {each}"
    known, least, most, *cells = con.execute(f"SELECT {asked} FROM data").fetchone() or (0, 0, 0)
    pairs = zip(codes, cells, strict=True)
    return [_Edge(name, code, count, known, float(least or 0), float(most or 0)) for code, count in pairs]


def _proved(con: duckdb.DuckDBPyConnection, found: Sequence[_Edge]) -> set[float]:
    """The codes that the columns together prove to be such."""
    by_code: dict[float, list[_Edge]] = defaultdict(list)
    for edge in found:
        by_code[edge.code].append(edge)
    proved: set[float] = set()
    for code, edges in by_code.items():
        sure = [edge for edge in edges if edge.sure]
        apart = [edge for edge in edges if edge.apart and edge.known >= _LEAST_OTHERS]
        if (code < 0 and (sure or len(apart) > 1)) or (len(sure) > 1 and _in_other_rows(con, sure)):
            proved.add(code)
    return proved


def _in_other_rows(con: duckdb.DuckDBPyConnection, edges: Sequence[_Edge]) -> bool:
    """Whether a row has the code in some of these columns and not in others: an amount and a copy of it do not."""
    held = [f"coalesce({identifier(edge.name)} = {edge.code!r}, false)" for edge in edges]
    asked = f"SELECT 1 FROM data WHERE ({' OR '.join(held)}) AND NOT ({' AND '.join(held)}) LIMIT 1"
    return con.execute(asked).fetchone() is not None


def _is_commonest(con: duckdb.DuckDBPyConnection, edge: _Edge) -> bool:
    """Whether a code that lies apart comes more often than any of the values, which are many: no measure does so."""
    if not edge.apart or edge.cells < _LEAST_OFTEN or edge.known < _LEAST_POSITIVE:
        return False
    column = identifier(edge.name)
    counts = f"SELECT count(*) AS rows FROM data WHERE {column} <> {edge.code!r} GROUP BY {column}"
    most = con.execute(f"SELECT max(rows) FROM ({counts})").fetchone() or (0,)
    return bool(edge.cells > most[0])


def _emptied(edge: _Edge) -> Repair:
    lies = "lies far" if edge.sure else "lies apart"
    where = f"it {lies} from all other values" if edge.known else "the column holds nothing else"
    why = where if edge.sure else f"{where}, and other columns of the file have it too"
    return _told(edge, f"was taken to stand for missing values; {why}.")


def _kept(edge: _Edge) -> Repair:
    lies = "lies far from all other values" if edge.sure else "lies above all other values, and is the commonest"
    return _told(edge, f"{lies}: it may stand for missing values, and was kept.")


def _told(edge: _Edge, what: str) -> Repair:
    said = f"In column {edge.name}, {edge.code:g} in {counted(edge.cells, 'cell', 'cells')} {what}"
    return Repair(kind="null", detail=said, column=edge.name, rows=edge.cells, examples=(f"{edge.code:g}",), doubt=True)
