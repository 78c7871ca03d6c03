"""Each group beside the rest of all values: whose mean lies off it by more than chance."""

import numpy as np
from scipy import stats

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, Values, together, values_of
from shared.statistics.requests import LEAST_OF_A_GROUP, CompareWithRest, StatisticTable
from shared.statistics.tables import TableRow, table

PERMUTATIONS = 999
_SEED = 1
_MANY = 20_000
"""Values from which on Welch's own p is taken: of so many it is as good, and much quicker."""
_CELLS = 4_000_000
"""Values that are permuted at once."""


def rest(_request: CompareWithRest, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """A row for each group of three values or more, where three or more are left as the rest; none where all values are
    the same."""
    labels, values = values_of(columns)[:2]
    places, known = _in_order(labels, *together(labels.floats, values.floats))
    if not len(known) or np.ptp(known) == 0:
        return (table([]),)
    every, counts = np.unique(places, return_counts=True)
    fitting = (counts >= LEAST_OF_A_GROUP) & (len(known) - counts >= LEAST_OF_A_GROUP)
    groups = every[fitting]
    if not len(groups):
        return (table([]),)
    at = [int(np.argmax(labels.floats == place)) for place in groups]
    member = (places[:, None] == groups).astype(np.float64)
    test, chances = _tested(known, member)
    sizes = member.sum(axis=0)
    means = known @ member / sizes
    others = (known.sum() - known @ member) / (len(known) - sizes)
    rows: list[TableRow] = [
        {
            "group": labels.shown(at[one]),
            "count": int(sizes[one]),
            "mean": float(means[one]),
            "rest_mean": float(others[one]),
            "p": float(chances[one]),
            "test": test,
        }
        for one in range(len(groups))
    ]
    return (table(sorted(rows, key=lambda one: (float(one["mean"] or 0), str(one["group"])))),)


def _in_order(labels: Values, places: Floats, known: Floats) -> tuple[Floats, Floats]:
    """The values in an order of their own, so that the drawn permutations don't hang on that of the rows."""
    every, at = np.unique(places, return_inverse=True)
    names = [labels.shown(int(np.argmax(labels.floats == place))) for place in every]
    order = np.lexsort((np.argsort(np.argsort(names))[at], known)) if len(names) else np.arange(0)
    return places[order], known[order]


def _tested(values: Floats, member: Floats) -> tuple[str, Floats]:
    """Which test it is, and the p-value of each group, of all of them together: Westfall and Young's (1993) largest of
    Welch's t over the groups, by permutation, which amounts of any shape may have; of very many values Bonferroni's."""
    if len(values) > _MANY:
        chances = [
            stats.ttest_ind(values[one > 0], values[one == 0], equal_var=False).pvalue * member.shape[1]
            for one in member.T
        ]
        return "Welch’s t, Bonferroni", np.minimum(1.0, np.nan_to_num(np.array(chances), nan=1.0))
    centred = (values - values.mean()) / values.std()
    found = _sizes(centred[None, :], member)[0]
    rng, left = np.random.default_rng(_SEED), PERMUTATIONS
    more = np.ones(len(found))
    while left:
        some = min(left, max(1, _CELLS // len(values)))
        shuffled = rng.permuted(np.tile(centred, (some, 1)), axis=1)
        largest = _sizes(shuffled, member).max(axis=1)
        more += np.sum(largest[:, None] >= found * (1 - 1e-12), axis=0)
        left -= some
    return "permutation of the largest t", more / (PERMUTATIONS + 1)


def _sizes(rows: Floats, member: Floats) -> Floats:
    """By row of values: the size of Welch's t of each group against the rest; 0 where neither varies."""
    n, own = rows.shape[1], member.sum(axis=0)
    sums, squares = rows @ member, rows**2 @ member
    others, beyond = rows.sum(axis=1, keepdims=True) - sums, (rows**2).sum(axis=1, keepdims=True) - squares
    spread = _error(sums, squares, own) + _error(others, beyond, n - own)
    apart = np.abs(sums / own - others / (n - own))
    return np.where(apart > 1e-12, apart / np.sqrt(np.maximum(spread, 1e-24)), 0.0)


def _error(sums: Floats, squares: Floats, count: Floats) -> Floats:
    """The squared standard error of a mean."""
    return np.asarray(np.maximum(squares - sums**2 / count, 0.0) / (count * (count - 1)))
