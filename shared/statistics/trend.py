"""Trend of a series: its direction and slope, and whether it is more than chance."""

import math

import numpy as np
from scipy import stats

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, level, values_of
from shared.statistics.periods import Filled, filled
from shared.statistics.requests import CONFIDENCE, SIGNIFICANT, FitTrend, StatisticTable
from shared.statistics.tables import Row, table

LEAST = 3
"""Periods for a line with an interval."""
LEAST_FOR_A_CYCLE = 12

FIGURES: Row = dict.fromkeys(
    (
        "mean", "slope", "slope_low", "slope_high", "slope_p", "r_squared", "theil_sen_slope", "theil_sen_low",
        "theil_sen_high", "kendall_tau", "mann_kendall_p", "change_percent", "autocorrelation", "cycle_length",
        "cycle_p", "direction",
    )
)  # fmt: skip
"""What there is of a series that is long enough; empty where it is not, or where nothing varies."""


def trend(request: FitTrend, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row; with fewer than three periods only how many there are."""
    series = filled(values_of(columns), request.grain, counts=request.counts)
    row: Row = {**series.span, **_ends(series), **FIGURES}
    if len(series.values) >= LEAST:
        row |= fitted(series)
    return (table([row]),)


def _ends(series: Filled) -> Row:
    known = len(series.values) > 0
    return {
        "first_value": float(series.values[0]) if known else None,
        "last_value": float(series.values[-1]) if known else None,
    }


def fitted(series: Filled) -> Row:
    """The line, its interval, the rank statistics, and what decides between the four courses."""
    x, y = series.places, series.values
    if np.ptp(y) == 0:
        return {"mean": float(y[0]), "direction": "stable"}
    line = stats.linregress(x, y)
    slope, error = float(line.slope), float(line.stderr)
    reach = float(stats.t.ppf(0.5 + CONFIDENCE / 2, len(x) - 2)) * error
    ranks = stats.kendalltau(x, y)
    sen = stats.theilslopes(y, x, alpha=CONFIDENCE)
    left = level(y - (line.intercept + slope * x), y)
    length, cycle_p = cycle(series, left)
    start, end = float(line.intercept), float(line.intercept + slope * x[-1])
    row: Row = {
        "mean": float(np.mean(y)),
        "slope": slope,
        "slope_low": slope - reach,
        "slope_high": slope + reach,
        "slope_p": float(line.pvalue),
        "r_squared": float(line.rvalue) ** 2,
        "theil_sen_slope": float(sen.slope),
        "theil_sen_low": float(sen.low_slope),
        "theil_sen_high": float(sen.high_slope),
        "kendall_tau": float(ranks.statistic),
        "mann_kendall_p": float(ranks.pvalue),
        "change_percent": 100 * (end - start) / start if start > 0 and end >= 0 else None,
        "autocorrelation": autocorrelation(left),
        "cycle_length": length,
        "cycle_p": cycle_p,
    }
    return row | {"direction": direction(row)}


def direction(row: Row) -> str:
    """Increasing or decreasing where line and ranks agree that it is no chance; else cyclical where a cycle is none;
    else stable."""
    slope, tau = float(row["slope"] or 0), float(row["kendall_tau"] or 0)
    sure = max(float(row["slope_p"] or 0), float(row["mann_kendall_p"] or 0)) < SIGNIFICANT
    if sure and slope * tau > 0:
        return "increasing" if slope > 0 else "decreasing"
    if row["cycle_p"] is not None and float(row["cycle_p"]) < SIGNIFICANT:
        return "cyclical"
    return "stable"


def autocorrelation(left: Floats) -> float | None:
    """How alike neighbours are: the correlation of what is left with itself, one period later."""
    square = float(np.sum(left**2))
    return float(np.sum(left[1:] * left[:-1])) / square if square else None


def cycle(series: Filled, left: Floats) -> tuple[float | None, float | None]:
    """How many periods the strongest cycle takes, and how likely one as strong is by chance (Fisher's g, 1929: over m
    ordinates the largest share g of their sum; p = Σ (-1)^(j-1) C(m, j) (1 - jg)^(m-1)). None for short series, those
    with gaps, and where the strongest is the whole length, which is a course and no cycle."""
    if series.missing or len(left) < LEAST_FOR_A_CYCLE:
        return None, None
    power = np.abs(np.fft.rfft(left))[1 : (len(left) - 1) // 2 + 1] ** 2
    if not power.sum():
        return None, None
    at, m = int(np.argmax(power)) + 1, len(power)
    share = float(power.max() / power.sum())
    terms = (
        (-1) ** (j - 1) * math.comb(m, j) * (1 - j * share) ** (m - 1) for j in range(1, min(m, int(1 / share)) + 1)
    )
    p = min(1.0, max(0.0, math.fsum(terms)))
    return (None, None) if at == 1 else (len(left) / at, p)
