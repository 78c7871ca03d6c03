"""The units of a query's result columns, where they follow from the columns that they are computed from."""

from collections.abc import Iterable
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.syntax import parse
from shared.errors import QueryFailed

_KEEPING: Final = (
    exp.Sum,
    exp.Avg,
    exp.Min,
    exp.Max,
    exp.Median,
    exp.Round,
    exp.Abs,
    exp.Cast,
    exp.Coalesce,
    exp.Paren,
)
"""What leaves the unit of its argument as it is."""


def units_of(sql: str, datasets: Iterable[DatasetProfile]) -> dict[str, str]:
    """The unit of each result column of the outermost SELECT that is one column, an aggregate that keeps its unit, or a
    sum or difference of such of the same unit; of all others nothing is known."""
    try:
        tree = parse(sql)
    except QueryFailed:
        return {}
    known = {column.name.lower(): column.unit for one in datasets for column in one.columns if column.unit}
    if not isinstance(tree, exp.Select) or not known:
        return {}
    found = {one.alias_or_name: _unit(one.unalias(), known) for one in tree.selects}
    return {name: unit for name, unit in found.items() if unit}


def _unit(one: exp.Expr, known: dict[str, str]) -> str | None:
    if isinstance(one, exp.Column):
        return known.get(one.name.lower())
    if isinstance(one, exp.Add | exp.Sub):
        left, right = _unit(one.left, known), _unit(one.right, known)
        return left if left == right else None
    return _unit(one.this, known) if isinstance(one, _KEEPING) and isinstance(one.this, exp.Expr) else None
