"""Groupings as SQL: a key that rows are grouped and ordered by, and the value that is shown for it."""

from __future__ import annotations

from functools import cache

from shared.contracts import ColumnType
from shared.query import groupings as g
from shared.query.bound import Columns
from shared.query.sql import terms as t
from shared.query.sql.derived import cut, part
from shared.query.trees import exp


@cache
def _into() -> dict[g.Grain, type[exp.Func]]:
    """What counts the days of a period, from 1."""
    return {"week": exp.DayOfWeekIso, "month": exp.Day, "year": exp.DayOfYear}


def key(item: g.AnyGrouping, columns: Columns) -> exp.Expr:
    """What rows are grouped by. The keys' ascending order is that of the groups."""
    own = t.name(item.column)
    if isinstance(item, g.ByTime):
        return period(own, item.grain, columns[item.column].type)
    if isinstance(item, g.ByPart):
        return part(item.column, item.part, columns[item.column].type)
    if isinstance(item, g.ByEdges):
        places: list[exp.Expr] = [exp.Literal.number(place) for place in range(len(item.edges) + 1)]
        return cut(own, item.edges, places)
    if isinstance(item, g.ByWidth):
        floor = exp.Floor(this=exp.Div(this=t.double(own), expression=t.number(item.width)))
        return exp.Mul(this=floor, expression=t.number(item.width))
    return own


def period(own: exp.Column, grain: g.Grain, kind: ColumnType) -> exp.Expr:
    """Where the period begins that a time is in: of a date so many days before it, which takes DuckDB a third of the
    time of date_trunc."""
    if kind == "date" and (into := _into().get(grain)) is not None:
        days = exp.Sub(this=into(this=own.copy()), expression=exp.Literal.number(1))
        return exp.Sub(this=own, expression=exp.cast(days, "INT"))
    return _truncated(own, grain)


def plain_key(item: g.AnyGrouping, columns: Columns) -> exp.Expr:
    """The expression that rows are grouped by, written with date_trunc, which readers of SQL know; it gives what `key`
    gives."""
    return _truncated(t.name(item.column), item.grain) if isinstance(item, g.ByTime) else key(item, columns)


def _truncated(own: exp.Column, grain: g.Grain) -> exp.Expr:
    cut_off = t.call("date_trunc", exp.Literal.string(grain), own)
    return cut_off if grain == "hour" else exp.cast(cut_off, "DATE")


def shown(item: g.AnyGrouping, of: exp.Expr) -> exp.Expr:
    """The value that is shown for a key."""
    if not isinstance(item, g.ByEdges):
        return of
    case = exp.Case()
    for place, label in enumerate(g.bin_labels(item.edges)):
        case = case.when(exp.EQ(this=of.copy(), expression=exp.Literal.number(place)), exp.Literal.string(label))
    return case


_STEPS: dict[g.Grain, tuple[int, str]] = {
    "hour": (1, "HOUR"), "day": (1, "DAY"), "week": (7, "DAY"), "month": (1, "MONTH"), "quarter": (3, "MONTH"),
    "year": (1, "YEAR"), "decade": (10, "YEAR"),
}  # fmt: skip


def stretch(grain: g.Grain, periods: int) -> exp.Interval:
    """An interval of so many periods of a grain."""
    many, unit = _STEPS[grain]
    return exp.Interval(this=exp.Literal.string(str(many * periods)), unit=exp.Var(this=unit))
