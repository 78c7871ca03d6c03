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


def without_ties(keys: Sequence[exp.Expr], shown: Sequence[str]) -> Sequence[exp.Expr]:
    """What rows are ranked by. Where an order ends with all columns that are shown, one after the other and ascending,
    these only break ties, as in each order of the query language."""
    last = keys[-len(shown) :]
    plain = all(isinstance(one.this, exp.Column) and not one.args.get("desc") for one in last)
    return keys[: -len(shown)] if len(shown) > 1 and plain and [one.this.name for one in last] == [*shown] else keys
