"""Whether a LIMIT cuts rows that are as good as the last one that it leaves."""

from collections.abc import Sequence
from typing import Final

from sqlglot import exp

from shared.engine.sql.syntax import parse, render
from shared.errors import QueryFailed

MOST: Final = 200
"""Behind longer lists nobody looks for a tie."""


def next_row(sql: str, rows: int) -> tuple[str, int] | None:
    """(the query for the row behind the last of so many that a LIMIT leaves, the place of the column that it is ordered
    by); None where no LIMIT cut it there, or what orders it is not shown."""
    try:
        tree = parse(sql)
        limit = tree.args.get("limit")
        if not isinstance(tree, exp.Select) or limit is None or _number(limit.expression) != rows or rows > MOST:
            return None
        place = _ordered_by(tree)
        if place is None:
            return None
        offset = tree.args.get("offset")
        before = _number(offset.expression) if offset else 0
        return None if before is None else (render(tree.limit(1).offset(before + rows)), place)
    except QueryFailed:
        return None


def _number(one: exp.Expr | None) -> int | None:
    return int(one.this) if isinstance(one, exp.Literal) and not one.is_string and one.this.isdecimal() else None


def _ordered_by(tree: exp.Select) -> int | None:
    """The place of the shown column that orders the rows first."""
    order = tree.args.get("order")
    first = order.expressions[0].this if order else None
    if first is None or any(isinstance(one, exp.Star) for one in tree.selects):
        return None
    if (number := _number(first)) is not None:
        return number - 1 if 0 < number <= len(tree.selects) else None
    shown: Sequence[exp.Expr] = tree.selects
    return next((at for at, one in enumerate(shown) if first in (one.unalias(), exp.column(one.alias_or_name))), None)
