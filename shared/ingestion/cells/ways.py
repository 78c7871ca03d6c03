"""In how many ways the cells of a column are written that mean the same kind of thing, with how many cells each."""

import re
from collections.abc import Sequence
from typing import Final, Literal

from shared.contracts.dataset import Repair
from shared.ingestion.cells.choice import Choice
from shared.ingestion.database import duckdb
from shared.quoting import quoted

_MOST_TOLD: Final = 6
_MOST_SHAPES: Final = 8
"""Texts that are read as dates make more, which say nothing."""
_BLANKS: Final = r"\s+"
_TIME: Final = r"[ T]\d{1,2}:.*$"
_DAYS: Final = r"^\s*(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b"


def ways_told(con: duckdb.DuckDBPyConnection, choice: Choice, cells: Sequence[str]) -> tuple[Repair, ...]:
    """What is told of a column of dates in several formats, of yes and no in several words, and of numbers of which
    some cells hold more than digits. `cells` is a sample, which mostly shows that there is nothing to count."""
    if choice.type in ("date", "timestamp"):
        return _dates(con, choice, cells)
    if choice.type == "boolean":
        return _answers(con, choice, cells)
    return _amounts(con, choice, cells) if choice.type in ("integer", "number") else ()


def _dates(con: duckdb.DuckDBPyConnection, choice: Choice, cells: Sequence[str]) -> tuple[Repair, ...]:
    shapes = {re.sub(r"\d+", "0", re.sub(r"[^\W\d_]+", "a", re.sub(_TIME, "", cell.strip()))) for cell in cells}
    if not 1 < len(shapes) <= _MOST_SHAPES:
        return ()
    told = _counted(
        con, choice, rf"regexp_replace(regexp_replace(trim({choice.cell}), '{_TIME}', ''), '\d+', '0', 'g')"
    )
    if len(told) < 2:
        return ()
    first, second = (f"TRY_CAST(regexp_extract({choice.cell}, {quoted(_DAYS)}, {at}) AS INTEGER)" for at in (1, 2))
    row = con.execute(
        f"SELECT count(*) FROM raw WHERE {first} BETWEEN 1 AND 12 AND {second} BETWEEN 1 AND 12 AND {first} <> {second}"
    ).fetchone()
    either = f"; {row[0]:,} could be read with day and month the other way round" if row and row[0] else ""
    return (_repair(choice, "date", f"writes its dates in {len(told)} ways: {_listed(told)}{either}", told),)


def _answers(con: duckdb.DuckDBPyConnection, choice: Choice, cells: Sequence[str]) -> tuple[Repair, ...]:
    if len({cell.strip() for cell in cells}) <= 2:
        return ()
    told = _counted(con, choice, f"trim({choice.cell})")
    if len(told) <= 2:
        return ()
    return (_repair(choice, "other", f"writes yes and no in {len(told)} ways: {_listed(told)}", told),)


def _amounts(con: duckdb.DuckDBPyConnection, choice: Choice, cells: Sequence[str]) -> tuple[Repair, ...]:
    """Cells that hold a sign or a word beside the number, where others of the column hold none."""
    marked = {re.sub(_BLANKS, "", re.sub(r"[\d.,'+-]", "", cell)) for cell in cells}
    if len(marked) < 2:
        return ()
    told = _counted(con, choice, rf"regexp_replace({choice.cell}, '[0-9.,''+\s-]', '', 'g')")
    odd = [(shown, rows) for shown, rows, shape in told if shape]
    if not odd or len(odd) == len(told):
        return ()
    rows = sum(rows for _, rows in odd)
    shown = ", ".join(f"“{one}”" for one, _ in odd[:_MOST_TOLD])
    return (_repair(choice, "number", f"holds {rows:,} cells with more than a number, such as {shown}", told, rows),)


def _counted(con: duckdb.DuckDBPyConnection, choice: Choice, shape: str) -> list[tuple[str, int, str]]:
    """A cell of each shape, how many there are, and the shape: the commonest first; of cells that are read."""
    read = choice.expression.replace("{c}", choice.cell)
    query = f"SELECT min(trim({choice.cell})), count(*), {shape} FROM raw WHERE {read} IS NOT NULL GROUP BY 3"
    return con.execute(f"{query} ORDER BY 2 DESC, 3").fetchall()


def _listed(told: Sequence[tuple[str, int, str]]) -> str:
    shown = [f"{rows:,} as “{one}”" for one, rows, _ in told[:_MOST_TOLD]]
    return ", ".join(shown) + (" and others" if len(told) > _MOST_TOLD else "")


def _repair(
    choice: Choice,
    kind: Literal["date", "number", "other"],
    what: str,
    told: Sequence[tuple[str, int, str]],
    rows: int | None = None,
) -> Repair:
    changed = sum(rows for _, rows, _ in told[1:]) if rows is None else rows
    shown = tuple(one[:60] for one, _, _ in told[:3])
    return Repair(kind=kind, detail=f"Column {choice.name} {what}.", column=choice.name, rows=changed, examples=shown)
