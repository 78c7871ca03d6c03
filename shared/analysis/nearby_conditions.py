"""The conditions of a question that a table can meet, for questions near to it."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from shared.analysis.conditions import Filter
from shared.analysis.understanding import Understood
from shared.contracts import ColumnProfile

_MOST_CONDITIONS: Final = 2
_YEARS: Final = 30
"""By how many years a period is moved at most, to lie within the data."""
_A_WEEK: Final = timedelta(days=7)
_WHOLE: Final = (1, 3, 12)
"""Months of a whole month, quarter or year."""
_YEAR: Final = re.compile(r"\d{4}")


def conditions_met(asked: Understood) -> Sequence[tuple[Filter, ...]]:
    """The conditions that the table can meet: those that are asked for, of several values each by itself."""
    met = tuple(conditions_within(asked))
    if len(met) == 1 and met[0].operator == "in":
        single = (met[0].model_copy(update={"operator": "=", "values": (one,)}) for one in met[0].values)
        return [(one,) for one in single][:_MOST_CONDITIONS]
    return [met] if met else []


def conditions_within(asked: Understood) -> Iterator[Filter]:
    """The conditions, in the data's words; a period that it does not cover is moved into it, or left out."""
    for one in asked.conditions:
        column = asked.table.column(one.column)
        if one.operator == "=" and column.role == "measure" and column.type == "number":
            continue  # the day of a month, or whatever stands behind a name
        plain = one.model_copy(update={"label": ""})
        moved = _within_data(one, column) if asked.ahead and column.temporal else plain
        sized = column.role == "id" and one.operator not in ("=", "in", "lists")  # the number of an order is no amount
        if moved is not None and not one.otherwise and not sized:
            yield moved
    if not asked.conditions:
        yield from _named_in_part(asked)


def _named_in_part(asked: Understood) -> list[Filter]:
    """The one value of which the question says a word that is written like a name, and nothing else of it: Bo Reyes for
    "Bo"."""
    said = {one for one in re.findall(r"\w+", asked.question) if one[:1].isupper() and one.casefold() in asked.words}
    found = [
        Filter(column=column.name, operator="=", values=(value.value,))
        for column in asked.table.having("dimension")
        for value in column.top_values
        if said & set(re.findall(r"\w+", str(value.value)))
    ]
    return found if len(found) == 1 else []


def _within_data(period: Filter, column: ColumnProfile) -> Filter | None:
    """The period moved into the data: one by today's date ("last month") to the last one like it there."""
    plain = period.model_copy(update={"label": ""})
    return _last(plain, column) if period.label and not _YEAR.search(period.label) else _moved(plain, column)


def _last(period: Filter, column: ColumnProfile) -> Filter | None:
    """As long a period at the end of the data: the month, quarter, year or week of its last day, or so many days;
    days of times of day are not said in a few words."""
    if period.operator != "between" or period.grain or column.maximum is None:
        return None
    start, end = (date.fromisoformat(str(edge)[:10]) for edge in period.values)
    last, months = date.fromisoformat(str(column.maximum)[:10]), 12 * (end.year - start.year) + end.month - start.month
    if start.day == end.day == 1 and months in _WHOLE:
        at = last.year * 12 + (last.month - 1) // months * months
        edges = [date(one // 12, one % 12 + 1, 1).isoformat() for one in (at, at + months)]
        return period.model_copy(update={"values": tuple(edges)})
    if column.type != "date":
        return None
    monday = last - timedelta(days=last.weekday())
    since = monday if end - start == _A_WEEK else last - (end - start) + timedelta(days=1)
    return period.model_copy(update={"operator": ">=", "values": (since.isoformat(),)})


def _moved(period: Filter, column: ColumnProfile) -> Filter | None:
    """The same period of the last year of which the data holds all its months; None where there is none."""
    if period.operator != "between" or period.grain:
        return None
    begins, ends = (str(edge)[:7] for edge in (column.minimum, column.maximum))
    start, end = (date.fromisoformat(str(edge)[:10]) for edge in period.values)
    for year in range(int(ends[:4]), int(ends[:4]) - _YEARS, -1):
        try:
            moved = [edge.replace(year=edge.year + year - start.year) for edge in (start, end)]
        except ValueError:  # 29 February
            continue
        last = date.fromordinal(moved[1].toordinal() - 1)
        if begins <= moved[0].isoformat()[:7] and last.isoformat()[:7] <= ends:
            return period.model_copy(update={"values": tuple(one.isoformat() for one in moved)})
    return None
