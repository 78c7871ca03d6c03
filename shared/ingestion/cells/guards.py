"""Cells that are guarded against spreadsheets, which would take 00123 for a number: ="00123" and '00123."""

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.ingestion.raw import Raw
from shared.quoting import quoted

_LOOKED_AT = 1_000
_FORMULA = quoted(r'\s*="([^"]*)"\s*')


def without_guards(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` with the guarded texts as they are meant, told by column; an apostrophe guards only where it begins
    each cell of a column and stands nowhere else in it."""
    if raw.typed:
        return raw
    looks = (f"bool_or(starts_with({cell}, {quoted(sign)}))" for cell in raw.cells for sign in "='")
    found = con.execute(f"SELECT {', '.join(looks)} FROM (SELECT * FROM raw LIMIT {_LOOKED_AT})").fetchone() or ()
    told: list[Repair] = []
    for name, cell, formula, apostrophe in zip(raw.names, raw.cells, found[::2], found[1::2], strict=True):
        if formula:
            guarded = f"regexp_full_match({cell}, {_FORMULA})"
            told += _unguarded(con, name, cell, f"regexp_extract({cell}, {_FORMULA}, 1)", guarded)
        lone = f"starts_with({cell}, '''') AND strpos(substr({cell}, 2), '''') = 0"
        if apostrophe and not _count(con, f"{cell} <> '' AND NOT ({lone})"):
            told += _unguarded(con, name, cell, f"substr({cell}, 2)", lone)
    return raw.told(*told)


def _unguarded(con: duckdb.DuckDBPyConnection, name: str, cell: str, text: str, guarded: str) -> tuple[Repair, ...]:
    """Puts the text, SQL, into the guarded cells, and says how many there were."""
    rows = _count(con, guarded)
    if not rows:
        return ()
    con.execute(f"UPDATE raw SET {cell} = {text} WHERE {guarded}")
    detail = f"In column {name}, {rows:,} cell(s) are marked as text for a spreadsheet; the marks were taken off."
    return (Repair(kind="other", detail=detail, column=name, rows=rows),)


def _count(con: duckdb.DuckDBPyConnection, condition: str) -> int:
    row = con.execute(f"SELECT count(*) FROM raw WHERE {condition}").fetchone()
    return int(row[0]) if row else 0
