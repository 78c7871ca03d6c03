"""The units of a query's result columns, where they follow from the columns that they are computed from.

The rules are those of the query language: what picks, adds up or averages values of one unit keeps it; a sum or
difference has the unit of both sides; a ratio of figures of one unit has none, and one to a plain number keeps the
unit; counts have none. A product keeps a unit of money alone: a price times a weight is money, hours times a rate may
be anything, and an amount times a rate of exchange is in another currency. What is scaled by a written number has no
unit that is known: minutes may have become hours. What is computed from figures of an unknown unit has an unknown one.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.lineage import Told, alike, followed, told_of
from shared.table.units import CURRENCIES

_KEEPING: Final = (
    exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Median, exp.Quantile, exp.PercentileCont, exp.PercentileDisc, exp.Mode,
    exp.AnyValue, exp.First, exp.Last, exp.FirstValue, exp.LastValue, exp.Lag, exp.Lead, exp.Stddev, exp.StddevPop,
    exp.StddevSamp, exp.Round, exp.Floor, exp.Ceil, exp.Abs, exp.Neg, exp.Cast, exp.TryCast, exp.Nullif, exp.Paren,
    exp.Filter, exp.Window, exp.Distinct, exp.Subquery, exp.ArgMax, exp.ArgMin, exp.IgnoreNulls, exp.Order,
)  # fmt: skip
"""What leaves the unit of its argument as it is."""
UNKNOWN: Final = "?"
"""In the place of a unit that there is, and does not follow: that of a price by weight, say."""
_PLAIN: Final = (exp.Count, exp.CountIf, exp.ApproxDistinct)
"""What gives a plain number, whatever it is of."""


def units_of(sql: str, datasets: Iterable[DatasetProfile]) -> dict[str, str]:
    """The unit of each result column of which it is known."""
    tables = {
        one.relation.casefold(): {column.name.casefold(): unit for column in one.columns if (unit := _own(column))}
        for one in datasets
    }
    return {name: unit for name, unit in followed(sql, tables, unit_kept).items() if unit != UNKNOWN}


def _own(column: ColumnProfile) -> str | None:
    """The unit of a column; an unknown one of a rate that is no part of one: it may be a rate of exchange."""
    more = isinstance(column.maximum, int | float) and column.maximum > 1
    rate = more and column.role == "measure" and column.additivity == "non_additive"
    return column.unit or (UNKNOWN if rate else None)


def unit_kept(one: exp.Expr, known: Told) -> str | None:
    """The unit of an expression, given those of the columns that it reads; "?" for one that does not follow."""
    if isinstance(one, exp.Column):
        return told_of(one, known)
    if isinstance(one, exp.Add | exp.Sub):
        return _of_all([one.left, one.right], known)
    if isinstance(one, exp.Mul | exp.Div):
        return _scaled(one, known)
    if isinstance(one, exp.Coalesce | exp.Greatest | exp.Least):
        return _of_all([one.this, *one.expressions], known)
    if isinstance(one, exp.Case):
        return _of_all([*(branch.args["true"] for branch in one.args["ifs"]), one.args.get("default")], known)
    if isinstance(one, exp.If):
        return _of_all([one.args["true"], one.args.get("false")], known)
    if isinstance(one, exp.WithinGroup):
        ordered = next(one.expression.find_all(exp.Ordered), None)
        return unit_kept(ordered.this, known) if ordered else None
    return unit_kept(one.this, known) if isinstance(one, _KEEPING) and isinstance(one.this, exp.Expr) else None


def _of_all(parts: Sequence[exp.Expr | None], known: Told) -> str | None:
    """The unit of what is taken together: that of all parts; an unknown one where they have several."""
    kept = {id(one): unit_kept(one, known) for one in parts if one is not None}
    return alike(parts, known, lambda one, _: kept[id(one)]) if len({*kept.values()} - {None}) < 2 else UNKNOWN


def _scaled(one: exp.Mul | exp.Div, known: Told) -> str | None:
    """The unit of a product or quotient; what has one that does not follow is of an unknown one."""
    left, right = unit_kept(one.left, known), unit_kept(one.right, known)
    if not left and not right:
        return None
    if isinstance(one, exp.Div):
        by_rows = left in CURRENCIES or one.right.find(*_PLAIN) is not None  # kilometres by litres are neither
        if right is None and left != UNKNOWN and by_rows and _is_counted(one.right, known):
            return left
        return None if left == right != UNKNOWN else UNKNOWN
    other = one.right if left else one.left
    money = (left or right) if not (left and right) and (left or right) in CURRENCIES else None
    return money if money and _is_counted(other, known) else UNKNOWN


def _is_counted(one: exp.Expr, known: Told) -> bool:
    """Whether something is a figure of the data without a unit: a count, or made of columns that have none."""
    columns = list(one.find_all(exp.Column))
    plain = one.find(*_PLAIN) is not None or bool(columns)
    return plain and not any(told_of(column, known) for column in columns if not column.find_ancestor(*_PLAIN))
