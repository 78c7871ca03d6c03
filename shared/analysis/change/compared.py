"""Two stretches of time that a question compares: the one that its conditions name, and the one before."""

from datetime import date, timedelta

from shared.analysis.conditions import Filter
from shared.analysis.entities.windows import Stretch, Windows, earlier, time_of, windows
from shared.analysis.fields import Filters
from shared.contracts import ColumnProfile, DatasetProfile
from shared.errors import ForfeitException
from shared.query.checks.last_period import covered, cut_off
from shared.query.words.values import time as told


def compared(time: str | None, filters: Filters, table: DatasetProfile, months: int) -> tuple[Windows, Filters]:
    """The stretches to compare, and the conditions that are left.

    A condition on the time column names the later stretch ("December", "March 2024"); the earlier one is as long and
    directly before it. Where the data does not reach so far back, an even number of months is compared half with half
    ("from 2024 to 2025"). Where the data fills only a part of either, the same days of both are compared, and a note
    says so. Without a condition they are the latest months that the data fills and those before. Raises
    ForfeitException.
    """
    column = time_of(time, table)
    named = [one for one in filters if one.column == column.name]
    now = _stretch(named[0], column) if len(named) == 1 else None
    if now is None:
        return windows(time, table, months), filters
    left = tuple(one for one in filters if one.column != column.name)
    for before, later in filter(None, ((_before(now), now), _halves(now))):
        if found := _same_days(column, before, later):
            return found, left
    raise ForfeitException(
        f"The data begins on {told(str(column.minimum)[:10])}, so {_how_little(column, _before(now))} is there "
        f"to compare {now.said} with",
        (f"Looked for rows in {_before(now).said}",),
        "Name a later stretch of time.",
        "not_in_data",
    )


def _same_days(column: ColumnProfile, before: Stretch, now: Stretch) -> Windows | None:
    """The days of both that the data covers in both; None where it holds less than half of the earlier one."""
    known = covered(column)
    if known is None or known[0] >= before.end:
        return None
    first, last, usual = known
    months = (now.start.year - before.start.year) * 12 + now.start.month - before.start.month
    whole = before.start.day == now.start.day == 1

    def moved(day: date, sign: int) -> date:
        """The same day of the other stretch."""
        if not whole:
            return day + sign * (now.start - before.start)
        month = earlier(day, -sign * months)
        return min(month + timedelta(days=day.day - 1), earlier(month, -1))

    notes = []
    if cut_off((first - before.start).days, usual):
        if 2 * (first - before.start) > before.end - before.start:
            return None
        notes.append(f"the data begins on {told(first.isoformat())}")
        length = min(before.end - first, now.end - moved(first, 1))
        before, now = Stretch(first, first + length), Stretch(moved(first, 1), moved(first, 1) + length)
    end = last + timedelta(days=1)
    if now.start < end < now.end and cut_off((now.end - end).days, usual):
        notes.append(f"the data ends on {told(last.isoformat())}")
        before, now = Stretch(before.start, min(moved(end, -1), before.end)), Stretch(now.start, end)
    if before.start >= before.end:
        return None
    note = f"Only the same days of both are compared: {' and '.join(notes)}." if notes else ""
    return Windows(column, before, now, note)


def _how_little(column: ColumnProfile, before: Stretch) -> str:
    """What the data holds of a stretch that is too little of it."""
    begins = date.fromisoformat(str(column.minimum)[:10])
    return "nothing" if begins >= before.end else f"only a small part of {before.said}"


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
