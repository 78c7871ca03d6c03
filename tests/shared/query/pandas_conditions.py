"""Which rows meet a condition."""

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np

from shared.query import conditions as c
from shared.query.base import moment
from tests.shared.query.pandas_cells import OPERATORS, TIMES, Mask, Sheet, comparable, literal, part_of
from tests.shared.query.pandas_statistics import quantile, statistic

SEPARATOR: Final = ";"
"""What stands between the things of a cell in all tables of these tests."""


def where_met(where: tuple[c.Condition, ...], rows: Sheet) -> Mask:
    """The rows that meet a query's `where`. Its figures of `selected` rows are those of the rows that meet all of its
    conditions in which nothing is compared with a figure."""
    everything = np.ones(len(rows), dtype=bool)
    selected = all_met([one for one in where if not c.is_relative(one)], rows, everything)
    return all_met(where, rows, selected)


def all_met(conditions: Iterable[c.Condition], rows: Sheet, selected: Mask) -> Mask:
    """The rows that meet all of the conditions, with the rows that `selected` means in them."""
    met = np.ones(len(rows), dtype=bool)
    for one in conditions:
        met &= condition_met(one, rows, selected)
    return met


def condition_met(condition: c.Condition, rows: Sheet, selected: Mask) -> Mask:
    """The rows that meet the condition, with the rows that `selected` means in it."""
    if isinstance(condition, c.AllOf):
        return all_met(condition.conditions, rows, selected)
    if isinstance(condition, c.AnyOf):
        return np.logical_or.reduce([condition_met(one, rows, selected) for one in condition.conditions])
    if isinstance(condition, c.Not):
        return ~condition_met(condition.condition, rows, selected)
    if isinstance(condition, c.Relative):
        rows.require(condition.column, "number")
        cells = rows.cells(condition.column)
        among = cells if condition.among == "all" else cells[selected]
        return _each(rows, condition.column, _RELATIVE[condition.kind](condition, among))
    return _PLAIN[condition.kind](condition, rows)


def _each(rows: Sheet, column: str, test: Callable[[Any], bool]) -> Mask:
    """The rows whose cell is known and passes the test."""
    met = [cell is not None and test(comparable(cell)) for cell in rows.cells(column)]
    return np.array(met, dtype=bool)


# ---- conditions on cells alone -----------------------------------------------------------------------------------


def _compare(one: c.Compare, rows: Sheet) -> Mask:
    value = literal(one.value, rows.kinds[one.column])
    if one.operator == "!=":
        return ~_each(rows, one.column, lambda cell: cell == value)
    if one.operator != "=":
        rows.require(one.column, "number", *TIMES)
    return _each(rows, one.column, lambda cell: OPERATORS[one.operator](cell, value))


def _compare_columns(one: c.CompareColumns, rows: Sheet) -> Mask:
    if one.operator == "!=":
        return ~_compare_columns(one.model_copy(update={"operator": "="}), rows)
    kind = rows.kinds[one.column]
    rows.require(one.other, *(TIMES if kind in TIMES else (kind,)))
    if one.operator != "=":
        rows.require(one.column, "number", *TIMES)
    pairs = zip(rows.cells(one.column), rows.cells(one.other), strict=True)
    compares = OPERATORS[one.operator]
    met = [None not in (a, b) and compares(comparable(a), comparable(b)) for a, b in pairs]
    return np.array(met, dtype=bool)


def _one_of(one: c.OneOf | c.NoneOf, rows: Sheet) -> Mask:
    values = [literal(value, rows.kinds[one.column]) for value in one.values]
    return _each(rows, one.column, lambda cell: cell in values)


def _range(one: c.Range, rows: Sheet) -> Mask:
    rows.require(one.column, "number")
    return _each(rows, one.column, lambda cell: one.low <= cell <= one.high)


def _period(one: c.Period, rows: Sheet) -> Mask:
    rows.require(one.column, *TIMES)
    start, end = moment(one.start), moment(one.end)
    return _each(rows, one.column, lambda cell: start <= cell < end)


def _part_is(one: c.PartIs, rows: Sheet) -> Mask:
    rows.require(one.column, *TIMES)
    return _each(rows, one.column, lambda cell: part_of(cell, one.part) in one.values)


def _contains(one: c.Contains, rows: Sheet) -> Mask:
    rows.require(one.column, "text")
    return _each(rows, one.column, lambda cell: one.text.lower() in cell.lower())


def _lists(one: c.Lists, rows: Sheet) -> Mask:
    rows.require(one.column, "text")
    return _each(rows, one.column, lambda cell: one.thing in [part.strip(" ") for part in cell.split(SEPARATOR)])


_PLAIN: Final[dict[str, Callable[[Any, Sheet], Mask]]] = {
    "compare": _compare,
    "compare_columns": _compare_columns,
    "one_of": _one_of,
    "none_of": lambda one, rows: ~_one_of(one, rows),
    "range": _range,
    "period": _period,
    "empty": lambda one, rows: ~_each(rows, one.column, lambda _: True),
    "known": lambda one, rows: _each(rows, one.column, lambda _: True),
    "part_is": _part_is,
    "contains": _contains,
    "lists": _lists,
}

# ---- conditions that compare with a figure of rows ---------------------------------------------------------------


def _against_figure(one: c.AgainstFigure, among: Any) -> Callable[[Any], bool]:
    figure = statistic(one.figure, among)
    if figure is None:
        return lambda _: False
    return lambda cell: OPERATORS[one.operator](cell, one.times * figure)


def _against_quantile(one: c.AgainstQuantile, among: Any) -> Callable[[Any], bool]:
    figure = quantile(among, one.at)
    if figure is None:
        return lambda _: False
    return lambda cell: OPERATORS[one.operator](cell, figure)


def _against_spread(one: c.AgainstSpread, among: Any) -> Callable[[Any], bool]:
    if one.around == "mean":
        first = last = statistic("mean", among)
        unit = statistic("stddev", among)
    else:
        first, last = quantile(among, 0.25), quantile(among, 0.75)
        unit = statistic("interquartile_range", among)
    if first is None or last is None or unit is None:
        return lambda _: False
    low, high = first - one.reach * unit, last + one.reach * unit
    tests: dict[str, Callable[[Any], bool]] = {
        "above": lambda cell: cell > high,
        "below": lambda cell: cell < low,
        "outside": lambda cell: cell > high or cell < low,
        "within": lambda cell: low <= cell <= high,
    }
    return tests[one.position]


_RELATIVE: Final[dict[str, Callable[[Any, Any], Callable[[Any], bool]]]] = {
    "against_figure": _against_figure,
    "against_quantile": _against_quantile,
    "against_spread": _against_spread,
}
