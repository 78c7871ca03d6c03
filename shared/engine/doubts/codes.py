"""Cells that hold a code for a missing value, 999, or were emptied of one."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.contracts.dataset import Repair
from shared.engine.doubts.row_doubts import Counted, RowDoubt, RowQuestion, most, recounted, up_to
from shared.table.names import columns_in_words
from shared.table.nouns import counted

_ASKED: Final = " of the rows asked about"
_EMPTIED: Final = re.compile(
    rf"In column (?P<column>.+?), (?P<cells>\S+ in [^:]*?cells?(?:{_ASKED})?) counts as empty: (?P<why>.+)"
)
_COMPARED: Final = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.EQ, exp.NEQ)


def code_kept(repair: Repair, column: ColumnProfile) -> float | None:
    """The code that a column still holds, about which there is this doubt; None where it is about anything else, or
    the cells were emptied."""
    code = code_of(repair)
    return code if code is not None and code in (column.minimum, column.maximum) else None


def code_of(repair: Repair) -> float | None:
    """The code for a missing value that a doubt is about; None where it is about anything else."""
    if repair.kind != "null" or not repair.doubt or len(repair.examples) != 1:
        return None
    try:
        return float(repair.examples[0])
    except ValueError:
        return None


def code_emptied(column: ColumnProfile, table: DatasetProfile) -> Repair | None:
    """The doubt that a code was written in every cell of the column that is empty now; None where others are."""
    for one in table.repairs:
        if one.column == column.name and code_of(one) is not None and one.rows == column.nulls:
            return one if code_kept(one, column) is None else None
    return None


def is_told(repair: Repair, notes: Iterable[str]) -> bool:
    """Whether a note tells of such cells, of those of the table or of some of its rows."""
    before, _, after = repair.detail.partition(f" in {counted(repair.rows, 'cell', 'cells')} ")
    some = bool(after)
    return any(one == repair.detail or (some and one.startswith(before) and one.endswith(after)) for one in notes)


def codes_together(lines: Iterable[str], columns: Iterable[ColumnProfile]) -> tuple[str, ...]:
    """The sentences, one for all codes of a column that count as empty for the same reason, with its name in words."""
    known, told = tuple(columns), dict[tuple[str, str], list[str]]()
    for line in lines:
        found = _EMPTIED.fullmatch(line)
        told.setdefault((found["column"], found["why"]) if found else (line, ""), []).extend(
            [found["cells"]] if found else []
        )
    return tuple(
        columns_in_words(_coded(one, cells, why), known) if cells else one for (one, why), cells in told.items()
    )


def _coded(column: str, cells: Sequence[str], why: str) -> str:
    *others, last = cells
    count = f"{', '.join(others)} and {last} count" if others else f"{last} counts"
    return f"In column {column}, {count} as empty: {why}"


def names_code(column: exp.Column, code: float) -> bool:
    """Whether a column is there compared with the code itself: who writes that knows of it."""
    below: exp.Expr = column
    while isinstance(below.parent, exp.Paren | exp.Cast | exp.TryCast):
        below = below.parent
    above = below.parent
    if not isinstance(above, (*_COMPARED, exp.In)) or (above.this is not below and isinstance(above, exp.In)):
        return False
    sides = above.expressions if isinstance(above, exp.In) else [above.this, above.expression]
    return any(_is(one, code) for one in sides)


def _is(one: exp.Expr, code: float) -> bool:
    try:
        return float(one.sql()) == code
    except ValueError:
        return False


def of_code(repair: Repair, column: ColumnProfile, relation: str) -> RowDoubt:
    """The doubt about such cells, told of the rows that a query takes: those with the code, or with an emptied cell
    whatever is asked of the column."""
    code = code_kept(repair, column)
    cell = exp.column(column.name, quoted=True)
    held = cell.is_(exp.Null()) if code is None else cell.eq(exp.Literal.number(f"{code:g}"))
    whole = f" in {counted(repair.rows, 'cell', 'cells')} "
    others_empty = code is None and column.nulls > repair.rows

    def say(rows: Sequence[Counted]) -> str:
        there = min(most(rows), repair.rows)
        if not there or (there == repair.rows and not others_empty):
            return repair.detail if there else ""
        limit = "up to " if others_empty else up_to(rows)
        here = _ASKED if code is None else " used here"  # what counts as empty is not used
        return recounted(repair.detail, whole, f" in {limit}{counted(there, 'cell', 'cells')}{here} ")

    return RowDoubt(repair.detail, RowQuestion(relation, (held,), say, column.name, whatever_asked=code is None))
