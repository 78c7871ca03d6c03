"""Profiles from a few words on each column, with what their table means."""

from typing import Any

from shared.contracts import ColumnProfile, DatasetProfile
from shared.table.understood import understood


def number(name: str, low: float = 1, high: float = 900, **others: Any) -> ColumnProfile:
    """A measure between two values."""
    return ColumnProfile.model_validate(
        {"name": name, "type": "number", "role": "measure", "minimum": low, "maximum": high, "distinct": 50, **others}
    )


def text(name: str, distinct: int, **others: Any) -> ColumnProfile:
    """A column of texts, so many of them different."""
    return ColumnProfile.model_validate(
        {"name": name, "type": "text", "role": "dimension", "distinct": distinct, **others}
    )


def table(*columns: ColumnProfile, rows: int = 60, file_name: str = "upload.csv") -> DatasetProfile:
    """Their table, understood."""
    return understood(DatasetProfile(dataset_id="d", file_name=file_name, row_count=rows, columns=columns))
