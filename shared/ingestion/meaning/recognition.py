"""Whether vectors that a file brings along were made by the model that can be asked: then words find rows by them."""

from pathlib import Path
from typing import Any, Final

import numpy as np

from shared.contracts import ColumnProfile, DatasetProfile
from shared.embeddings.hosted import MOST_NUMBERS, Embeddings
from shared.errors import EmbeddingsUnavailable
from shared.ingestion.database import duckdb
from shared.ingestion.meaning.vectors import parsed
from shared.log import logger
from shared.quoting import identifier, quoted

ROWS: Final = 8
"""Rows whose texts are embedded again."""
RECOGNISED: Final = 7
"""Of these, how many have the vector that is most like their own text: by chance one table in 50,000."""
_MOST_COLUMNS: Final = 5
_LONGEST: Final = 2_000


def recognised(parquet: Path, profile: DatasetProfile, embeddings: Embeddings) -> DatasetProfile:
    """The profile, in which each column of vectors made by this model says so (`embedded_by`).

    The texts of a few rows are embedded again, each column of texts by itself and all together: the vectors of a row
    and of its text are the most alike of all these only if one model made both. Where the service does not answer,
    nothing is recognised.
    """
    columns = []
    for column in profile.columns:
        made = column.role == "vector" and column.name in profile.embedded_columns
        known = made and _made_by(parquet, profile, column, embeddings)
        columns.append(column.model_copy(update={"embedded_by": embeddings.model}) if known else column)
    return profile.model_copy(update={"columns": tuple(columns)})


def _made_by(parquet: Path, profile: DatasetProfile, column: ColumnProfile, embeddings: Embeddings) -> bool:
    names = [one.name for one in profile.columns if one.type == "text" and one.role != "vector"][:_MOST_COLUMNS]
    vectors, rows = _sample(parquet, column.name, names) if names else (np.zeros((0, 0)), [])
    if len(rows) < ROWS or vectors.shape[1] > MOST_NUMBERS:
        return False
    texts = [[row[at] for row in rows] for at in range(len(names))]
    texts += [[" ".join(filter(None, row)) for row in rows]] if len(names) > 1 else []
    try:
        found = embeddings.embed([text[:_LONGEST] or " " for one in texts for text in one])
    except EmbeddingsUnavailable as error:
        logger.warning("the model of a file's vectors could not be looked for", extra={"why": str(error)})
        return False
    if found.shape[1] != vectors.shape[1]:
        return False
    return any(_alike(found[at : at + ROWS], vectors) for at in range(0, len(found), ROWS))


def _alike(texts: Any, vectors: Any) -> bool:
    """Whether most rows' texts are more like the row's own vector than like any other's."""
    likeness = _unit(texts) @ _unit(vectors).T
    return int(np.sum(np.argmax(likeness, axis=1) == np.arange(len(vectors)))) >= RECOGNISED


def _unit(vectors: Any) -> Any:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1.0)


def _sample(parquet: Path, vector: str, names: list[str]) -> tuple[Any, list[list[str]]]:
    """The vectors of a few rows, all different, and the texts of these; the same rows each time."""
    cell, source = identifier(vector), f"read_parquet({quoted(str(parquet))})"
    chosen = ", ".join(f"coalesce(any_value({identifier(name)}), '')" for name in names)
    asked = f"SELECT {parsed(vector)} AS v, {chosen} FROM {source} WHERE {cell} IS NOT NULL GROUP BY {cell}"
    with duckdb.connect(":memory:") as con:
        found = con.execute(f"{asked} ORDER BY hash({cell}), {cell} LIMIT {ROWS}").fetchall()
    return np.array([row[0] for row in found], dtype=np.float32).reshape(len(found), -1), [list(r[1:]) for r in found]
