"""Rows that have words where all others have a date or a number: opening and closing balances of a statement."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from shared.ingestion.cells.kinds import kind_of
from shared.ingestion.database import duckdb
from shared.ingestion.layout.sections import Cells
from shared.ingestion.raw import Raw
from shared.ingestion.rows.taken_out import cells_written, delete, rows_at, told_of
from shared.quoting import quoted
from shared.table.nouns import counted
from shared.table.nulls import is_null

_FIRST, _SAMPLE = 3, 500
"""Of so many columns at the left one may hold the words; so many rows tell what columns hold."""
_LEAST_ROWS, _NEARLY_ALL, _MOST_SHARE = 5, 0.9, 0.25
_MOST_LOOKED_AT, _SHOWN, _EDGE = 1_000, 3, 2
_BALANCE = 2
"""Cells of such a row: what it is, and how much."""
_WORD = quoted(r"^\s*\p{L}\p{L}")


def without_balances(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` without the rows whose first cell is words in a column of dates or numbers, and that lack most of the
    cells that the others have; told as a doubt. A row that lacks less is one of data, and so is one of a single cell
    for whoever looks for headings."""
    if len(raw.names) < _FIRST:
        return raw
    sample = _not_sparse(con.execute(f"SELECT {', '.join(raw.cells)} FROM raw LIMIT {_SAMPLE}").fetchall())
    full = [at for at in range(len(raw.names)) if _filled(sample, at) >= _NEARLY_ALL * len(sample)]
    kinds = {at: kind_of([cell for row in sample if not is_null(cell := row[at] or "")]) for at in full if at < _FIRST}
    typed = [at for at, kind in kinds.items() if kind != "text"]
    if len(sample) < _LEAST_ROWS or not typed:
        return raw
    dated = next((at for at in typed if kinds[at] == "date"), None)
    raw = raw if dated is None else _without_ends(con, raw, dated, len(cells_written(sample[len(sample) // 2])))
    lacking = " + ".join(f"(trim(coalesce({raw.cells[at]}, '')) = '')::INT" for at in full)
    words = " OR ".join(f"regexp_matches({raw.cells[at]}, {_WORD})" for at in typed)
    sparse = f"CASE WHEN {words} THEN 2 * ({lacking}) > {len(full) - 1} END LIMIT {_MOST_LOOKED_AT}"
    found = rows_at(con, raw, f"SELECT rowid FROM raw WHERE {sparse}")
    found = [row for row in found if _is_worded(row[1:], kinds)]
    rows = con.execute("SELECT count(*) FROM raw").fetchone() or (0,)
    if len(found) > max(2, _MOST_SHARE * rows[0]):
        return raw
    have = counted(len(found), "row has words", "rows have words")
    return _without(con, raw, found, have, "where the others have dates or numbers")


def _without_ends(con: duckdb.DuckDBPyConnection, raw: Raw, dated: int, usual: int) -> Raw:
    """Without the first and last rows that are words and a figure without a date."""
    ordered = f"SELECT rowid, {', '.join(raw.cells)} FROM raw ORDER BY rowid"
    first = con.execute(f"{ordered} LIMIT {_EDGE}").fetchall()
    last = con.execute(f"{ordered} DESC LIMIT {_EDGE}").fetchall()
    found = [row for end in (first, last) for row in takewhile(lambda row: _is_bare(row[1:], dated, usual), end)]
    have = counted(len(found), "row at an end of the table has words", "rows at the ends of the table have words")
    return _without(con, raw, found, have, "and no date, which the others have")


def _without(con: duckdb.DuckDBPyConnection, raw: Raw, found: list[Any], have: str, unlike: str) -> Raw:
    """Without these rows, each its rowid and its cells; what they `have` `unlike` the others is told as a doubt."""
    if not found:
        return raw
    delete(con, [row[0] for row in found])
    shown = ", ".join(f"“{cells_written(row[1:])[0]}”" for row in found[:_SHOWN])
    were = "it was" if len(found) == 1 else "they were"
    detail = f"{have} ({shown}) {unlike}, and few cells beside; {were} left out."
    return raw.told(*told_of("dropped", detail, [row[1:] for row in found], doubt=True), dropped=len(found))


def _is_bare(cells: Cells, dated: int, usual: int) -> bool:
    written = cells_written(cells)
    bare = not (cells[dated] or "").strip() and len(written) == _BALANCE <= usual - _BALANCE
    return bare and not is_null(written[0]) and kind_of([written[0]]) == "text"


def _not_sparse(rows: Sequence[Cells]) -> list[Cells]:
    """The rows that have more than half as many cells as the middle one."""
    counts = [len(cells_written(row)) for row in rows]
    usual = sorted(counts)[len(counts) // 2] if counts else 0
    return [row for row, count in zip(rows, counts, strict=True) if 2 * count > usual]


def _filled(rows: Sequence[Cells], at: int) -> int:
    return sum(1 for row in rows if (row[at] or "").strip())


def _is_worded(cells: Cells, kinds: dict[int, str]) -> bool:
    """Whether the first cell of a row that holds something is words in a column of dates or numbers, and not alone."""
    written = [at for at, cell in enumerate(cells) if cell and cell.strip()]
    first = (cells[written[0]] or "").strip() if written else ""
    kind = kinds.get(written[0], "text") if written else "text"
    return kind != "text" and len(written) > 1 and not is_null(first) and kind_of([first]) == "text"
