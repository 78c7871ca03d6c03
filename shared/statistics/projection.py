"""Projection of a series, with its prediction interval.

Where what is left of the line goes on from one period to the next, as it does beside a season that is not known yet,
the interval is that of errors of such a kind (AR(1)): independent ones would have it too narrow.
"""

import numpy as np

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, level, values_of
from shared.statistics.least_squares import Fit, fit
from shared.statistics.periods import FilledPeriods, after, filled
from shared.statistics.persistence import LONG, alike, goes_on
from shared.statistics.requests import SIGNIFICANT, Project, StatisticTable
from shared.statistics.season import CYCLES, cycle_places, design, long_enough, season_p, with_season
from shared.statistics.tables import TableRow, table

LEAST = 4
_FOUND = (
    *("seasonal", "r_squared", "projected_in_all", "low_in_all", "high_in_all", "before_in_all"),
    *("change_in_all_percent", "slope_p", "goes_on", "at_average"),
)
"""What is unknown of a series that is too short; `in_all` is of all periods ahead together."""


def projection(request: Project, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row about the fit, and a row for each period ahead; with fewer than four periods only their count."""
    series = filled(values_of(columns), request.grain, counts=request.counts)
    row: TableRow = {
        **series.span,
        **dict.fromkeys(_FOUND),
        "season_unseen": series.grain in ("month", "quarter") and not long_enough(series),
        "cut": False,
        "falls": False,
    }
    if len(series.values) < LEAST:
        return table([row]), table([])
    line = fit(design(series, series.places), series.values)
    if line is None:
        return table([row]), table([])
    wider = _seasonal(series, line)
    found, seasonal = wider or line, wider is not None
    ahead = series.places[-1] + np.arange(1, request.ahead + 1)
    past, new = (design(series, one, seasonal=seasonal) for one in (series.places, ahead))
    share, steady = goes_on(level(found.left, series.values), series.places, past), np.ptp(series.values) == 0
    if steady:
        told, reach, in_all = np.full(len(ahead), series.values[0]), np.zeros(len(ahead)), 0.0
    elif share is None or len(past) > LONG:  # of so many periods little is unknown of the line
        told, reach, in_all = *found.predicted(new), found.reach_of_sum(new)
    else:
        told, reach, in_all = _carried(found, past, new, share)
    low, high = told - reach, told + reach
    count, never_below = request.ahead, bool(np.min(series.values) >= 0)
    if never_below and not steady:
        count = int(np.argmin(high > 0)) if np.any(high <= 0) else request.ahead
        row |= {"cut": bool(np.min(low) < 0), "falls": count < request.ahead}
    if not never_below or np.min(told) >= 0:
        row |= _together(told, in_all, never_below=never_below) | _beside_last_year(series, told)
    if never_below:
        told, low, high = (np.maximum(one, 0.0) for one in (told, low, high))
    rows: list[TableRow] = [
        {
            "period": after(series.begins[-1], series.grain, at + 1).isoformat(),
            "projected": float(told[at]),
            "low": float(low[at]),
            "high": float(high[at]),
        }
        for at in range(count)
    ]
    slope_p = None if steady else float(found.chances[1])
    level_may_do = slope_p is not None and slope_p >= SIGNIFICANT and not seasonal
    row |= {
        "seasonal": seasonal,
        "r_squared": None if steady else found.r_squared,
        "goes_on": share,
        "slope_p": slope_p,
        "at_average": float(series.values.mean()) if level_may_do else None,
    }
    return table([row]), table(rows)


def _seasonal(series: FilledPeriods, line: Fit) -> Fit | None:
    """The fit with the places of the cycle, where these explain more than chance (F test), over two whole cycles."""
    if not long_enough(series) or series.grain == "week" or np.ptp(level(line.left, series.values)) == 0:
        return None
    if len(np.unique(cycle_places(series))) < CYCLES[series.grain]:
        return None
    found = with_season(series)
    p = season_p(line, found)
    return found if p is not None and p < SIGNIFICANT else None


def _carried(found: Fit, design: Floats, new: Floats, share: float) -> tuple[Floats, Floats, float]:
    """Predictions of rows of the design, how far their intervals reach, and that of their sum, where this share of an
    error goes on."""
    past, ahead = design[:, 1], new[:, 1]
    correlated, near = alike(past, share), share ** np.abs(ahead[:, None] - past)
    weights = new @ np.linalg.pinv(design)
    hat = design @ np.linalg.pinv(design)
    freedom = float(np.trace(correlated) - np.sum(hat * correlated))
    variance = found.variance * found.freedom / freedom
    errors = 1 + np.einsum("ij,jk,ik->i", weights, correlated, weights) - 2 * np.sum(weights * near, axis=1)
    one = weights.sum(axis=0)
    of_sum = float(np.sum(alike(ahead, share)) + one @ correlated @ one - 2 * np.sum(one * near.sum(axis=0)))
    reaches = found.reach * np.sqrt(variance * np.maximum(errors, 1.0))
    return new @ found.coefficients, reaches, found.reach * float(np.sqrt(variance * max(of_sum, 1.0)))


def _together(told: Floats, reach: float, *, never_below: bool) -> TableRow:
    """The total ahead, with its interval."""
    total = float(told.sum())
    return {
        "projected_in_all": total,
        "low_in_all": max(total - reach, 0.0) if never_below else total - reach,
        "high_in_all": total + reach,
    }


def _beside_last_year(series: FilledPeriods, told: Floats) -> TableRow:
    """The total ahead beside the same periods a year before, where all of these are known."""
    year = {"month": 12, "quarter": 4, "year": 1}.get(series.grain)
    if year is None or len(told) > year:
        return {}
    known = dict(zip(series.places.astype(int).tolist(), series.values.tolist(), strict=True))
    last = int(series.places[-1])
    before = [known.get(last + at + 1 - year) for at in range(len(told))]
    total = sum(one for one in before if one is not None)
    if None in before or total <= 0:
        return {}
    return {
        "before_in_all": float(total),
        "change_in_all_percent": 100 * (float(told.sum()) - total) / total,
    }
