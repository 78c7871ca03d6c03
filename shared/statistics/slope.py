"""What is known of the slope of a series: one rule for whatever tells it, a trend or a projection.

Where the places of the year (of the week) differ by more than chance, they are fitted together with the line: the slope
and its error are those beside the season, from one fit. A season is no error, nor is a step of the level (Perron 1989):
both leave neighbours alike, so what goes on from one period to the next is what does beside them.
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
from shared.statistics.requests import CONFIDENCE
from shared.statistics.season import design, more_than_chance
from shared.statistics.unknown_share import spread

_SEED: Final = 1
_PLAIN: Final = 0.005
"""The p-value of a step that is beyond doubt: errors that go on look like smaller ones."""


@dataclass(frozen=True)
class Slope:
    """The p-value of a slope by least squares, and how far its interval reaches to either side; `usual` is how far it
    would if errors were independent. `goes_on` is how much of an error goes on where that is clear, `stepped` whether
    there is a step. `season` is the fit with the places of the cycle where these differ, and `rest` the values without
    them."""

    p: float
    reach: float
    usual: float
    rest: Floats
    season: Fit | None = None
    goes_on: float | None = None
    stepped: bool = False


def slope_of(series: FilledPeriods) -> Slope:
    """What is known of the slope of a series of three periods or more that varies."""
    x, y = series.places, series.values
    plain = design(series, x)
    line = fit(plain, y)
    if line is None:
        return Slope(1.0, 0.0, 0.0, y)
    season = more_than_chance(series, line)
    found, columns, rest = line, plain, y
    if season is not None:
        found, columns = season, design(series, x, seasonal=True)
        added = columns[:, 2:] @ season.coefficients[2:]
        rest = level(y - (added - added.mean()), y)
    size, usual = abs(float(found.coefficients[1])), found.reach * float(found.errors[1])
    chance = float(found.chances[1])
    if not np.any(level(found.left, y)):
        return Slope(chance if np.isfinite(chance) else 1.0, usual, usual, rest, season)
    share = goes_on(found.left, x, columns)
    changed = None if share is None else split(rest, np.random.default_rng(_SEED))
    stepped = changed is not None and changed[1] <= _PLAIN
    if share is not None and stepped:
        step = goes_on_beside(beside_split, rest)
        share = None if step is None else min(share, step)
    if len(x) <= LONG and (apart := spread(found, columns, y, x, 1)):
        return Slope(apart.chance(size), max(apart.reach, usual), usual, rest, season, share, stepped)
    if share is None:
        return Slope(chance, usual, usual, rest, season, None, stepped)
    error, degrees = float(coefficient_errors(found, columns, x, share)[1]), freedom(len(x), columns.shape[1], share)
    reach = float(special.stdtrit(degrees, 0.5 + CONFIDENCE / 2)) * error
    return Slope(float(2 * special.stdtr(degrees, -size / error)), reach, usual, rest, season, share, stepped)
