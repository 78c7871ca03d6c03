"""The units of a query's result columns, where they follow from the columns that they are computed from.

The rules of arithmetic are those of `shared.table.unit_arithmetic`, as in the query language. What picks, adds up or
averages values of one unit keeps it, and counts have none.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.results.lineage import KnownTexts, alike, followed, told_of
from shared.engine.results.spans import SHORT, span_of
from shared.table.unit_arithmetic import UNKNOWN, Operand, added, divided, multiplied, of_column, subtracted, unit_apart

_KEEPING: Final = (
    exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Median, exp.Quantile, exp.PercentileCont, exp.PercentileDisc, exp.Mode,
    exp.AnyValue, exp.First, exp.Last, exp.FirstValue, exp.LastValue, exp.Lag, exp.Lead, exp.Stddev, exp.StddevPop,
    exp.StddevSamp, exp.Round, exp.Floor, exp.Ceil, exp.Abs, exp.Neg, exp.Cast, exp.TryCast, exp.Nullif, exp.Paren,
    exp.Filter, exp.Window, exp.Distinct, exp.Subquery, exp.ArgMax, exp.ArgMin, exp.IgnoreNulls, exp.Order,
)  # fmt: skip
"""What leaves the unit of its argument as it is."""
SPREADS: Final = (exp.Stddev, exp.StddevPop, exp.StddevSamp)
"""How far values lie apart."""
_NOTHING: Final = Operand(of="other")


def units_of(sql: str, datasets: Iterable[DatasetProfile]) -> dict[str, str]:
    """The unit of each result column of which it is known."""
    tables = {
        one.relation.casefold(): {
            column.name.casefold(): unit for column in one.columns if (unit := of_column(column, column.unit).unit)
        }
        for one in datasets
    }
    return {name: unit for name, unit in followed(sql, tables, unit_kept).items() if unit != UNKNOWN}


def unit_kept(one: exp.Expr, known: KnownTexts) -> str | None:
    """The unit of an expression, given those of the columns that it reads; "?" for one that does not follow."""
    return _operand(one, known).unit


def _operand(one: exp.Expr, known: KnownTexts) -> Operand:
    if isinstance(one, exp.Column):
        return Operand(told_of(one, known))
    if isinstance(one, exp.Literal | exp.Count | exp.CountIf | exp.ApproxDistinct):
        return _number(one)
    if isinstance(one, exp.Add | exp.Sub | exp.Mul | exp.Div):
        return _worked_out(one, known)
    if parts := _alternatives(one):
        return _of_all(parts, known)
    if isinstance(one, exp.WithinGroup):
        ordered = next(one.expression.find_all(exp.Ordered), None)
        return _operand(ordered.this, known) if ordered else _NOTHING
    if isinstance(one, exp.Select):  # one figure of a query within the query
        return _operand(one.selects[0].unalias(), known) if len(one.selects) == 1 else _NOTHING
    if not isinstance(one, _KEEPING) or not isinstance(one.this, exp.Expr):
        return _squared(one, known)
    inner = _operand(one.this, known)
    if inner.of == "written" and isinstance(one, exp.AggFunc):  # how many there are, or their share
        return Operand(of="count" if isinstance(one, exp.Sum) else "data")
    return inner._replace(unit=unit_apart(inner.unit)) if isinstance(one, SPREADS) else inner


def _squared(one: exp.Expr, known: KnownTexts) -> Operand:
    """A variance is in the square of a unit; of anything else that is not known, no unit follows."""
    squared = isinstance(one, exp.Variance | exp.VariancePop) and _operand(one.this, known).unit
    return Operand(UNKNOWN) if squared else _NOTHING


def _number(one: exp.Expr) -> Operand:
    """A number that is written, or a count of whatever it is."""
    if isinstance(one, exp.Literal):
        return Operand(of="written", value=float(one.this)) if one.is_number else _NOTHING
    return Operand(of="count")


def _worked_out(one: exp.Add | exp.Sub | exp.Mul | exp.Div, known: KnownTexts) -> Operand:
    if span := span_of(one):
        return Operand(SHORT[span])
    sides = _operand(one.left, known), _operand(one.right, known)
    if isinstance(one, exp.Add | exp.Sub):
        return added(*sides) if isinstance(one, exp.Add) else subtracted(*sides)
    return multiplied(*sides) if isinstance(one, exp.Mul) else divided(*sides)


def _alternatives(one: exp.Expr) -> list[exp.Expr]:
    """The expressions of which one is taken."""
    if isinstance(one, exp.Coalesce | exp.Greatest | exp.Least):
        found = [one.this, *one.expressions]
    elif isinstance(one, exp.Case):
        found = [*(branch.args["true"] for branch in one.args["ifs"]), one.args.get("default")]
    else:
        found = [one.args["true"], one.args.get("false")] if isinstance(one, exp.If) else []
    return [each for each in found if each is not None]


def _of_all(parts: Sequence[exp.Expr], known: KnownTexts) -> Operand:
    """What is one of these: of the unit of all; of an unknown one where they have several."""
    kept = {id(one): _operand(one, known) for one in parts if not isinstance(one, exp.Null)}
    if len({one.unit for one in kept.values()} - {None}) > 1:
        return Operand(UNKNOWN)
    unit = alike(parts, known, lambda one, _: kept[id(one)].unit if id(one) in kept else None)
    if unit is None and any(one.unit for one in kept.values()):
        return _NOTHING
    origins = {one.of for one in kept.values()}
    origins -= {"written"} if len(origins) > 1 else set()
    return Operand(unit, origins.pop() if len(origins) == 1 else "other" if "other" in origins else "data")
