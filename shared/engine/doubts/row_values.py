"""The columns whose values go into an expression of SQL in the unit of their rows: it may cancel out in each row."""

from collections.abc import Callable, Iterator
from typing import Final

from sqlglot import exp

from shared.table.unit_powers import OPEN, UnitPower, scaled, summed

UNMIXED: Final = (exp.Count, exp.CountIf, exp.ApproxDistinct)
BY_ANOTHER: Final = (exp.ArgMax, exp.ArgMin)
_SCALING: Final = (exp.Mul, exp.Div)
_AS_INSIDE: Final = (exp.Paren, exp.Neg, exp.Cast, exp.TryCast, exp.Nullif, exp.Round, exp.Abs)

PowerOf = Callable[[exp.Column], UnitPower]
"""The power of the unit of each row in a column's cells."""


def values_in(one: exp.Expr, of_column: PowerOf) -> Iterator[tuple[exp.Column, tuple[exp.Expr, ...]]]:
    """The columns whose values go into an expression, each with what it is multiplied with or divided by; none of which
    it is only asked what they are, or whose unit cancels out in each row."""
    nodes: list[tuple[exp.Expr, tuple[exp.Expr, ...]]] = [(one, ())]
    while nodes:
        node, factors = nodes.pop()
        if isinstance(node, exp.Column):
            yield node, factors
        elif isinstance(node, _SCALING) and (power := _power(node, of_column)) and power.cancels:
            continue
        elif not isinstance(node, (exp.Query, exp.Predicate, exp.Length, exp.Sign, *UNMIXED)):
            below = [each for each in node.iter_expressions() if not _is_asked(each, node)]
            for each in reversed(below):
                other = (
                    [side for side in (node.left, node.right) if side is not each] if isinstance(node, _SCALING) else []
                )
                nodes.append((each, (*factors, *other)))


def _is_asked(one: exp.Expr, above: exp.Expr) -> bool:
    """Whether what is above it takes no value from it: it is a condition, or an order."""
    if isinstance(above, exp.If | exp.Case):
        return one.arg_key == "this"
    if isinstance(above, exp.Window | exp.Filter):
        return one.arg_key != "this"
    return isinstance(above, BY_ANOTHER) and one.arg_key == "expression"


def _power(one: exp.Expr, of_column: PowerOf) -> UnitPower | None:
    """The power, by those of its columns; None where it cannot be read, or takes unlike figures together."""
    if isinstance(one, exp.Column):
        return of_column(one)
    if isinstance(one, exp.Literal):
        return None if one.is_string else OPEN
    if isinstance(one, _AS_INSIDE):
        return _power(one.this, of_column)
    if not isinstance(one, exp.Add | exp.Sub | exp.Mul | exp.Div):
        return None
    left, right = (_power(side, of_column) for side in (one.left, one.right))
    if isinstance(one, exp.Add | exp.Sub):
        return summed(left, right)
    return scaled(left, right, by=1 if isinstance(one, exp.Mul) else -1)
