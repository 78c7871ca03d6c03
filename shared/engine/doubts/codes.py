"""Cells that hold a code for a missing value, 999, or were emptied of one."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

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
_OF_SEVERAL: Final = {
    "counts as empty": "count as empty",
    "was taken": "were taken",
    "that it is no value": "that they are no values",
    "the same code.": "the same codes.",
}
"""What is said of a code, and of several."""
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


def codes_emptied(column: ColumnProfile, table: DatasetProfile) -> tuple[Repair, ...]:
    """The doubts that a code was written in every cell of the column that is empty now; none where others are."""
    own = _emptied(column, table)
    return own if own and sum(one.rows for one in own) == column.nulls else ()


def _emptied(column: ColumnProfile, table: DatasetProfile) -> tuple[Repair, ...]:
    """The doubts on codes that cells of the column held and no longer hold."""
    found = (one for one in table.repairs if one.column == column.name and code_of(one) is not None)
    return tuple(one for one in found if code_kept(one, column) is None)


def is_told(repairs: Sequence[Repair], notes: Iterable[str]) -> bool:
    """Whether notes tell of such cells, of those of the table or of some of its rows."""
    told = tuple(notes)
    together = _Together.of(repairs)
    if together and any(one.startswith(together.before) and one.endswith(together.after) for one in told):
        return True
    return all(_is_told(repair, told) for repair in repairs)


def _is_told(repair: Repair, notes: Iterable[str]) -> bool:
    before, _, after = repair.detail.partition(f" in {counted(repair.rows, 'cell', 'cells')} ")
    some = bool(after)
    return any(one == repair.detail or (some and one.startswith(before) and one.endswith(after)) for one in notes)


class _Together(NamedTuple):
    """The words before and after the cells in the one sentence on several codes of a column."""

    before: str
    after: str

    @classmethod
    def of(cls, repairs: Sequence[Repair]) -> "_Together | None":
        """Those of doubts that say the same of each code; None of one, and where they do not."""
        told = [one.detail.partition(f" in {counted(one.rows, 'cell', 'cells')} ") for one in repairs]
        heads = {before.rpartition(" ")[0] for before, _, _ in told}
        tails = {after for _, _, after in told}
        if len(told) < 2 or len(heads) > 1 or len(tails) > 1 or not all(tails):
            return None
        *others, last = (one.examples[0] for one in repairs)
        (head,), (tail,) = heads, tails
        return cls(f"{head} {', '.join(others)} and {last} in ", f" {_plural(tail)}")


def _plural(tail: str) -> str:
    for one, several in _OF_SEVERAL.items():
        tail = tail.replace(one, several)
    return tail


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


def of_codes(column: ColumnProfile, table: DatasetProfile) -> RowDoubt | None:
    """The one doubt on all codes of which cells of a column were emptied, where each is told alike; None where it held
    one, or they are not."""
    repairs = _emptied(column, table)
    together = _Together.of(repairs)
    if together is None:
        return None
    rows = sum(one.rows for one in repairs)
    others_empty = column.nulls > rows

    def say(taken: Sequence[Counted]) -> str:
        there = min(most(taken), rows)
        whole = there == rows and not others_empty
        up = "up to " if others_empty else up_to(taken)
        here = "" if whole else _ASKED
        return (
            f"{together.before}{'' if whole else up}{counted(there, 'cell', 'cells')}{here}{together.after}"
            if there
            else ""
        )

    empty = exp.column(column.name, quoted=True).is_(exp.Null())
    question = RowQuestion(table.relation, (empty,), say, column.name, whatever_asked=True)
    return RowDoubt(f"{together.before}{counted(rows, 'cell', 'cells')}{together.after}", question)


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
