"""A first or a last period that the data does not fill: December, where it ends on the 12th."""

from collections.abc import Iterable, Iterator
from datetime import MAXYEAR, MINYEAR, date, datetime, timedelta
from typing import NamedTuple

from shared.contracts import ColumnProfile, DatasetProfile, Scalar
from shared.query import conditions as c
from shared.query.bound import BoundColumn, BoundQuery, PassedColumn, TableColumn
from shared.query.checks.finding import Finding
from shared.query.groupings import MONTHS_OF_GRAIN, ByTime, Grain
from shared.query.query import Figures
from shared.query.semantics import Semantics
from shared.query.words import values as v
from shared.query.words.groups import period

_STEPS: tuple[Grain, ...] = ("year", "quarter", "month")


def last_period(bound: BoundQuery, semantics: Semantics) -> tuple[Finding, ...]:
    """For groups by week or longer: the data begins within the first of them, or ends before the last of them does, and
    no condition leaves it out."""
    if not isinstance(bound.query, Figures):
        return ()
    found: list[Finding] = []
    for grouping in bound.query.groups:
        column = _profile(bound.columns[grouping.column])
        if not isinstance(grouping, ByTime) or column is None:
            continue
        since, until = _asked(bound.query.where, grouping.column)
        told = incomplete(column, grouping.grain, since, until, bound.table.columns)
        found += [Finding(kind="last_period", verdict="tell", sentence=one) for one in told]
    return tuple(found)


def _asked(where: Iterable[c.Condition], column: str) -> tuple[list[Scalar], list[Scalar]]:
    """The times that conditions on a column begin and end with."""
    since: list[Scalar] = []
    until: list[Scalar] = []
    for one in where:
        if isinstance(one, c.Period) and one.column == column:
            since.append(one.start)
            until.append(one.end)
        elif isinstance(one, c.Compare) and one.column == column and one.operator in (">", ">=", "<", "<="):
            (since if one.operator in (">", ">=") else until).append(one.value)
    return since, until


def incomplete(
    column: ColumnProfile,
    grain: Grain,
    since: Iterable[Scalar],
    until: Iterable[Scalar],
    beside: Iterable[ColumnProfile] = (),
) -> Iterator[str]:
    """A sentence for the first and for the last period of a column of times that the data does not fill, of those that
    lie in each [since, until).

    Where each date is the first of a month (a quarter, a year), it stands for all of it. Data begins within a period
    where nothing is there for longer than it usually takes from one time to the next, unless it does so in every
    period: a meter that is read late in each month. Where not every row has such a time (a cancellation), or things
    begin at it (a member joins) of which another column says up to when they were known, the data ends no sooner than
    by the times `beside` it that every row has.
    """
    known = covered(column)
    if grain in ("hour", "day") or known is None:
        return
    first, _, usual = known
    opened = min((_period_of(first, one)[0] for one in column.opens), default=first)
    begin, end = _period_of(first, grain)
    if (first - begin).days > usual and opened > begin and all(day < end for day in map(_day, since) if day):
        yield _told(begin, grain, f"begins on {v.time(first.isoformat())}")
    latest = ends_within(column, grain, beside)
    if latest and all(day > _period_of(latest, grain)[0] for day in map(_day, until) if day):
        yield _told(_period_of(latest, grain)[0], grain, f"ends on {v.time(latest.isoformat())}")


def ends_within(column: ColumnProfile, grain: Grain, beside: Iterable[ColumnProfile] = ()) -> date | None:
    """The last day of a column of times, where it ends before its last period does; None where it fills it."""
    known = covered(column)
    if grain in ("hour", "day") or known is None:
        return None
    latest = known[1]
    closed = max((_period_of(latest, one)[1] - timedelta(days=1) for one in column.closes), default=latest)
    others = (one for one in beside if column.nulls or _goes_on(one, column))
    known_to = max(filter(None, map(_of_every_row, others)), default=latest)
    return latest if max(latest, closed, known_to) < _period_of(latest, grain)[1] - timedelta(days=1) else None


def cut_within(column: ColumnProfile, grain: Grain, beside: Iterable[ColumnProfile] = ()) -> date | None:
    """The last day of a column of times, where its last period is none that counts as whole."""
    latest, filled = ends_within(column, grain, beside), whole(column, grain, beside)
    return latest if latest is not None and filled is not None and filled.until <= latest else None


class Whole(NamedTuple):
    """The periods that the data fills, from the day `since` to the day `until`, excluded; `told` names a last one that
    is left out, or that is counted though the data ends within it."""

    since: date
    until: date
    told: str = ""


def whole(column: ColumnProfile, grain: Grain, beside: Iterable[ColumnProfile] = ()) -> Whole | None:
    """The periods of a column of times that count as whole wherever periods are compared: all but a first and a last
    one that is `cut_off`; None where no day is known."""
    known = covered(column)
    if known is None or grain in ("hour", "day"):
        return Whole(known[0], end_of(known[1], grain)) if known else None
    first, _, usual = known
    begin, end = _period_of(first, grain)
    opened = min((_period_of(first, one)[0] for one in column.opens), default=first)
    since = end if opened > begin and cut_off((first - begin).days, usual) else begin
    latest = ends_within(column, grain, beside)
    if latest is None:
        return Whole(since, _period_of(known[1], grain)[1])
    begin, end = _period_of(latest, grain)
    left = cut_off((end - latest).days - 1, usual)
    named, day = period(begin.isoformat(), grain), v.time(latest.isoformat())
    told = f"{named} is left out: the data ends on {day}" if left else counted(begin, grain, latest)
    return Whole(since, begin if left else end, v.sentence(told))


