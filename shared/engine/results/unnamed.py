"""Columns of a result that a query gives no name: DuckDB calls them by the SQL that computes them."""

from collections.abc import Sequence

from sqlglot import exp

from shared.engine.sql.syntax import parse
from shared.errors import QueryFailed


def unnamed(sql: str, columns: Sequence[str]) -> tuple[str, ...]:
    """Those of a result's columns that the query does not name; none where it cannot be read."""
    try:
        shown = parse(sql).selects
    except (QueryFailed, RecursionError):
        return ()
    told = zip(shown, columns, strict=True) if len(shown) == len(columns) else ()
    return tuple(column for one, column in told if _is_unnamed(one))


def named(tree: exp.Expr, columns: Sequence[str]) -> exp.Expr:
    """The query, with the names of its result's columns where it gives none."""
    if not isinstance(tree, exp.Select) or len(tree.selects) != len(columns):
        return tree
    shown = zip(tree.selects, columns, strict=True)
    told = [exp.alias_(one, column, quoted=True) if _is_unnamed(one) else one for one, column in shown]
    return tree.select(*told, append=False)


def _is_unnamed(one: exp.Expr) -> bool:
    return not one.alias and not isinstance(one, exp.Column | exp.Star)
