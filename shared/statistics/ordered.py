"""Quantiles of values that are in order already: what numpy's give, which sort or part their values anew each time."""

from collections.abc import Sequence

import numpy as np

from shared.statistics.columns import Floats


def parted(x: Floats, at: Sequence[float]) -> Floats:
    """The values with those in their place that quantiles at these shares, and the median, are read from."""
    below = np.floor(np.asarray((*at, 0.5)) * (len(x) - 1)).astype(np.intp)
    return np.partition(x, np.unique((below, np.minimum(below + 1, len(x) - 1))))


def quantiles(ordered: Floats, at: Sequence[float] | Floats) -> Floats:
    """Quantiles at these shares, between two values along a line."""
    places = (len(ordered) - 1) * np.asarray(at)
    below = np.floor(places).astype(np.intp)
    low, high, part = ordered[below], ordered[np.minimum(below + 1, len(ordered) - 1)], places - below
    return np.asarray(np.where(part < 0.5, low + (high - low) * part, high - (high - low) * (1 - part)))


def median(ordered: Floats) -> float:
    """The middle value, or the mean of both that are in the middle."""
    return float(np.mean(ordered[(len(ordered) - 1) // 2 : len(ordered) // 2 + 1]))
