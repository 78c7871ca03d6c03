"""Tables that lie on their side: the first column names what is measured, and the header what it is measured for."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.ingestion.cells.dates import read_dates
from shared.ingestion.cells.kinds import is_year, kind_of
from shared.ingestion.cells.numbers import read_numbers
from shared.ingestion.cells.scales import scale_in
from shared.ingestion.database import duckdb
from shared.ingestion.layout.sections import Cells
from shared.ingestion.layout.statements import is_period, is_statement
from shared.ingestion.raw import Raw, clean_names, load_rows
from shared.table.nouns import counted
from shared.table.nulls import is_null
from shared.table.units import CURRENCIES, unit_in_name

_MOST_ROWS, _LEAST_ROWS = 100, 3
_LEAST_CELLS, _MOST_CELLS = 9, 5_000
_LEAST_THINGS, _MOST_MEASURES = 3, 12
"""Columns that a table on its side has at least, and the most rows for each of them: of two tables that stand on one
another, one differs from the other too."""
_LEAST_APART = 2
_FAIRLY = 0.2
_NUMBER = "number "


def upright(con: duckdb.DuckDBPyConnection, raw: Raw, scratch: Path) -> Raw:
    """Table `raw` with rows and columns exchanged, told, where it is proved to lie on its side; as it is elsewhere.

    It is proved where the cells of each row are of one kind (texts, dates, numbers of one unit), at least two rows are
    of other kinds than the rest, and each column mixes them; where the first column names two units or more; or where
    the rows are the lines of a statement and the columns its periods.
    """
    counted_rows = con.execute("SELECT count(*) FROM raw").fetchone() or (0,)
    if raw.typed or len(raw.names) < _LEAST_ROWS or not _LEAST_ROWS <= counted_rows[0] <= _MOST_ROWS:
        return raw
    rows = con.execute(f"SELECT {', '.join(raw.cells)} FROM raw ORDER BY rowid").fetchall()
    held = [row for row in rows if any(map(_holds, row[1:]))]
    if any(map(_is_made_up, raw.names[1:])) or not (_lies(held) or _states(held, raw.names[1:])):
        return raw
    names, _ = clean_names([_named(raw.names[1:]), *(row[0] for row in held)])
    columns = zip(*held, strict=True)
    next(columns)
    cells = ([name, *(cell or "" for cell in column)] for name, column in zip(raw.names[1:], columns, strict=True))
    load_rows(con, names, cells, scratch)
    native = frozenset(range(1, len(names))) if raw.native else frozenset[int]()
    detail = (
        f"The table lies on its side: its first column names what is measured ({', '.join(names[1:4])}). Rows and "
        "columns were exchanged."
    )
    told = [Repair(kind="header", detail=detail, doubt=True)]
    if scale_in(raw.names[0]):
        said = "The name above its labels says the scale of its figures."
        told.append(Repair(kind="preamble", detail=said, examples=(raw.names[0],)))
    if empty := [row[0] or "" for row in rows if row not in held]:
        lines = counted(len(empty), "row of it without values was", "rows of it without values were")
        told.append(Repair(kind="dropped", detail=f"{lines} left out.", examples=tuple(empty[:3])))
    return replace(raw.told(*told), names=names, native=native, units={})


def _lies(rows: Sequence[Cells]) -> bool:
    labels = [(row[0] or "").strip() for row in rows]
    things = len(rows[0]) - 1 if rows else 0
    if things < _LEAST_THINGS or not _LEAST_ROWS <= len(rows) <= _MOST_MEASURES * things:
        return False
    if not _LEAST_CELLS <= len(rows) * things <= _MOST_CELLS:
        return False
    if len(set(labels)) < len(labels) or any(kind_of([label]) != "text" or is_null(label) for label in labels):
        return False
    kinds = [_kinds(row[1:]) for row in rows]
    if any(len(kind) != 1 for kind in kinds):
        return False
    return _differ([kind.pop() for kind in kinds], rows) or _are_of_units(labels, rows)


def _states(rows: Sequence[Cells], header: Sequence[str]) -> bool:
    """Whether these are lines of numbers of a statement."""
    labels = [(row[0] or "").strip() for row in rows]
    if len(rows) < _LEAST_ROWS or len(rows) * len(header) > _MOST_CELLS or not all(labels):
        return False
    kinds = {kind for row in rows for kind in _kinds(row[1:])}
    return all(kind.startswith(_NUMBER) for kind in kinds) and is_statement(labels, [row[1:] for row in rows], header)


def _differ(kinds: Sequence[str], rows: Sequence[Cells]) -> bool:
    """Whether enough rows are of other kinds than most, or, of few rows, one between others has numbers of another one.
    A row of words among numbers may say which units they have, or that there are none: it counts only below the first,
    and where its words differ."""
    usual = Counter(kinds).most_common(1)[0][0]
    apart = [
        kind
        for at, (kind, row) in enumerate(zip(kinds, rows, strict=True))
        if kind != usual and (kind != "text" or (at and len(set(filter(_holds, row[1:]))) > 1))
    ]
    between = [kind for kind in kinds[1:-1] if kind != usual and kind.startswith(_NUMBER)]
    least = 1 if between and usual.startswith(_NUMBER) else _LEAST_APART
    return len(apart) >= max(least, _FAIRLY * len(kinds))


def _are_of_units(labels: Sequence[str], rows: Sequence[Cells]) -> bool:
    """Whether half of the labels or more end with a unit, not all with one."""
    units = [unit for label in labels if (unit := unit_in_name(label))]
    numbers = all(kind.startswith(_NUMBER) for row in rows for kind in _kinds(row[1:]))
    return numbers and len(set(units)) > 1 and 2 * len(units) >= len(labels)


def _kinds(cells: Sequence[str | None]) -> set[str]:
    return {_kind(cell) for cell in cells if cell is not None and _holds(cell)}


def _kind(cell: str) -> str:
    """Text, date, or number with its unit; amounts of money are of one kind, as each row may have its own currency."""
    number = read_numbers([cell.strip()])
    if number.share == 1 and number.refused is None and number.styles:
        unit = number.styles[0].unit or ""
        return _NUMBER + ("money" if unit in CURRENCIES else unit)
    return "date" if read_dates([cell.strip()], "").share == 1 else "text"


def _holds(cell: str | None) -> bool:
    return cell is not None and bool(cell.strip()) and not is_null(cell)


def _is_made_up(name: str) -> bool:
    return name.startswith("column_")


def _named(header: Sequence[str]) -> str:
    """What the column of what was the header is called."""
    if all(map(is_year, header)):
        return "year"
    periods = sum(map(is_period, header)) > len(header) / 2
    return "period" if periods or kind_of(list(header)) == "date" else "name"
