"""Change points of a series: where its level shifts.

Each split is tested by permutation: of the values, or, where what it leaves goes on from one period to the next
(AR(1)), of the innovations that these errors are made of, from which series without a change are made anew.
"""

import numpy as np

from shared.statistics.columns import Floats
from shared.statistics.persistence import carried_on, goes_on_beside, whitened
from shared.statistics.requests import SIGNIFICANT

LEAST_STRETCH = 4
"""Periods that a test takes for a level, at least. Where a shorter stretch at an end differs more, the change is dated
where that one begins: the first four of which one is off have no level of their own."""
PERMUTATIONS = 999
_SEED = 1
_MOST = 6


def splits(values: Floats, rng: np.random.Generator) -> dict[int, float]:
    """Where a stretch splits into two levels, with the p-value of each; the surest first, six at most."""
    found: dict[int, float] = {}
    waiting = [(0, len(values))]
    while waiting and len(found) < _MOST:
        low, high = waiting.pop(0)
        best = split(values[low:high], rng)
        if best is not None:
            found[low + best[0]] = best[1]
            waiting += [(low, low + best[0]), (low + best[0], high)]
    return found


def split(values: Floats, rng: np.random.Generator) -> tuple[int, float] | None:
    """Where a stretch splits best, and the p-value of the best split into levels, where that is below 0.05."""
    if len(values) < 2 * LEAST_STRETCH or np.ptp(values) == 0:
        return None
    share = goes_on_beside(beside_split, values)
    given = values if share is None else whitened(beside_split(values[None, :])[0], share)
    shuffled = rng.permuted(np.tile(given, (PERMUTATIONS, 1)), axis=1)
    drawn = shuffled if share is None else carried_on(shuffled, share)
    more = int(np.sum(_left(drawn) <= _left(values[None, :])[0] * (1 + 1e-12)))
    p = (1 + more) / (1 + PERMUTATIONS)
    return (int(np.argmax(_gains(values[None, :])[0])) + 1, p) if p < SIGNIFICANT else None


def _best(rows: Floats) -> tuple[Floats, Floats]:
    """By row: the largest drop in squares about the mean that one split into levels gives, and where it is."""
    gain = _gains(rows)
    allowed = gain[:, LEAST_STRETCH - 1 : rows.shape[1] - LEAST_STRETCH]
    at = np.argmax(allowed, axis=1)
    return allowed[np.arange(len(rows)), at], at + LEAST_STRETCH


def _gains(rows: Floats) -> Floats:
    """By row: the drop in squares about the mean that a split before each value but the first gives."""
    n = rows.shape[1]
    centred = rows - rows.mean(axis=1, keepdims=True)
    sums = np.cumsum(centred, axis=1)[:, :-1]
    size = np.arange(1, n)
    return np.asarray(sums**2 * n / (size * (n - size)))


def _left(rows: Floats) -> Floats:
    """By row: which part of the squares about the mean the best split leaves."""
    return np.asarray(1 - _best(rows)[0] / np.sum((rows - rows.mean(axis=1, keepdims=True)) ** 2, axis=1))


def beside_split(rows: Floats) -> Floats:
    """By row: what the levels before and after the best split leave."""
    count = rows.shape[1]
    _, at = _best(rows)
    late = np.arange(count) >= at[:, None]
    before, after = np.sum(rows * ~late, axis=1) / at, np.sum(rows * late, axis=1) / (count - at)
    return np.asarray(rows - np.where(late, after[:, None], before[:, None]))
