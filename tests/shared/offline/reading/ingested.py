"""Small tables from CSV texts, through the real ingestion, ready to be asked about."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import duckdb

from shared.contracts import DatasetProfile
from shared.ingestion.pipeline import ingest

Tables = dict[str, tuple[DatasetProfile, duckdb.DuckDBPyConnection]]
"""By name: a profile, and a connection in which the relation "data" is the table."""


@contextmanager
def ingested(texts: Mapping[str, str], folder: Path) -> Iterator[Tables]:
    """The tables of the texts; their connections are closed at the end."""
    tables = {name: _ingested(name, text, folder) for name, text in texts.items()}
    yield tables
    for _, connection in tables.values():
        connection.close()


def _ingested(name: str, text: str, folder: Path) -> tuple[DatasetProfile, duckdb.DuckDBPyConnection]:
    source, target = folder / f"{name}.csv", folder / f"{name}.parquet"
    source.write_text(text, encoding="utf-8")
    profile = ingest(source, target, dataset_id=name, relation="data")
    connection = duckdb.connect()
    connection.execute(f"CREATE VIEW data AS SELECT * FROM read_parquet('{target}')")
    return profile, connection
