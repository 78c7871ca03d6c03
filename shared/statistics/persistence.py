"""What of one period goes on to the next: errors of the kind AR(1), and what they do to standard errors.

Independent errors would have intervals too narrow and tests too sure. How much goes on is estimated from what a fit
leaves, whose autocorrelation is too low by what the fit took out: it is what errors of that kind would leave on average
(a moment estimator; of a mean alone the correction is Kendall's, 1954).
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from shared.statistics.columns import Floats
from shared.statistics.least_squares import Fit

MOST = 0.95
_GRID = np.linspace(0.0, MOST, 96)
_COARSE = np.linspace(0.0, MOST, 20)
_DRAWS, _SEED = 300, 1
LONG = 1_000
"""Periods from which on what a fit took out hardly matters, and matrices of all pairs of periods are too large."""


def autocorrelation(left: Floats) -> float | None:
    """How alike neighbours are: the correlation of what is left with itself, one period later."""
    square = float(np.sum(left**2))
    return float(np.sum(left[1:] * left[:-1])) / square if square else None


def goes_on(left: Floats, places: Floats, design: Floats) -> float | None:
    """How much of an error goes on to the next period, by what a fit on this design leaves at these places; None where
    it is not more than independent errors leave, by more than its standard error."""
    found, count = autocorrelation(left), len(left)
    if found is None:
        return None
    if count > LONG:
        return min(MOST, found) if found > 1 / np.sqrt(count) else None
    took = np.eye(count) - design @ np.linalg.pinv(design)
    apart = _apart(places)
    pairs = np.bincount(apart.ravel(), (took[:, :-1] @ took[1:, :]).ravel())
    every = np.bincount(apart.ravel(), took.ravel())
    powers = _GRID[:, None] ** np.arange(len(every))
    return inverted(found, (powers @ pairs) / (powers @ every), count)


def inverted(found: float, expected: Floats, count: int, grid: Floats = _GRID) -> float | None:
    """Which of a grid of shares leaves what was found, where each leaves on average what is expected of it; None where
    the first, none, would leave as much within a standard error."""
    if found <= expected[0] + 1 / np.sqrt(count):
        return None
    return float(np.interp(found, np.maximum.accumulate(expected), grid)) or None


def alike(places: Floats, share: float) -> Floats:
    """How errors at these places are correlated, where this share goes on."""
    return np.asarray(share ** _apart(places).astype(np.float64))


def coefficient_errors(found: Fit, design: Floats, places: Floats, share: float | None) -> Floats:
    """Standard errors of the coefficients of least squares where this share of an error goes on."""
    if share is None:
        return found.errors
    if len(places) > LONG:
        return np.asarray(found.errors * np.sqrt((1 + share) / (1 - share)))
    inverse, correlated = np.linalg.pinv(design), alike(places, share)
    freedom = float(np.trace(correlated) - np.sum((design @ inverse) * correlated))
    variance = found.variance * found.freedom / freedom
    return np.asarray(np.sqrt(variance * np.einsum("ij,jk,ik->i", inverse, correlated, inverse)))


def dilution(count: int, share: float | None) -> float:
    """By how much fewer independent values as many periods are worth: 1 + 2 Σ (1 - k/n) φ^k (Yue and Wang 2004)."""
    if share is None:
        return 1.0
    steps = np.arange(1, count)
    return 1 + 2 * float(np.sum((1 - steps / count) * share**steps))


def freedom(count: int, coefficients: int, share: float | None) -> float:
    """Degrees of freedom of a fit: those of as many independent values as the periods are worth, one at least."""
    return max(1.0, count / dilution(count, share) - coefficients)


def goes_on_beside(left_of: Callable[[Floats], Floats], values: Floats) -> float | None:
    """How much of an error goes on where what is taken out was chosen after a look at the values, such as the largest
    step in them: by what is left on average of series that hold nothing but such errors (simulated). `left_of` gives,
    by row, what is left of series."""
    found = autocorrelation(left_of(values[None, :])[0])
    if found is None:
        return None
    return inverted(found, _expected(left_of, min(len(values), LONG)), len(values), _COARSE)


@lru_cache(maxsize=256)
def _expected(left_of: Callable[[Floats], Floats], count: int) -> Floats:
    """The autocorrelation that is left on average, for each share."""
    draws = np.random.default_rng(_SEED).normal(size=(_DRAWS, count))
    left = (left_of(carried_on(draws, share)) for share in _COARSE)
    return np.array([float(np.mean(np.sum(one[:, 1:] * one[:, :-1], axis=1) / np.sum(one**2, axis=1))) for one in left])


def whitened(values: Floats, share: float) -> Floats:
    """Errors of consecutive periods as the independent innovations that they are made of, of the same size."""
    return np.concatenate([values[:1], (values[1:] - share * values[:-1]) / np.sqrt(1 - share**2)])


def carried_on(innovations: Floats, share: float) -> Floats:
    """Rows of innovations as the errors that they make, of which a share goes on."""
    made = innovations.copy()
    for at in range(1, made.shape[1]):
        made[:, at] = share * made[:, at - 1] + np.sqrt(1 - share**2) * innovations[:, at]
    return made


def _apart(places: Floats) -> NDArray[np.int64]:
    """How many periods lie between each two."""
    whole = np.round(places).astype(int)
    return np.asarray(np.abs(whole[:, None] - whole))
