"""Which columns of a query's result are in percent: a result says nothing of units, but its query does."""

import re

from sqlglot import exp

from shared.engine.syntax import parse
from shared.errors import QueryFailed

_NAMED = re.compile(r"%|(?:^|[_ ])(?:pct|percent(?:age)?)(?:$|[_ ])", re.IGNORECASE)
_A_TRUTH = (exp.Boolean, exp.Case, exp.If, exp.Predicate)


def in_percent(sql: str, columns: tuple[str, ...]) -> frozenset[str]:
    """Those that are named so, or are computed as a hundred times a quotient or an average of yes and no."""
    named = {column for column in columns if _NAMED.search(column)}
    try:
        query = parse(sql)
    except QueryFailed:
        return frozenset(named)
    selected = query.expressions if isinstance(query, exp.Select) else []
    return frozenset(named | {one.alias_or_name for one in selected if _times_a_hundred(one.unalias())})


def _times_a_hundred(column: exp.Expr) -> bool:
    products = column.find_all(exp.Mul)
    return any(_is_hundred(side) for one in products for side in (one.this, one.expression)) and _a_share(column)


def _a_share(column: exp.Expr) -> bool:
    """Whether something is divided, or averaged that is true or not."""
    return column.find(exp.Div) is not None or any(one.find(*_A_TRUTH) for one in column.find_all(exp.Avg))


def _is_hundred(side: exp.Expr) -> bool:
    return isinstance(side, exp.Literal) and side.is_number and float(side.this) == 100
