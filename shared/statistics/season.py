"""Seasonality of a series: the pattern of a year or a week, and whether it is more than chance."""

import numpy as np
from scipy import special

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, level
from shared.statistics.least_squares import Fit, fit
from shared.statistics.periods import FilledPeriods, series_of
from shared.statistics.requests import SIGNIFICANT, FitSeason, SeriesGrain, StatisticTable
from shared.statistics.tables import TableRow, table

CYCLES: dict[SeriesGrain, int] = {"day": 7, "week": 52, "month": 12, "quarter": 4}
"""How many periods a cycle has; years have none."""
LEAST_CYCLES = 2


def season(request: FitSeason, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row, and a row for each place of the cycle; of less than two whole cycles only how many periods."""
    series = series_of(request, columns)
    row: TableRow = {**series.span, "cycle": CYCLES.get(request.grain)}
    row |= dict.fromkeys(("season_p", "strength", "high_place", "high_percent", "low_place", "low_percent"))
    if not long_enough(series):
        return (table([row]), table([]))
    places, line = cycle_places(series), fit(design(series, series.places), series.values)
    left = np.zeros(len(places)) if line is None else level(line.left, series.values)
    groups = [left[places == place] for place in range(CYCLES[series.grain])]
    mean = float(np.mean(series.values))
    found = [_place(series, at, one, mean) for at, one in enumerate(groups) if len(one)]
    row["season_p"] = None if line is None or np.ptp(left) == 0 else season_p(line, with_season(series))
    row["strength"] = strength(groups, left)
    if mean > 0:
        for end, pick in (("high", max), ("low", min)):
            best = pick(found, key=lambda one: float(one["deviation"] or 0))
            row |= {f"{end}_place": best["place"], f"{end}_percent": best["percent"]}
    return table([row]), table(found)


def long_enough(series: FilledPeriods) -> bool:
    """Whether there are two whole cycles."""
    cycle = CYCLES.get(series.grain)
    return cycle is not None and len(series.values) >= LEAST_CYCLES * cycle


def cycle_places(series: FilledPeriods) -> Floats:
    """The place of each period in its cycle, from 0: January, Monday, the first quarter."""
    first, cycle = series.begins[0], CYCLES[series.grain]
    start = {
        "day": first.weekday(),
        "week": min(first.isocalendar().week, cycle) - 1,
        "month": first.month - 1,
        "quarter": (first.month - 1) // 3,
    }[series.grain]
    return (series.places + start) % cycle


def design(series: FilledPeriods, places: Floats, *, seasonal: bool = False) -> Floats:
    """Constant and place, and, where it is seasonal, the places of the cycle that the series has but the first."""
    columns = [np.ones(len(places)), places]
    if seasonal:
        known, cycle = cycle_places(series), CYCLES[series.grain]
        at = (places + known[0] - series.places[0]) % cycle
        columns += [(at == place).astype(np.float64) for place in np.unique(known)[1:]]
    return np.column_stack(columns)


def with_season(series: FilledPeriods) -> Fit | None:
    """The line and the places of the cycle together."""
    return fit(design(series, series.places, seasonal=True), series.values)


def found_season(series: FilledPeriods) -> Floats | None:
    """What each place of the cycle adds on average, period by period, where that is more than chance; else None."""
    line = fit(design(series, series.places), series.values) if len(series.values) > LEAST_CYCLES else None
    season = None if line is None else more_than_chance(series, line)
    if season is None:
        return None
    added = design(series, series.places, seasonal=True)[:, 2:] @ season.coefficients[2:]
    return np.asarray(added - added.mean())


def more_than_chance(series: FilledPeriods, line: Fit) -> Fit | None:
    """The fit with the places of the cycle, where these explain more than chance (F test), over two whole cycles."""
    if not long_enough(series) or series.grain == "week" or np.ptp(level(line.left, series.values)) == 0:
        return None
    if len(np.unique(cycle_places(series))) < CYCLES[series.grain]:
        return None
    found = with_season(series)
    p = season_p(line, found)
    return found if p is not None and p < SIGNIFICANT else None


def season_p(line: Fit, season: Fit | None) -> float | None:
    """How likely the places of the cycle explain as much of what the line leaves by chance: the F test of both fits."""
    if season is None:
        return None
    more = line.freedom - season.freedom
    left, gained = season.variance, (line.variance * line.freedom - season.variance * season.freedom) / more
    return float(special.fdtrc(more, season.freedom, gained / left)) if left > 1e-18 * gained else 0.0


def strength(groups: list[Floats], left: Floats) -> float | None:
    """The part of the variance without the line that the places explain, in percent."""
    total = float(np.sum((left - left.mean()) ** 2))
    within = sum(float(np.sum((one - one.mean()) ** 2)) for one in groups if len(one))
    return 100 * (1 - within / total) if total else None


def _place(series: FilledPeriods, at: int, left: Floats, level: float) -> TableRow:
    deviation = float(np.mean(left))
    percent = 100 * deviation / level if level > 0 else None
    return {"place": at + 1, "periods": len(left), "deviation": deviation, "percent": percent}
