"""A last period that the data does not fill: December, where it ends on the 12th."""

from datetime import date, datetime, timedelta

from shared.contracts import Scalar
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
_STEPS: tuple[Grain, ...] = ("year", "quarter", "month")


def last_period(bound: BoundQuery, semantics: Semantics) -> tuple[Finding, ...]:
    """For groups by week or longer: the data ends before the last of them does, and no condition leaves it out.

    Where each date is the first of a month (a quarter, a year), it stands for all of it.
    """
    if not isinstance(bound.query, Figures):
        return ()
    found: list[Finding] = []
    for grouping in bound.query.groups:
        latest = _until(bound.columns[grouping.column])
        if not isinstance(grouping, ByTime) or grouping.grain in ("hour", "day") or latest is None:
            continue
        begin, end = _period_of(latest, grouping.grain)
        asked = [one for one in bound.query.where if isinstance(one, c.Period) and one.column == grouping.column]
        left_out = any(moment(one.end).date() <= begin for one in asked)
        if latest < end - timedelta(days=1) and not left_out:
            name = period(begin.isoformat(), grouping.grain)
            sentence = v.sentence(f"{name} is not complete: the data ends on {v.time(latest.isoformat())}")
            found.append(Finding(kind="last_period", verdict="tell", sentence=sentence))
    return tuple(found)


def _until(column: BoundColumn) -> date | None:
    """The last day that the times in a column of the table speak of."""
    if isinstance(column, PassedColumn):
        return _until(column.column)
    if not isinstance(column, TableColumn) or column.kind != "time":
        return None
    first, last = (_day(of) for of in (column.profile.minimum, column.profile.maximum))
    if first is None or last is None:
        return None
    stands_for = next((grain for grain in _STEPS if _each_opens(first, last, column.profile.distinct, grain)), None)
    return _period_of(last, stands_for)[1] - timedelta(days=1) if stands_for else last


def _day(of: Scalar) -> date | None:
    return datetime.fromisoformat(of).date() if isinstance(of, str) else None


def _each_opens(first: date, last: date, distinct: int, grain: Grain) -> bool:
    """Whether the times are first days of such periods: the ends are, and there are no more of them than periods."""
    ends = (_period_of(first, grain)[0], _period_of(last, grain)[0])
    months = (last.year - first.year) * 12 + last.month - first.month
    return ends == (first, last) and 1 < distinct <= months // _MONTHS[grain] + 1


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
