"""Values without groups that are like given ones: what clusters are held against.

Each column keeps its course with one mode alone (the nearest by least squares, rising to the densest quarter and
falling behind it), and all keep their correlations by rank (a Gaussian copula): no row of these belongs to a group.
"""

from collections.abc import Iterator

import numpy as np
from scipy import special
from scipy.optimize import isotonic_regression

from shared.statistics.columns import Floats

_FEW_VALUES = 30
"""Different values, evenly apart, that are steps of a scale and no sample of a continuous one."""
_MOST_STEPS = 300
"""A scale with more steps between its ends is none: one value is far away."""


def groupless(data: Floats, rng: np.random.Generator) -> Iterator[Floats]:
    """Tables of as many rows and columns, without end."""
    courses = [_Course(column) for column in data.T]
    scores = np.column_stack([special.ndtri(_ranks(column)) for column in data.T])
    scores /= np.maximum(scores.std(axis=0), 1e-300)
    sizes, axes = np.linalg.eigh(scores.T @ scores / len(scores))
    mixing = axes * np.sqrt(np.maximum(sizes, 0.0))
    while True:
        drawn = special.ndtr(rng.standard_normal(data.shape) @ mixing.T)
        yield np.column_stack([course.at(drawn[:, at]) for at, course in enumerate(courses)])


def _ranks(column: Floats) -> Floats:
    """The place of each value among all, between 0 and 1; the same for the same values."""
    _, at, counts = np.unique(column, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - counts / 2)[at] / len(column))


class _Course:
    """The distribution of a column with one mode."""

    def __init__(self, column: Floats) -> None:
        values, counts = np.unique(column, return_counts=True)
        steps = np.diff(values) if len(values) > 1 else np.ones(1)
        self._step = float(steps.min())
        even = np.allclose(steps / self._step, np.round(steps / self._step))
        self._scale = len(values) <= _FEW_VALUES and even and np.ptp(values) <= _MOST_STEPS * self._step
        if self._scale:
            cells = np.round((values - values[0]) / self._step).astype(int)
            self._edges = values[0] + self._step * (np.arange(cells[-1] + 2) - 0.5)
            mass = np.zeros(cells[-1] + 1)
            mass[cells] = counts
        else:
            beyond = steps[[0, -1]] / 2
            self._edges = np.concatenate([[values[0] - beyond[0]], values, [values[-1] + beyond[1]]])
            mass = np.convolve(counts, (0.5, 0.5))
        widths = np.diff(self._edges)
        mode = _densest(column, self._edges)
        rising = isotonic_regression(mass[:mode] / widths[:mode], weights=widths[:mode]).x
        falling = isotonic_regression(mass[mode:] / widths[mode:], weights=widths[mode:], increasing=False).x
        below = np.concatenate([[0.0], np.cumsum(np.concatenate([rising, falling]) * widths)])
        self._below = below / below[-1]

    def at(self, shares: Floats) -> Floats:
        """The values below which these shares lie."""
        found: Floats = np.interp(shares, self._below, self._edges)
        if not self._scale:
            return found
        first = self._edges[0] + self._step / 2
        return np.asarray(first + self._step * np.round((found - first) / self._step))


def _densest(column: Floats, edges: Floats) -> int:
    """In which stretch the middle of the narrowest quarter of the values lies."""
    ordered = np.sort(column)
    many = max(2, len(ordered) // 4)
    at = int(np.argmin(ordered[many - 1 :] - ordered[: len(ordered) - many + 1]))
    middle = (ordered[at] + ordered[at + many - 1]) / 2
    return int(np.clip(np.searchsorted(edges, middle, side="right") - 1, 0, len(edges) - 2))
