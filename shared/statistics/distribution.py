"""Distribution of a column: moments, quantiles, shape, concentration and outliers."""

import math

import numpy as np
from scipy import special, stats

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, Values, values_of
from shared.statistics.requests import SIGNIFICANT, Describe, StatisticTable
from shared.statistics.tables import TableRow, table

LEAST = 8
"""Values for a shape."""
FAR, FAR_BY_MAD = 2.0, 3.5
"""Standard deviations from the mean, and median absolute deviations (times 1.4826) from the median, beyond which a
value is an outlier (the second: Iglewicz and Hoaglin 1993)."""
_MOST_FOR_SHAPIRO = 5000
_SKEWED, _MOST_TOLD = 0.5, 12
_MAD = float(special.ndtri(0.75))
"""The median absolute deviation of normal values, in standard deviations."""
_VALLEY = 0.7
_FOR_MODES, _MOST_FOR_PEAKS = 30, 2000
_QUANTILES = (0.25, 0.5, 0.75, 0.9, 0.99)
_FIGURES = (
    "mean", "deviation", "lowest", "quartile_1", "median", "quartile_3", "highest", "percentile_90", "percentile_99",
    "skewness", "skewness_p", "kurtosis", "normal_test", "normal_p", "anderson_darling", "anderson_darling_p",
    "shape", "gini", "top_tenth_share", "top_tenth_count", "low_bound", "high_bound", "above", "below", "outliers",
    "mad_outliers", "outlier_share", "highest_multiple",
)  # fmt: skip


