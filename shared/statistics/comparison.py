"""Whether groups differ: which test applies, its assumptions checked, the others beside it."""

import numpy as np
from scipy import stats

from shared.contracts import TypedColumns
from shared.statistics import ranks, subjects
from shared.statistics.columns import Floats, Values, together, values_of
from shared.statistics.normality import many, normal_p
from shared.statistics.requests import (
    CONFIDENCE,
    LEAST_OF_A_GROUP,
    MOST_COMPARED,
    SIGNIFICANT,
    CompareGroups,
    ComparePairs,
    StatisticTable,
)
from shared.statistics.tables import TableRow, table

SKEWED = "values of a group are not normal, and not every group is large enough for their skewness"
UNVARIED = "all values of a group are the same"
_FIGURES = (
    "test", "why", "statistic", "p", "difference", "difference_low", "difference_high", "effect", "effect_name",
    "normal_p", "equal_spread_p", "student_p", "welch_p", "rank_p", "distribution_p", "anova_p", "above_percent",
)  # fmt: skip


def groups(_request: CompareGroups, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row, the groups by their means, and those left out; with less than two groups of three values only how many
    there are."""
    named = _parted(*values_of(columns)[:2])
    kept = {name: one for name, one in named.items() if len(one) >= LEAST_OF_A_GROUP}
    row: TableRow = {
        "groups": len(kept),
        "of_groups": len(named),
        "left_out": len(named) - len(kept),
        "count": sum(map(len, kept.values())),
        **dict.fromkeys((*_FIGURES, *subjects.FIGURES)),
    }
    rows: list[TableRow] = [
        {
            "group": name,
            "count": len(one),
            "mean": float(one.mean()),
            "deviation": float(one.std(ddof=1)),
            "median": float(np.median(one)),
        }
        for name, one in sorted(kept.items(), key=lambda item: (-float(item[1].mean()), item[0]))
    ]
    samples = [kept[str(one["group"])] for one in rows]
    if 2 <= len(samples) <= MOST_COMPARED:
        row |= _tested(samples)
        row |= subjects.matched(values_of(columns), [one["group"] for one in rows]) if row["p"] is not None else {}
    few: list[TableRow] = [{"group": name, "count": len(one)} for name, one in named.items() if name not in kept]
    few.sort(key=lambda one: (-int(str(one["count"])), str(one["group"])))
    return table([row]), table(rows), table(few)


def _parted(labels: Values, values: Values) -> dict[str, Floats]:
    """The known values of each group."""
    places, known = together(labels.floats, values.floats)
    every, first = np.unique(labels.floats, return_index=True)
    named = zip(every.tolist(), first.tolist(), strict=True)
    return {labels.shown(at): known[places == place] for place, at in named if np.isfinite(place)}


def _tested(samples: list[Floats]) -> TableRow:
    """The test that applies, with what it rests on. Groups come with the highest mean first."""
    if np.ptp(np.concatenate(samples)) == 0:
        return {"why": "all values are the same"}
    varying = all(np.ptp(one) > 0 for one in samples)
    normal = _all_normal(samples) if varying else None
    spread = float(stats.levene(*samples, center="median").pvalue) if varying else None
    large = all(many(one) for one in samples)
    sound = varying and (large or (normal or 0) >= SIGNIFICANT)
    row: TableRow = {"normal_p": normal, "equal_spread_p": spread}
    row |= _two(samples, varying=varying) if len(samples) == 2 else _several(samples, varying=varying)
    return row | _chosen(row, two=len(samples) == 2, sound=sound, large=large, varying=varying)


def _all_normal(samples: list[Floats]) -> float:
    """How likely the least normal of so many groups is by chance (Šidák 1967)."""
    return float(-np.expm1(len(samples) * np.log1p(-min(map(normal_p, samples)))))


def _two(samples: list[Floats], *, varying: bool) -> TableRow:
    """The tests of two groups; `above_percent` is in how many of 100 pairs of a value of each the first is higher, ties
    half (the common language effect size of McGraw and Wong 1992, as Vargha and Delaney 2000 have it)."""
    one, other = samples
    statistic, p = ranks.of_two(one, other)
    row: TableRow = {
        "rank_p": p,
        "rank_statistic": statistic,
        "above_percent": 100 * statistic / (len(one) * len(other)),
        "distribution_p": float(stats.ks_2samp(one, other).pvalue),
        "difference": float(one.mean() - other.mean()),
    }
    if np.ptp(one) > 0 or np.ptp(other) > 0:
        welch = stats.ttest_ind(one, other, equal_var=False)
        reach = welch.confidence_interval(CONFIDENCE)
        row |= {"welch_p": float(welch.pvalue), "welch_statistic": float(welch.statistic)}
        row |= {"difference_low": float(reach.low), "difference_high": float(reach.high)}
    if varying:
        row["student_p"] = float(stats.ttest_ind(one, other).pvalue)
        pooled = np.sqrt(
            ((len(one) - 1) * one.var(ddof=1) + (len(other) - 1) * other.var(ddof=1)) / (len(one) + len(other) - 2)
        )
        row |= {"effect": float((one.mean() - other.mean()) / pooled), "effect_name": "Cohen’s d"}
    return row


def _several(samples: list[Floats], *, varying: bool) -> TableRow:
    statistic, p = ranks.of_several(samples)
    row: TableRow = {"rank_p": p, "rank_statistic": statistic}
    everything = np.concatenate(samples)
    total = float(np.sum((everything - everything.mean()) ** 2))
    between = sum(len(one) * float((one.mean() - everything.mean()) ** 2) for one in samples)
    row |= {"effect": 100 * between / total, "effect_name": "η²"}
    if varying:
        plain, welch = stats.f_oneway(*samples), stats.f_oneway(*samples, equal_var=False)
        row |= {"anova_p": float(plain.pvalue), "anova_statistic": float(plain.statistic)}
        row |= {"welch_p": float(welch.pvalue), "welch_statistic": float(welch.statistic)}
    return row


def _chosen(row: TableRow, *, two: bool, sound: bool, large: bool, varying: bool) -> TableRow:
    """Which of the tests counts, and why."""
    if not sound:
        name = "Mann–Whitney" if two else "Kruskal–Wallis"
        why = SKEWED if varying else UNVARIED
        return {"test": name, "why": why, "statistic": row["rank_statistic"], "p": row["rank_p"]}
    why = "groups are large enough" if large else "values of each group may be normal"
    if two:
        return {"test": "Welch’s t", "why": why, "statistic": row["welch_statistic"], "p": row["welch_p"]}
    if float(row["equal_spread_p"] or 0) >= SIGNIFICANT:
        why += ", and they spread alike"
        return {"test": "ANOVA", "why": why, "statistic": row["anova_statistic"], "p": row["anova_p"]}
    why += ", and they spread differently"
    return {"test": "Welch’s ANOVA", "why": why, "statistic": row["welch_statistic"], "p": row["welch_p"]}


def pairs(_request: ComparePairs, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row; with less than three pairs only how many there are."""
    one, other = together(*(column.floats for column in values_of(columns)[:2]))
    names = ("mean_difference", "low", "high", "t_p", "rank_p", "normal_p", "test", "p")
    row: TableRow = {"pairs": len(one), **dict.fromkeys(names)}
    if len(one) < LEAST_OF_A_GROUP:
        return (table([row]),)
    apart = one - other
    row["mean_difference"] = float(apart.mean())
    if np.ptp(apart) > 0:
        tested = stats.ttest_rel(one, other)
        reach = tested.confidence_interval(CONFIDENCE)
        signed, normal = float(stats.wilcoxon(apart).pvalue), normal_p(apart)
        means = many(apart) or normal >= SIGNIFICANT
        row |= {"low": float(reach.low), "high": float(reach.high), "t_p": float(tested.pvalue), "rank_p": signed}
        row |= {"normal_p": normal, "test": "paired t" if means else "Wilcoxon signed-rank"}
        row["p"] = float(tested.pvalue) if means else signed
    return (table([row]),)
