"""Change points of a series: where its level shifts."""

from itertools import pairwise

import numpy as np

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, level, values_of
from shared.statistics.periods import filled
from shared.statistics.requests import SIGNIFICANT, FindChanges, StatisticTable
from shared.statistics.tables import Row, table
from shared.statistics.trend import autocorrelation

LEAST_STRETCH = 4
"""Periods between two changes."""
PERMUTATIONS = 999
_SEED = 1
_MOST = 6


def changes(request: FindChanges, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row with how many changes there are, and a row for each stretch of one level."""
    series = filled(values_of(columns), request.grain, counts=request.counts)
    values = series.values
    found = sorted(_splits(values, np.random.default_rng(_SEED)).items())
    edges = [0, *(at for at, _ in found), len(values)]
    chances = [None, *(p for _, p in found)]
    rows: list[Row] = []
    for place, (low, high) in enumerate(pairwise(edges)):
        if high <= low:
            continue
        mean = float(np.mean(values[low:high]))
        before = rows[-1]["mean"] if rows else None
        rows.append(
            {
                "from": series.begins[low].isoformat(),
                "to": series.begins[high - 1].isoformat(),
                "periods": high - low,
                "mean": mean,
                "change": None if before is None else mean - float(before),
                "change_percent": 100 * (mean - float(before)) / float(before)
                if before and float(before) > 0
                else None,
                "p": chances[place],
            }
        )
    levels = [np.full(high - low, np.mean(values[low:high])) for low, high in pairwise(edges) if high > low]
    left = level(values - np.concatenate(levels), values) if levels else values
    return table([{**series.span, "changes": len(found), "autocorrelation": autocorrelation(left)}]), table(rows)


def _splits(values: Floats, rng: np.random.Generator) -> dict[int, float]:
    """Where a stretch splits into two levels, with the p-value of each; the surest first, six at most."""
    found: dict[int, float] = {}
    waiting = [(0, len(values))]
    while waiting and len(found) < _MOST:
        low, high = waiting.pop(0)
        split = _split(values[low:high], rng)
        if split is not None:
            found[low + split[0]] = split[1]
            waiting += [(low, low + split[0]), (low + split[0], high)]
    return found


def _split(values: Floats, rng: np.random.Generator) -> tuple[int, float] | None:
    """The best split of a stretch, and its p-value, where that is below 0.05."""
    if len(values) < 2 * LEAST_STRETCH or np.ptp(values) == 0:
        return None
    gain, at = _best(values[None, :])
    shuffled = rng.permuted(np.tile(values, (PERMUTATIONS, 1)), axis=1)
    more = int(np.sum(_best(shuffled)[0] >= gain[0] * (1 - 1e-12)))
    p = (1 + more) / (1 + PERMUTATIONS)
    return (int(at[0]), p) if p < SIGNIFICANT else None


def _best(rows: Floats) -> tuple[Floats, Floats]:
    """By row: the largest drop in squares about the mean that one split gives, and where it is."""
    n = rows.shape[1]
    centred = rows - rows.mean(axis=1, keepdims=True)
    sums = np.cumsum(centred, axis=1)[:, :-1]
    size = np.arange(1, n)
    gain = sums**2 * n / (size * (n - size))
    allowed = gain[:, LEAST_STRETCH - 1 : n - LEAST_STRETCH]
    at = np.argmax(allowed, axis=1)
    return allowed[np.arange(len(rows)), at], at + LEAST_STRETCH
