"""Figures of a group that look at other groups too."""

import datetime as dt
from collections.abc import Callable
from typing import Any, Final

from shared.query import across as a
from shared.query.groupings import ByTime
from shared.query.query import Figures, group_at
from tests.shared.query.pandas_groupings import Key
from tests.shared.query.pandas_statistics import finite, require_numbers, statistic

Figure = Any
_MONTHS: Final = {"month": 1, "quarter": 3, "year": 12, "decade": 120}
_STRETCHES: Final = {"hour": dt.timedelta(hours=1), "day": dt.timedelta(days=1), "week": dt.timedelta(days=7)}


def across(one: a.AcrossGroups, query: Figures, keys: list[Key], figures: list[Figure]) -> list[Figure]:
    """The figure of each group, from the measure that it looks at of all groups, in their order."""
    require_numbers(figures)
    if isinstance(one, a.Share | a.Rank):
        within = [group_at(query, reference) for reference in one.within]
        of = [tuple(key[place] for place in within) for key in keys]
        return [_AMONG[one.kind](one, figure, _sharing(of, figures, at)) for at, figure in enumerate(figures)]
    time = next(place for place, group in enumerate(query.groups) if isinstance(group, ByTime))
    known = {(_others(key, time), key[time].order): figure for key, figure in zip(keys, figures, strict=True)}
    grain = query.groups[time].grain  # type: ignore[union-attr]
    return [_ALONG[one.kind](one, grain, key[time].order, _past(known, _others(key, time))) for key in keys]


def before(period: dt.datetime, grain: str, periods: int) -> dt.datetime | None:
    """Where the period begins that lies so many before this one; None before the calendar begins."""
    try:
        if grain in _STRETCHES:
            return period - periods * _STRETCHES[grain]
        months = 12 * period.year + period.month - 1 - periods * _MONTHS[grain]
        return period.replace(year=months // 12, month=months % 12 + 1)
    except (OverflowError, ValueError):
        return None


def _sharing(of: list[Key], figures: list[Figure], at: int) -> list[Figure]:
    """The figures of the groups that share the values of `within` with the group at this place."""
    return [figure for key, figure in zip(of, figures, strict=True) if key == of[at]]


def _others(key: Key, time: int) -> Key:
    return key[:time] + key[time + 1 :]


def _past(known: dict[tuple[Key, Any], Figure], others: Key) -> dict[dt.datetime, Figure]:
    """The figure of each period of the groups that are alike but for the time."""
    return {period: figure for (key, period), figure in known.items() if key == others and period is not None}


def _share(_one: a.Share, figure: Figure, figures: list[Figure]) -> Figure:
    total = statistic("sum", figures)
    return None if figure is None or not total else finite(lambda: 100 * figure / total)


def _rank(one: a.Rank, figure: Figure, figures: list[Figure]) -> Figure:
    if figure is None:
        return None
    known = [other for other in figures if other is not None]
    return 1 + sum(other > figure if one.descending else other < figure for other in known)


Periods = dict[dt.datetime, Figure]


def _change(one: a.Change, grain: str, period: dt.datetime | None, figures: Periods) -> Figure:
    if period is None:
        return None
    steps = 1 if one.against == "previous" else {"month": 12, "quarter": 4}[grain]
    figure, earlier = figures[period], figures.get(before(period, grain, steps))  # type: ignore[arg-type]
    if figure is None or earlier is None:
        return None
    if one.unit == "absolute":
        return finite(lambda: figure - earlier)
    return None if earlier <= 0 else finite(lambda: 100 * (figure - earlier) / earlier)


def _running_total(_one: a.RunningTotal, _grain: str, period: dt.datetime | None, figures: Periods) -> Figure:
    if period is None:
        return None
    return statistic("sum", [figure for other, figure in figures.items() if other <= period])


def _moving_average(one: a.MovingAverage, grain: str, period: dt.datetime | None, figures: Periods) -> Figure:
    if period is None:
        return None
    needed = [figures.get(before(period, grain, back)) for back in range(one.periods)]  # type: ignore[arg-type]
    return None if None in needed else statistic("mean", needed)


_AMONG: Final[dict[str, Callable[[Any, Figure, list[Figure]], Figure]]] = {"share": _share, "rank": _rank}
_ALONG: Final[dict[str, Callable[[Any, str, dt.datetime | None, Periods], Figure]]] = {
    "change": _change,
    "running_total": _running_total,
    "moving_average": _moving_average,
}
