"""Two stretches of time that a question compares: the one that its conditions name, and the one before."""

from datetime import date, timedelta

from shared.analysis.conditions import Filter
from shared.analysis.entities.windows import Stretch, Windows, earlier, time_of, windows
from shared.analysis.fields import Filters
from shared.contracts import ColumnProfile, DatasetProfile
from shared.errors import ForfeitException


def compared(time: str | None, filters: Filters, table: DatasetProfile, months: int) -> tuple[Windows, Filters]:
    """The stretches to compare, and the conditions that are left.

    A condition on the time column names the later stretch ("December", "March 2024"); the earlier one is as long and
    directly before it. Where the data does not reach so far back, an even number of months is compared half with half
    ("from 2024 to 2025"). Without a condition they are the latest months that the data fills and those before. Raises
    ForfeitException.
    """
    column = time_of(time, table)
    named = [one for one in filters if one.column == column.name]
    now = _stretch(named[0], column) if len(named) == 1 else None
    if now is None:
        return windows(time, table, months), filters
    left = tuple(one for one in filters if one.column != column.name)
    for before, later in filter(None, ((_before(now), now), _halves(now))):
        if isinstance(column.minimum, str) and date.fromisoformat(column.minimum[:10]) < before.end:
            return Windows(column, before, later), left
    raise ForfeitException(
        f"The data begins on {str(column.minimum)[:10]}, so nothing is there to compare {now.said} with",
        (f"Looked for rows in {_before(now).said}",),
        "Name a later stretch of time.",
        "not_in_data",
    )


def _stretch(item: Filter, column: ColumnProfile) -> Stretch | None:
    """The days that a condition names; None where it names no single stretch of them."""
    if item.operator == "between" and item.grain is None and item.level is None:
        start, end = (date.fromisoformat(str(value)[:10]) for value in item.values)
        return Stretch(start, end) if start < end else None
    if item.operator == "=" and item.grain == "month of year" and isinstance(column.maximum, str):
        last = date.fromisoformat(column.maximum[:10])
        month = int(str(item.values[0]))
        year = last.year if month <= last.month else last.year - 1
        return Stretch(date(year, month, 1), earlier(date(year, month, 1), -1))
    return None


def _halves(now: Stretch) -> tuple[Stretch, Stretch] | None:
    """The first and the second half of whole months; None where they have none."""
    months = (now.end.year - now.start.year) * 12 + now.end.month - now.start.month
    if now.start.day != 1 or now.end.day != 1 or months % 2:
        return None
    middle = earlier(now.end, months // 2)
    return Stretch(now.start, middle), Stretch(middle, now.end)


def _before(now: Stretch) -> Stretch:
    if now.start.day == 1 and now.end.day == 1:
        months = (now.end.year - now.start.year) * 12 + now.end.month - now.start.month
        return Stretch(earlier(now.start, months), now.start)
    return Stretch(now.start - timedelta(days=(now.end - now.start).days), now.start)
