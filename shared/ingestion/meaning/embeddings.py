"""Vectors beside the Parquet, to find rows by likeness: of free text, and those that a file brings along."""

from pathlib import Path
from typing import TYPE_CHECKING

from shared.contracts.dataset import DatasetProfile
from shared.ingestion.database import duckdb
from shared.ingestion.meaning.vectors import parsed
from shared.quoting import identifier, quoted

if TYPE_CHECKING:
    from shared.embeddings.embedder import Embedder

MAX_VALUES = 20_000
MAX_VECTORS = 200_000
"""What a file brings along is not computed, only read."""
_LENGTH = 2_000


def embed_texts(parquet: Path, profile: DatasetProfile, target: Path, max_values: int = MAX_VALUES) -> DatasetProfile:
    """Writes Parquet of (column, value, embedding FLOAT[]) with the distinct texts of the free-text columns, and those
    of columns of vectors, as they are.

    A column with more than `max_values` distinct texts is left out, so that no upload waits for it. Returns the profile
    with `embedded_columns`; without such a column nothing is written.
    """
    texts = tuple(c.name for c in profile.having("text") if c.type == "text" and 0 < c.distinct <= max_values)
    vectors = tuple(c.name for c in profile.having("vector") if 0 < c.distinct <= MAX_VECTORS)
    if not (columns := (*texts, *vectors)):
        return profile
    from shared.embeddings.embedder import Embedder  # numpy, a tenth of a start, which most files do not need

    with duckdb.connect(":memory:") as con:
        con.execute("CREATE TABLE texts (source VARCHAR, value VARCHAR, embedding FLOAT[])")
        for column in texts:
            _embed_column(con, parquet, column, Embedder())
        for column in vectors:
            _take_column(con, parquet, column)
        con.execute(f'COPY (SELECT source AS "column", value, embedding FROM texts) TO {quoted(str(target))}')
    return profile.model_copy(update={"embedded_columns": columns})


def _embed_column(con: duckdb.DuckDBPyConnection, parquet: Path, column: str, embedder: "Embedder") -> None:
    name = identifier(column)
    query = f"SELECT DISTINCT {name} FROM read_parquet({quoted(str(parquet))}) WHERE {name} IS NOT NULL ORDER BY 1"
    values = [row[0] for row in con.execute(query).fetchall()]
    vectors = embedder.embed([value[:_LENGTH] for value in values])
    con.execute(
        "INSERT INTO texts SELECT $1, value, embedding FROM "
        "(SELECT unnest($2::VARCHAR[]) AS value, unnest($3::FLOAT[][]) AS embedding)",
        [column, values, vectors.tolist()],
    )


def _take_column(con: duckdb.DuckDBPyConnection, parquet: Path, column: str) -> None:
    name, table = identifier(column), f"read_parquet({quoted(str(parquet))})"
    cells = f"SELECT DISTINCT {name} FROM {table} WHERE {name} IS NOT NULL ORDER BY 1"
    con.execute(f"INSERT INTO texts SELECT $1, {name}, {parsed(column)} FROM ({cells})", [column])
