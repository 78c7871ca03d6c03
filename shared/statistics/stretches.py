"""Stretches of a series that have a level each, and which of their changes go against its course."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from shared.statistics.changes import LEAST_STRETCH, splits
from shared.statistics.columns import Floats
from shared.statistics.periods import FilledPeriods
from shared.statistics.requests import goes_against
from shared.statistics.season import found_season
from shared.statistics.tables import TableRow

_SEED: Final = 1
_FEW: Final = 260
"""Periods up to which a trend looks for changes against it: of more it would take several times as long."""
AGAINST: Final = ("against_from", "against_before", "against_since", "against_p", "against_seasonal")


@dataclass(frozen=True)
class Stretches:
    """The values that have levels, without the season where there is one, and a row for each stretch of one level."""

    values: Floats
    seasonal: bool
    rows: tuple[TableRow, ...]

    @property
    def left(self) -> Floats:
        """What the levels leave of the values."""
        levels = [np.full(int(row["periods"] or 0), float(row["mean"] or 0)) for row in self.rows]
        return np.asarray(self.values - np.concatenate(levels)) if levels else self.values


def stretches_of(series: FilledPeriods) -> Stretches:
    """The stretches between changes of level. A season is no change of level: it is taken out first."""
    season = found_season(series)
    values = series.values if season is None else series.values - season
    found = sorted(splits(values, np.random.default_rng(_SEED)).items())
    edges = [0, *(at for at, _ in found), len(values)]
    chances = [None, *(p for _, p in found)]
    rows: list[TableRow] = []
    for place, (low, high) in enumerate(pairwise(edges)):
        if high <= low:
            continue
        mean = float(np.mean(values[low:high]))
        before = float(rows[-1]["mean"] or 0) if rows else None
        rows.append(
            {
                "from": series.begins[low].isoformat(),
                "to": series.begins[high - 1].isoformat(),
                "periods": high - low,
                "mean": mean,
                "change": None if before is None else mean - before,
                "change_percent": 100 * (mean - before) / before if before and before > 0 else None,
                "p": chances[place],
            }
        )
    return Stretches(values, season is not None, tuple(rows))


def against(series: FilledPeriods, direction: str) -> TableRow:
    """The last change of level that goes another way than the course: since when, both levels, and its p-value; empty
    where there is none. Fewer periods than make a level are none."""
    row: TableRow = dict.fromkeys(AGAINST)
    if len(series.values) > _FEW:
        return row
    found = stretches_of(series)
    for before, since in pairwise(found.rows):
        levels = min(int(before["periods"] or 0), int(since["periods"] or 0)) >= LEAST_STRETCH
        if levels and goes_against(direction, float(since["change"] or 0)):
            cells = (since["from"], before["mean"], since["mean"], since["p"], found.seasonal)
            row = dict(zip(AGAINST, cells, strict=True))
    return row
