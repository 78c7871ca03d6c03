"""Projection of a series, with its prediction interval.

What is left of the line may go on from one period to the next (AR(1)): the interval allows for as much of that as the
series makes likely. Where the slope may be chance, what is projected is the average so far (that of each place of the
year, where these differ); that there is no slope is not shown by that, so the interval then reaches as far as that of
the average or of the line, whichever is further. The slope that is judged is the one that would be carried on: beside
the season, where there is one.
"""

from dataclasses import dataclass, replace

import numpy as np

from shared.contracts import TypedColumns
from shared.statistics.ahead import Ahead, ahead_of
from shared.statistics.columns import Floats
from shared.statistics.least_squares import Fit, fit
from shared.statistics.periods import FilledPeriods, after, series_of
from shared.statistics.persistence import LONG
from shared.statistics.requests import SIGNIFICANT, Project, StatisticTable
from shared.statistics.season import design, long_enough, more_than_chance
from shared.statistics.slope import Slope, slope_of
from shared.statistics.tables import TableRow, table
from shared.statistics.unknown_share import reaches_ahead, spread

LEAST = 4
_FOUND = (
    *("seasonal", "r_squared", "projected_in_all", "low_in_all", "high_in_all", "before_in_all"),
    *("change_in_all_percent", "slope_p", "goes_on", "at_average", "from_in_all", "to_in_all", "known_in_all"),
    "line_in_all",
)
"""What is unknown of a series that is too short; `in_all` is of all periods ahead together, or of those of the stretch
that is asked for, what is known of it added."""
_FLAGS = ("cut", "falls", "above", "too_far")


@dataclass(frozen=True)
class Course:
    """What is projected of each period ahead, with its interval, and how far that of those together reaches."""

    told: Floats
    low: Floats
    high: Floats
    in_all: float
    low_in_all: float
    high_in_all: float

    def reaching(self, other: "Course") -> "Course":
        """The same, with intervals that reach as far as those of the other, too."""
        return Course(
            self.told,
            np.minimum(self.low, other.low),
            np.maximum(self.high, other.high),
            self.in_all,
            min(self.low_in_all, other.low_in_all),
            max(self.high_in_all, other.high_in_all),
        )


def projection(request: Project, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row about the fit, and a row for each period ahead; with fewer than four periods only their count, and none
    ahead where the stretch that is asked for is known, has no whole period, or lies too far ahead."""
    series = series_of(request, columns)
    row: TableRow = {
        **series.span,
        **dict.fromkeys(_FOUND),
        "season_unseen": series.grain in ("month", "quarter") and not long_enough(series),
        **dict.fromkeys(_FLAGS, False),
    }
    plain = fit(design(series, series.places), series.values) if len(series.values) >= LEAST else None
    if plain is None:
        return table([row]), table([])
    ahead = ahead_of(series, request)
    row |= {"too_far": ahead.is_too_far(series)}
    if row["too_far"] or not ahead.together.any():
        return table([row]), table([])
    steady = np.ptp(series.values) == 0
    season = more_than_chance(series, plain)
    known = None if steady else _slope(series, season)
    course, line = _projected(series, ahead, season or plain, known, seasonal=season is not None)
    never_below = bool(np.min(series.values) >= 0)
    count = every = len(ahead.places)
    if never_below and not steady:
        count = int(np.argmin(course.high > 0)) if np.any(course.high <= 0) else every
        row |= {"cut": bool(np.min(course.low) < 0), "falls": count < every}
    least = 0.0 if never_below else -np.inf
    most = np.inf if request.most is None else request.most
    row["above"] = bool(np.max(course.high[:count], initial=-np.inf) > most)
    if np.min(course.told) >= least and not row["above"]:
        row |= _together(series, course, line, ahead, least)
    row |= {
        **ahead.span(series),
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
            "asked": bool(ahead.together[at]),
        }
        for at in range(count)
    ]
    return table([row]), table(rows)


def _slope(series: FilledPeriods, season: Fit | None) -> Slope:
    """What is known of the slope that would be carried on: the line's, or the one beside a season."""
    known, places = slope_of(series), series.places
    if season is None:
        return known
    whole, apart = design(series, places, seasonal=True), np.empty((len(places), 0))
    found = spread(season, whole, series.values, places, 1, apart) if len(places) <= LONG else None
    p = found.chance(float(season.coefficients[1])) if found else float(season.chances[1])
    return replace(known, p=p if np.isfinite(p) else 1.0)


def _projected(
    series: FilledPeriods, ahead: Ahead, found: Fit, known: Slope | None, *, seasonal: bool
) -> tuple[Course, Course | None]:
    """What is projected, and the line beside it where that is the average."""
    past, new = (design(series, one, seasonal=seasonal) for one in (series.places, ahead.places))
    if known is None:
        told = np.full(len(ahead.places), series.values[0])
        total = float(told[ahead.together].sum())
        return Course(told, told, told, total, total, total), None
    line = _course(found, past, series, new, ahead)
    level_past, level_new = (np.delete(one, 1, axis=1) for one in (past, new))
    average = fit(level_past, series.values)
    if average is None or known.p < SIGNIFICANT:
        return line, None
    return _course(average, level_past, series, level_new, ahead).reaching(line), line


def _course(found: Fit, past: Floats, series: FilledPeriods, new: Floats, ahead: Ahead) -> Course:
    """A fit on a design, carried on to new rows of it ahead."""
    told, alone = found.predicted(new)
    reaches = None
    if len(past) <= LONG:  # of more periods little is unknown of the line
        reaches = reaches_ahead(found, past, series.values, series.places, new, ahead.places, ahead.together)
    reach, in_all = reaches or (alone, found.reach_of_sum(new[ahead.together]))
    total = float(told[ahead.together].sum())
    return Course(told, told - reach, told + reach, total, total - in_all, total + in_all)


def _together(series: FilledPeriods, course: Course, line: Course | None, ahead: Ahead, least: float) -> TableRow:
    """The total of what is told together, with its interval, neither below the least there can be, beside that of the
    same periods a year before."""
    known = ahead.known(series)
    if known is None:
        return {}
    in_all, low, high = (known + one for one in (course.in_all, course.low_in_all, course.high_in_all))
    found: TableRow = {
        "projected_in_all": in_all,
        "low_in_all": max(low, known + least),
        "high_in_all": high,
        "known_in_all": known if ahead.begun else None,
        "line_in_all": None if line is None else known + line.in_all,
    }
    return found | _beside_last_year(series, ahead, in_all)


def _beside_last_year(series: FilledPeriods, ahead: Ahead, in_all: float) -> TableRow:
    """The total beside the same periods a year before, where all of these are known."""
    year = {"month": 12, "quarter": 4, "year": 1}.get(series.grain)
    if year is None or len(ahead.stretch) > year:
        return {}
    known = dict(zip(series.places.astype(int).tolist(), series.values.tolist(), strict=True))
    before = [known.get(place - year) for place in ahead.stretch]
    total = sum(one for one in before if one is not None)
    if None in before or total <= 0:
        return {}
    change = 0.0 if np.isclose(in_all, total) else 100 * (in_all - total) / total
    return {"before_in_all": float(total), "change_in_all_percent": change}
