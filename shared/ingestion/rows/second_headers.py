"""A second line of the header that stands among the rows: units, or what a sign in a column means."""

from dataclasses import replace
from itertools import takewhile

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.ingestion.raw import Raw
from shared.table.nouns import counted
from shared.table.nulls import is_null

_MOST = 3


def without_second_header(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` without its first rows of which table `data`, read from it, holds no value at all: their words are no
    numbers, dates or answers as all other rows have them. They are kept among the lines beside the table, and told."""
    rows = con.execute(f"SELECT * FROM data ORDER BY rowid LIMIT {_MOST + 1}").fetchall()
    void = len(list(takewhile(lambda row: all(cell is None for cell in row), rows)))
    if raw.typed or not 0 < void <= _MOST or void == len(rows):
        return raw
    found = con.execute(f"SELECT rowid, {', '.join(raw.cells)} FROM raw ORDER BY rowid LIMIT {void}").fetchall()
    if not all(any(isinstance(cell, str) and not is_null(cell) for cell in row[1:]) for row in found):
        return raw
    con.execute("DELETE FROM raw WHERE rowid IN (SELECT unnest($1::BIGINT[]))", [[row[0] for row in found]])
    lines = tuple(" | ".join(cell.strip() for cell in row[1:] if cell and cell.strip()) for row in found)
    are = counted(void, "row below the header holds", "rows below the header hold")
    them = "it was" if void == 1 else "they were"
    detail = f"{are} no value of any column; {them} taken as a part of the header."
    told = Repair(kind="header", detail=detail, rows=void, examples=tuple(line[:120] for line in lines))
    return replace(raw, notes=(*raw.notes, *lines)).told(told, dropped=void)
