"""What every test of ingestion needs: a messy file in, its profile and its rows out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from ingested import Ingested

from shared.ingestion.pipeline import ingest

pytest.register_assert_rewrite("dirty")

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
