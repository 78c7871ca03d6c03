"""The same subjects in every group: their values belong together, and so does the test of them."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from scipy import stats

from shared.contracts import Scalar
from shared.statistics import ranks
from shared.statistics.columns import Floats, Values, together
from shared.statistics.normality import many, normal_p
from shared.statistics.requests import CONFIDENCE, LEAST_OF_A_GROUP, SIGNIFICANT
from shared.statistics.tables import TableRow

FIGURES: Final = ("subject", "subjects", "subjects_left_out", "repeated", "balanced", "paired_p", "signed_p")


def matched(named: Sequence[Values], groups: Sequence[Scalar]) -> TableRow:
    """The test of subjects that stand once in each of the groups (as they are shown, in their order), by the first of
    the columns behind the labels and the values that names such; else the first whose values come again, and the first
    that do so equally often in each group where they stand, as subjects of an experiment do."""
    labels, values, *others = named
    row: TableRow = {}
    for column in others:
        places, known, who = together(labels.floats, values.floats, column.floats)
        kinds, kind = np.unique(places, return_inverse=True)
        shown = [labels.shown(int(np.argmax(labels.floats == place))) for place in kinds]
        at = np.array([groups.index(one) if one in groups else -1 for one in shown], dtype=int)[kind]
        at, known, who = at[at >= 0], known[at >= 0], who[at >= 0]
        subjects, of = np.unique(who, return_inverse=True)
        if len(subjects) == len(who):
            continue
        row.setdefault("repeated", column.name)
        cells = len(subjects) * len(groups)
        counts = np.bincount(of * len(groups) + at, minlength=cells).reshape(len(subjects), len(groups))
        if len(np.unique(counts[counts > 0])) == 1 and counts.max() > 1:
            row.setdefault("balanced", column.name)
        grid = np.full((len(subjects), len(groups)), np.nan)
        grid[of, at] = known
        whole = grid[np.isfinite(grid).all(axis=1)]
        if np.isfinite(grid).sum() == len(who) and len(whole) >= max(LEAST_OF_A_GROUP, len(subjects) / 2):
            row |= {"subject": column.name, "subjects": len(whole), "subjects_left_out": len(subjects) - len(whole)}
            return row | (_two(whole[:, 0], whole[:, 1]) if len(groups) == 2 else _several(list(whole.T)))
    return row


def _two(one: Floats, other: Floats) -> TableRow:
    return paired(one, other) | {"difference": float((one - other).mean())}


def paired(one: Floats, other: Floats) -> TableRow:
    """The paired t test and Wilcoxon's, which of them counts and why, with the 95 % interval of the mean difference; no
    test where all pairs lie equally far apart, but for ranks where they are not alike."""
    apart = one - other
    if not np.any(apart):
        return {"test": None, "p": None, "why": "each subject has the same value in both groups"}
    signed = stats.wilcoxon(apart)
    by_ranks: TableRow = {
        "test": "Wilcoxon signed-rank",
        "p": float(signed.pvalue),
        "statistic": float(signed.statistic),
    }
    row: TableRow = {"signed_p": float(signed.pvalue)}
    if np.ptp(apart) == 0:
        return row | by_ranks | {"why": "all differences are the same"}
    tested, normal = stats.ttest_rel(one, other), normal_p(apart)
    reach = tested.confidence_interval(CONFIDENCE)
    row |= {"paired_p": float(tested.pvalue), "normal_p": normal}
    row |= {"difference_low": float(reach.low), "difference_high": float(reach.high)}
    if many(apart) or normal >= SIGNIFICANT:
        why = "the pairs are many enough" if many(apart) else "their differences may be normal"
        return row | {"test": "paired t", "p": row["paired_p"], "statistic": float(tested.statistic), "why": why}
    return row | by_ranks | {"why": "their differences are not normal, and the pairs are not many enough"}


def _several(samples: list[Floats]) -> TableRow:
    if all(np.array_equal(samples[0], one) for one in samples):
        return {"test": None, "p": None, "why": "each subject has the same value in every group"}
    statistic, p = ranks.of_blocks(samples)
    return {"test": "Friedman", "p": p, "statistic": statistic, "why": "values of one subject belong together"}
