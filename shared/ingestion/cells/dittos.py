"""Marks that stand for the cell above, as people write them in lists: ", 〃, do., ditto, as above."""

from collections.abc import Sequence

from shared.contracts.dataset import Repair
from shared.ingestion.cells.kinds import kind_of
from shared.ingestion.database import duckdb
from shared.ingestion.raw import Raw
from shared.quoting import quoted
from shared.table.nouns import counted
from shared.table.nulls import SPACE, is_null
from shared.table.units import is_unit

_SIGNS = frozenset({'"', "''", "〃", "”", "“", "„", "″", '-"-', "-''-", "-”-", '- " -', "-〃-", '""', "„“"})
_WORDS = frozenset({"ditto", "dito", "dto.", "dto", "idem"})
_PHRASES = frozenset({"do.", "as above", "same as above", "see above", "wie oben", "s. o.", "s.o.", "comme ci-dessus"})
"""Behind another column they may mean a cell of the same row."""
_SHORT, _DAY = "do.", 3
"""It is Donnerstag in a column of labels of so many letters."""
_MARKS = _SIGNS | _WORDS | _PHRASES
_MOST_ROWS = 20_000
"""Larger tables are not written by hand."""
_LABEL = 2
"""Labels have letters, and so many signs at least: a table of signs has a quotation mark among them."""


def without_dittos(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` with the text above in place of such marks, told by column: where the first cell is a label, and all
    others are labels or marks. Numbers, and signs that may be inches, are left."""
    rows = con.execute("SELECT count(*) FROM raw").fetchone()
    if raw.typed or rows is None or rows[0] > _MOST_ROWS:
        return raw
    told = [
        repair
        for at, (name, cell) in enumerate(zip(raw.names, raw.cells, strict=True))
        if _suspect(con, cell) and (repair := _filled(con, name, cell, first=at == 0))
    ]
    return raw.told(*told)


def _suspect(con: duckdb.DuckDBPyConnection, cell: str) -> bool:
    listed = ", ".join(map(quoted, sorted(_MARKS)))
    asked = f"SELECT 1 FROM raw WHERE lower(trim({cell}, {quoted(SPACE)})) IN ({listed}) LIMIT 1"
    return con.execute(asked).fetchone() is not None


def _filled(con: duckdb.DuckDBPyConnection, name: str, cell: str, *, first: bool) -> Repair | None:
    rows = con.execute(f"SELECT rowid, coalesce({cell}, '') FROM raw ORDER BY rowid").fetchall()
    written = [(rowid, text.strip(SPACE)) for rowid, text in rows]
    marks = {text for _, text in written if text.lower() in _MARKS}
    labels = list(dict.fromkeys(text for _, text in written if text not in marks and not is_null(text)))
    sure = first or any(mark.lower() not in _PHRASES for mark in marks)
    sure = sure and not any(mark.lower() == _SHORT and len(label) <= _DAY for mark in marks for label in labels)
    if not written or not sure or written[0][1] not in labels or not _are_labels(labels):
        return None
    above, new = "", list[tuple[str, int]]()
    for rowid, text in written:
        above = above if text in marks else text
        new += [(above, rowid)] if text in marks and above else []
    con.executemany(f"UPDATE raw SET {cell} = $1 WHERE rowid = $2", new)
    cells = counted(len(new), "cell says", "cells say")
    detail = f"In column {name}, {cells} by a mark ({' '.join(sorted(marks)[:3])}) that the one above holds there, too."
    return Repair(kind="other", detail=detail, column=name, rows=len(new), examples=tuple(sorted(marks)), doubt=True)


def _are_labels(cells: Sequence[str]) -> bool:
    """Whether cells name things: texts of letters, none of them a unit, as inches are."""
    named = all(len(cell) >= _LABEL and any(map(str.isalpha, cell)) for cell in cells)
    return named and kind_of(cells) == "text" and not any(map(is_unit, cells))
