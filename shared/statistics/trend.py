"""Trend of a series: its direction and slope, and whether it is more than chance.

Where the places of the year differ by more than chance, line and ranks are of the values without them (`slope.py`).
What the line leaves may go on from one period to the next (AR(1)): the slope's interval and p allow for as much of that
as the series makes likely, Mann–Kendall's p and Theil–Sen's interval are as much wider as the slope's, and a cycle must
stand out of such errors too.
"""

import math

import numpy as np
from scipy import stats

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, level
from shared.statistics.periods import FilledPeriods, series_of
from shared.statistics.persistence import autocorrelation, dilution, goes_on_beside
from shared.statistics.requests import CONFIDENCE, SIGNIFICANT, FitTrend, StatisticTable
from shared.statistics.slope import slope_of
from shared.statistics.stretches import AGAINST, against
from shared.statistics.tables import TableRow, table

LEAST = 3
"""Periods for a line with an interval."""
LEAST_FOR_A_CYCLE = 12
FIGURES: TableRow = dict.fromkeys(
    (
        "mean", "seasonal", "slope", "slope_low", "slope_high", "slope_p", "r_squared", "theil_sen_slope",
        "theil_sen_low", "theil_sen_high", "kendall_tau", "mann_kendall_p", "change_percent", "autocorrelation",
        "goes_on", "widened", "cycle_length", "cycle_p", "direction", *AGAINST,
    )
)  # fmt: skip
"""What there is of a series that is long enough; empty where it is not, or where nothing varies."""


def trend(request: FitTrend, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row; with fewer than three periods only how many there are."""
    series = series_of(request, columns)
    row: TableRow = {**series.span, **_ends(series), **FIGURES}
    if len(series.values) >= LEAST:
        row |= course(series)
        row |= against(series, str(row["direction"]))
    return (table([row]),)


def _ends(series: FilledPeriods) -> TableRow:
    known = len(series.values) > 0
    return {
        "first_value": float(series.values[0]) if known else None,
        "last_value": float(series.values[-1]) if known else None,
    }


def course(series: FilledPeriods) -> TableRow:
    """The line, its interval, the rank statistics, and what decides between the four courses."""
    x, y = series.places, series.values
    if np.ptp(y) == 0:
        return {"mean": float(y[0]), "direction": "stable"}
    known = slope_of(series)
    rest = known.rest
    line = stats.linregress(x, rest)
    slope = float(line.slope)
    course_of_line = line.intercept + slope * x
    widened = known.reach / known.usual if known.usual else 1.0
    naive = float(line.stderr * stats.t.isf(0.5 - CONFIDENCE / 2, len(x) - 2))
    beside = known.usual / naive if naive else 1.0  # what the season took from the line it took from the ranks
    going = math.sqrt(dilution(len(x), known.goes_on)) if known.stepped else widened  # ranks take a step for a step
    diluted = going * beside
    ranks = stats.kendalltau(x, rest) if np.ptp(rest) > 0 else None
    ranks_p = float(2 * stats.norm.sf(stats.norm.isf(ranks.pvalue / 2) / diluted)) if ranks else 1.0
    sure = 1 - 2 * float(stats.norm.sf(stats.norm.isf(0.5 - CONFIDENCE / 2) * diluted))
    sen = stats.theilslopes(rest, x, alpha=min(sure, 1 - 1e-12))
    length, cycle_p = cycle(series, level(y - course_of_line, y))  # a season is a cycle, too
    start, end = float(line.intercept), float(line.intercept + slope * x[-1])
    row: TableRow = {
        "mean": float(np.mean(y)),
        "seasonal": known.season is not None,
        "slope": slope,
        "slope_low": slope - known.reach,
        "slope_high": slope + known.reach,
        "slope_p": known.p,
        "r_squared": float(line.rvalue) ** 2,
        "theil_sen_slope": float(sen.slope),
        "theil_sen_low": float(sen.low_slope),
        "theil_sen_high": float(sen.high_slope),
        "kendall_tau": float(ranks.statistic) if ranks else 0.0,
        "mann_kendall_p": ranks_p,
        "change_percent": 100 * (end - start) / start if start > 0 and end >= 0 else None,
        "autocorrelation": autocorrelation(level(rest - course_of_line, y)),
        "goes_on": known.goes_on,
        "widened": widened,
        "cycle_length": length,
        "cycle_p": cycle_p,
    }
    return row | {"direction": direction(row)}


def direction(row: TableRow) -> str:
    """Increasing or decreasing where line and ranks agree that it is no chance; else cyclical where a cycle is none;
    else stable."""
    slope, tau = float(row["slope"] or 0), float(row["kendall_tau"] or 0)
    sure = max(float(row["slope_p"] or 0), float(row["mann_kendall_p"] or 0)) < SIGNIFICANT
    if sure and slope * tau > 0:
        return "increasing" if slope > 0 else "decreasing"
    if row["cycle_p"] is not None and float(row["cycle_p"]) < SIGNIFICANT:
        return "cyclical"
    return "stable"


def cycle(series: FilledPeriods, left: Floats) -> tuple[float | None, float | None]:
    """How many periods the strongest cycle takes, and how likely one as strong is by chance (Fisher's g, 1929: over m
    ordinates the largest share g of their sum; p = Σ (-1)^(j-1) C(m, j) (1 - jg)^(m-1)), the larger of two: of
    independent errors, and of errors that go on as what is beside the cycle does, whose ordinates are larger at long
    cycles. None for short series, those with gaps, and where the strongest is the whole length, which is a course and
    no cycle."""
    if series.missing or len(left) < LEAST_FOR_A_CYCLE:
        return None, None
    power = np.abs(np.fft.rfft(left))[1 : (len(left) - 1) // 2 + 1] ** 2
    if not power.sum():
        return None, None
    at, p = int(np.argmax(power)) + 1, _fisher(power)
    if (share := goes_on_beside(_beside_cycle, left)) is not None:
        turns = 2 * np.pi * np.arange(1, len(power) + 1) / len(left)
        p = max(p, _fisher(power * (1 - 2 * share * np.cos(turns) + share**2)))
    return (None, None) if at == 1 else (len(left) / at, p)


def _beside_cycle(rows: Floats) -> Floats:
    """By row: what a line and the strongest cycle leave."""
    count = rows.shape[1]
    x = np.arange(count) - (count - 1) / 2
    flat = rows - rows.mean(axis=1, keepdims=True)
    flat -= (flat @ x / (x @ x))[:, None] * x
    waves = np.fft.rfft(flat, axis=1)
    strongest = np.argmax(np.abs(waves[:, 1 : (count - 1) // 2 + 1]), axis=1) + 1
    waves[np.arange(len(rows)), strongest] = 0
    return np.fft.irfft(waves, count, axis=1)


def _fisher(power: Floats) -> float:
    """How likely the largest of so many ordinates takes as large a share of their sum by chance."""
    share, m = float(power.max() / power.sum()), len(power)
    terms = (
        (-1) ** (j - 1) * math.comb(m, j) * (1 - j * share) ** (m - 1) for j in range(1, min(m, int(1 / share)) + 1)
    )
    return min(1.0, max(0.0, math.fsum(terms)))
