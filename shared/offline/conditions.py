"""The conditions that no-model mode reads, as conditions of the query language."""

from collections.abc import Mapping
from typing import Any, Final

from shared.analysis.conditions import Alternative, Filter, Level
from shared.query import conditions as c
from shared.query.measures import RowCount
from shared.query.query import Figures

_PARTS: Final[Mapping[str, c.Part]] = {"weekday": "weekday", "month of year": "month", "hour of day": "hour"}


def conditions_of(filters: tuple[Filter, ...], times: frozenset[str]) -> tuple[c.Condition, ...]:
    """The same conditions; `times` are the columns of dates and times. Raises ValueError (pydantic's ValidationError
    is one) where the language has no such condition."""
    found = tuple(_condition(one, times) for one in filters)
    Figures(where=found, measures=(RowCount(),))  # what a query refuses is refused here
    return found


def _condition(one: Filter, times: frozenset[str]) -> c.Condition:
    own = _levelled(one, one.level) if one.level else _parted(one) if one.grain else _plain(one, times)
    others = tuple(_plain(other, times) for other in one.otherwise)
    return c.AnyOf(conditions=(own, *others)) if others else own


def _plain(one: Alternative, times: frozenset[str]) -> c.Condition:
    name, values = one.column, tuple(value for value in one.values if value is not None)
    if one.operator in ("is null", "is not null"):
        return c.Empty(column=name) if one.operator == "is null" else c.Known(column=name)
    if one.operator == "between":
        return _between(name, values, name in times)
    if one.operator in ("lists", "not lists"):
        listed = tuple(c.Lists(column=name, thing=value) for value in values)
        found = listed[0] if len(listed) == 1 else c.AnyOf(conditions=listed)
        return found if one.operator == "lists" else c.Not(condition=found)
    if one.operator in ("in", "not in"):
        return _among(name, values, belongs=one.operator == "in")
    return c.Compare.model_validate({"column": name, "operator": one.operator, "value": values[0]})


def _between(name: str, values: tuple[Any, ...], timely: bool) -> c.Condition:
    low, high = values
    return c.Period(column=name, start=low, end=high) if timely else c.Range(column=name, low=low, high=high)


def _among(name: str, values: tuple[Any, ...], *, belongs: bool) -> c.Condition:
    if len(values) == 1:
        return c.Compare(column=name, operator="=" if belongs else "!=", value=values[0])
    return c.OneOf(column=name, values=values) if belongs else c.NoneOf(column=name, values=values)


def _parted(one: Filter) -> c.Condition:
    if one.grain is None or one.operator not in ("=", "in"):
        raise ValueError("a part of a time is one of some values")
    return c.PartIs(column=one.column, part=_PARTS[one.grain], values=one.values)


def _levelled(one: Filter, level: Level) -> c.Condition:
    name, operator = one.column, one.operator
    if level.figure in ("deviations", "quartiles"):
        around = "mean" if level.figure == "deviations" else "quartiles"
        position = "outside" if operator == "outside" else "within"
        return c.AgainstSpread(column=name, position=position, around=around, reach=level.parameter)
    if level.figure == "percentile":
        return c.AgainstQuantile(column=name, operator=operator, at=level.parameter)
    return c.AgainstFigure(column=name, operator=operator, figure=level.figure)
