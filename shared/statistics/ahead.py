"""The periods ahead of a series, and which of them are told together."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shared.contracts import Scalar
from shared.statistics.columns import Floats
from shared.statistics.periods import MONTHS_OF, FilledPeriods, after, ordinal
from shared.statistics.requests import Project, SeriesGrain

_FAR: Final = 24
"""So many periods ahead are projected of any series; further ahead none than it reaches back."""


@dataclass(frozen=True)
class Ahead:
    """The places of the periods ahead, which of them are told together, and the places of known periods that are told
    with these: none but where the stretch that is asked for has begun."""

    places: Floats
    together: NDArray[np.bool_]
    begun: tuple[int, ...] = ()

    @property
    def stretch(self) -> tuple[int, ...]:
        """The places of all that is told together."""
        return (*self.begun, *(round(float(one)) for one in self.places[self.together]))

    def is_too_far(self, series: FilledPeriods) -> bool:
        """Whether it reaches further ahead than can be projected."""
        return len(self.places) > max(_FAR, int(series.places[-1]) + 1)

    def span(self, series: FilledPeriods) -> dict[str, Scalar]:
        """When the first and the last period begin that are told together, as cells."""
        ends = (self.stretch[0], self.stretch[-1]) if self.stretch else ()
        begins = [after(series.begins[0], series.grain, place).isoformat() for place in ends]
        return dict(zip(("from_in_all", "to_in_all"), begins, strict=False))

    def known(self, series: FilledPeriods) -> float | None:
        """The total of the known periods that are told with those ahead; None where one of them has no value."""
        values = dict(zip(series.places.astype(int).tolist(), series.values.tolist(), strict=True))
        found = [values[place] for place in self.begun if place in values]
        return float(sum(found)) if len(found) == len(self.begun) else None


def ahead_of(series: FilledPeriods, request: Project) -> Ahead:
    """As many periods as are asked for, or up to the end of the stretch that is asked for: the periods that lie in it
    whole, or as many as it is long, are told together."""
    last = int(series.places[-1])
    if request.start is None or request.end is None:
        return Ahead(last + np.arange(1.0, request.ahead + 1), np.ones(request.ahead, dtype=bool))
    first, final = _within(series, request.start, request.end)
    places = last + np.arange(1.0, max(final - last, 0) + 1)
    return Ahead(places, places >= first, tuple(range(first, min(last, final) + 1)))


def _within(series: FilledPeriods, start: date, end: date) -> tuple[int, int]:
    """The places of the first and of the last period that lie whole in a stretch, or, if it begins within a month, of
    as many from the next on as it is long: the next three months of a 30th of November are those from December."""
    base = ordinal(series.begins[0], series.grain)
    first, final = (ordinal(day, series.grain) - base for day in (start, end - timedelta(days=1)))
    first += after(series.begins[0], series.grain, first) < start
    if _is_of_whole_periods(start, end, series.grain):
        return first, first + ordinal(end, series.grain) - ordinal(start, series.grain) - 1
    final -= after(series.begins[0], series.grain, final + 1) > end
    return first, final


def _is_of_whole_periods(start: date, end: date, grain: SeriesGrain) -> bool:
    """Whether a stretch that begins within a month is some whole periods long. What begins with a month is of that."""
    if start.day == 1 or grain == "day":
        return False
    if grain == "week":
        return start.weekday() == end.weekday()
    months = 12 * (end.year - start.year) + end.month - start.month
    is_last = (end + timedelta(days=1)).day == 1
    return months % MONTHS_OF[grain] == 0 and (end.day == start.day or (is_last and end.day < start.day))
