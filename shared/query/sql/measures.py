"""Measures as SQL.

Every measure is made of leaves: counts, statistics, quantiles and rates, each over the rows that meet its conditions.
A leaf is one aggregate of the query's groups, or, inside a measure per group, of groups of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from shared.query import measures as m
from shared.query.bound import Columns
from shared.query.conditions import Condition
from shared.query.groupings import AnyGrouping
from shared.query.sql import terms as t
from shared.query.sql.conditions import quantile
from shared.query.sql.derived import is_unreadable
from shared.query.trees import exp

Leaf = m.RowCount | m.Statistic | m.Quantile | m.Rate
Met = Callable[[tuple[Condition, ...]], "exp.Expr | None"]
"""The conditions of a filtered measure as one SQL condition; None for no conditions."""


class Taken(NamedTuple):
    """One aggregate that a measure is made of: a leaf, over the rows that meet `where`, and have a group of `per` where
    it stands inside a measure per group."""

    leaf: Leaf
    where: tuple[Condition, ...] = ()
    per: AnyGrouping | None = None


def taken(
    measure: m.AnyMeasure, where: tuple[Condition, ...] = (), per: AnyGrouping | None = None
) -> tuple[Taken, ...]:
    """The aggregates that a measure is made of, left before right."""
    if isinstance(measure, m.Filtered):
        return taken(measure.measure, (*where, *measure.where), per)
    if isinstance(measure, m.Arithmetic):
        return (*taken(measure.left, where, per), *taken(measure.right, where, per))
    if isinstance(measure, m.PerGroup):
        return taken(measure.measure, where, measure.per)
    return (Taken(measure, where, per),)


def aggregate(one: Taken, columns: Columns, met: Met) -> exp.Expr:
    """The aggregate of a leaf over the rows of the SELECT that it stands in."""
    condition = met(one.where)
    if isinstance(one.leaf, m.RowCount):
        return t.counted_if(condition) if condition is not None else t.count_rows()
    own: exp.Expr = t.name(one.leaf.column)
    if condition is not None:
        own = exp.Case().when(condition, own)
    if isinstance(one.leaf, m.Quantile):
        return quantile(own, one.leaf.at)
    if isinstance(one.leaf, m.Rate):
        return _rate(one.leaf, own, columns)
    if one.leaf.function == "empty":
        empty = t.is_null(t.name(one.leaf.column))
        return t.counted_if(empty if condition is None else exp.and_(condition, empty))
    return _statistic(one.leaf, own, columns)


def used(one: Taken, met: Met) -> exp.Expr:
    """How many rows the leaf is a figure of: those with a known cell, for counts of rows and empty cells all; and with
    a group, where it is one of groups."""
    needed = [condition] if (condition := met(one.where)) is not None else []
    if one.per is not None and not one.per.keep_empty:
        needed.append(t.is_known(t.name(one.per.column)))
    if not _looks_at_every_row(one.leaf):
        if not needed:  # which takes DuckDB less time than a filter
            return exp.Count(this=t.name(_column(one.leaf)))
        needed.append(t.is_known(t.name(_column(one.leaf))))
    return t.counted_if(t.all_of(needed)) if needed else t.count_rows()


def unreadable(one: Taken, columns: Columns, met: Met) -> exp.Expr | None:
    """How many of the rows that the leaf would be a figure of are empty because a text was no number; None where that
    cannot be."""
    if _looks_at_every_row(one.leaf):
        return None
    lost = is_unreadable(_column(one.leaf), columns)
    if lost is None:
        return None
    condition = met(one.where)
    return t.counted_if(lost if condition is None else t.all_of([condition, lost]))


def _looks_at_every_row(leaf: Leaf) -> bool:
    return isinstance(leaf, m.RowCount) or (isinstance(leaf, m.Statistic) and leaf.function == "empty")


def _column(leaf: Leaf) -> str:
    return "" if isinstance(leaf, m.RowCount) else leaf.column


def _rate(leaf: m.Rate, own: exp.Expr, columns: Columns) -> exp.Expr:
    """Compared as its column is, so a date is its midnight; only known cells have a 0 or a 100 to average."""
    column = columns[leaf.column]
    beside = exp.cast(own.copy(), "TIMESTAMP") if column.type == "date" and len(str(leaf.value)) > 10 else own.copy()
    yes = exp.EQ(this=beside, expression=t.literal(leaf.value, column.type))
    case = exp.Case().when(yes, exp.Literal.number("100.0")).when(t.is_known(own), exp.Literal.number("0.0"))
    return t.double(exp.Avg(this=case))


def _statistic(leaf: m.Statistic, own: exp.Expr, columns: Columns) -> exp.Expr:
    if leaf.function == "distinct":
        return exp.Count(this=exp.Distinct(expressions=[own]))
    if leaf.function == "known":
        return exp.Count(this=own)
    if leaf.function in ("min", "max"):
        built: exp.Expr = (exp.Min if leaf.function == "min" else exp.Max)(this=own)
        return built
    whole = leaf.function == "sum" and columns[leaf.column].type == "integer"
    figure = _FUNCTIONS[leaf.function](own)
    return figure if whole else t.finite(figure)


def _range(own: exp.Expr) -> exp.Expr:
    return t.double(exp.paren(exp.Sub(this=exp.Max(this=own.copy()), expression=exp.Min(this=own.copy()))))


def _interquartile(own: exp.Expr) -> exp.Expr:
    return t.double(exp.paren(exp.Sub(this=quantile(own.copy(), 0.75), expression=quantile(own.copy(), 0.25))))


def _shape(function: str) -> Callable[[exp.Expr], exp.Expr]:
    """Skewness or kurtosis: of equal values rounding would make one up."""

    def built(own: exp.Expr) -> exp.Expr:
        differ = exp.LT(this=exp.Min(this=own.copy()), expression=exp.Max(this=own.copy()))
        return exp.Case().when(differ, t.call(function, own.copy()))

    return built


def _geometric(own: exp.Expr) -> exp.Expr:
    positive = exp.GT(this=exp.Min(this=own.copy()), expression=exp.Literal.number(0))
    return exp.Case().when(positive, t.call("geomean", own.copy()))


def _error(own: exp.Expr) -> exp.Expr:
    return t.divided(exp.StddevSamp(this=own.copy()), exp.Sqrt(this=exp.Count(this=own.copy())))


def _variation(own: exp.Expr) -> exp.Expr:
    return t.divided(exp.StddevSamp(this=own.copy()), exp.Avg(this=own.copy()))


_FUNCTIONS: dict[str, Callable[[exp.Expr], exp.Expr]] = {
    "sum": lambda own: exp.Sum(this=own.copy()),
    "mean": lambda own: exp.Avg(this=own.copy()),
    "median": lambda own: exp.Median(this=own.copy()),
    "range": _range,
    "stddev": lambda own: exp.StddevSamp(this=own.copy()),
    "variance": lambda own: exp.Variance(this=own.copy()),
    "stddev_population": lambda own: exp.StddevPop(this=own.copy()),
    "variance_population": lambda own: exp.VariancePop(this=own.copy()),
    "interquartile_range": _interquartile,
    "skewness": _shape("skewness"),
    "kurtosis": _shape("kurtosis"),
    "geometric_mean": _geometric,
    "standard_error": _error,
    "variation": _variation,
}


def outer(function: m.Outer, own: exp.Expr) -> exp.Expr:
    """The second level of a PerGroup: the outer function over the measure's value of each group, as SQL."""
    if function in ("min", "max"):
        built: exp.Expr = (exp.Min if function == "min" else exp.Max)(this=own)
        return built
    return t.finite(_FUNCTIONS[function](t.double(own)))


def arithmetic(operator: str, left: exp.Expr, right: exp.Expr) -> exp.Expr:
    """Two figures of the same group, put together."""
    one, other = t.double(left), t.double(right)
    if operator == "ratio":
        return t.finite(t.divided(one, other))
    if operator == "percentage":
        hundredfold = exp.Mul(this=exp.Literal.number("100.0"), expression=one)
        return t.finite(exp.Div(this=hundredfold, expression=t.or_null(other)))
    joined = {"difference": exp.Sub, "sum": exp.Add, "product": exp.Mul}[operator]
    return t.finite(joined(this=one, expression=other))
