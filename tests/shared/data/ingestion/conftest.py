"""What every test of ingestion needs: a messy file in, its profile and its rows out."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pytest

from shared.contracts import DatasetProfile
from shared.data.ingestion import ingest


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


Ingest = Callable[..., Ingested]


@pytest.fixture
def read(tmp_path: Path) -> Ingest:
    """Ingests text or bytes, under any name."""

    def read(content: str | bytes, name: str = "table.csv", **options: Any) -> Ingested:
        source, target = tmp_path / name, tmp_path / "out.parquet"
        source.write_bytes(content if isinstance(content, bytes) else content.encode())
        profile = ingest(source, target, dataset_id="d1", **options)
        with duckdb.connect(":memory:") as con:
            rows = con.execute(f"SELECT * FROM read_parquet('{target}')").fetchall()
        return Ingested(profile, target, rows)

    return read
