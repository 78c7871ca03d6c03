"""A small profile of a DuckDB table, for tests that need no ingestion."""

from pathlib import Path
from typing import Any

import duckdb

from shared.contracts import ColumnProfile, ColumnRole, ColumnType, DatasetProfile, ValueCount
from shared.table.understood import understood
from shared.table.units import unit_in_name

_TYPES: dict[str, ColumnType] = {
    "BIGINT": "integer", "INTEGER": "integer", "DOUBLE": "number", "VARCHAR": "text", "DATE": "date",
    "TIMESTAMP": "timestamp", "BOOLEAN": "boolean",
}  # fmt: skip


def profile_csv(path: Path, relation: str = "data") -> tuple[DatasetProfile, duckdb.DuckDBPyConnection]:
    """The profile of a clean CSV file and a connection that holds it under the relation's name."""
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE \"{relation}\" AS SELECT * FROM read_csv('{path}', header=true)")
    return profile_table(connection, relation, path.name), connection


def profile_table(connection: duckdb.DuckDBPyConnection, relation: str, file_name: str) -> DatasetProfile:
    """The profile of a table of the connection, whose rows are called just that."""
    rows = int(_one(connection, f'SELECT count(*) FROM "{relation}"'))
    described = connection.execute(f'DESCRIBE "{relation}"').fetchall()
    columns = tuple(_column(connection, relation, name, kind, rows) for name, kind, *_ in described)
    profile = DatasetProfile(
        dataset_id=relation, relation=relation, file_name=file_name, row_count=rows, columns=columns
    )
    known = understood(profile)
    return known.model_copy(update={"semantic": known.semantic.model_copy(update={"entity_name": "row"})})


def _one(connection: duckdb.DuckDBPyConnection, sql: str) -> Any:
    return connection.execute(sql).fetchone()[0]


def _column(connection: duckdb.DuckDBPyConnection, relation: str, name: str, kind: str, rows: int) -> ColumnProfile:
    cell = f'"{name}"'
    type_: ColumnType = _TYPES.get(kind, "number" if kind.startswith("DECIMAL") else "text")
    nulls, distinct, low, high = connection.execute(
        f'SELECT count(*) - count({cell}), count(DISTINCT {cell}), min({cell}), max({cell}) FROM "{relation}"'
    ).fetchone()
    top = connection.execute(
        f'SELECT {cell}, count(*) FROM "{relation}" WHERE {cell} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 500'
    ).fetchall()
    return ColumnProfile(
        name=name,
        type=type_,
        role=_role(type_, name, distinct, rows),
        unit=unit_in_name(name) if type_ in ("integer", "number") else None,
        nulls=nulls,
        distinct=distinct,
        minimum=_plain(low),
        maximum=_plain(high),
        top_values=tuple(ValueCount(value=_plain(value), count=count) for value, count in top),
    )


def _role(type_: ColumnType, name: str, distinct: int, rows: int) -> ColumnRole:
    if type_ in ("date", "timestamp"):
        return "time"
    if type_ == "boolean":
        return "dimension"
    if type_ in ("integer", "number"):
        return "dimension" if name in ("year", "quarter", "month") else "measure"
    return "id" if distinct == rows and any(part in name.lower() for part in ("id", "no", "ref")) else "dimension"


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value
