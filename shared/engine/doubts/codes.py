"""Cells that hold a code for a missing value, 999, or were emptied of one: whether rows that a query takes are such.

What is told of them matters to figures of rows that hold one, and to no others. Whether some do is asked of the data.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.contracts.dataset import Repair
from shared.engine.doubts.grouped import sources_of, steps_around
from shared.engine.sql.syntax import parse, render
from shared.errors import QueryFailed
from shared.query.base import RESERVED

_MOST_TAKERS: Final = 4
"""Where more parts of a query take such cells, it is not asked whether they do."""
_COMPARED: Final = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.EQ, exp.NEQ)
_NOT_COUNTED: Final = ("expressions", "group", "having", "order", "limit", "offset", "qualify", "distinct", "windows")
_NOT_BY_ROW: Final = (exp.AggFunc, exp.Window)


@dataclass(frozen=True)
class CodedCells:
    """What is told of the cells of a column, and the queries that count the rows with one that a query takes."""

    detail: str
    counts: tuple[str, ...]


def coded(sql: str, datasets: Iterable[DatasetProfile]) -> tuple[CodedCells, ...]:
    """The doubts about such cells of a query's columns, with what there is to count; none of a doubt of which the form
    of the query does not let that be asked."""
    try:
        tree = parse(sql)
    except QueryFailed:
        return ()
    return tuple(_of(tree, datasets))


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


def _of(tree: exp.Query, datasets: Iterable[DatasetProfile]) -> Iterator[CodedCells]:
    for dataset in datasets:
        for repair in dataset.repairs:
            if repair.column is None or code_of(repair) is None:
                continue
            code = code_kept(repair, dataset.column(repair.column))
            taking = list(takers(tree, dataset.relation, repair.column, emptied=code is None))
            if taking and len(taking) <= _MOST_TAKERS:
                yield CodedCells(repair.detail, tuple(_counting(*taker, repair.column, code) for taker in taking))


def takers(
    tree: exp.Expr, relation: str, column: str = "", *, emptied: bool = False, seen: frozenset[int] = frozenset()
) -> Iterator[tuple[exp.Select, str]]:
    """The SELECTs that take rows of a relation, each with what it calls the relation; instead of one that only hands
    the rows on with the column, those that take them from it."""
    for select in tree.find_all(exp.Select):
        for source in sources_of(select):
            if id(select) in seen or not isinstance(source, exp.Table) or source.name.casefold() != relation.casefold():
                continue
            step = _step(select) if _hands_on(select, column, emptied=emptied) else ""
            later = list(takers(tree, step, column, emptied=emptied, seen=seen | {id(select)})) if step else []
            yield from later or [(select, source.alias_or_name)]


def _step(select: exp.Select) -> str:
    return select.parent.alias if isinstance(select.parent, exp.CTE) else ""


def _hands_on(select: exp.Select, column: str, *, emptied: bool) -> bool:
    """Whether a SELECT makes a row of each that its conditions leave, in which the column is as it was."""
    if (
        select.args.get("group")
        or select.args.get("limit")
        or select.find(*_NOT_BY_ROW)
        or (emptied and any(_names(select.args.get(part), column) for part in ("where", "qualify")))
    ):
        return False
    named = [one.unalias() for one in select.selects if one.alias_or_name.casefold() == column.casefold()]
    plain = [one for one in named if isinstance(one, exp.Column) and one.name.casefold() == column.casefold()]
    return len(named) == len(plain) == 1 if named else any(one.is_star for one in select.selects)


def _names(part: exp.Expr | None, column: str) -> bool:
    return part is not None and any(one.name.casefold() == column.casefold() for one in part.find_all(exp.Column))


def _counting(select: exp.Select, source: str, column: str, code: float | None) -> str:
    """The query that counts the rows with the code, or with an emptied cell whatever is asked of the column."""
    counting = select.copy()
    for part in _NOT_COUNTED:
        counting.set(part, None)
    where = counting.args.get("where")
    if where is not None and code is None:
        kept = [one for one in _conditions(where.this) if not _names(one, column)]
        counting.set("where", exp.Where(this=exp.and_(*kept)) if kept else None)
    cell = exp.column(column, table=source, quoted=True)
    held = cell.is_(exp.Null()) if code is None else cell.eq(exp.Literal.number(f"{code:g}"))
    counting = counting.select(exp.alias_(exp.Count(this=exp.Star()), f"{RESERVED}held", quoted=True)).where(held)
    around = [common.copy() for above in steps_around(select) for common in above.ctes]
    if around:
        counting.set("with_", exp.With(expressions=[*around, *counting.ctes]))
    return render(counting)


def _conditions(met: exp.Expr) -> Sequence[exp.Expr]:
    return [one.copy() for one in met.flatten()] if isinstance(met, exp.And) else [met.copy()]
