"""Long numbers as a spreadsheet shortens them: 4.00638E+12 for a barcode, whose last digits are lost."""

import re
from collections.abc import Sequence

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.quoting import quoted
from shared.table.nouns import counted

_POWER = re.compile(r"\s*[+-]?[0-9](?:[.,]([0-9]{1,16}))?[eE]([+-]?[0-9]{1,3})\s*")
_LEAST = 11
"""A spreadsheet writes numbers of up to eleven digits out."""
_PATTERN = r"\s*[+-]?[0-9]([.,][0-9]{1,16})?[eE]\+?[0-9]{2}\s*"


def is_shortened(cells: Sequence[str]) -> bool:
    """Whether cells hold such numbers: whole, of twelve digits or more, and none that only a calculation writes so."""
    powers = [found for found in map(_POWER.fullmatch, cells) if found]
    return bool(powers) and all(int(one[2]) >= _LEAST and int(one[2]) > len(one[1] or "") for one in powers)


def shortened_told(con: duckdb.DuckDBPyConnection, name: str, cell: str) -> tuple[Repair, ...]:
    """What is told of a column of table `raw` that holds such numbers, with the figures and rows that depend on it."""
    where = f"regexp_full_match({cell}, {quoted(_PATTERN)})"
    found = con.execute(f"SELECT {cell}, count(*) FROM raw WHERE {where} GROUP BY 1 ORDER BY 2 DESC, 1").fetchall()
    if not found:
        return ()
    rows, example = sum(count for _, count in found), found[0][0].strip()
    are = counted(rows, "cell is a long number", "cells are long numbers")
    detail = (
        f"In column {name}, {are} as a spreadsheet shortens them ({example}): the last digits are lost, so that "
        "different ones may look alike."
    )
    return (Repair(kind="number", detail=detail, column=name, rows=rows, examples=(example,), doubt=True),)
