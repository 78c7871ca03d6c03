"""Projection of a series, with its prediction interval."""

import numpy as np

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, values_of
from shared.statistics.least_squares import fit
from shared.statistics.periods import Filled, after, filled
from shared.statistics.requests import SIGNIFICANT, Project, StatisticTable
from shared.statistics.season import CYCLES, cycle_places, detrended, long_enough, season_p
from shared.statistics.tables import Row, table

LEAST = 4


def projection(request: Project, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row about the fit, and a row for each period ahead; with fewer than four periods only their count."""
    series = filled(values_of(columns), request.grain, counts=request.counts)
    row: Row = {
        **series.span,
        **dict.fromkeys(("seasonal", "r_squared", "projected", "before", "change_percent", "slope_p")),
    }
    if len(series.values) < LEAST:
        return table([row]), table([])
    seasonal = _seasonal(series)
    found = fit(_design(series, series.places, seasonal=seasonal), series.values)
    if found is None and seasonal:
        seasonal = False
        found = fit(_design(series, series.places, seasonal=False), series.values)
    if found is None:
        return table([row]), table([])
    ahead = series.places[-1] + np.arange(1, request.ahead + 1)
    told, reach = found.predicted(_design(series, ahead, seasonal=seasonal))
    steady = np.ptp(series.values) == 0
    if steady:
        told, reach = np.full(len(ahead), series.values[0]), np.zeros(len(ahead))
    rows: list[Row] = [
        {
            "period": after(series.begins[-1], series.grain, at + 1).isoformat(),
            "projected": float(told[at]),
            "low": float(told[at] - reach[at]),
            "high": float(told[at] + reach[at]),
        }
        for at in range(request.ahead)
    ]
    row |= {
        "seasonal": seasonal,
        "r_squared": None if steady else found.r_squared,
        "slope_p": None if steady else float(found.chances[1]),
    }
    row |= _beside_last_year(series, told)
    return table([row]), table(rows)


def _seasonal(series: Filled) -> bool:
    """Whether the places of the cycle differ by more than chance, over two whole cycles."""
    if not long_enough(series) or series.grain == "week":
        return False
    places, left = cycle_places(series), detrended(series)
    p = season_p([left[places == place] for place in range(CYCLES[series.grain])])
    return p is not None and p < SIGNIFICANT


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
    return {"projected": ahead, "before": float(total), "change_percent": 100 * (ahead - total) / total}
