"""Rows that were entered twice: they repeat another row in every column, in a table that tells rows apart by an id, or
by their times and labels together."""

from collections.abc import Sequence

from shared.contracts.dataset import ColumnProfile, Repair
from shared.ingestion.database import duckdb
from shared.quoting import identifier
from shared.table.nouns import counted

_NEARLY = 0.95
"""The share of ids that must be different: where more repeat, rows are lines of something."""
_HALF = 0.5
"""The same, where each row of a repeated id repeats the whole row: no two lines of a thing differ."""
_ENOUGH = 20
_BY_CHANCE = 0.01
"""How likely it may be that rows with the same times and labels have the same figures by chance."""
_MOST_ROWS = 500_000
"""Of more rows, times and labels together are not counted: it takes too long."""


def repeated_rows(con: duckdb.DuckDBPyConnection, columns: Sequence[ColumnProfile], rows: int) -> tuple[Repair, ...]:
    """What is told of rows of table `data`, of so many, that repeat another one, which they share an id with; they
    stay. An id is a column that is one by its role, or whose cells are codes, each with a digit (PO-4001); where there
    is none, times and labels together are, as day, branch and product of what was sold."""
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
            return (_told(again),)
    again = _of_times_and_labels(con, columns, rows)
    return (_told(again),) if again else ()


def _told(again: int) -> Repair:
    detail = f"{counted(again, 'row repeats', 'rows repeat')} another row in every column."
    return Repair(kind="repeated", detail=detail, rows=again, doubt=True)


def _of_times_and_labels(con: duckdb.DuckDBPyConnection, columns: Sequence[ColumnProfile], rows: int) -> int:
    """How many rows repeat another one, where whatever has the same times and labels has the same figures too, and that
    is no chance; 0 where rows are told apart by something else."""
    keys = [identifier(one.name) for one in columns if one.role in ("time", "dimension", "id")]
    figures = [identifier(one.name) for one in columns if one.role == "measure"]
    if not keys or not figures or not _ENOUGH <= rows <= _MOST_ROWS:
        return 0
    different = f"SELECT count(*) FROM (SELECT DISTINCT {', '.join(keys)} FROM data)"
    whole = "SELECT count(*) FROM (SELECT DISTINCT * FROM data)"
    row = con.execute(f"SELECT ({different}), ({whole})").fetchone() or (0, 0)
    again = rows - int(row[0])
    if row[0] != row[1] or not 0 < again < (1 - _NEARLY) * rows:
        return 0
    alike = f"SELECT sum((n / {rows}) ** 2) FROM (SELECT count(*) AS n FROM data GROUP BY {', '.join(figures)})"
    chance = con.execute(alike).fetchone()
    return again if chance and chance[0] ** again < _BY_CHANCE else 0


def _coded(con: duckdb.DuckDBPyConnection, key: str) -> bool:
    found = con.execute(f"SELECT bool_and(regexp_full_match({key}, '\\S*[0-9]\\S*')) FROM data").fetchone()
    return bool(found and found[0])
