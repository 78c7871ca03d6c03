"""Intervals and p of a coefficient, and of what comes, where nobody knows how much of an error goes on to the next
period (AR(1)).

An estimate of that share from a short series is so unsure that intervals which take it for granted are too narrow. So
each share counts as much as the series makes it likely: the distribution is a mixture of Student's, one for each share,
weighted by the restricted likelihood and what is held likely beforehand (Zellner and Tiao 1964). Where nothing goes on,
or the series is short, such an interval is wider than it need be: it covers in 95 of 100 or more.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import special

from shared.statistics.columns import Floats
from shared.statistics.least_squares import Fit
from shared.statistics.requests import CONFIDENCE

_SHARES: Final = np.linspace(0.0, 0.95, 39)
_NOTHING: Final = 1 / 2
"""How likely independent errors are held beforehand; all other shares are held equally likely. With 1/3, slopes of a
year are covered a point or two more often, and a trend four standard errors high is seen in 60 of 100, not in 72."""
_HALVINGS: Final = 40


@dataclass(frozen=True)
class Spread:
    """How the truth is spread about an estimate: how likely each share is, the standard error that it makes, and
    the degrees of freedom."""

    likely: Floats
    errors: Floats
    freedom: int

    @property
    def reach(self) -> float:
        """How far its interval reaches to either side."""
        low, high = 0.0, float(np.max(self.errors)) * float(special.stdtrit(self.freedom, 0.5 + CONFIDENCE / 2))
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.chance(middle) > 1 - CONFIDENCE else (low, middle)
        return high

    def chance(self, size: float) -> float:
        """The p-value of a coefficient of this size."""
        return float(2 * np.sum(self.likely * special.stdtr(self.freedom, -abs(size) / self.errors)))


@dataclass(frozen=True)
class Outlook:
    """What a fit gives of values that come, and how each is spread about it: how likely each share is, the standard
    errors that it makes (a row for each value), and the degrees of freedom."""

    told: Floats
    likely: Floats
    errors: Floats
    freedom: int

    def below(self, values: Floats) -> Floats:
        """How likely what comes lies below these values."""
        away = (values - self.told)[:, None] / self.errors
        return np.asarray(special.stdtr(self.freedom, away) @ self.likely)

    @property
    def farthest(self) -> Floats:
        """How far an interval may reach at most."""
        return np.asarray(np.max(self.errors, axis=1) * special.stdtrit(self.freedom, 0.5 + CONFIDENCE / 2))


def spread(found: Fit, design: Floats, y: Floats, places: Floats, coefficient: int) -> Spread | None:
    """The spread of a coefficient of a fit of y on a design at these places; None where nothing is left."""
    told = _likelihoods(y, design, places) if found.variance else None
    if told is None:
        return None
    own = _multiple(np.linalg.pinv(design)[coefficient], places)
    return Spread(told[0], np.sqrt(told[1] * own), found.freedom)


def outlook(
    found: Fit, design: Floats, y: Floats, places: Floats, new: Floats, ahead: Floats, together: NDArray[np.bool_]
) -> Outlook | None:
    """What a fit gives of single new values at these rows of the design and places ahead, and last of the sum of those
    that are told `together`; None where nothing is left."""
    likelihoods = _likelihoods(y, design, places) if found.variance else None
    if likelihoods is None:
        return None
    likely, variances = likelihoods
    weights, every = new @ np.linalg.pinv(design), np.concatenate([places, ahead])
    missed = np.column_stack([-weights, np.eye(len(ahead))])
    multiples = [_multiple(one, every) for one in (*missed, missed[together].sum(axis=0))]
    told = new @ found.coefficients
    return Outlook(
        np.append(told, told[together].sum()), likely, np.sqrt(variances * np.array(multiples)), found.freedom
    )


def _likelihoods(y: Floats, design: Floats, places: Floats) -> tuple[Floats, Floats] | None:
    """How likely each share is by a series, and the variance of its errors then; None where the design leaves
    nothing."""
    kept = _SHARES[:, None] ** np.diff(np.round(places))
    spare = np.sqrt(1 - kept**2)
    white_y, white = _whitened(y[:, None], kept, spare), _whitened(design, kept, spare)
    q, r = np.linalg.qr(white)
    left = np.sum((white_y - q @ (q.transpose(0, 2, 1) @ white_y)) ** 2, axis=(1, 2))
    if np.any(left <= 0):
        return None
    freedom = len(y) - design.shape[1]
    sizes = np.abs(np.diagonal(r, axis1=1, axis2=2))
    logs = -np.sum(np.log(spare), axis=1) - np.sum(np.log(sizes), axis=1) - 0.5 * freedom * np.log(left)
    before = np.full(len(_SHARES), (1 - _NOTHING) / (len(_SHARES) - 1))
    before[0] = _NOTHING
    weights = before * np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum()), np.asarray(left / freedom)


def _whitened(columns: Floats, kept: Floats, spare: Floats) -> Floats:
    """For each share, columns less what goes on in them, of one variance."""
    rest = (columns[1:] - kept[:, :, None] * columns[:-1]) / spare[:, :, None]
    return np.concatenate([np.broadcast_to(columns[:1], (len(kept), 1, columns.shape[1])), rest], axis=1)


def _multiple(weights: Floats, places: Floats) -> Floats:
    """For each share, the variance of a weighted sum of errors at these places, as a multiple of that of one."""
    return np.maximum(_powers(places) @ _products(weights, places), 0.0)


def _powers(places: Floats) -> Floats:
    return np.asarray(_SHARES[:, None] ** np.arange(round(float(places[-1] - places[0])) + 1))


def _products(weights: Floats, places: Floats) -> Floats:
    """The sums of the products of weights that lie so many periods apart, in both directions."""
    at = np.round(places - places[0]).astype(int)
    filled = np.zeros(2 * (at[-1] + 1))
    filled[at] = weights
    both = np.fft.irfft(np.abs(np.fft.rfft(filled)) ** 2, len(filled))[: at[-1] + 1]
    return np.concatenate([both[:1], 2 * both[1:]])
