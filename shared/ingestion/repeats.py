"""Rows that were entered twice: they repeat another row in every column, in a table whose ids are otherwise unique."""

from collections.abc import Sequence

import duckdb

from shared.contracts.dataset import Repair
from shared.ingestion.choice import Choice
from shared.ingestion.nulls import identifier
from shared.table.nouns import counted
from shared.table.roles import is_id_name

_NEARLY = 0.95
"""The share of ids that must be different: where more repeat, rows are lines of something."""
_ENOUGH = 20


def repeated_rows(con: duckdb.DuckDBPyConnection, choices: Sequence[Choice]) -> tuple[Repair, ...]:
    """What is told of rows of table `data` that repeat another one, which they share an id with; they stay."""
    for choice in choices:
        key = identifier(choice.name)
        if not is_id_name(choice.name) or not _nearly_unique(con, key):
            continue
        shared = f"SELECT * FROM data WHERE {key} IN (SELECT {key} FROM data GROUP BY 1 HAVING count(*) > 1)"
        row = con.execute(f"SELECT sum(n - 1) FROM (SELECT *, count(*) AS n FROM ({shared}) GROUP BY ALL)").fetchone()
        if rows := int(row[0] or 0) if row else 0:
            verb = "repeats" if rows == 1 else "repeat"
            detail = f"{counted(rows, 'row', 'rows')} {verb} another row in every column."
            return (Repair(kind="other", detail=detail, rows=rows, doubt=True),)
    return ()


def _nearly_unique(con: duckdb.DuckDBPyConnection, key: str) -> bool:
    row = con.execute(f"SELECT count({key}), count(DISTINCT {key}) FROM data").fetchone()
    known, distinct = row or (0, 0)
    return bool(known >= _ENOUGH and _NEARLY * known < distinct < known)
