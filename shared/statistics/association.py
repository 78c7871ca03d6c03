"""Association of two columns: correlation of measures, χ² or Fisher of groups."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from shared.contracts import TypedColumns
from shared.statistics import within
from shared.statistics.columns import Floats, Values, values_of
from shared.statistics.requests import CONFIDENCE, SIGNIFICANT, CrossTabulate, Relate, StatisticTable
from shared.statistics.tables import TableRow, table

LEAST_EXPECTED = 5
_MOST_VALUES = 30
FISHER, CHI2, DRAWN = "Fisher’s exact test", "χ² test", "χ² test by drawn tables"
_DRAWS, _SEED = 9_999, 1
_MOST_DRAWN = 2_000
"""Rows up to which tables are drawn."""
LEAST = 4
_HARDLY, _SURE = 1e-12, 1 - 1e-15
"""What is left of the squares of a column that one row alone made vary, as a part; a correlation whose z is finite."""


def contingency(_request: CrossTabulate, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row, and the counts, each beside all rows of either value and as its share of them; only the numbers of
    values where either column has one, or more than thirty."""
    first, second, *groups = values_of(columns)
    one, other, groups = _known(first, second, groups)
    rows, across = np.unique(one), np.unique(other)
    names = ("test", "statistic", "freedom", "p", "cramers_v", "least_expected", *within.FIGURES)
    row: TableRow = {"count": len(one), "values": len(rows), "other_values": len(across), **dict.fromkeys(names)}
    if min(len(rows), len(across)) < 2 or max(len(rows), len(across)) > _MOST_VALUES:
        return table([row]), table([])
    counts = np.array([[np.sum((one == a) & (other == b)) for b in across] for a in rows])
    found = stats.chi2_contingency(counts, correction=False)
    least = float(found.expected_freq.min())
    test, p = _tested(counts, found.expected_freq, float(found.pvalue))
    row |= {
        "test": test,
        "statistic": float(found.statistic),
        "freedom": int(found.dof),
        "p": p,
        "cramers_v": float(np.sqrt(found.statistic / (counts.sum() * (min(counts.shape) - 1)))),
        "least_expected": least,
    }
    if counts.shape == (2, 2) and p < SIGNIFICANT:
        row |= within.dependence_within(one, other, groups)
    label = {(column, place): column.shown(int(np.flatnonzero(column.floats == place)[0]))
             for column, places in ((first, rows), (second, across)) for place in places}  # fmt: skip
    told: list[TableRow] = [
        {
            "value": label[first, a],
            "other": label[second, b],
            "rows": int(counts[i, j]),
            "expected": float(found.expected_freq[i, j]),
            "of_value": int(counts[i].sum()),
            "percent_of_value": float(100 * counts[i, j] / counts[i].sum()),
            "of_other": int(counts[:, j].sum()),
            "percent_of_other": float(100 * counts[i, j] / counts[:, j].sum()),
        }
        for i, a in enumerate(rows)
        for j, b in enumerate(across)
    ]
    told.sort(key=lambda cell: (str(cell["value"]), str(cell["other"])))
    return table([row]), table(told)


def _tested(counts: NDArray[np.int64], expected: Floats, p: float) -> tuple[str, float]:
    """The test that a table of counts allows, and its p-value: where a cell expects fewer than one row, too few for the
    distribution of χ² (Cochran 1954), by tables drawn with the same sums."""
    if counts.shape == (2, 2):
        return (FISHER, float(stats.fisher_exact(counts).pvalue)) if expected.min() < LEAST_EXPECTED else (CHI2, p)
    if expected.min() >= 1 or counts.sum() > _MOST_DRAWN:
        return CHI2, p
    drawn = stats.MonteCarloMethod(n_resamples=_DRAWS, rng=np.random.default_rng(_SEED))
    placed = counts[np.argsort(counts.sum(axis=1))][:, np.argsort(counts.sum(axis=0))]  # whatever the order of the rows
    return DRAWN, float(stats.chi2_contingency(placed, correction=False, method=drawn).pvalue)


def relation(_request: Relate, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row; with less than four rows, or where one does not vary, only how many there are."""
    first, second, *groups = values_of(columns)
    x, y, groups = _known(first, second, groups)
    names = ("pearson", "low", "high", "pearson_p", "spearman", "spearman_p", "r_squared", *within.FIGURES)
    row: TableRow = {"count": len(x), **dict.fromkeys(names)}
    if len(x) >= LEAST and np.ptp(x) > 0 and np.ptp(y) > 0:
        row |= _related(x, y)
        if float(row["pearson_p"] or 0) < SIGNIFICANT:
            row |= within.correlation_within(x, y, float(row["pearson"] or 0), groups)
    return (table([row]),)


def _known(first: Values, second: Values, groups: Sequence[Values]) -> tuple[Floats, Floats, list[Values]]:
    """The two columns where both are known, and the groups of these rows."""
    known = np.isfinite(first.floats) & np.isfinite(second.floats)
    return first.floats[known], second.floats[known], [one.at(known) for one in groups]


def _related(x: Floats, y: Floats) -> TableRow:
    line, ranks = stats.pearsonr(x, y), stats.spearmanr(x, y)
    r = float(line.statistic)
    low, high = _interval(x, y, r)
    return {
        "pearson": r,
        "low": low,
        "high": high,
        "pearson_p": float(line.pvalue),
        "spearman": float(ranks.statistic),
        "spearman_p": float(ranks.pvalue),
        "r_squared": r**2,
    }


def _interval(x: Floats, y: Floats, r: float) -> tuple[float | None, float | None]:
    """The 95 % interval of a correlation: Fisher's z, as far as by the error of normal values, 1 / sqrt(n - 3),
    or by what leaving out one row after the other gives (Duncan and Layard 1973), whichever is farther. The first alone
    covers 62 to 92 in 100 where values are lopsided, have heavy tails or spread unevenly; the second alone is too near
    where one row far away from the others decides. None where a column varies in one row alone."""
    n = len(x)
    one, other = x - x.mean(), y - y.mean()
    more = n / (n - 1)
    squares, others = (float(part @ part) - more * part**2 for part in (one, other))
    if min(squares.min() / float(one @ one), others.min() / float(other @ other)) < _HARDLY:
        return None, None
    each = np.arctanh(np.clip((float(one @ other) - more * one * other) / np.sqrt(squares * others), -_SURE, _SURE))
    error = float(np.sqrt((n - 1) / n * np.sum((each - each.mean()) ** 2)))
    of_normal = float(stats.norm.isf(0.5 - CONFIDENCE / 2)) / np.sqrt(n - 3)
    reach = max(float(stats.t.isf(0.5 - CONFIDENCE / 2, n - 2)) * error, of_normal)
    middle = float(np.arctanh(np.clip(r, -_SURE, _SURE)))
    return float(np.tanh(middle - reach)), float(np.tanh(middle + reach))
