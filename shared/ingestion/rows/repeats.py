"""Rows that were entered twice: they repeat another row in every column, in a table whose ids are otherwise unique."""

from collections.abc import Sequence

import duckdb

from shared.contracts.dataset import ColumnProfile, Repair
from shared.ingestion.cells.nulls import identifier
from shared.table.nouns import counted

_NEARLY = 0.95
"""The share of ids that must be different: where more repeat, rows are lines of something."""
_ENOUGH = 20


def repeated_rows(con: duckdb.DuckDBPyConnection, columns: Sequence[ColumnProfile], rows: int) -> tuple[Repair, ...]:
    """What is told of rows of table `data`, of so many, that repeat another one, which they share an id with; they
    stay."""
    for column in columns:
        known = rows - column.nulls
        if column.role != "id" or known < _ENOUGH or not _NEARLY * known < column.distinct < known:
            continue
        key = identifier(column.name)
        shared = f"SELECT * FROM data WHERE {key} IN (SELECT {key} FROM data GROUP BY 1 HAVING count(*) > 1)"
        row = con.execute(f"SELECT sum(n - 1) FROM (SELECT *, count(*) AS n FROM ({shared}) GROUP BY ALL)").fetchone()
        if again := int(row[0] or 0) if row else 0:
            detail = f"{counted(again, 'row repeats', 'rows repeat')} another row in every column."
            return (Repair(kind="repeated", detail=detail, rows=again, doubt=True),)
    return ()
