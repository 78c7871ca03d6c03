"""The units of a query's result columns, where they follow from the columns that they are computed from.

The rules are those of the query language: what picks, adds up or averages values of one unit keeps it; a sum or
difference has the unit of both sides; a ratio of figures of one unit has none, and one to a plain number keeps the
unit; counts have none. What is scaled by a written number has none that is known: minutes may have become hours.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.syntax import parse
from shared.errors import QueryFailed

_KEEPING: Final = (
    exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Median, exp.Quantile, exp.PercentileCont, exp.PercentileDisc, exp.Mode,
    exp.AnyValue, exp.First, exp.Last, exp.FirstValue, exp.LastValue, exp.Lag, exp.Lead, exp.Stddev, exp.StddevPop,
    exp.StddevSamp, exp.Round, exp.Floor, exp.Ceil, exp.Abs, exp.Neg, exp.Cast, exp.TryCast, exp.Nullif, exp.Paren,
    exp.Filter, exp.Window, exp.Distinct, exp.Subquery,
)  # fmt: skip
"""What leaves the unit of its argument as it is."""
_PLAIN: Final = (exp.Count, exp.CountIf, exp.ApproxDistinct)
"""What gives a plain number, whatever it is of."""

Units = Mapping[str, str]


def units_of(sql: str, datasets: Iterable[DatasetProfile]) -> dict[str, str]:
    """The unit of each result column of which it is known, through subqueries and WITH; of set operations nothing."""
    tables = {
        one.relation.casefold(): {column.name.casefold(): column.unit for column in one.columns if column.unit}
        for one in datasets
    }
    try:
        tree = parse(sql)
    except QueryFailed:
        return {}
    return _selected(tree, tables) if any(tables.values()) else {}


def _selected(tree: exp.Expr, tables: Mapping[str, Units]) -> dict[str, str]:
    """The units of a SELECT's columns by their names, given those of the tables that it may read."""
    if not isinstance(tree, exp.Select):
        return {}
    for common in tree.ctes:
        tables = {**tables, common.alias.casefold(): _folded(_selected(common.this, tables))}
    known = _sources(tree, tables)
    found: dict[str, str | None] = {}
    for one in tree.selects:
        if isinstance(one, exp.Star):
            found |= known
        else:
            found[one.alias_or_name] = _unit(one.unalias(), known)
    return {name: unit for name, unit in found.items() if unit}


def _sources(tree: exp.Select, tables: Mapping[str, Units]) -> dict[str, str]:
    """The units of the columns that a SELECT reads, by name; of a name that means different things nothing."""
    joins = (join.this for join in tree.args.get("joins") or ())
    start = tree.args.get("from_") or tree.args.get("from")
    known: dict[str, str] = {}
    unlike: set[str] = set()
    for source in (*([start.this] if start else []), *joins):
        given = _selected(source.this, tables) if isinstance(source, exp.Subquery) else None
        units = _folded(given) if given is not None else tables.get(source.name.casefold(), {})
        unlike |= {name for name, unit in units.items() if known.get(name, unit) != unit}
        known |= units
    return {name: unit for name, unit in known.items() if name not in unlike}


def _folded(units: Units) -> dict[str, str]:
    return {name.casefold(): unit for name, unit in units.items()}


def _unit(one: exp.Expr, known: Units) -> str | None:
    if isinstance(one, exp.Column):
        return known.get(one.name.casefold())
    if isinstance(one, exp.Add | exp.Sub):
        return _alike([one.left, one.right], known)
    if isinstance(one, exp.Mul | exp.Div):
        return _scaled(one, known)
    if isinstance(one, exp.Coalesce):
        return _alike([one.this, *one.expressions], known)
    if isinstance(one, exp.Case):
        return _alike([*(branch.args["true"] for branch in one.args["ifs"]), one.args.get("default")], known)
    if isinstance(one, exp.WithinGroup):
        ordered = next(one.expression.find_all(exp.Ordered), None)
        return _unit(ordered.this, known) if ordered else None
    return _unit(one.this, known) if isinstance(one, _KEEPING) and isinstance(one.this, exp.Expr) else None


def _alike(parts: Iterable[exp.Expr | None], known: Units) -> str | None:
    """The one unit of several; zero and nothing are of any unit."""
    found = {_unit(one, known) for one in parts if one is not None and not _is_nothing(one)}
    return next(iter(found)) if len(found) == 1 else None


def _scaled(one: exp.Mul | exp.Div, known: Units) -> str | None:
    """Of a product or quotient with a plain number, the unit of the other; with a written number none is known."""
    left, right = _unit(one.left, known), _unit(one.right, known)
    if isinstance(one, exp.Div):
        return left if right is None and _is_counted(one.right, known) else None
    counted = one.right if left else one.left
    return (left or right) if not (left and right) and _is_counted(counted, known) else None


def _is_counted(one: exp.Expr, known: Units) -> bool:
    """Whether something is a figure of the data without a unit: a count, or made of columns that have none."""
    columns = list(one.find_all(exp.Column))
    plain = one.find(*_PLAIN) is not None or bool(columns)
    return plain and not any(
        known.get(column.name.casefold()) for column in columns if not column.find_ancestor(*_PLAIN)
    )


def _is_nothing(one: exp.Expr) -> bool:
    return isinstance(one, exp.Null) or (isinstance(one, exp.Literal) and one.is_number and float(one.this) == 0)
