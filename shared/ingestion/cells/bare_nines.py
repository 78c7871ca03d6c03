"""Rows of nines without a unit among numbers that all have one: -999 beside 25.1 C and 69.6 F."""

from collections.abc import Sequence

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.ingestion.raw import Raw
from shared.quoting import quoted
from shared.table.nouns import counted

_CODE = r"\s*-9{2,6}(\.0+)?\s*"
_WITH_UNIT = r"\s*[+-]?[0-9][0-9.,]*\s*[^0-9\s.,][^0-9]{0,11}"
_LEAST_CODED, _LEAST_OTHERS = 2, 10
_FIRST_ROWS = "(FROM raw LIMIT 5000)"
"""What these do not suggest is not looked for."""


def without_bare_nines(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` without such cells, told by column: where each other cell is a number with a unit, or empty."""
    if raw.typed:
        return raw
    told = list[Repair]()
    for name, cell, first in zip(raw.names, raw.cells, _counts(con, _FIRST_ROWS, raw.cells), strict=True):
        if not _proved(*first):
            continue
        (found,) = _counts(con, "raw", [cell])
        if _proved(*found):
            con.execute(f"UPDATE raw SET {cell} = NULL WHERE regexp_full_match({cell}, {quoted(_CODE)})")
            held = counted(found[0], "row of nines without a unit counts", "rows of nines without a unit count")
            detail = f"In column {name}, {held} as empty: all other numbers have one."
            told.append(Repair(kind="null", detail=detail, column=name, rows=found[0], doubt=True))
    return raw.told(*told)


def _counts(con: duckdb.DuckDBPyConnection, relation: str, cells: Sequence[str]) -> list[tuple[int, int, int]]:
    """Of each column: how many cells are such codes, numbers with a unit, and filled."""
    asked = (
        f"count(*) FILTER (regexp_full_match({cell}, {quoted(_CODE)})), "
        f"count(*) FILTER (regexp_full_match({cell}, {quoted(_WITH_UNIT)})), count(*) FILTER (trim({cell}) <> '')"
        for cell in cells
    )
    counts = con.execute(f"SELECT {', '.join(asked)} FROM {relation}").fetchone() or ()
    return list(zip(counts[::3], counts[1::3], counts[2::3], strict=True))


def _proved(codes: int, others: int, filled: int) -> bool:
    return codes >= _LEAST_CODED and others >= _LEAST_OTHERS and codes + others == filled
