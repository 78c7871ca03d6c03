"""Columns as they come, as arrays."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from shared.contracts import TypedColumn, TypedColumns

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Values:
    """One column: its numbers, times in seconds since 1970 or places of labels, NaN where a cell is empty."""

    column: TypedColumn

    @cached_property
    def floats(self) -> Floats:
        """The cells as they came."""
        return np.frombuffer(self.column.data, dtype="<f8").astype(np.float64)

    def followed_by(self, more: Floats) -> Self:
        """The column with these cells behind its own."""
        data = self.column.data + more.astype("<f8").tobytes()
        return type(self)(self.column.model_copy(update={"data": data}))

    def at(self, rows: NDArray[np.bool_]) -> Self:
        """The column of these rows alone."""
        return type(self)(self.column.model_copy(update={"data": self.floats[rows].astype("<f8").tobytes()}))

    @property
    def finite(self) -> Floats:
        """The known cells, in their order; infinite ones are left out too."""
        return self.floats[np.isfinite(self.floats)]

    def label(self, place: float) -> str:
        """The text at a place."""
        return self.column.labels[int(place)]

    def shown(self, at: int) -> str:
        """The cell in a row as a text: a label, a day, a whole number without a point; "" where it is empty."""
        cell = self._cell(at)
        if not np.isfinite(cell):
            return ""
        if self.column.kind == "text":
            return self.label(cell)
        if self.column.kind == "time":
            return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=float(cell))).date().isoformat()
        return str(int(cell)) if cell == int(cell) else repr(float(cell))

    def _cell(self, at: int) -> float:
        """One cell, without a look at the others."""
        return float(np.frombuffer(self.column.data, dtype="<f8", count=1, offset=8 * at)[0])

    @property
    def name(self) -> str:
        """What it is called."""
        return self.column.name


def values_of(columns: TypedColumns) -> list[Values]:
    """The columns in their order."""
    return [Values(column) for column in columns.columns]


def level(values: Floats, scale: Floats | None = None) -> Floats:
    """The values; all of them the first one where they differ by no more than rounding, by a 10⁹th of the largest. What
    is left of others, its `scale`, is 0 where it varies by no more of these."""
    of = values if scale is None else scale
    if not len(values) or np.ptp(values) > 1e-9 * float(np.max(np.abs(of))):
        return values
    return np.full(len(values), values[0] if scale is None else 0.0)


def together(*columns: Floats) -> tuple[Floats, ...]:
    """The rows in which all of these are known."""
    known = np.all([np.isfinite(one) for one in columns], axis=0)
    return tuple(one[known] for one in columns)
