"""Projection of a series, with its prediction interval.

Where what is left of the line goes on from one period to the next, as it does beside a season that is not known yet,
the interval is that of errors of such a kind (AR(1)): independent ones would have it too narrow.
"""

import numpy as np
from scipy import special

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, level, values_of
from shared.statistics.least_squares import Fit, fit
from shared.statistics.periods import Filled, after, filled
from shared.statistics.requests import SIGNIFICANT, Project, StatisticTable
from shared.statistics.season import CYCLES, cycle_places, long_enough
from shared.statistics.tables import Row, table
from shared.statistics.trend import autocorrelation

LEAST = 4
_LONG = 1_000
"""Periods from which on errors that go on make no interval wider: what is not known of the line is little."""
_FOUND = ("seasonal", "r_squared", "projected_in_all", "before_in_all", "change_in_all_percent", "slope_p", "goes_on")
"""What is unknown of a series that is too short; `in_all` is of all periods ahead together."""


def projection(request: Project, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row about the fit, and a row for each period ahead; with fewer than four periods only their count."""
    series = filled(values_of(columns), request.grain, counts=request.counts)
    row: Row = {
        **series.span,
        **dict.fromkeys(_FOUND),
        "season_unseen": series.grain in ("month", "quarter") and not long_enough(series),
        "cut": False,
        "falls": False,
    }
    if len(series.values) < LEAST:
        return table([row]), table([])
    design = _design(series, series.places, seasonal=False)
    line = fit(design, series.values)
    if line is None:
        return table([row]), table([])
    wider = _seasonal(series, line)
    found, seasonal = wider or line, wider is not None
    ahead = series.places[-1] + np.arange(1, request.ahead + 1)
    new = _design(series, ahead, seasonal=seasonal)
    goes_on = _goes_on(level(found.left, series.values))
    if goes_on is None or len(design) > _LONG:
        told, reach = found.predicted(new)
    else:
        told, reach = _carried(found, _design(series, series.places, seasonal=seasonal), new, goes_on)
    steady = np.ptp(series.values) == 0
    if steady:
        told, reach = np.full(len(ahead), series.values[0]), np.zeros(len(ahead))
    low, high = told - reach, told + reach
    count, never_below = request.ahead, bool(np.min(series.values) >= 0)
    if never_below and not steady:
        count = int(np.argmin(high > 0)) if np.any(high <= 0) else request.ahead
        row |= {"cut": bool(np.min(low) < 0), "falls": count < request.ahead}
    row |= _beside_last_year(series, told) if not never_below or np.min(told) >= 0 else {}
    if never_below:
        told, low, high = (np.maximum(one, 0.0) for one in (told, low, high))
    rows: list[Row] = [
        {
            "period": after(series.begins[-1], series.grain, at + 1).isoformat(),
            "projected": float(told[at]),
            "low": float(low[at]),
            "high": float(high[at]),
        }
        for at in range(count)
    ]
    row |= {
        "seasonal": seasonal,
        "r_squared": None if steady else found.r_squared,
        "goes_on": goes_on,
        "slope_p": None if steady else float(found.chances[1]),
    }
    return table([row]), table(rows)


def _seasonal(series: Filled, line: Fit) -> Fit | None:
    """The fit with the places of the cycle, where these explain more than chance (F test), over two whole cycles."""
    if not long_enough(series) or series.grain == "week" or np.ptp(level(line.left, series.values)) == 0:
        return None
    found = fit(_design(series, series.places, seasonal=True), series.values)
    if found is None or not found.variance:
        return found
    more = line.freedom - found.freedom
    gained = (line.variance * line.freedom - found.variance * found.freedom) / more
    return found if special.fdtrc(more, found.freedom, gained / found.variance) < SIGNIFICANT else None


def _goes_on(left: Floats) -> float | None:
    """How much of what is left of one period is left of the next, corrected for its bias (Kendall 1954); None where it
    is not more than its standard error."""
    count, found = len(left), autocorrelation(left)
    if found is None or found <= 1 / np.sqrt(count):
        return None
    return float(min(0.95, found + (1 + 4 * found) / count))


def _carried(found: Fit, design: Floats, new: Floats, goes_on: float) -> tuple[Floats, Floats]:
    """Predictions of rows of the design, and how far their intervals reach, where errors go on."""
    past, ahead = design[:, 1], new[:, 1]
    alike, near = goes_on ** np.abs(past[:, None] - past), goes_on ** np.abs(ahead[:, None] - past)
    weights = new @ np.linalg.pinv(design)
    hat = design @ np.linalg.pinv(design)
    freedom = float(np.trace(alike) - np.sum(hat * alike))
    variance = found.variance * found.freedom / freedom
    errors = 1 + np.einsum("ij,jk,ik->i", weights, alike, weights) - 2 * np.sum(weights * near, axis=1)
    return new @ found.coefficients, found.reach * np.sqrt(variance * np.maximum(errors, 1.0))


def _design(series: Filled, places: Floats, *, seasonal: bool) -> Floats:
    """Constant, place, and, where it is seasonal, the places of the cycle but the first."""
    columns = [np.ones(len(places)), places]
    if seasonal:
        cycle = CYCLES[series.grain]
        start = cycle_places(series)[0] - series.places[0]
        at = (places + start) % cycle
        columns += [(at == place).astype(np.float64) for place in range(1, cycle)]
    return np.column_stack(columns)


def _beside_last_year(series: Filled, told: Floats) -> Row:
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
    ahead = float(told.sum())
    return {
        "projected_in_all": ahead,
        "before_in_all": float(total),
        "change_in_all_percent": 100 * (ahead - total) / total,
    }
