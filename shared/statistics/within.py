"""An association of all rows that goes the other way within groups of them (Simpson's paradox).

Which rows are taken together may make it: stores with high prices that sell much, where each sells less at a higher
one. Each column of groups is tried, and told where within its groups the association is more than chance, for all
columns that were tried together (Bonferroni).
"""

from collections.abc import Iterable, Sequence

import numpy as np
from scipy import special

from shared.statistics.columns import Floats, Values
from shared.statistics.requests import SIGNIFICANT
from shared.statistics.tables import TableRow

FIGURES = ("turned_by", "within", "within_p")
LEAST = 3
"""Rows of a group that takes part."""


def correlation_within(x: Floats, y: Floats, pooled: float, groups: Sequence[Values]) -> TableRow:
    """The correlation beside the means of each group (that of least squares with a constant for each), where it is
    against that of all rows; else nothing. `x` and `y` are known in every row."""
    found: list[TableRow] = []
    for column, parts in _parted(groups):
        left = [_less_means(one, parts) for one in (x, y)]
        taken = np.concatenate(parts)
        square = float(np.sqrt(np.sum(left[0][taken] ** 2) * np.sum(left[1][taken] ** 2)))
        freedom = len(taken) - len(parts) - 1
        if not square or freedom < 1:
            continue
        r = float(np.clip(np.sum(left[0][taken] * left[1][taken]) / square, -1, 1))
        t = abs(r) * np.sqrt(freedom / max(1 - r**2, 1e-300))
        found += _against(column, r, pooled, float(2 * special.stdtr(freedom, -t)), len(groups))
    return min(found, key=lambda row: float(row["within_p"] or 0), default={})


def dependence_within(one: Floats, other: Floats, groups: Sequence[Values]) -> TableRow:
    """Of two columns of two values: the difference of the shares within groups, by how many rows it is off what they
    would have by chance, and the p-value of Mantel and Haenszel (1959), where it is against that of all rows."""
    first, second = one == one.max(), other == other.max()
    pooled = _more_than_expected(first, second)[0]
    found: list[TableRow] = []
    for column, parts in _parted(groups):
        each = np.array([_more_than_expected(first[part], second[part]) for part in parts])
        more, variance = each.sum(axis=0)
        if variance > 0:
            p = float(special.chdtrc(1, more**2 / variance))
            found += _against(column, float(more), pooled, p, len(groups))
    return min(found, key=lambda row: float(row["within_p"] or 0), default={})


def _against(column: Values, own: float, pooled: float, p: float, tried: int) -> Iterable[TableRow]:
    if own * pooled < 0 and p < SIGNIFICANT / tried:
        yield dict(zip(FIGURES, (column.name, own, p), strict=True))


def _parted(groups: Sequence[Values]) -> Iterable[tuple[Values, list[np.ndarray]]]:
    """Each column with the rows of those of its groups that take part, where there are two at least."""
    for column in groups:
        cells = column.floats
        parts = [np.flatnonzero(cells == place) for place in np.unique(cells[np.isfinite(cells)])]
        parts = [part for part in parts if len(part) >= LEAST]
        if len(parts) > 1:
            yield column, parts


def _less_means(values: Floats, parts: Sequence[np.ndarray]) -> Floats:
    left = np.zeros(len(values))
    for part in parts:
        left[part] = values[part] - values[part].mean()
    return left


def _more_than_expected(first: np.ndarray, second: np.ndarray) -> tuple[float, float]:
    """How many rows more than by chance have both, and the variance of that."""
    n, a, b = len(first), int(first.sum()), int(second.sum())
    variance = a * (n - a) * b * (n - b) / (n * n * (n - 1)) if n > 1 else 0.0
    return float(np.sum(first & second)) - a * b / n, float(variance)
