"""Projection of a series, with its prediction interval.

What is left of the line may go on from one period to the next (AR(1)): the interval allows for as much of that as the
series makes likely. Where the slope may be chance, what is projected is the average so far; that there is no slope is
not shown by that, so the interval then reaches as far as that of the average or of the line, whichever is further.
"""

from dataclasses import dataclass

import numpy as np

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, level
from shared.statistics.least_squares import Fit, fit
from shared.statistics.periods import FilledPeriods, after, series_of
from shared.statistics.persistence import LONG
from shared.statistics.requests import SIGNIFICANT, Project, StatisticTable
from shared.statistics.season import CYCLES, cycle_places, design, long_enough, season_p, with_season
from shared.statistics.slope import Slope, slope_of
from shared.statistics.tables import TableRow, table
from shared.statistics.unknown_share import reaches_ahead

LEAST = 4
_FOUND = (
    *("seasonal", "r_squared", "projected_in_all", "low_in_all", "high_in_all", "before_in_all"),
    *("change_in_all_percent", "slope_p", "goes_on", "at_average"),
)
"""What is unknown of a series that is too short; `in_all` is of all periods ahead together."""


@dataclass(frozen=True)
class Course:
    """What is projected of each period ahead, with its interval, and the interval of all of them together."""

    told: Floats
    low: Floats
    high: Floats
    low_in_all: float
    high_in_all: float

    def reaching(self, other: "Course") -> "Course":
        """The same, with intervals that reach as far as those of the other, too."""
        return Course(
            self.told,
            np.minimum(self.low, other.low),
            np.maximum(self.high, other.high),
            min(self.low_in_all, other.low_in_all),
            max(self.high_in_all, other.high_in_all),
        )


def projection(request: Project, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row about the fit, and a row for each period ahead; with fewer than four periods only their count."""
    series = series_of(request, columns)
    row: TableRow = {
        **series.span,
        **dict.fromkeys(_FOUND),
        "season_unseen": series.grain in ("month", "quarter") and not long_enough(series),
        "cut": False,
        "falls": False,
        "above": False,
    }
    plain = fit(design(series, series.places), series.values) if len(series.values) >= LEAST else None
    if plain is None:
        return table([row]), table([])
    steady = np.ptp(series.values) == 0
    known = None if steady else slope_of(series)
    season = _seasonal(series, plain)
    course, line = _projected(series, request.ahead, season or plain, known, seasonal=season is not None)
    never_below = bool(np.min(series.values) >= 0)
    count = request.ahead
    if never_below and not steady:
        count = int(np.argmin(course.high > 0)) if np.any(course.high <= 0) else request.ahead
        row |= {"cut": bool(np.min(course.low) < 0), "falls": count < request.ahead}
    least = 0.0 if never_below else -np.inf
    most = np.inf if request.most is None else request.most
    row["above"] = bool(np.max(course.high[:count], initial=-np.inf) > most)
    if np.min(course.told) >= least and not row["above"]:
        row |= _together(course, least) | _beside_last_year(series, course.told)
    row |= {
        "seasonal": season is not None,
        "r_squared": None if steady else (season or plain).r_squared,
        "goes_on": known.goes_on if known else None,
        "slope_p": known.p if known else None,
        "at_average": None if line is None else float(series.values.mean()),
    }
    rows = [
        {
            "period": after(series.begins[-1], series.grain, at + 1).isoformat(),
            "projected": float(np.clip(course.told[at], least, most)),
            "low": float(np.clip(course.low[at], least, most)),
            "high": min(float(course.high[at]), most),
            "along_line": None if line is None else float(np.clip(line.told[at], least, most)),
        }
        for at in range(count)
    ]
    return table([row]), table(rows)


def _projected(
    series: FilledPeriods, count: int, found: Fit, known: Slope | None, *, seasonal: bool
) -> tuple[Course, Course | None]:
    """What is projected, and the line beside it where that is the average. A slope beside a season is kept: it is not
    the one whose p is known."""
    ahead = series.places[-1] + np.arange(1, count + 1)
    past, new = (design(series, one, seasonal=seasonal) for one in (series.places, ahead))
    if known is None:
        total = float(series.values[0]) * count
        told = np.full(count, series.values[0])
        return Course(told, told, told, total, total), None
    line = _course(found, past, series, new, ahead)
    average = fit(past[:, :1], series.values)
    if seasonal or average is None or known.p < SIGNIFICANT:
        return line, None
    return _course(average, past[:, :1], series, new[:, :1], ahead).reaching(line), line


def _course(found: Fit, past: Floats, series: FilledPeriods, new: Floats, ahead: Floats) -> Course:
    """A fit on a design, carried on to new rows of it at places ahead."""
    told, alone = found.predicted(new)
    reaches = reaches_ahead(found, past, series.values, series.places, new, ahead) if len(past) <= LONG else None
    reach, in_all = reaches or (alone, found.reach_of_sum(new))  # of so many periods little is unknown of the line
    total = float(told.sum())
    return Course(told, told - reach, told + reach, total - in_all, total + in_all)


def _seasonal(series: FilledPeriods, line: Fit) -> Fit | None:
    """The fit with the places of the cycle, where these explain more than chance (F test), over two whole cycles."""
    if not long_enough(series) or series.grain == "week" or np.ptp(level(line.left, series.values)) == 0:
        return None
    if len(np.unique(cycle_places(series))) < CYCLES[series.grain]:
        return None
    found = with_season(series)
    p = season_p(line, found)
    return found if p is not None and p < SIGNIFICANT else None


def _together(course: Course, least: float) -> TableRow:
    """The total ahead, with its interval, neither below the least there can be."""
    return {
        "projected_in_all": float(course.told.sum()),
        "low_in_all": max(course.low_in_all, least),
        "high_in_all": course.high_in_all,
    }


def _beside_last_year(series: FilledPeriods, told: Floats) -> TableRow:
    """The total ahead beside the same periods a year before, where all of these are known."""
    year = {"month": 12, "quarter": 4, "year": 1}.get(series.grain)
    if year is None or len(told) > year:
        return {}
    known = dict(zip(series.places.astype(int).tolist(), series.values.tolist(), strict=True))
    last = int(series.places[-1])
    before = [known.get(last + at + 1 - year) for at in range(len(told))]
    total = sum(one for one in before if one is not None)
    if None in before or total <= 0:
        return {}
    return {
        "before_in_all": float(total),
        "change_in_all_percent": 100 * (float(told.sum()) - total) / total,
    }
