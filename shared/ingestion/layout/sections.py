"""Lines that name the rows below them, as reports have them: North, then its products, South, then its products."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.ingestion.raw import Raw
from shared.quoting import identifier

_MOST_ROWS = 20_000
"""Larger tables are not laid out for the eye."""
_LEAST_WIDTH = 3
_NAME = "section"

Cells = Sequence[str | None]


def without_sections(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` with such lines as a column of their own, told; as it is where they are none.

    They have text in their first cell and nothing else, stand above the first row and at least once more, each above a
    row that is filled but for one cell at most; and no row is anything between the two.
    """
    counted = con.execute("SELECT count(*) FROM raw").fetchone()
    width = len(raw.names)
    if raw.typed or width < _LEAST_WIDTH or counted is None or counted[0] > _MOST_ROWS:
        return raw
    rows = con.execute(f"SELECT rowid, {', '.join(raw.cells)} FROM raw ORDER BY rowid").fetchall()
    names = [_is_name(cells) for _, *cells in rows]
    filled = [sum(1 for cell in cells if cell and cell.strip()) >= width - 1 for _, *cells in rows]
    apart = all(name or full for name, full in zip(names, filled, strict=True))
    doubled = any(a and b for a, b in pairwise([*names, True]))
    if not rows or not names[0] or sum(names) < 2 or not apart or doubled:
        return raw
    return _as_column(con, raw, rows, names)


def with_named_blocks(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` with the lines above its header, which comes again over each block of rows, as a column, told: "Shop:
    North", then the header and its rows, "Shop: South", then the header. As it is where no line stands above a header.
    """
    counted = con.execute("SELECT count(*) FROM raw").fetchone()
    first = _line_above(raw)
    if raw.typed or not first or counted is None or counted[0] > _MOST_ROWS:
        return raw
    rows = con.execute(f"SELECT rowid, {', '.join(raw.cells)} FROM raw ORDER BY rowid").fetchall()
    rows = [row for row in rows if any(cell and cell.strip() for cell in row[1:])]
    heads = [at for at, (_, *cells) in enumerate(rows) if [(cell or "").strip() for cell in cells] == list(raw.names)]
    if not heads or not all(at and _is_name(rows[at - 1][1:]) for at in heads):
        return raw
    lines = [at - 1 for at in heads]
    others = [at for at, (_, *cells) in enumerate(rows) if _is_name(cells) and at not in lines]
    if others:
        return raw
    con.execute("DELETE FROM raw WHERE rowid IN (SELECT unnest($1::BIGINT[]))", [[rows[at][0] for at in heads]])
    kept = [at for at in range(len(rows)) if at not in heads]
    named = [(None, first, *[None] * (len(raw.names) - 1)), *(rows[at] for at in kept)]
    told = raw.told(dropped=len(heads) - 1)  # the line above the first header is no row of the table
    return _as_column(con, told, named, [True, *(at in lines for at in kept)])


def _line_above(raw: Raw) -> str:
    """The last line above the header, where all of those lines are known."""
    above = [one for one in raw.repairs if one.kind == "preamble"]
    return above[0].examples[-1] if len(above) == 1 and above[0].rows == len(above[0].examples) else ""


def _is_name(cells: Cells) -> bool:
    first, *others = cells
    return bool(first and first.strip()) and not any(cell and cell.strip() for cell in others)


def _as_column(con: duckdb.DuckDBPyConnection, raw: Raw, rows: Sequence[tuple[Any, ...]], names: Sequence[bool]) -> Raw:
    section, found = "", list[tuple[str, int]]()
    for (rowid, first, *_), name in zip(rows, names, strict=True):
        section = first.strip() if name else section
        found += [] if name else [(section, rowid)]
    cell = f"c{len(raw.names)}"
    con.execute(f"ALTER TABLE raw ADD COLUMN {identifier(cell)} VARCHAR")
    con.executemany(f"UPDATE raw SET {cell} = $1 WHERE rowid = $2", found)
    con.execute(f"DELETE FROM raw WHERE {cell} IS NULL")
    taken = {name.casefold() for name in raw.names}
    named = next(name for name in (_NAME, f"{_NAME} of the report") if name not in taken)
    told = sum(names)
    shown = tuple(first.strip() for (_, first, *_), name in zip(rows, names, strict=True) if name)
    detail = f"{told} lines name the rows below them ({', '.join(shown[:3])}); they became column {named}."
    repair = Repair(kind="other", detail=detail, column=named, rows=told, examples=shown[:3])
    return replace(raw, names=(*raw.names, named)).told(repair, dropped=told)
