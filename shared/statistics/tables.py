"""Figures on their way out: rows of named cells, finite or empty."""

import math
from collections.abc import Mapping, Sequence

from shared.contracts import Scalar
from shared.statistics.requests import StatisticTable

TableRow = dict[str, Scalar]


def table(rows: Sequence[Mapping[str, Scalar]]) -> StatisticTable:
    """Rows as a table with the columns of all of them; a cell that is missing, infinite or undefined is empty."""
    names = tuple(dict.fromkeys(name for row in rows for name in row))
    return StatisticTable(columns=names, rows=tuple(tuple(_safe(row.get(name)) for name in names) for row in rows))


def _safe(cell: Scalar) -> Scalar:
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell
