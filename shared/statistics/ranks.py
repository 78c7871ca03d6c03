"""Tests of ranks whose p-value small samples with ties have, too: there the usual approximations give values that no
arrangement of the ranks can give."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import numpy as np
from scipy import stats

from shared.statistics.columns import Floats

SMALL: Final = 8
"""Values of a group up to which an approximation is not relied on where values are tied."""
_EXPECTED: Final = 5
"""Rows of a cell from which on an approximation is relied on (Cochran 1954)."""
_MOST_VALUES = 100
_ARRANGEMENTS = 20_000
"""All are gone through where they are no more than this; else as many are drawn."""
_CELLS = 2_000_000
"""Values that are arranged at once."""
_SEED = 1


def of_two(one: Floats, other: Floats) -> tuple[float, float]:
    """Mann–Whitney's statistic and p-value; of two different values of which one is rare, that of Fisher's exact test:
    their arrangements are the tables of the same sums."""
    if (p := _of_rare(one, other)) is not None:
        return float(stats.mannwhitneyu(one, other).statistic), p
    if not _tied_and_small((one, other)):
        found = stats.mannwhitneyu(one, other)
    else:
        found = stats.mannwhitneyu(one, other, method=stats.PermutationMethod(**_drawn(len(one) + len(other))))
    return float(found.statistic), float(found.pvalue)


def _of_rare(one: Floats, other: Floats) -> float | None:
    """The p-value of Fisher's exact test, where there are two different values and few rows of one of them."""
    everything = np.concatenate([one, other])
    if len(np.unique(everything)) != 2:
        return None
    counts = np.array([[np.sum(side == value) for value in np.unique(everything)] for side in (one, other)])
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
    return float(stats.fisher_exact(counts).pvalue) if expected.min() < _EXPECTED else None


def of_several(samples: Sequence[Floats]) -> tuple[float, float]:
    """Kruskal–Wallis's statistic and p-value."""
    found = stats.kruskal(*samples)
    if not _tied_and_small(samples):
        return float(found.statistic), float(found.pvalue)
    return float(found.statistic), _arranged(samples, stats.kruskal, "independent")


def of_blocks(samples: Sequence[Floats]) -> tuple[float, float]:
    """Friedman's statistic and p-value, of three samples or more with a value of each subject, in the same order."""
    found = stats.friedmanchisquare(*samples)
    if len(samples[0]) > SMALL:
        return float(found.statistic), float(found.pvalue)
    return float(found.statistic), _arranged(samples, stats.friedmanchisquare, "samples")


def _tied_and_small(samples: Sequence[Floats]) -> bool:
    everything = np.concatenate(samples)
    tied = len(np.unique(everything)) < len(everything)
    return tied and min(map(len, samples)) <= SMALL and len(everything) <= _MOST_VALUES


def _arranged(samples: Sequence[Floats], test: Callable[..., Any], kind: Literal["independent", "samples"]) -> float:
    """The share of arrangements of the values that have as large a statistic."""

    def statistic(*arranged: Floats, axis: int) -> Floats:
        return np.asarray(test(*arranged, axis=axis).statistic)

    found = stats.permutation_test(
        samples,
        statistic,
        permutation_type=kind,
        vectorized=True,
        alternative="greater",
        **_drawn(sum(map(len, samples))),
    )
    return float(found.pvalue)


def _drawn(values: int) -> dict[str, Any]:
    return {
        "n_resamples": _ARRANGEMENTS,
        "batch": max(1, _CELLS // values),
        "rng": np.random.default_rng(_SEED),
    }
