"""Rows of nines without a unit among numbers that all have one: -999 beside 25.1 C and 69.6 F."""

import duckdb

from shared.contracts.dataset import Repair
from shared.ingestion.cells.nulls import quoted
from shared.ingestion.raw import Raw
from shared.table.nouns import counted

_CODE = r"\s*-9{2,6}(\.0+)?\s*"
_WITH_UNIT = r"\s*[+-]?[0-9][0-9.,]*\s*[^0-9\s.,][^0-9]{0,11}"
_LEAST_CODED, _LEAST_OTHERS = 2, 10


def without_bare_nines(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` without such cells, told by column: where each other cell is a number with a unit, or empty."""
    if raw.typed:
        return raw
    asked = (
        f"count_if(regexp_full_match({cell}, {quoted(_CODE)})), "
        f"count_if(regexp_full_match({cell}, {quoted(_WITH_UNIT)})), count_if(trim({cell}) <> '')"
        for cell in raw.cells
    )
    counts = con.execute(f"SELECT {', '.join(asked)} FROM raw").fetchone() or ()
    told = list[Repair]()
    for at, (name, cell) in enumerate(zip(raw.names, raw.cells, strict=True)):
        codes, others, filled = counts[3 * at : 3 * at + 3]
        if codes >= _LEAST_CODED and others >= _LEAST_OTHERS and codes + others == filled:
            con.execute(f"UPDATE raw SET {cell} = NULL WHERE regexp_full_match({cell}, {quoted(_CODE)})")
            held = counted(codes, "row of nines without a unit counts", "rows of nines without a unit count")
            detail = f"In column {name}, {held} as empty: all other numbers have one."
            told.append(Repair(kind="null", detail=detail, column=name, rows=codes, doubt=True))
    return raw.told(*told)
