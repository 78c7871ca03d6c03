"""A result's column of periods in words, where nothing but its name and its cells is known."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Final, cast, get_args

from shared.query.groupings import Grain
from shared.query.words.groups import period

_NAMED: Final = re.compile(r"(?:.+(?:_| \())?(?P<grain>year|quarter|month|week|decade)\)?")
"""How a column of periods is called: month, order_date_month, order date (month)."""


def grain_named(name: str) -> Grain | None:
    """By which length of time a column is grouped, as its name says; None where it says none."""
    named = _NAMED.fullmatch(name)
    return cast(Grain, named["grain"]) if named and named["grain"] in get_args(Grain) else None


def periods(name: str, cells: Sequence[object]) -> list[str]:
    """The cells as people say them, "March 2025", "" for an empty one; none where the name says no length of time, or a
    cell is not the first day of one."""
    grain = grain_named(name)
    days = [_day(cell) for cell in cells if cell is not None]
    if grain is None or not days or not all(day and _begins(day, grain) for day in days):
        return []
    return ["" if cell is None else period(str(cell), grain) for cell in cells]


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
