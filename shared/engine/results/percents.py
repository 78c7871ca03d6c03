"""Which columns of a query's result are in percent: a result says nothing of units, but its query does."""

import re

from sqlglot import exp

from shared.engine.results.lineage import KnownTexts, followed
from shared.engine.results.units import unit_kept
from shared.engine.sql.syntax import parse
from shared.errors import QueryFailed
from shared.table.units import unit_in_name

_NAMED = re.compile(r"%|(?:^|[_ ])(?:pct|percent(?:age)?)(?:$|[_ ])", re.IGNORECASE)
_A_TRUTH = (exp.Boolean, exp.Case, exp.If, exp.Predicate)


def in_percent(sql: str, columns: tuple[str, ...]) -> frozenset[str]:
    """Those that are computed as a hundred times a quotient or an average of yes and no, or keep the unit of such
    figures; and those that are named so, unless they are a bare quotient (0.12 is no 0.12 %), or the name ends with
    another unit ("80 percent of budget EUR")."""
    named = {one for one in columns if _NAMED.search(one) and unit_in_name(one) in (None, "%")}
    try:
        query = parse(sql)
    except QueryFailed:
        return frozenset(named)
    selected = query.selects if isinstance(query, exp.Query) else []
    quotients = {one.alias_or_name for one in selected if _a_bare_quotient(one.unalias())}
    shares = {column for column, unit in followed(sql, {}, percent_of).items() if unit == "%"}
    return frozenset((named - quotients) | shares)


def percent_of(one: exp.Expr, known: KnownTexts) -> str | None:
    """ "%" for an expression that is in percent, else the unit that it keeps of the columns that it reads."""
    return "%" if _times_a_hundred(one) else unit_kept(one, known)


def _a_bare_quotient(column: exp.Expr) -> bool:
    """Whether something is divided that nothing says is in percent."""
    while isinstance(column, exp.Round | exp.Cast | exp.Paren):
        column = column.this
    scaled = any(map(_is_hundred, column.find_all(exp.Literal)))
    return isinstance(column, exp.Div) and not scaled and not any(map(_names_percent, column.find_all(exp.Column)))


def _names_percent(column: exp.Column) -> bool:
    return _NAMED.search(column.name) is not None


def _times_a_hundred(column: exp.Expr) -> bool:
    products = column.find_all(exp.Mul)
    return any(_is_hundred(side) for one in products for side in (one.this, one.expression)) and _a_share(column)


def _a_share(column: exp.Expr) -> bool:
    """Whether something is divided, or averaged that is true or not."""
    return column.find(exp.Div) is not None or any(one.find(*_A_TRUTH) for one in column.find_all(exp.Avg))


def _is_hundred(side: exp.Expr) -> bool:
    return isinstance(side, exp.Literal) and side.is_number and float(side.this) == 100
