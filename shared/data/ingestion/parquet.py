"""Parquet: written and read back before it is believed, and checked against its own statistics before it is taken."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import duckdb

from shared.data.ingestion.columns import Choice
from shared.data.ingestion.nulls import identifier, quoted
from shared.failure.errors import UnreadableData

_CHUNK = 1 << 20


def write_parquet(con: duckdb.DuckDBPyConnection, choices: Sequence[Choice], target: Path) -> str:
    """Writes table `data` and returns the SHA-256 of the file.

    Raises UnreadableData where what is read back has other rows, empty cells or sums than what was written.
    """
    con.execute(f"COPY data TO {quoted(str(target))} (FORMAT parquet)")
    if _fingerprints(con, "data", choices) != _fingerprints(con, f"read_parquet({quoted(str(target))})", choices):
        target.unlink(missing_ok=True)
        raise UnreadableData("This file could not be stored without loss; please send it again.")
    return sha256(target)


def sha256(file: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with file.open("rb") as opened:
        while chunk := opened.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _fingerprints(con: duckdb.DuckDBPyConnection, table: str, choices: Sequence[Choice]) -> object:
    """Row count, and for each column how many values it has and a sum of their hashes, which no order changes."""
    columns = [identifier(choice.name) for choice in choices]
    asked = ", ".join(f"count({column}), sum(hash({column})::HUGEINT)" for column in columns)
    return con.execute(f"SELECT count(*), {asked} FROM {table}").fetchone()
