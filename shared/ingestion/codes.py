"""Numbers that stand for a missing value: -999 among temperatures between 15 and 25."""

from collections.abc import Iterator, Sequence
from typing import Final

import duckdb

from shared.contracts.dataset import Repair
from shared.ingestion.nulls import identifier
from shared.table.nouns import counted

_CODES: Final = (-99, -999, -9999, -99999, -999999)
_MAYBE: Final = (999, 9999, 99999, 999999)
"""Above zero it may be an amount: it is kept, and told."""
_FAR: Final = 4
"""A code lies this many times the largest other magnitude away from zero."""
_LEAST_CODED, _LEAST_OTHERS = 2, 3


def without_codes_of_nines(con: duckdb.DuckDBPyConnection, columns: Sequence[str]) -> dict[str, tuple[Repair, ...]]:
    """Empties the cells of table `data` that hold such a code, and tells it by column.

    A code is a row of nines that stands in at least two cells, where no other value is nearly of its size. One above
    zero is told as what it may be, and kept.
    """
    if not columns:
        return {}
    asked = ", ".join(f"min({identifier(name)}), max({identifier(name)})" for name in columns)
    edges = con.execute(f"SELECT {asked} FROM data").fetchone() or ()
    told: dict[str, tuple[Repair, ...]] = {}
    for at, name in enumerate(columns):
        least, most = edges[2 * at : 2 * at + 2] or (None, None)
        found = tuple(int(edge) for edge in (least, most) if edge in (*_CODES, *_MAYBE))
        if found and (repairs := tuple(_told(con, name, found))):
            told[name] = repairs
    return told


def _told(con: duckdb.DuckDBPyConnection, name: str, edges: Sequence[int]) -> Iterator[Repair]:
    """A repair for each of a column's extremes that is a code, beside the values that are none."""
    column, listed = identifier(name), ", ".join(map(str, edges))
    each = ", ".join(f"count(*) FILTER ({column} = {edge})" for edge in edges)
    others = f"FILTER ({column} NOT IN ({listed}))"
    row = con.execute(f"SELECT count(*) {others}, max(abs({column})) {others}, {each} FROM data").fetchone()
    known, largest, *coded = row or (0, None)
    for edge, cells in zip(edges, coded, strict=True):
        if cells < _LEAST_CODED or known < _LEAST_OTHERS or largest is None or largest * _FAR > abs(edge):
            continue
        said = counted(cells, "cell", "cells")
        if edge < 0:
            con.execute(f"UPDATE data SET {column} = NULL WHERE {column} = {edge}")
            detail = (
                f"In column {name}, {edge} in {said} was taken to stand for missing values; it lies far from all other "
                "values."
            )
        else:
            detail = (
                f"In column {name}, {edge} in {said} lies far from all other values: it may stand for missing values, "
                "and was kept."
            )
        yield Repair(kind="null", detail=detail, column=name, rows=cells, examples=(str(edge),), doubt=True)
