"""Which segments lie off the rest by more than chance, by the statistic `CompareWithRest`."""

from typing import Final

from shared.analysis.facts import number
from shared.contracts import QueryResult, Scalar
from shared.statistics.requests import SIGNIFICANT

BELOW: Final = -1
ABOVE: Final = 1


def beyond_chance(tested: QueryResult, side: int) -> frozenset[str]:
    """The segments whose mean is below, or above, that of the rest by more than chance, as columns are handed over."""
    found = set()
    for row in tested.rows:
        cells = dict(zip(tested.columns, row, strict=True))
        p, mean, others = (number(cells[name]) for name in ("p", "mean", "rest_mean"))
        if p is not None and p < SIGNIFICANT and mean is not None and others is not None and side * (mean - others) > 0:
            found.add(str(cells["group"]))
    return frozenset(found)


def handed(cell: Scalar) -> str:
    """A segment as columns are handed over: a flag as 1 and 0, a time as its day."""
    if isinstance(cell, bool | float) and cell == int(cell):
        return str(int(cell))
    return str(cell)
