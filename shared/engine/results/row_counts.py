"""Which columns of a query's result count rows or things: they stand beside the figure that was asked for."""

from typing import Final

from sqlglot import exp

from shared.engine.results.lineage import KnownTexts, followed, told_of

_COUNT: Final = "count"
_SAME: Final = (exp.Paren, exp.Cast, exp.TryCast, exp.Filter, exp.Coalesce)


def row_counts(sql: str) -> frozenset[str]:
    """The names of the result's columns that are counts; none where the query cannot be read."""
    return frozenset(followed(sql, {}, _counted))


def _counted(one: exp.Expr, known: KnownTexts) -> str | None:
    while isinstance(one, _SAME) and isinstance(one.this, exp.Expr):
        one = one.this
    if isinstance(one, exp.Column):
        return told_of(one, known)
    return _COUNT if isinstance(one, exp.Count | exp.CountIf | exp.ApproxDistinct) else None