def distribution(request: Describe, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row; and where cells have names, the outliers with theirs."""
    every = values_of(columns)
    x = every[request.values].finite
    row: TableRow = {"count": len(x), "empty": len(every[request.values].floats) - len(x), **dict.fromkeys(_FIGURES)}
    if len(x):
        ordered = np.sort(x)  # takes less time than the selections of quantiles that it spares
        row |= _middle(x, ordered) | (_concentration(x, ordered) if "concentration" in request.parts else {})
        if len(x) >= 2 and "outliers" in request.parts:
            row |= _outliers(ordered, row)
        if len(x) >= LEAST and np.ptp(x) > 0 and "shape" in request.parts:
            row |= _shape(x, ordered)
    tables = [table([row])]
    if request.labels is not None:
        tables.append(table(_named(every[request.labels], every[request.values].floats, row)))
    return tuple(tables)


def _middle(x: Floats, ordered: Floats) -> TableRow:
    names = ("quartile_1", "median", "quartile_3", "percentile_90", "percentile_99")
    row: TableRow = dict(zip(names, map(float, np.quantile(ordered, _QUANTILES)), strict=True))
    row |= {"mean": float(x.mean()), "lowest": float(ordered[0]), "highest": float(ordered[-1])}
    if len(x) > 1:
        row["deviation"] = float(x.std(ddof=1))
    return row


def _shape(x: Floats, ordered: Floats) -> TableRow:
    """Normal, skewed, bimodal, or neither, and what decides that."""
    skewness, skewed, small = float(stats.skew(x, bias=False)), stats.skewtest(x), len(x) <= _MOST_FOR_SHAPIRO
    tested = stats.shapiro(x) if small else stats.normaltest(x)
    squared = stats.anderson(x, "norm", method="interpolate")
    row: TableRow = {
        "skewness": skewness,
        "skewness_p": float(skewed.pvalue),
        "kurtosis": float(stats.kurtosis(x, bias=False)),
        "normal_test": "Shapiro–Wilk" if small else "D’Agostino–Pearson",
        "normal_p": float(tested.pvalue),
        "anderson_darling": float(squared.statistic),
        "anderson_darling_p": float(squared.pvalue),
    }
    if _two_peaks(ordered):
        return row | {"shape": "bimodal"}
    if float(skewed.pvalue) < SIGNIFICANT and abs(skewness) >= _SKEWED:
        return row | {"shape": "right-skewed" if skewness > 0 else "left-skewed"}
    return row | {"shape": "normal" if float(tested.pvalue) >= SIGNIFICANT else "not normal"}


def _two_peaks(ordered: Floats) -> bool:
    """Whether a smooth density has two peaks with a valley between them below 70 % of the lower one."""
    if len(ordered) < _FOR_MODES or np.count_nonzero(np.diff(ordered)) + 1 < LEAST:
        return False
    low, high = np.quantile(ordered, (0.005, 0.995))
    inner = ordered[np.searchsorted(ordered, low) : np.searchsorted(ordered, high, side="right")]
    if inner[0] == inner[-1]:
        return False
    if len(inner) > _MOST_FOR_PEAKS:
        inner = np.quantile(inner, np.linspace(0, 1, _MOST_FOR_PEAKS))
    grid = np.linspace(inner[0], inner[-1], 128)
    density = stats.gaussian_kde(inner)(grid)
    inside = (density[1:-1] > density[:-2]) & (density[1:-1] >= density[2:])
    peaks = [int(at) + 1 for at in np.flatnonzero(inside)]
    if density[0] > density[1]:
        peaks.insert(0, 0)
    if density[-1] > density[-2]:
        peaks.append(len(density) - 1)
    if len(peaks) < 2:
        return False
    first, second = sorted(sorted(peaks, key=lambda at: -density[at])[:2])
    lower = min(density[first], density[second])
    big_enough = lower > 0.2 * density.max()
    return bool(big_enough and density[first : second + 1].min() < _VALLEY * lower)


def _concentration(x: Floats, ordered: Floats) -> TableRow:
    """Gini's coefficient and the share of the largest tenth, of values none of which is negative."""
    total = float(x.sum())
    if x.min() < 0 or total <= 0:
        return {}
    n = len(x)
    many = math.ceil(n / 10)
    gini = float(2 * np.sum(np.arange(1, n + 1) * ordered) / (n * total) - (n + 1) / n)
    return {"gini": gini, "top_tenth_share": 100 * float(ordered[-many:].sum()) / total, "top_tenth_count": many}


def _outliers(ordered: Floats, row: TableRow) -> TableRow:
    mean, deviation, median = (float(row[name] or 0) for name in ("mean", "deviation", "median"))
    low, high = mean - FAR * deviation, mean + FAR * deviation
    below = int(np.searchsorted(ordered, low, side="left"))
    above = len(ordered) - int(np.searchsorted(ordered, high, side="right"))
    away = np.abs(ordered - median)
    spread = float(np.median(away)) / _MAD  # scipy's median_abs_deviation, which looks for empty cells three times
    by_mad = int(np.count_nonzero(away > FAR_BY_MAD * spread)) if spread > 0 else None
    return {
        "low_bound": low,
        "high_bound": high,
        "above": above,
        "below": below,
        "outliers": above + below,
        "outlier_share": 100 * (above + below) / len(ordered),
        "mad_outliers": by_mad,
        "highest_multiple": float(ordered[-1]) / mean if mean > 0 else None,
    }


def _named(labels: Values, floats: Floats, row: TableRow) -> list[TableRow]:
    """The outliers beyond 2 standard deviations with their names, furthest first; equal ones by name."""
    if not row["outliers"]:
        return []
    mean, deviation, low, high = (float(row[one] or 0) for one in ("mean", "deviation", "low_bound", "high_bound"))
    far = np.flatnonzero((floats < low) | (floats > high))
    far = far[np.isfinite(floats[far])]
    away = np.abs(floats[far] - mean)
    if len(far) > _MOST_TOLD:  # those as far as the last that is told are all named, since names decide between them
        far = far[away >= np.partition(away, -_MOST_TOLD)[-_MOST_TOLD]]
    found = [(abs(float(floats[at]) - mean), labels.shown(int(at)), float(floats[at])) for at in far]
    return [
        {
            "name": name,
            "value": value,
            "deviations": (value - mean) / deviation,
            "multiple": value / mean if mean > 0 else None,
        }
        for _, name, value in sorted(found, key=lambda one: (-one[0], one[1]))[:_MOST_TOLD]
    ]
