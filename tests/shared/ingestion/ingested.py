"""An ingested file."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared.contracts import DatasetProfile


@dataclass(frozen=True)
class Ingested:
    """An ingested file: its profile, and its rows as Python values."""

    profile: DatasetProfile
    parquet: Path
    rows: list[tuple[Any, ...]]

    def values(self, column: str) -> list[Any]:
        """The values of one column, in order."""
        at = [each.name for each in self.profile.columns].index(column)
        return [row[at] for row in self.rows]

    def types(self) -> list[str]:
        """The types of the columns, in order."""
        return [column.type for column in self.profile.columns]

    def told(self, kind: str | None = None) -> str:
        """What the repairs say, as one text."""
        return "\n".join(repair.detail for repair in self.profile.repairs if kind in (None, repair.kind))
