"""Numbers that stand for a missing value: -999 among temperatures between 15 and 25."""

from collections.abc import Sequence

import duckdb

from shared.contracts.dataset import Repair
from shared.ingestion.nulls import identifier
from shared.table.nouns import counted

_CODES = (-99, -999, -9999, -99999, -999999)
_FAR = 4
"""A code lies this many times the largest other magnitude away from zero."""


def without_codes_of_nines(con: duckdb.DuckDBPyConnection, columns: Sequence[str]) -> dict[str, tuple[Repair, ...]]:
    """Empties the cells of table `data` that hold such a code, and tells it by column.

    A code is a row of nines below zero that stands in at least two cells, where no other value is nearly of its size.
    """
    if not columns:
        return {}
    lowest = con.execute(f"SELECT {', '.join(f'min({identifier(name)})' for name in columns)} FROM data").fetchone()
    told: dict[str, tuple[Repair, ...]] = {}
    for name, least in zip(columns, lowest or (), strict=True):
        if least in _CODES and (repair := _emptied(con, name, int(least))):
            told[name] = (repair,)
    return told


def _emptied(con: duckdb.DuckDBPyConnection, name: str, code: int) -> Repair | None:
    column = identifier(name)
    row = con.execute(
        f"SELECT count(*) FILTER ({column} = {code}), count(*) FILTER ({column} <> {code}), "
        f"max(abs({column})) FILTER ({column} <> {code}) FROM data"
    ).fetchone()
    coded, others, largest = row or (0, 0, None)
    if coded < 2 or others < 3 or largest is None or largest * _FAR > abs(code):
        return None
    con.execute(f"UPDATE data SET {column} = NULL WHERE {column} = {code}")
    detail = (
        f"In column {name}, {code} in {counted(coded, 'cell', 'cells')} was taken to stand for missing "
        "values; it lies far from all other values."
    )
    return Repair(kind="null", detail=detail, column=name, rows=coded, examples=(str(code),), doubt=True)
