"""A last row that counts the marks above it: 13, 14 and 15 below columns of x, as lists of who was there have it."""

from collections.abc import Sequence

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.ingestion.raw import Raw
from shared.quoting import quoted

_MOST_ROWS = 20_000
"""Longer lists are not made by hand."""
_LEAST_ROWS, _LEAST_COLUMNS = 4, 2


def without_headcount(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` without its last row, where that holds a whole number below each of two columns or more whose other
    cells have no digit, and each is how often one and the same mark stands there, or how many cells are filled; told
    as a doubt."""
    (rows, last) = con.execute("SELECT count(*), max(rowid) FROM raw").fetchone() or (0, None)
    if raw.typed or not _LEAST_ROWS < rows <= _MOST_ROWS:
        return raw
    found = con.execute(f"SELECT {', '.join(raw.cells)} FROM raw WHERE rowid = {last}").fetchone() or ()
    counts = {cell: int(said) for cell, said in zip(raw.cells, found, strict=True) if said and said.strip().isdecimal()}
    if len(counts) < _LEAST_COLUMNS or not _are_counts(con, counts, last):
        return raw
    con.execute(f"DELETE FROM raw WHERE rowid = {last}")
    shown = " | ".join(cell.strip() for cell in found if cell and cell.strip())[:120]
    detail = "1 row below the data counts the marks above it and was left out."
    return raw.told(Repair(kind="footer", detail=detail, rows=1, examples=(shown,), doubt=True), dropped=1)


def _are_counts(con: duckdb.DuckDBPyConnection, counts: dict[str, int], last: int) -> bool:
    """Whether these are, by column, how often one mark stands above, or how many cells are filled, the same in all."""
    above = f"FROM raw WHERE rowid < {last}"
    digits = " OR ".join(f"regexp_matches({cell}, '[0-9]')" for cell in counts)
    if con.execute(f"SELECT 1 {above} AND ({digits}) LIMIT 1").fetchone():
        return False
    tallies = [_tally(con, cell, above) for cell in counts]
    marks = {None, *(mark for tally in tallies for mark in tally)}
    return any(_all_tell(list(counts.values()), tallies, mark) for mark in marks)


def _tally(con: duckdb.DuckDBPyConnection, cell: str, above: str) -> dict[str, int]:
    tidy = f"lower(trim({cell}, {quoted(' ')}))"
    return dict(con.execute(f"SELECT {tidy}, count(*) {above} AND {tidy} <> '' GROUP BY 1").fetchall())


def _all_tell(counts: Sequence[int], tallies: Sequence[dict[str, int]], mark: str | None) -> bool:
    told = (sum(tally.values()) if mark is None else tally.get(mark, 0) for tally in tallies)
    return any(counts) and all(count == number for count, number in zip(counts, told, strict=True))
