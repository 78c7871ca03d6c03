"""Rows that were entered twice: they repeat another row in every column, in a table whose ids are otherwise unique."""

from collections.abc import Sequence

import duckdb

from shared.contracts.dataset import ColumnProfile, Repair
from shared.ingestion.cells.nulls import identifier
from shared.table.nouns import counted

_NEARLY = 0.95
"""The share of ids that must be different: where more repeat, rows are lines of something."""
_HALF = 0.5
"""The same, where each row of a repeated id repeats the whole row: no two lines of a thing differ."""
_ENOUGH = 20


def repeated_rows(con: duckdb.DuckDBPyConnection, columns: Sequence[ColumnProfile], rows: int) -> tuple[Repair, ...]:
    """What is told of rows of table `data`, of so many, that repeat another one, which they share an id with; they
    stay. An id is a column that is one by its role, or whose cells are codes, each with a digit (PO-4001)."""
    for column in columns:
        known = rows - column.nulls
        if known < _ENOUGH or not _HALF * known < column.distinct < known:
            continue
        key = identifier(column.name)
        if column.role != "id" and not (column.type == "text" and _coded(con, key)):
            continue
        shared = f"SELECT * FROM data WHERE {key} IN (SELECT {key} FROM data GROUP BY 1 HAVING count(*) > 1)"
        counted_rows = f"SELECT sum(n - 1) FROM (SELECT *, count(*) AS n FROM ({shared}) GROUP BY ALL)"
        row = con.execute(counted_rows).fetchone()
        again = int(row[0] or 0) if row else 0
        whole = again == known - column.distinct
        if again and (whole or column.distinct > _NEARLY * known):
            detail = f"{counted(again, 'row repeats', 'rows repeat')} another row in every column."
            return (Repair(kind="repeated", detail=detail, rows=again, doubt=True),)
    return ()


def _coded(con: duckdb.DuckDBPyConnection, key: str) -> bool:
    found = con.execute(f"SELECT bool_and(regexp_full_match({key}, '\\S*[0-9]\\S*')) FROM data").fetchone()
    return bool(found and found[0])
