"""Periods of the calendar: which one a moment is in, where it ends, and which periods the data fills."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import numpy as np

from shared.contracts import Scalar, TypedColumns
from shared.statistics.columns import Floats, Values, level, values_of
from shared.statistics.requests import Series, SeriesGrain

MONTHS_OF: dict[SeriesGrain, int] = {"month": 1, "quarter": 3, "year": 12}
"""How many months a period is long; of days and weeks none."""
_DAYS: dict[SeriesGrain, int] = {"day": 1, "week": 7}


@dataclass(frozen=True)
class FilledPeriods:
    """The complete periods of a series, in order: `places` counts periods from the first (a missing one leaves a gap),
    `begins` is where each begins. `first_left` and `last_left` are the begins of the periods left out at the ends."""

    grain: SeriesGrain
    places: Floats
    values: Floats
    begins: tuple[date, ...]
    first_left: date | None = None
    last_left: date | None = None

    @property
    def missing(self) -> int:
        """How many periods between the first and the last have no value."""
        return 0 if not len(self.places) else int(self.places[-1]) + 1 - len(self.places)

    @property
    def span(self) -> dict[str, Scalar]:
        """Which periods there are, and which were left out, as cells."""
        known = len(self.values) > 0
        return {
            "periods": len(self.values),
            "missing": self.missing,
            "first_period": self.begins[0].isoformat() if known else None,
            "last_period": self.begins[-1].isoformat() if known else None,
            "first_left_out": self.first_left.isoformat() if self.first_left else None,
            "last_left_out": self.last_left.isoformat() if self.last_left else None,
        }


def series_of(request: Series, columns: TypedColumns) -> FilledPeriods:
    """The complete periods of the series that a request is about."""
    every = values_of(columns)
    if request.followed and request.since and request.until:
        every = _followed(every, request.grain, request.since, request.until)
    return filled(every, request.grain, counts=request.counts, since=request.since, until=request.until)


def _followed(columns: list[Values], grain: SeriesGrain, since: date, until: date) -> list[Values]:
    """The same columns with 0 in each period between these days of which they have no row."""
    there = set(columns[0].floats.tolist())
    begins = [one for one in _periods(grain, since, until) if seconds_of(one) not in there]
    times = np.array([seconds_of(one) for one in begins])
    ends = np.array([seconds_of(after(one, grain)) - 1 for one in begins])
    zeros = np.zeros(len(begins))
    added = (times, zeros, times, ends, zeros)[: len(columns)]
    return [own.followed_by(more) for own, more in zip(columns, added, strict=True)]


def _periods(grain: SeriesGrain, since: date, until: date) -> Iterator[date]:
    """Where each period begins that lies between these days whole."""
    while after(since, grain) <= until:
        yield since
        since = after(since, grain)


def filled(
    columns: list[Values],
    grain: SeriesGrain,
    *,
    counts: bool = False,
    since: date | None = None,
    until: date | None = None,
) -> FilledPeriods:
    """The complete periods of a series (see requests.Series). Periods without a value are left out as missing, or are 0
    where the values are counts."""
    begins, values, first, last = (one.floats for one in columns[:4])
    if len(columns) > 4:  # a total of no rows at all is 0, of rows without a value unknown
        values = np.where(np.isnan(values) & (columns[4].floats == 0), 0.0, values)
    order = np.argsort(begins, kind="stable")
    known = order[np.isfinite(values[order]) & np.isfinite(begins[order])]
    days = [day_of(one) for one in begins[known]]
    if grain == "day" and len(days) > 2:
        late, early = _margins(days, first[known], last[known], grain)
        begun, ended = int(_is_first(late)), len(days) - int(_is_first(early))
    else:
        begun = sum(since is not None and day < since for day in days)
        ended = len(days) - sum(until is not None and after(day, grain) > until for day in days)
    first_left, last_left = begun > 0, ended < len(days)
    kept = slice(begun, max(begun, ended))
    ordinals = np.array([ordinal(day, grain) for day in days[kept]], dtype=np.float64)
    places, shown, opened = ordinals - (ordinals[0] if len(ordinals) else 0), values[known][kept], days[kept]
    if counts and len(places):
        opened = [after(opened[0], grain, place) for place in range(int(places[-1]) + 1)]
        there = np.zeros(len(opened))
        there[places.astype(int)] = shown
        places, shown = np.arange(len(opened), dtype=np.float64), there
    return FilledPeriods(
        grain=grain,
        places=places,
        values=level(shown),
        begins=tuple(opened),
        first_left=days[0] if first_left else None,
        last_left=days[-1] if last_left else None,
    )


def _margins(days: list[date], first: Floats, last: Floats, grain: SeriesGrain) -> tuple[Floats, Floats]:
    """How late in each period its data begins, in days, and how early before its end it ends, that at the end of the
    series first."""
    late = np.array([(one - seconds_of(day)) / 86_400 for one, day in zip(first, days, strict=True)])
    ends = [seconds_of(after(day, grain)) for day in days]
    early = np.array([(end - one) / 86_400 for one, end in zip(last, ends, strict=True)])
    lengths = np.array([(end - seconds_of(day)) / 86_400 for day, end in zip(days, ends, strict=True)])
    return np.floor(late / lengths * 28), np.floor(early / lengths * 28)[::-1]


def _is_first(margins: Floats) -> bool:
    """Whether the first margin is larger than every other one, or than twice what three in four of the others stay
    within (one outage is no rule), by 1/14 of a period (two days of a month) at least."""
    usual = float(np.quantile(margins[1:], 0.75, method="higher"))
    return bool(margins[0] > min(float(np.max(margins[1:])), 2 * usual) + 1)


def day_of(seconds: float) -> date:
    """The day of a moment, UTC."""
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=float(seconds))).date()


def seconds_of(day: date) -> float:
    """Where a day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def ordinal(day: date, grain: SeriesGrain) -> int:
    """Which period a day is in, counted so that consecutive periods have consecutive numbers."""
    if grain in _DAYS:
        return (day.toordinal() - 1) // _DAYS[grain]
    return (day.year * 12 + day.month - 1) // MONTHS_OF[grain]


def after(day: date, grain: SeriesGrain, count: int = 1) -> date:
    """Where the period begins that is `count` after the one that begins on this day."""
    if grain in _DAYS:
        return day + timedelta(days=_DAYS[grain] * count)
    months = day.year * 12 + day.month - 1 + MONTHS_OF[grain] * count
    return date(months // 12, months % 12 + 1, 1)
