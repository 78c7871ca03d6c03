"""A result's column of periods in words, where nothing but its name and its cells is known."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Final, cast, get_args

from shared.contracts import ColumnProfile
from shared.query.conditions import PART_NUMBERS
from shared.query.groupings import RECURRING, Grain
from shared.query.words.groups import period
from shared.query.words.values import part

_NAMED: Final = re.compile(r"(?:.+(?:_| \())?(?P<grain>year|quarter|month|week|decade)\)?", re.IGNORECASE)
"""How a column of periods is called: month, Quarter, order_date_month, order date (month)."""

_PARTED: Final = re.compile(rf".+ \((?P<part>{'|'.join(RECURRING)})\)")


def grain_named(name: str) -> Grain | None:
    """By which length of time a column is grouped, as its name says; None where it says none."""
    named = _NAMED.fullmatch(name)
    grain = named["grain"].lower() if named else None
    return cast(Grain, grain) if grain in get_args(Grain) else None


def in_quarters(column: ColumnProfile) -> bool:
    """Whether a column holds the first days of quarters and no other times: two, where its name says so, or more."""
    days = [_day(one.value) for one in column.top_values]
    several = len(days) > (1 if grain_named(column.name) == "quarter" else 2) and len(days) == column.distinct
    return column.type == "date" and several and all(day and _begins(day, "quarter") for day in days)


def periods(name: str, cells: Sequence[object]) -> list[str]:
    """The cells as people say them, "March 2025" or "Monday", "" for an empty one; none where the name says neither a
    length nor a part of time, or a cell is not the first day of one, nor such a part."""
    if parted := _PARTED.fullmatch(name):
        return _parts(parted["part"], cells)
    grain = grain_named(name)
    days = [_day(cell) for cell in cells if cell is not None]
    if grain is None or not days or not all(day and _begins(day, grain) for day in days):
        return []
    return ["" if cell is None else period(str(cell), grain) for cell in cells]


def _parts(named: str, cells: Sequence[object]) -> list[str]:
    which = RECURRING[named]
    if not all(cell is None or (type(cell) is int and cell in PART_NUMBERS[which]) for cell in cells):
        return []
    return [part(cell, which) if isinstance(cell, int) else "" for cell in cells]


def _day(cell: object) -> date | None:
    """The day that a text names, alone or at midnight."""
    if not isinstance(cell, str) or cell[10:].strip("T 0:.Z"):
        return None
    try:
        return date.fromisoformat(cell[:10])
    except ValueError:
        return None


def _begins(day: date, grain: Grain) -> bool:
    """Whether a period of this length begins on the day."""
    if grain == "week":
        return day.weekday() == 0
    months = {"month": 1, "quarter": 3}.get(grain, 12)
    return day.day == 1 and (day.month - 1) % months == 0 and (grain != "decade" or day.year % 10 == 0)
