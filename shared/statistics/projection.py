"""Projection of a series, with its prediction interval.

What is left of the line may go on from one period to the next (AR(1)): the interval allows for as much of that as the
series makes likely. Where the slope may be chance, what is projected lies between the line and the average so far (that
of each place of the year, where these differ), by how far the data supports each (`averaged.py`). The slope that is
judged is the one that would be carried on: beside the season, where there is one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shared.contracts import TypedColumns
from shared.statistics.ahead import Ahead, ahead_of
from shared.statistics.averaged import interval, weight_of_slope
from shared.statistics.columns import Floats
from shared.statistics.least_squares import Fit, fit
from shared.statistics.periods import FilledPeriods, after, series_of
from shared.statistics.persistence import LONG
from shared.statistics.requests import Project, StatisticTable
from shared.statistics.season import design, long_enough
from shared.statistics.slope import Slope, slope_of
from shared.statistics.tables import TableRow, table
from shared.statistics.unknown_share import Outlook, outlook

LEAST = 4
_FOUND = (
    *("seasonal", "r_squared", "projected_in_all", "low_in_all", "high_in_all", "before_in_all"),
    *("change_in_all_percent", "slope_p", "goes_on", "slope_weight", "from_in_all", "to_in_all", "known_in_all"),
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
    known = None if steady else slope_of(series)
    season = known.season if known else None
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
        "slope_weight": None if line is None or known is None else weight_of_slope(known.p),
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


def _projected(
    series: FilledPeriods, ahead: Ahead, found: Fit, known: Slope | None, *, seasonal: bool
) -> tuple[Course, Outlook | None]:
    """What is projected, and the line beside it where its slope is not counted in full."""
    past, new = (design(series, one, seasonal=seasonal) for one in (series.places, ahead.places))
    if known is None:
        told = np.full(len(ahead.places), series.values[0])
        total = float(told[ahead.together].sum())
        return Course(told, told, told, total, total, total), None
    line, weight = _outlook(found, past, series, new, ahead), weight_of_slope(known.p)
    level_past, level_new = (np.delete(one, 1, axis=1) for one in (past, new))
    level = fit(level_past, series.values) if weight < 1 else None
    if level is None:
        return _course([(1.0, line)]), None
    average = _outlook(level, level_past, series, level_new, ahead)
    return _course([(weight, line), (1 - weight, average)]), line


def _outlook(found: Fit, past: Floats, series: FilledPeriods, new: Floats, ahead: Ahead) -> Outlook:
    """What a fit on a design gives at new rows of it ahead, and last of those that are told together."""
    known = None
    if len(past) <= LONG:  # of more periods little is unknown of the line
        known = outlook(found, past, series.values, series.places, new, ahead.places, ahead.together)
    if known is not None:
        return known
    told, some = new @ found.coefficients, new[ahead.together]
    errors = np.append(found.errors_of(new), found.error_of_sum(some))
    return Outlook(np.append(told, told[ahead.together].sum()), np.ones(1), errors[:, None], found.freedom)


def _course(weighed: Sequence[tuple[float, Outlook]]) -> Course:
    """What several fits give together."""
    told = np.sum([weight * one.told for weight, one in weighed], axis=0)
    low, high = interval(weighed)
    return Course(told[:-1], low[:-1], high[:-1], float(told[-1]), float(low[-1]), float(high[-1]))


def _together(series: FilledPeriods, course: Course, line: Outlook | None, ahead: Ahead, least: float) -> TableRow:
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
        "line_in_all": None if line is None else known + float(line.told[-1]),
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
