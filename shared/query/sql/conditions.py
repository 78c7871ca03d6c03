"""Conditions as SQL with two values: true where a row meets the condition, false or null where it does not."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from shared.query import conditions as c
from shared.query.bound import Columns
from shared.query.columns import separator_of
from shared.query.sql import terms as t
from shared.query.sql.derived import part
from shared.query.trees import exp


@cache
def _comparisons() -> dict[str, type[exp.Binary]]:
    return {"=": exp.EQ, "<": exp.LT, "<=": exp.LTE, ">": exp.GT, ">=": exp.GTE}


class RowScope(NamedTuple):
    """What conditions stand on: the columns of the rows, and the relations that figures are taken of. `selected` is
    None where no condition may ask for it."""

    columns: Columns
    everything: str
    selected: str | None = None

    def among(self, which: c.Among) -> str:
        """The relation whose rows a figure inside a condition is computed over: all rows, or the selected ones."""
        return self.selected if which == "selected" and self.selected is not None else self.everything


def conditions(items: tuple[c.Condition, ...], rows: RowScope) -> list[exp.Expr]:
    """Each condition as SQL."""
    return [condition(item, rows) for item in items]


def condition(item: c.Condition, rows: RowScope) -> exp.Expr:
    """One condition as SQL."""
    if isinstance(item, c.AnyOf | c.AllOf):
        joined = exp.or_ if isinstance(item, c.AnyOf) else exp.and_
        return exp.paren(joined(*conditions(item.conditions, rows), copy=False), copy=False)
    if isinstance(item, c.Not):
        return _not(condition(item.condition, rows))
    if isinstance(item, c.AgainstFigure | c.AgainstQuantile | c.AgainstSpread):
        return _relative(item, rows)
    if isinstance(item, c.Compare | c.CompareColumns):
        return _compared(item, rows)
    if isinstance(item, c.OneOf | c.NoneOf):
        own = rows.columns[item.column]
        values = [t.literal(value, own.type) for value in item.values]
        found = exp.In(this=t.cell(own, *item.values), expressions=values)
        return found if isinstance(item, c.OneOf) else _not(found)
    return _of_one_cell(item, rows)


def _not(met: exp.Expr) -> exp.Expr:
    return exp.Not(this=exp.Coalesce(this=met, expressions=[exp.Boolean(this=False)]))


def _compared(item: c.Compare | c.CompareColumns, rows: RowScope) -> exp.Expr:
    own = rows.columns[item.column]
    if isinstance(item, c.Compare):
        left, right = t.cell(own, item.value), t.literal(item.value, own.type)
    else:
        left, right = t.name(item.column), t.name(item.other)
    if item.operator == "!=":
        return _not(exp.EQ(this=left, expression=right))
    return _comparisons()[item.operator](this=left, expression=right)


def _of_one_cell(
    item: c.Range | c.Period | c.Empty | c.Known | c.PartIs | c.Contains | c.Lists, rows: RowScope
) -> exp.Expr:
    own = rows.columns[item.column]
    if isinstance(item, c.Range):
        return _between(t.name(item.column), t.number(item.low), t.number(item.high), exp.LTE)
    if isinstance(item, c.Period):
        low, high = (t.literal(edge, own.type) for edge in (item.start, item.end))
        return _between(t.cell(own, item.start, item.end), low, high, exp.LT)
    if isinstance(item, c.PartIs):
        values = [t.number(value) for value in item.values]
        return exp.In(this=part(item.column, item.part, own.type), expressions=values)
    if isinstance(item, c.Contains):
        searched = exp.Lower(this=exp.Literal.string(item.text))
        return exp.Contains(this=exp.Lower(this=t.name(item.column)), expression=searched)
    if isinstance(item, c.Lists):
        return listing(t.name(item.column), item.thing, separator_of(own))
    return t.is_null(t.name(item.column)) if isinstance(item, c.Empty) else t.is_known(t.name(item.column))


def listing(cell: exp.Expr, thing: str, separator: str) -> exp.Expr:
    """Whether a cell lists a thing: found in it between two separators, whatever blanks stand around those."""
    sign = exp.Literal.string(separator)
    padded = exp.DPipe(this=exp.DPipe(this=sign, expression=cell), expression=sign.copy())
    blanks, every = exp.Literal.string(f" *{re.escape(separator)} *"), exp.Literal.string("g")
    close = exp.RegexpReplace(this=padded, expression=blanks, replacement=sign.copy(), modifiers=every)
    return exp.Contains(this=close, expression=exp.Literal.string(f"{separator}{thing}{separator}"))


def _between(own: exp.Expr, low: exp.Expr, high: exp.Expr, upper: type[exp.Binary]) -> exp.Expr:
    return exp.and_(exp.GTE(this=own, expression=low), upper(this=own.copy(), expression=high), copy=False)


def _relative(item: c.Relative, rows: RowScope) -> exp.Expr:
    own, relation = t.name(item.column), rows.among(item.among)
    if isinstance(item, c.AgainstSpread):
        return _spread(item, relation)
    if isinstance(item, c.AgainstQuantile):
        figure = t.scalar(quantile(own.copy(), item.at), relation)
    else:
        figure = t.scalar(_figures()[item.figure](this=own.copy()), relation)
        figure = figure if item.times == 1 else exp.Mul(this=t.number(item.times), expression=figure)
    return _comparisons()[item.operator](this=own, expression=figure)


@cache
def _figures() -> dict[str, type[exp.Func]]:
    return {"mean": exp.Avg, "median": exp.Median, "min": exp.Min, "max": exp.Max}


def _spread(item: c.AgainstSpread, relation: str) -> exp.Expr:
    own = t.name(item.column)
    if item.around == "mean":
        low: exp.Expr = exp.Avg(this=own.copy())
        high: exp.Expr = low.copy()
        step: exp.Expr = exp.StddevSamp(this=own.copy())
    else:
        low, high = quantile(own.copy(), 0.25), quantile(own.copy(), 0.75)
        step = exp.paren(exp.Sub(this=high.copy(), expression=low.copy()))
    reach = exp.Mul(this=t.number(item.reach), expression=step)
    low = t.scalar(exp.Sub(this=low, expression=reach), relation)
    high = t.scalar(exp.Add(this=high, expression=reach.copy()), relation)
    under, over = exp.LT(this=own.copy(), expression=low), exp.GT(this=own.copy(), expression=high)
    if item.position == "within":
        return _between(own, low.copy(), high.copy(), exp.LTE)
    return {"above": over, "below": under, "outside": exp.paren(exp.or_(under, over))}[item.position]


def quantile(own: exp.Expr, at: float) -> exp.Expr:
    """A quantile with linear interpolation."""
    return t.call("quantile_cont", own, t.number(at))
