"""Association of two columns: correlation of measures, χ² or Fisher of groups."""

import numpy as np
from scipy import stats

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, together, values_of
from shared.statistics.requests import CONFIDENCE, CrossTabulate, Relate, StatisticTable
from shared.statistics.tables import TableRow, table

LEAST_EXPECTED = 5
_MOST_VALUES = 30
LEAST = 4


def contingency(_request: CrossTabulate, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row, and the counts, each beside all rows of either value and as its share of them; only the numbers of
    values where either column has one, or more than thirty."""
    first, second = values_of(columns)[:2]
    one, other = together(first.floats, second.floats)
    rows, across = np.unique(one), np.unique(other)
    names = ("test", "statistic", "freedom", "p", "cramers_v", "least_expected")
    row: TableRow = {"count": len(one), "values": len(rows), "other_values": len(across), **dict.fromkeys(names)}
    if min(len(rows), len(across)) < 2 or max(len(rows), len(across)) > _MOST_VALUES:
        return table([row]), table([])
    counts = np.array([[np.sum((one == a) & (other == b)) for b in across] for a in rows])
    found = stats.chi2_contingency(counts, correction=False)
    least = float(found.expected_freq.min())
    exact = counts.shape == (2, 2) and least < LEAST_EXPECTED
    row |= {
        "test": "Fisher’s exact test" if exact else "χ² test",
        "statistic": float(found.statistic),
        "freedom": int(found.dof),
        "p": float(stats.fisher_exact(counts).pvalue) if exact else float(found.pvalue),
        "cramers_v": float(np.sqrt(found.statistic / (counts.sum() * (min(counts.shape) - 1)))),
        "least_expected": least,
    }
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


def relation(_request: Relate, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row; with less than four rows, or where one does not vary, only how many there are."""
    x, y = together(*(column.floats for column in values_of(columns)[:2]))
    names = ("pearson", "low", "high", "pearson_p", "spearman", "spearman_p", "r_squared")
    row: TableRow = {"count": len(x), **dict.fromkeys(names)}
    if len(x) >= LEAST and np.ptp(x) > 0 and np.ptp(y) > 0:
        row |= _related(x, y)
    return (table([row]),)


def _related(x: Floats, y: Floats) -> TableRow:
    line, ranks = stats.pearsonr(x, y), stats.spearmanr(x, y)
    reach = line.confidence_interval(CONFIDENCE)
    r = float(line.statistic)
    return {
        "pearson": r,
        "low": float(reach.low),
        "high": float(reach.high),
        "pearson_p": float(line.pvalue),
        "spearman": float(ranks.statistic),
        "spearman_p": float(ranks.pvalue),
        "r_squared": r**2,
    }
