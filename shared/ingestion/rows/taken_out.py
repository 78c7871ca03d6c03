"""Rows of table `raw` that are taken out: found, deleted, and told."""

from collections.abc import Sequence
from typing import Any

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.ingestion.layout.sections import Cells
from shared.ingestion.raw import Raw

_MOST_NOTES = 5
"""Of the notes below the data so many are told as they are."""


def rows_at(con: duckdb.DuckDBPyConnection, raw: Raw, chosen: str) -> list[tuple[Any, ...]]:
    """rowid and cells of the rows whose rowids are chosen, in their order: the other rows' cells are never fetched."""
    return con.execute(
        f"SELECT rowid, {', '.join(raw.cells)} FROM raw WHERE rowid IN ({chosen}) ORDER BY rowid"
    ).fetchall()


def cells_written(cells: Cells) -> list[str]:
    """The cells of a row that hold something, without blanks around it."""
    return [cell.strip() for cell in cells if cell and cell.strip()]


def told_of(kind: str, detail: str, rows: Sequence[Cells], *, doubt: bool = False) -> tuple[Repair, ...]:
    """The repair that tells of these rows, the first of them as its examples; none where there are none."""
    if not rows:
        return ()
    examples = tuple(" | ".join(cells_written(cells))[:120] for cells in rows[: 3 if doubt else _MOST_NOTES])
    given = {"kind": kind, "detail": detail, "rows": len(rows), "examples": examples, "doubt": doubt}
    return (Repair.model_validate(given),)


def delete(con: duckdb.DuckDBPyConnection, rows: Sequence[int]) -> None:
    """Deletes the rows with these rowids from table `raw`."""
    if rows:
        con.execute("DELETE FROM raw WHERE rowid IN (SELECT unnest($1::BIGINT[]))", [list(rows)])
