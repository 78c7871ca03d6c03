"""Signs as HTML names them, in exports of shops and web pages: &uuml; for ü, &nbsp; and &#8364;."""

import re
from dataclasses import replace
from html import unescape

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.ingestion.raw import Raw
from shared.quoting import quoted
from shared.table.nouns import counted

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8}[0-9]{0,2});")
"""With its semicolon: ?a=1&copy=2 is an address."""


def without_entities(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` with the signs themselves, in cells and names, told by column."""
    if raw.typed:
        return raw
    asked = ", ".join(f"bool_or(contains({cell}, '&'))" for cell in raw.cells)
    held = con.execute(f"SELECT {asked} FROM raw").fetchone() or ()
    columns = [(name, cell) for name, cell, found in zip(raw.names, raw.cells, held, strict=True) if found]
    told = [repair for name, cell in columns if (repair := _read(con, name, cell))]
    names = tuple(map(_meant, raw.names))
    return replace(raw, names=names if len(set(names)) == len(names) else raw.names).told(*told)


def _read(con: duckdb.DuckDBPyConnection, name: str, cell: str) -> Repair | None:
    suspect = f"contains({cell}, '&') AND regexp_matches({cell}, {quoted(_ENTITY.pattern)})"
    written = con.execute(f"SELECT {cell}, count(*) FROM raw WHERE {suspect} GROUP BY 1").fetchall()
    read = [(text, _meant(text), rows) for text, rows in written if _meant(text) != text]
    if not read:
        return None
    con.execute("CREATE OR REPLACE TEMP TABLE entities AS SELECT unnest($1) AS old, unnest($2) AS new", _sides(read))
    con.execute(f"UPDATE raw SET {cell} = new FROM entities WHERE {cell} = old")
    rows = sum(count for _, _, count in read)
    detail = f"In column {_meant(name)}, {counted(rows, 'cell names', 'cells name')} signs as web pages do; "
    detail += "they were read as the signs."
    shown = tuple(old for old, _, _ in read[:3])
    return Repair(kind="other", detail=detail, column=_meant(name), rows=rows, examples=shown)


def _sides(read: list[tuple[str, str, int]]) -> list[list[str]]:
    return [[old for old, _, _ in read], [new for _, new, _ in read]]


def _meant(text: str) -> str:
    return _ENTITY.sub(lambda found: unescape(found[0]), text)
