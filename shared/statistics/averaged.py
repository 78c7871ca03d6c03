"""A slope that may be chance: what follows from the line and from the average, each as far as the data supports it.

Whoever takes the line where p < 0.05 and else the average jumps from one to the other at one more value. Weighed by
Akaike's criterion (Burnham and Anderson 2002) it goes over smoothly, and is nearer to what comes unless there is no
slope at all (decision 78). The interval is that of Turek and Fletcher (2012): of each of its ends, the weighed chances
that the truth lies beyond are those of the interval.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from scipy import special

from shared.statistics.columns import Floats
from shared.statistics.requests import CONFIDENCE
from shared.statistics.unknown_share import Outlook

_AS_GOOD_AS_CERTAIN: Final = 0.995
_HALVINGS: Final = 40


def weight_of_slope(p: float) -> float:
    """At how much of its size a slope with this p-value is counted, from 0.27 to 1: the weight of the line beside the
    average, which has one coefficient less."""
    squared = float(special.ndtri(min(p, 1.0) / 2)) ** 2 if p > 0 else np.inf
    weight = 1 / (1 + np.exp(1 - squared / 2))
    return 1.0 if weight > _AS_GOOD_AS_CERTAIN else float(weight)


def interval(weighed: Sequence[tuple[float, Outlook]]) -> tuple[Floats, Floats]:
    """The lower and the upper end of the interval of each value that comes, of which fits of these weights (together 1)
    give different ones."""
    low = np.min([one.told - one.farthest for _, one in weighed], axis=0)
    high = np.max([one.told + one.farthest for _, one in weighed], axis=0)
    beyond = (1 - CONFIDENCE) / 2
    return _quantiles(weighed, beyond, low, high), _quantiles(weighed, 1 - beyond, low, high)


def _quantiles(weighed: Sequence[tuple[float, Outlook]], share: float, low: Floats, high: Floats) -> Floats:
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        less = np.sum([weight * one.below(middle) for weight, one in weighed], axis=0) < share
        low, high = np.where(less, middle, low), np.where(less, high, middle)
    return high
