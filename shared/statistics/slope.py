"""What is known of the slope of a series: one rule for whatever tells it, a trend or a projection.

A season is no error, nor is a step of the level (Perron 1989): both leave neighbours alike, so where there is one, what
goes on from one period to the next is what does beside it.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import special

from shared.statistics.changes import beside_split, split
from shared.statistics.columns import Floats, level
from shared.statistics.least_squares import Fit, fit
from shared.statistics.periods import FilledPeriods
from shared.statistics.persistence import LONG, coefficient_errors, freedom, goes_on, goes_on_beside
from shared.statistics.requests import CONFIDENCE, SIGNIFICANT
from shared.statistics.season import design, long_enough, season_p, with_season
from shared.statistics.unknown_share import spread

_SEED: Final = 1
_PLAIN: Final = 0.005
"""The p-value of a step that is beyond doubt: errors that go on look like smaller ones."""


@dataclass(frozen=True)
class Slope:
    """The p-value of a slope by least squares, and how far its interval reaches to either side; `usual` is how far it
    would if errors were independent. `goes_on` is how much of an error goes on where that is clear, `stepped` whether
    there is a step."""

    p: float
    reach: float
    usual: float
    goes_on: float | None = None
    stepped: bool = False


def slope_of(series: FilledPeriods) -> Slope:
    """What is known of the slope of a series of three periods or more that varies."""
    x, y = series.places, series.values
    plain = design(series, x)
    line = fit(plain, y)
    if line is None:
        return Slope(1.0, 0.0, 0.0)
    size, usual = abs(float(line.coefficients[1])), line.reach * float(line.errors[1])
    if not np.any(level(line.left, y)):
        return Slope(float(line.chances[1]), usual, usual)
    share, seasons, rest = _beside_season(series, line, plain)
    changed = None if share is None else split(rest, np.random.default_rng(_SEED))
    stepped = changed is not None and changed[1] <= _PLAIN
    if share is not None and stepped:
        step = goes_on_beside(beside_split, rest)
        share = None if step is None else min(share, step)
    if len(x) <= LONG and (found := spread(line, plain, y, x, 1, seasons)):
        return Slope(found.chance(size), max(found.reach, usual), usual, share, stepped)
    if share is None:
        return Slope(float(line.chances[1]), usual, usual, None, stepped)
    error, degrees = float(coefficient_errors(line, plain, x, share)[1]), freedom(len(x), 2, share)
    reach = float(special.stdtrit(degrees, 0.5 + CONFIDENCE / 2)) * error
    return Slope(float(2 * special.stdtr(degrees, -size / error)), reach, usual, share, stepped)


def _beside_season(series: FilledPeriods, line: Fit, plain: Floats) -> tuple[float | None, Floats, Floats]:
    """How much of an error goes on beside a season that is more than chance, the columns of the season (none where
    there is none), and the values without it."""
    x, y = series.places, series.values
    share = goes_on(line.left, x, plain)
    season = with_season(series) if long_enough(series) else None
    if season is None or (season_p(line, season) or 0) >= SIGNIFICANT:
        return share, np.empty((len(x), 0)), y
    whole = design(series, x, seasonal=True)
    seasons = whole[:, 2:]
    share = None if share is None else goes_on(season.left, x, whole)
    return share, seasons, y - seasons @ season.coefficients[2:]
