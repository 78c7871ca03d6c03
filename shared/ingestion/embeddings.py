"""Embeddings of free text, beside the Parquet, so that rows can be found by what they mean."""

from pathlib import Path

import duckdb
import numpy as np

from shared.contracts.dataset import DatasetProfile
from shared.embeddings.embedder import Embedder
from shared.embeddings.vocabulary import DIMENSIONS
from shared.ingestion.nulls import identifier, quoted
from shared.table.vectors import is_vector

MAX_VALUES = 20_000
_LENGTH = 2_000


def embed_texts(
    parquet: Path, profile: DatasetProfile, target: Path, embedder: Embedder | None = None, max_values: int = MAX_VALUES
) -> DatasetProfile:
    """Writes Parquet of (column, value, embedding FLOAT[256]) with the distinct texts of the free-text columns.

    A column with more than `max_values` distinct texts is left out, so that no upload waits for it, and so are vectors
    that the file brings along: their digits mean nothing. Returns the profile with `embedded_columns`; without such a
    column nothing is written.
    """
    texts = (c for c in profile.having("text") if c.type == "text" and not is_vector(c))
    columns = tuple(c.name for c in texts if 0 < c.distinct <= max_values)
    if not columns:
        return profile
    with duckdb.connect(":memory:") as con:
        con.execute(f"CREATE TABLE texts (source VARCHAR, value VARCHAR, embedding FLOAT[{DIMENSIONS}])")
        for column in columns:
            _embed_column(con, parquet, column, embedder or Embedder())
        con.execute(f'COPY (SELECT source AS "column", value, embedding FROM texts) TO {quoted(str(target))}')
    return profile.model_copy(update={"embedded_columns": columns})


def _embed_column(con: duckdb.DuckDBPyConnection, parquet: Path, column: str, embedder: Embedder) -> None:
    name = identifier(column)
    query = f"SELECT DISTINCT {name} FROM read_parquet({quoted(str(parquet))}) WHERE {name} IS NOT NULL ORDER BY 1"
    values = [row[0] for row in con.execute(query).fetchall()]
    vectors = embedder.embed([value[:_LENGTH] for value in values])
    batch = {"value": np.array(values, dtype=object), "embedding": vectors}
    con.execute(
        f"INSERT INTO texts SELECT $1, value, embedding::FLOAT[{DIMENSIONS}] FROM "
        "(SELECT unnest($2::VARCHAR[]) AS value, unnest($3::FLOAT[][]) AS embedding)",
        [column, list(batch["value"]), vectors.tolist()],
    )
