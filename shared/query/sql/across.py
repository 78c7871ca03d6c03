"""Figures across groups as SQL: window functions over the groups of a query."""

from __future__ import annotations

from collections.abc import Sequence

from shared.query import across as a
from shared.query.groupings import Grain
from shared.query.sql import terms as t
from shared.query.sql.groupings import stretch
from shared.query.trees import exp


def across(
    item: a.AcrossGroups, own: exp.Expr, keys: Sequence[str], within: Sequence[exp.Expr], time: tuple[str, Grain] | None
) -> exp.Expr:
    """The figure of a group, given its measure, the names of its keys, and those keys within which it is taken; `time`
    is the key by time, with its grain."""
    if isinstance(item, a.Share):
        return t.finite(_share(own, within))
    if isinstance(item, a.Rank):
        order = t.descending(own.copy()) if item.descending else t.ascending(own.copy())
        return exp.Case().when(t.is_known(own.copy()), _window(exp.Rank(), within, order))
    if time is None:
        raise ValueError(f"a {item.kind} has a time")
    key, grain = time
    others = [t.name(one) for one in keys if one != key]
    made = _along(item, own, others, key, grain)
    return exp.Case().when(t.is_known(t.name(key)), made)


def _along(item: a.AcrossGroups, own: exp.Expr, others: Sequence[exp.Expr], key: str, grain: Grain) -> exp.Expr:
    order = t.ascending(t.name(key))
    if isinstance(item, a.Change):
        years = {"month": 12, "quarter": 4}.get(grain, 1) if item.against == "year_before" else 1
        earlier = _window(exp.Max(this=own.copy()), others, order, _frame(grain, years, years))
        return t.finite(_change(item, own, earlier))
    if isinstance(item, a.RunningTotal):
        frame = exp.WindowSpec(kind="ROWS", start="UNBOUNDED", start_side="PRECEDING", end="CURRENT ROW")
        return t.finite(_window(exp.Sum(this=t.double(own)), others, order, frame))
    periods = item.periods if isinstance(item, a.MovingAverage) else 1
    frame = _frame(grain, periods - 1, None)
    known = _window(exp.Count(this=own.copy()), others, order, frame)
    mean = _window(exp.Avg(this=t.double(own.copy())), others, order, frame.copy())
    return exp.Case().when(exp.EQ(this=known, expression=exp.Literal.number(periods)), t.finite(mean))


def _share(own: exp.Expr, within: Sequence[exp.Expr]) -> exp.Expr:
    whole = _window(exp.Sum(this=t.double(own.copy())), within)
    return exp.Div(
        this=exp.Mul(this=exp.Literal.number("100.0"), expression=t.double(own)), expression=t.or_null(whole)
    )


def _change(item: a.Change, own: exp.Expr, earlier: exp.Expr) -> exp.Expr:
    difference = exp.Sub(this=t.double(own), expression=t.double(earlier))
    if item.unit == "absolute":
        return difference
    hundredfold = exp.Mul(this=exp.Literal.number("100.0"), expression=exp.paren(difference))
    base = exp.Case().when(t.above_zero(earlier.copy()), t.double(earlier.copy()))
    return exp.Div(this=hundredfold, expression=base)


def _window(
    figure: exp.Expr, parts: Sequence[exp.Expr], order: exp.Ordered | None = None, frame: exp.WindowSpec | None = None
) -> exp.Window:
    window = exp.Window(this=figure, partition_by=[one.copy() for one in parts])
    if order is not None:
        window.set("order", exp.Order(expressions=[order.copy()]))
    if frame is not None:
        window.set("spec", frame)
    return window


def _frame(grain: Grain, first: int, last: int | None) -> exp.WindowSpec:
    """From `first` calendar periods before to `last` before, or to this one."""
    spec = exp.WindowSpec(kind="RANGE", start=stretch(grain, first), start_side="PRECEDING")
    if last is None:
        spec.set("end", "CURRENT ROW")
    else:
        spec.set("end", stretch(grain, last))
        spec.set("end_side", "PRECEDING")
    return spec
