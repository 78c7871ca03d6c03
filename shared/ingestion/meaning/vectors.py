"""Vectors that a file brings along: cells that are lists of numbers, all of one length."""

from typing import Final

from shared.ingestion.database import duckdb
from shared.quoting import identifier

LEAST: Final = 3
"""Numbers of a vector: two are a place on a map."""
_SURELY: Final = 16
"""From so many on they may all be whole numbers, as in a vector of bytes; fewer are a colour, or a list of marks."""


def parsed(column: str) -> str:
    """SQL that reads a cell such as [0.1, 0.2], {0.1,0.2} or [0.1 0.2] as numbers; NULL where it is no such list."""
    cell = identifier(column)
    inner = f"trim({cell}, '[]{{}}() ' || chr(9) || chr(10) || chr(13))"
    numbers = f"TRY_CAST(string_split_regex({inner}, '[,;\\s]+') AS FLOAT[])"
    return f"CASE WHEN regexp_matches({cell}, '^\\s*[\\[\\{{\\(]') THEN {numbers} END"


def length_of_vectors(con: duckdb.DuckDBPyConnection, column: str) -> int | None:
    """How many numbers each cell of a text column of table `data` holds; None where they are no vectors."""
    cell = identifier(column)
    begins = f"SELECT bool_and(regexp_matches({cell}, '^\\s*[\\[\\{{\\(][\\s\\d.eE+-]')) FROM (SELECT {cell} FROM data "
    (lists,) = con.execute(f"{begins} WHERE {cell} IS NOT NULL LIMIT 100)").fetchone() or (None,)
    if not lists:
        return None
    whole = "list_bool_and(list_transform(v, lambda x: x = round(x)))"
    finite = "list_bool_and(list_transform(v, lambda x: isfinite(x)))"
    asked = f"count(*), count(v), min(len(v)), max(len(v)), bool_and({finite}), bool_and({whole})"
    source = f"(SELECT {parsed(column)} AS v FROM data WHERE {cell} IS NOT NULL)"
    found = con.execute(f"SELECT {asked} FROM {source}").fetchone()
    cells, read, shortest, longest, known, integers = found or (0, 0, 0, 0, False, True)
    if cells < 2 or read != cells or shortest != longest or shortest < LEAST or not known:
        return None
    return int(shortest) if not integers or shortest >= _SURELY else None
