"""Lines that a printer, a database or a program put between the rows: rules, frames, signs, comments, page numbers, the
header once more."""

import re
from itertools import pairwise

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.ingestion.layout.sections import MADE_UP, Cells
from shared.ingestion.raw import Raw
from shared.ingestion.rows.taken_out import cells_written, delete, rows_at, told_of
from shared.quoting import quoted
from shared.table.nouns import counted

RULER = "\\s*:?-{2,}:?\\s*|\\s*=+\\s*"
_FRAME = r"\+(?:[-=]{2,}\+)+\s*"
_DEBRIS = ";,|=_*#~+/\\\"'"
"""Signs of which lines are made that hold nothing; a dash or a point alone says that there is no value."""
_COMMENT = re.compile(r"#+\s*[^\W\d]")
_NUMBER = re.compile(r"\d+")


def without_blank_rows(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without rows that hold nothing at all; they don't count as rows that were dropped."""
    blank = " AND ".join(f"({cell} IS NULL OR strlen({cell}) <= 8 AND trim({cell}) = '')" for cell in raw.cells)
    delete(con, [row for (row,) in con.execute(f"SELECT rowid FROM raw WHERE {blank}").fetchall()])
    return raw


def without_ruler(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without the line of dashes between header and data, as Markdown and databases print it."""
    first = con.execute(f"SELECT rowid, ({_ruled(raw)}) FROM raw ORDER BY rowid LIMIT 1").fetchone()
    if len(raw.names) < 2 or first is None or not first[1]:
        return raw
    delete(con, [first[0]])
    return raw.told(Repair(kind="dropped", detail="1 line of dashes below the header was left out.", rows=1), dropped=1)


def _ruled(raw: Raw) -> str:
    return " AND ".join(
        f"(coalesce({cell}, '') = '' OR regexp_full_match({cell}, {quoted(RULER)}))" for cell in raw.cells
    )


def is_rule(cells: Cells) -> bool:
    """Whether a row holds dashes alone, as a rule between header, data and totals does."""
    return bool(written := cells_written(cells)) and all(re.fullmatch(RULER, cell) for cell in written)


def without_inner_rules(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without lines of dashes between the rows; they part groups, and hold nothing."""
    if len(raw.names) < 2:
        return raw
    dashed = " OR ".join(f"starts_with(c0, '{sign}')" for sign in ("--", "=", ":", " "))  # tried before the patterns
    rows = [row for (row,) in con.execute(f"SELECT rowid FROM raw WHERE ({dashed}) AND {_ruled(raw)}").fetchall()]
    delete(con, rows)
    lines = counted(len(rows), "line of dashes between the rows was", "lines of dashes between the rows were")
    return raw.told(*told_of("dropped", f"{lines} left out.", [("---",)] * len(rows)), dropped=len(rows))


def without_debris(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without lines that hold nothing but a sign or two in their first cell, as a delimiter of another file."""
    others = "".join(f" AND trim(coalesce({cell}, '')) = ''" for cell in raw.cells[1:])
    signs = f"strlen(c0) <= 8 AND trim(c0, {quoted(_DEBRIS + ' ')}) = '' AND trim(c0) <> ''"
    found = rows_at(con, raw, f"SELECT rowid FROM raw WHERE {signs}{others}") if others else []
    delete(con, [row[0] for row in found])
    lines = counted(len(found), "line that holds nothing but signs was", "lines that hold nothing but signs were")
    return raw.told(*told_of("dropped", f"{lines} left out.", [row[1:] for row in found]), dropped=len(found))


def without_comments(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without lines of comment between the rows: words behind a # and no other cell."""
    others = "".join(f" AND trim(coalesce({cell}, '')) = ''" for cell in raw.cells[1:])
    found = rows_at(con, raw, f"SELECT rowid FROM raw WHERE starts_with(c0, '#'){others}") if others else []
    found = [row for row in found if _COMMENT.match(row[1])]
    delete(con, [row[0] for row in found])
    lines = counted(len(found), "line of comment between the rows was", "lines of comment between the rows were")
    return raw.told(*told_of("dropped", f"{lines} left out.", [row[1:] for row in found]), dropped=len(found))


def without_frame(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without the lines +----+----+ around a table, as databases print it."""
    framed = f"starts_with(c0, '+') AND regexp_full_match(c0, {quoted(_FRAME)})"
    others = "".join(f" AND coalesce({cell}, '') = ''" for cell in raw.cells[1:])
    rows = [row for (row,) in con.execute(f"SELECT rowid FROM raw WHERE {framed}{others}").fetchall()]
    delete(con, rows)
    detail = f"{len(rows)} line(s) of the table's frame were left out."
    return raw.told(*told_of("dropped", detail, [("+--+",)] * len(rows)), dropped=len(rows))


def without_page_lines(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without lines that number the pages of a printed table ("Page 2 of 4"): alike but for a number that counts them,
    each alone in its line, the last at the end; headings of groups stand before rows."""
    others = "".join(f" AND trim(coalesce({cell}, '')) = ''" for cell in raw.cells[1:])
    if not others:
        return raw
    found = rows_at(con, raw, f"SELECT rowid FROM raw WHERE regexp_matches(c0, '[0-9]'){others} LIMIT 10000")
    first, last = con.execute("SELECT min(rowid), max(rowid) FROM raw").fetchone() or (None, None)
    alike: dict[str, list[tuple[int, str]]] = {}
    for rowid, cell, *_ in found:
        alike.setdefault(_NUMBER.sub("#", cell, count=1), []).append((rowid, cell))
    pages = next((lines for lines in alike.values() if lines[-1][0] == last), [])
    numbers = [int(_NUMBER.findall(cell)[0]) for _, cell in pages]
    if len(pages) < 2 or pages[0][0] == first or any(b - a != 1 for a, b in pairwise(numbers)):
        return raw
    delete(con, [rowid for rowid, _ in pages])
    told = told_of("dropped", f"{len(pages)} lines that number pages were left out.", [(cell,) for _, cell in pages])
    return raw.told(*told, dropped=len(pages))


def without_repeated_headers(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without rows that repeat the header, as each page of a printed table does."""
    if len(raw.names) < 2:
        return raw
    same = " AND ".join(_says(cell, name) for cell, name in zip(raw.cells, raw.names, strict=True))
    rows = [row for (row,) in con.execute(f"SELECT rowid FROM raw WHERE {same}").fetchall()]
    delete(con, rows)
    detail = f"{len(rows)} row(s) that repeat the header were left out."
    return raw.told(*told_of("dropped", detail, [raw.names] * len(rows)), dropped=len(rows))


def _says(cell: str, name: str) -> str:
    """That a cell repeats the name of its column; one that was made up says nothing there."""
    return (
        f"coalesce({cell}, '') = ''"
        if MADE_UP.fullmatch(name)
        else f"contains({cell}, {quoted(name)}) AND trim({cell}) = {quoted(name)}"
    )
