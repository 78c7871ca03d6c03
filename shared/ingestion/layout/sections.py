"""Lines that name the rows below them, as reports have them: North, then its products, South, then its products."""

import re
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
_NUMBER = re.compile(r"\d+")
MADE_UP = re.compile(r"column_\d+")
"""The names of columns that have none."""


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
    heads = [at for at, (_, *cells) in enumerate(rows) if _repeats(cells, raw.names)]
    if not heads or not all(at and _is_name(rows[at - 1][1:]) for at in heads):
        return raw
    lines = [at - 1 for at in heads]
    others = [at for at, (_, *cells) in enumerate(rows) if _is_name(cells) and at not in lines]
    if others:
        return raw
    if _number_pages(first, [rows[at][1] for at in lines]):
        return _without_pages(con, raw, [rows[at] for at in lines], [rows[at] for at in heads])
    con.execute("DELETE FROM raw WHERE rowid IN (SELECT unnest($1::BIGINT[]))", [[rows[at][0] for at in heads]])
    kept = [at for at in range(len(rows)) if at not in heads]
    named = [(None, first, *[None] * (len(raw.names) - 1)), *(rows[at] for at in kept)]
    told = raw.told(dropped=len(heads) - 1)  # the line above the first header is no row of the table
    return _as_column(con, told, named, [True, *(at in lines for at in kept)])


def _number_pages(first: str, lines: Sequence[str]) -> bool:
    """Whether these lines are alike but for a number that counts them, and the one above the first block is not: then
    they close pages. Names of blocks stand above each."""
    alike = {_NUMBER.sub("#", line, count=1) for line in lines}
    numbers = [int(found[0]) for line in lines if (found := _NUMBER.search(line))]
    counting = len(numbers) == len(lines) > 1 and all(b - a == 1 for a, b in pairwise(numbers))
    return counting and len(alike) == 1 and _NUMBER.sub("#", first, count=1) not in alike


def _without_pages(
    con: duckdb.DuckDBPyConnection, raw: Raw, lines: Sequence[tuple[Any, ...]], heads: Sequence[tuple[Any, ...]]
) -> Raw:
    con.execute("DELETE FROM raw WHERE rowid IN (SELECT unnest($1::BIGINT[]))", [[row[0] for row in (*lines, *heads)]])
    detail = f"{len(lines)} lines that number pages, and the header below each, were left out."
    told = Repair(kind="dropped", detail=detail, rows=len(lines), examples=tuple(row[1].strip() for row in lines[:3]))
    return raw.told(told, dropped=len(lines) + len(heads))


def _repeats(cells: Cells, names: Sequence[str]) -> bool:
    """Whether a row is the header again; what stands where that has no name says nothing."""
    said = [(cell, name) for cell, name in zip(cells, names, strict=True) if not MADE_UP.fullmatch(name)]
    return len(said) > 1 and all((cell or "").strip() == name for cell, name in said)


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
