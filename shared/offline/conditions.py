"""The conditions that no-model mode reads, as conditions of the query language."""

from shared.analysis.conditions import Filter
from shared.query import conditions as c
from shared.query.measures import RowCount
from shared.query.query import Figures


def conditions_of(filters: tuple[Filter, ...], times: frozenset[str]) -> tuple[c.Condition, ...]:
    """The same conditions; `times` are the columns of dates and times. Raises ValueError (pydantic's ValidationError
    is one) where the language has no such condition."""
    found = tuple(_condition(one, times) for one in filters)
    Figures(where=found, measures=(RowCount(),))  # what a query refuses is refused here
    return found


def _condition(one: Filter, times: frozenset[str]) -> c.Condition:
    name, values = one.column, tuple(value for value in one.values if value is not None)
    if one.operator in ("is null", "is not null"):
        return c.Empty(column=name) if one.operator == "is null" else c.Known(column=name)
    if one.operator == "between":
        low, high = values
        return c.Period(column=name, start=low, end=high) if name in times else c.Range(column=name, low=low, high=high)
    if one.operator in ("lists", "not lists"):
        listed = c.Lists(column=name, thing=values[0])
        return listed if one.operator == "lists" else c.Not(condition=listed)
    if one.operator in ("in", "not in"):
        return c.OneOf(column=name, values=values) if one.operator == "in" else c.NoneOf(column=name, values=values)
    return c.Compare.model_validate({"column": name, "operator": one.operator, "value": values[0]})