def whole_within(column: ColumnProfile, grain: Grain, where: Iterable[c.Condition], table: DatasetProfile) -> Whole:
    """The periods of a column of times that count as whole among the rows that conditions leave: those that the data
    fills, and that no condition on the column cuts. Without any day that is known, all of them do."""
    known, found = covered(column), whole(column, grain, table.columns)
    if known is None or found is None or grain in ("hour", "day"):
        return found or Whole(date.min, date.max)
    since, until = _asked(where, column.name)
    first = max(filter(None, map(_day, since)), default=found.since)
    end = min(filter(None, map(_day, until)), default=found.until)
    opened, closes = _period_of(first, grain), _period_of(end, grain)[0]
    begin = opened[1] if cut_off((first - opened[0]).days, known[2]) else opened[0]
    lacking = (end_of(end, grain) - end).days if end > closes else 0
    last = closes if not lacking or cut_off(lacking, known[2]) else end_of(end, grain)
    return Whole(max(found.since, begin), min(found.until, last), found.told)


def cut_off(lacking: int, usual: float) -> bool:
    """Whether a period lacks so many days at an end that it is not whole: more than usually lie between two times of
    the data, and more than one."""
    return lacking > max(usual, 1.0)


def counted(begin: date, grain: Grain, latest: date) -> str:
    """That a period within which the data ends is counted, as a clause."""
    return f"{period(begin.isoformat(), grain)} is counted, though the data ends on {v.time(latest.isoformat())}"


def covered(column: ColumnProfile) -> tuple[date, date, float] | None:
    """The first and the last day that a column of times covers, and how many days usually lie between two of its
    times. Where each date is the first of a month (a quarter, a year), the last one covers all of it."""
    first, last = (_day(of) for of in (column.minimum, column.maximum))
    if first is None or last is None:
        return None
    stands_for = next((one for one in _STEPS if _each_opens(first, last, column.distinct, one)), None)
    usual = 0.0 if stands_for else (last - first).days / max(column.distinct - 1, 1)
    return first, _period_of(last, stands_for)[1] - timedelta(days=1) if stands_for else last, usual


def _of_every_row(column: ColumnProfile) -> date | None:
    """The last day of a column of times that no row lacks."""
    known = covered(column) if column.temporal and not column.nulls else None
    return known[1] if known else None


def _goes_on(other: ColumnProfile, column: ColumnProfile) -> bool:
    """Whether the times of another column are those up to which things were known that began at the times of this one:
    a last visit, beside the day of joining. It ends later by less than half of what it begins later by; what comes some
    time after each of the times, as a day of payment does, ends later by as much at least."""
    own, others = covered(column), covered(other) if other.temporal else None
    if own is None or others is None:
        return False
    return timedelta() < 2 * (others[1] - own[1]) < others[0] - own[0]


def _told(begin: date, grain: Grain, edge: str) -> str:
    return v.sentence(f"{period(begin.isoformat(), grain)} is not complete: the data {edge}")


def _profile(column: BoundColumn) -> ColumnProfile | None:
    """The profile of a column of times of the table."""
    if isinstance(column, PassedColumn):
        return _profile(column.column)
    return column.profile if isinstance(column, TableColumn) and column.kind == "time" else None


def _day(of: Scalar) -> date | None:
    try:
        return datetime.fromisoformat(of).date() if isinstance(of, str) else None
    except ValueError:  # no day, so nothing is known of it
        return None


def is_day(text: str) -> bool:
    """Whether a text is a day, or a time of one, in ISO 8601."""
    return _day(text) is not None


def end_of(day: date, grain: Grain) -> date:
    """The first day after the period of that length that a day is in."""
    if grain in ("hour", "day"):
        return day + min(timedelta(days=1), date.max - day)
    return _period_of(day, grain)[1]


def _each_opens(first: date, last: date, distinct: int, grain: Grain) -> bool:
    """Whether the times are first days of such periods: the ends are, and there are no more of them than periods."""
    ends = (_period_of(first, grain)[0], _period_of(last, grain)[0])
    months = (last.year - first.year) * 12 + last.month - first.month
    return ends == (first, last) and 1 < distinct <= months // MONTHS_OF_GRAIN[grain] + 1


def _period_of(day: date, grain: Grain) -> tuple[date, date]:
    """The period that a day is in, [begin, end); as far as there are days."""
    if grain == "week":
        begin = day - timedelta(days=day.weekday())
        return begin, begin + min(timedelta(days=7), date.max - begin)
    months = MONTHS_OF_GRAIN[grain]
    first = day.year - day.year % 10 if grain == "decade" else day.year
    begin = date(max(first, MINYEAR), 1 if months >= 12 else (day.month - 1) // months * months + 1, 1)
    after = begin.year * 12 + begin.month - 1 + months
    return begin, date(after // 12, after % 12 + 1, 1) if after // 12 <= MAXYEAR else date.max
