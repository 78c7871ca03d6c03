"""Changes of the level of a series: the stretches between them, beside what the whole course does."""

import numpy as np

from shared.contracts import TypedColumns
from shared.statistics.changes import LEAST_STRETCH, beside_split
from shared.statistics.columns import level
from shared.statistics.periods import series_of
from shared.statistics.persistence import autocorrelation, goes_on_beside
from shared.statistics.requests import FindChanges, StatisticTable
from shared.statistics.stretches import stretches_of
from shared.statistics.tables import TableRow, table
from shared.statistics.trend import course

_OF_COURSE = ("direction", "slope", "slope_low", "slope_high", "slope_p")


def changes(request: FindChanges, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row with how many changes there are and what the whole course does, and a row for each stretch of one
    level."""
    series = series_of(request, columns)
    found = stretches_of(series)
    values = found.values
    enough = len(values) >= 2 * LEAST_STRETCH and np.ptp(values) > 0
    whole = course(series) if len(found.rows) > 1 else {}
    row: TableRow = {
        **series.span,
        "changes": max(len(found.rows) - 1, 0),
        "seasonal": found.seasonal,
        "autocorrelation": autocorrelation(level(found.left, values)),
        "goes_on": goes_on_beside(beside_split, values) if enough else None,
        **{name: whole.get(name) for name in _OF_COURSE},
    }
    return table([row]), table(list(found.rows))
