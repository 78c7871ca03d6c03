"""A last period that the data does not fill: December, where it ends on the 12th."""

from datetime import date, datetime, timedelta

from shared.query import conditions as c
from shared.query.base import moment
from shared.query.check import BoundQuery
from shared.query.checks.finding import Finding
from shared.query.columns import BoundColumn, PassedColumn, TableColumn
from shared.query.groupings import ByTime, Grain
from shared.query.query import Figures
from shared.query.semantics import Semantics
from shared.query.words import values as v
from shared.query.words.groups import period

_MONTHS: dict[Grain, int] = {"month": 1, "quarter": 3, "year": 12, "decade": 120}


def last_period(bound: BoundQuery, semantics: Semantics) -> tuple[Finding, ...]:
    """For groups by week or longer: the data ends before the last of them does, and no condition leaves it out."""
    if not isinstance(bound.query, Figures):
        return ()
    found: list[Finding] = []
    for grouping in bound.query.groups:
        latest = _latest(bound.columns[grouping.column])
        if not isinstance(grouping, ByTime) or grouping.grain in ("hour", "day") or latest is None:
            continue
        begin, end = _period_of(latest.date(), grouping.grain)
        asked = [one for one in bound.query.where if isinstance(one, c.Period) and one.column == grouping.column]
        left_out = any(moment(one.end).date() <= begin for one in asked)
        if latest.date() < end - timedelta(days=1) and not left_out:
            name = period(begin.isoformat(), grouping.grain)
            sentence = v.sentence(f"{name} is not complete: the data ends on {v.time(latest.date().isoformat())}")
            found.append(Finding(kind="last_period", verdict="tell", sentence=sentence))
    return tuple(found)


def _latest(column: BoundColumn) -> datetime | None:
    """The latest time in a column of the table."""
    if isinstance(column, PassedColumn):
        return _latest(column.column)
    if not isinstance(column, TableColumn) or not isinstance(column.profile.maximum, str) or column.kind != "time":
        return None
    return datetime.fromisoformat(column.profile.maximum).replace(tzinfo=None)


def _period_of(day: date, grain: Grain) -> tuple[date, date]:
    """The period that a day is in, [begin, end)."""
    if grain == "week":
        begin = day - timedelta(days=day.weekday())
        return begin, begin + timedelta(days=7)
    months = _MONTHS[grain]
    first = day.year - day.year % 10 if grain == "decade" else day.year
    begin = date(first, 1 if months >= 12 else (day.month - 1) // months * months + 1, 1)
    after = begin.year * 12 + begin.month - 1 + months
    return begin, date(after // 12, after % 12 + 1, 1)
