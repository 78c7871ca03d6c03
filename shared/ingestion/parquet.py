"""Parquet: written and read back before it is believed, and checked against its own statistics before it is taken."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from shared.errors import UnreadableData
from shared.ingestion.cells.choice import Choice
from shared.ingestion.database import duckdb
from shared.quoting import identifier, quoted

_CHUNK = 1 << 20


def write_parquet(con: duckdb.DuckDBPyConnection, choices: Sequence[Choice], target: Path) -> str:
    """Writes table `data` and returns the SHA-256 of the file.

    Raises UnreadableData where what is read back has other rows, empty cells or sums than what was written.
    """
    con.execute(f"COPY data TO {quoted(str(target))} (FORMAT parquet)")
    if _written(con, choices) != _stored(con, target, choices):
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


Fingerprint = tuple[int, int]
"""How many values a column has, and the sum of the hashes of all its cells, which no order changes."""
Fingerprints = tuple[int, dict[str, Fingerprint]]
"""How many rows there are, and the fingerprint of each column."""


def _written(con: duckdb.DuckDBPyConnection, choices: Sequence[Choice]) -> Fingerprints:
    """Those of table `data`; of a column that was tallied, of the cells that it was read from."""
    rows, found = _fingerprints(con, "data", [choice for choice in choices if not choice.tally])
    for choice in choices:
        if choice.tally:
            found[choice.name] = _tallied(con, choice.tally, rows)
    return rows, found


def _tallied(con: duckdb.DuckDBPyConnection, tally: str, rows: int) -> Fingerprint:
    asked = "coalesce(sum(rows), 0)::BIGINT, coalesce(sum(hash(value)::HUGEINT * rows), 0), hash(NULL::VARCHAR)"
    values, hashes, empty = con.execute(f"SELECT {asked} FROM {tally}").fetchone() or (0, 0, 0)
    return values, hashes + empty * (rows - values)


def _stored(con: duckdb.DuckDBPyConnection, target: Path, choices: Sequence[Choice]) -> Fingerprints:
    return _fingerprints(con, f"read_parquet({quoted(str(target))})", choices)


def _fingerprints(con: duckdb.DuckDBPyConnection, table: str, choices: Sequence[Choice]) -> Fingerprints:
    columns = [identifier(choice.name) for choice in choices]
    asked = "".join(f", count({column}), sum(hash({column})::HUGEINT)" for column in columns)
    rows, *cells = con.execute(f"SELECT count(*){asked} FROM {table}").fetchone() or (0,)
    pairs = zip(cells[::2], cells[1::2], strict=True)
    return rows, {choice.name: pair for choice, pair in zip(choices, pairs, strict=True)}
