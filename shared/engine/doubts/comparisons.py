"""Comparisons of cells with a number that is the same for all rows, and with each other in an order."""

from collections.abc import Iterator, Sequence
from typing import Final

from sqlglot import exp

from shared.engine.doubts.grouped import own_nodes

_COMPARING: Final = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.EQ, exp.NEQ, exp.Between, exp.In)
_ABOVE: Final = (exp.Connector, exp.Paren, exp.Not, exp.If, exp.Case, exp.Filter, exp.Where)


def compared(part: exp.Expr) -> Iterator[tuple[exp.Expr, exp.Expr]]:
    """Each comparison of cells with a written number other than zero, which is the same in every unit; and the side of
    it that has the cells. None of figures of several rows."""
    for one in own_nodes(part):
        if isinstance(one, _COMPARING):
            sides = list(one.iter_expressions())
            cells = [side for side in sides if side.find(exp.Column)]
            if len(cells) == 1 and cells[0].find(exp.AggFunc) is None and any(map(_is_number, sides)):
                yield one, cells[0]


def _is_number(side: exp.Expr) -> bool:
    literal = side.this if isinstance(side, exp.Neg | exp.Cast) else side
    return isinstance(literal, exp.Literal) and literal.is_number and float(literal.this) != 0


def is_chosen(one: exp.Expr, by: frozenset[str]) -> bool:
    """Whether beside a comparison it is asked for a value of one of these columns, given in small letters."""
    above = one.parent
    while isinstance(above, _ABOVE):
        asked = (equal for equal in above.find_all(exp.EQ) if equal is not one)
        if any(column.name.casefold() in by for equal in asked for column in equal.find_all(exp.Column)):
            return True
        above = above.parent
    return False


def keeps_nearly_all(one: exp.Expr, middle: tuple[float, float] | None) -> bool:
    """Whether a comparison is a condition on rows that leaves all those whose cells are in the `middle`: it is about
    what cannot be (a sensor that gives -127), in whatever unit."""
    above = one.parent
    while isinstance(above, exp.And | exp.Paren):
        above = above.parent
    if middle is None or not isinstance(above, exp.Where) or isinstance(above.parent, exp.Filter):
        return False
    low, high = middle
    if isinstance(one, exp.Between):
        ends = [_number(one.args["low"]), _number(one.args["high"])]
        return None not in ends and (ends[0] or 0) <= low and (ends[1] or 0) >= high
    limit = _number(one.expression) if isinstance(one, exp.Binary) else None
    if limit is None or not isinstance(one.this, exp.Column):
        return False
    if isinstance(one, exp.GT | exp.GTE):
        return limit <= low
    return limit >= high if isinstance(one, exp.LT | exp.LTE) else isinstance(one, exp.NEQ)


def _number(side: exp.Expr) -> float | None:
    literal = side.this if isinstance(side, exp.Neg | exp.Cast) else side
    if not isinstance(literal, exp.Literal) or not literal.is_number:
        return None
    return -float(literal.this) if isinstance(side, exp.Neg) else float(literal.this)


def without_ties(keys: Sequence[exp.Expr], shown: Sequence[str]) -> Sequence[exp.Expr]:
    """What rows are ranked by. Where an order ends with all columns that are shown, one after the other and ascending,
    these only break ties, as in each order of the query language."""
    last = keys[-len(shown) :]
    plain = all(isinstance(one.this, exp.Column) and not one.args.get("desc") for one in last)
    return keys[: -len(shown)] if len(shown) > 1 and plain and [one.this.name for one in last] == [*shown] else keys
