"""Two stretches of time that are compared: the latest one that the data fills, and the one before it."""

from __future__ import annotations

from datetime import MAXYEAR, date, timedelta
from typing import NamedTuple

from shared.analysis import sql
from shared.analysis.source_times import require_all_times, require_ends
from shared.analysis.times import no_times
from shared.contracts import ColumnProfile, DatasetProfile
from shared.errors import ForfeitException
from shared.query.checks.last_period import covered, whole
from shared.query.trees import exp
from shared.query.words.values import days
from shared.table.names import spoken
from shared.table.nouns import how_many

_YEAR = 12
MONTHS = 3
"""Months in each of the two, where the data covers both."""


class Stretch(NamedTuple):
    """Days from start, included, to end, excluded."""

    start: date
    end: date

    def covers(self, column: str) -> exp.Expr:
        """Whether the time in a column is one of its days."""
        return sql.formula(":time >= :start AND :time < :end", time=column, start=self.first, end=_day(self.end))

    @property
    def first(self) -> exp.Expr:
        """The start of the stretch as a timestamp literal."""
        return _day(self.start)

    @property
    def said(self) -> str:
        """The stretch in words: "July to September 2024", "3 to 28 February 2024"."""
        last = self.end - timedelta(days=1)
        if self.start.day == 1 and self.end.day == 1:
            if (self.start.year, self.start.month) == (last.year, last.month):
                return f"{last:%B %Y}"
            year = "" if self.start.year == last.year else f" {self.start.year}"
            return f"{self.start:%B}{year} to {last:%B %Y}"
        return days(self.start, last)


class Windows(NamedTuple):
    """Two stretches of one length, one after the other, of a column of times."""

    column: ColumnProfile
    before: Stretch
    now: Stretch
    note: str = ""
    """What must be known of them, as a sentence: why they are no longer, or which period they leave out; empty where
    there is nothing of the kind."""

    @property
    def said(self) -> str:
        return f"{self.now.said} against {self.before.said}"

    @property
    def same_season(self) -> bool:
        """Whether both are the same months of their years."""
        return (
            self.before == Stretch(earlier(self.now.start, 12), earlier(self.now.end, 12)) and self.now.start.day == 1
        )

    @property
    def season(self) -> str:
        """What else than a change it may be, as a sentence; empty where both are of one season."""
        return (
            ""
            if self.same_season
            else "The two stretches are of different months: a season would show as such a change too."
        )

    @property
    def last(self) -> date:
        """The last day of the data, or of the later stretch: what comes after that stretch is activity too."""
        end = self.now.end - timedelta(days=1)
        return max(end, date.fromisoformat(self.column.maximum[:10])) if isinstance(self.column.maximum, str) else end

    @property
    def days_quiet(self) -> exp.Expr:
        """Days from an entity's last row to the last day, which is told as the present one: 0 for a row of that day."""
        days = f"date_diff('day', CAST(max(:time) AS DATE), CAST('{self.last.isoformat()}' AS DATE))"
        return sql.formula(days, time=self.column.name)

    @property
    def days(self) -> int:
        """The length of the later stretch, in days."""
        return (self.now.end - self.now.start).days


def time_of(given: str | None, table: DatasetProfile) -> ColumnProfile:
    """The column of times: the one given, else the only one. Raises ForfeitException where none or several would do."""
    there = [table.column(given)] if given is not None else [one for one in table.columns if one.temporal]
    if len(there) == 1:
        require_ends(table, there[0])
        require_all_times(table, there[0])
        return there[0]
    if not there:
        raise no_times(table, ": nothing says what came before and what after")
    named = ", ".join(spoken(one) for one in there)
    raise ForfeitException(
        "Several columns hold times, and nothing decides between them",
        (f"Checked {table.file_name} for temporal columns",),
        f"Name one of these: {named}.",
        "not_understood",
    )


def windows(given: str | None, table: DatasetProfile, months: int = MONTHS) -> Windows:
    """The last `months` months that the data fills and as many before them; where it is too short for that, its later
    and its earlier half. Raises ForfeitException where there are no two days to compare."""
    column = time_of(given, table)
    if not isinstance(column.minimum, str) or not isinstance(column.maximum, str):
        raise _too_short(column)
    known, filled = covered(column), whole(column, "month", table.columns)
    if known is None or filled is None:
        raise _too_short(column)
    middle = earlier(filled.until, months)
    start = earlier(middle, months)
    if start >= filled.since:
        return Windows(column, Stretch(start, middle), Stretch(middle, filled.until), filled.told)
    end = _after(known[1])
    half = (end - known[0]).days // 2
    if not half:
        raise _too_short(column)
    middle = end - timedelta(days=half)
    few = f"The data is too short for {how_many(months, 'months')} and as many before, so its halves are compared."
    return Windows(column, Stretch(middle - timedelta(days=half), middle), Stretch(middle, end), few)


def monthly(column: ColumnProfile) -> bool:
    """Whether a column of times holds the first of months and nothing between them: each stands for its month."""
    if not isinstance(column.minimum, str) or not isinstance(column.maximum, str):
        return False
    first, last = date.fromisoformat(column.minimum[:10]), date.fromisoformat(column.maximum[:10])
    months = (last.year - first.year) * 12 + last.month - first.month + 1
    return first.day == last.day == 1 and 1 < column.distinct <= months


def earlier(day: date, months: int) -> date:
    """The first of the month so many months before."""
    at = day.year * 12 + day.month - 1 - months
    return date(at // 12, at % 12 + 1, 1) if at // 12 <= MAXYEAR else date.max


def _day(day: date) -> exp.Expr:
    return exp.cast(exp.Literal.string(day.isoformat()), "TIMESTAMP")


def _too_short(column: ColumnProfile) -> ForfeitException:
    return ForfeitException(
        f"Insufficient data points to compare two periods ({spoken(column)} covers less than two days)",
        (f"Looked at the times in {spoken(column)}",),
        code="too_few_rows",
    )


def _after(day: date) -> date:
    """The next day, as far as there are days."""
    return day + min(timedelta(days=1), date.max - day)
