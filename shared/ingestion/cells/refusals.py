"""Codes of one column alone in a table of answers: -9 among numbers of visits, 99 among ages."""

from collections.abc import Sequence
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.quoting import identifier
from shared.table.nouns import counted

_BELOW = (-7, -8, -9, -77, -88, -99)
_ABOVE = (99, 999)
_LEAST_CODED, _LEAST_OTHERS = 5, 20
_LEAST_SHARE = 0.01
_LEAST_BESIDE_MARKS, _MOST_MARKS = 3, 11
_GAP = 2
"""A code above lies so many steps, as other values are apart on average, beyond them."""


class _Code(NamedTuple):
    """A number that stands for no answer, and what tells that it does."""

    number: int
    why: str


def without_codes_of_refusal(
    con: duckdb.DuckDBPyConnection, columns: Sequence[str], *, coded: bool
) -> dict[str, tuple[Repair, ...]]:
    """Empties the cells of table `data` that hold such a code, and tells it by column: where it is the only negative
    number of a column of whole ones and comes often; or the largest, beyond marks from 1 to 5, or, in a table that is
    `coded` as other columns prove, beyond a gap, where it comes as often as others do."""
    if not columns:
        return {}
    asked = ", ".join(f"min({identifier(name)}), max({identifier(name)})" for name in columns)
    ends = con.execute(f"SELECT {asked} FROM data").fetchone() or ()
    low = [name for name, least in zip(columns, ends[::2], strict=True) if least in _BELOW]
    high = [name for name, most in zip(columns, ends[1::2], strict=True) if most in _ABOVE]
    found = {name: _Code(least, "nothing else there is negative") for name in low if (least := _below(con, name))}
    coded = coded or bool(found)
    found |= {name: code for name in high if name not in found and (code := _above(con, name, coded=coded))}
    return {name: (_emptied(con, name, code),) for name, code in found.items()}


def _below(con: duckdb.DuckDBPyConnection, name: str) -> int | None:
    """The only negative number, where it is such a code and no fraction is beside it."""
    column = identifier(name)
    asked = f"min({column}), max({column}) FILTER ({column} < 0), count(*) FILTER ({column} < 0)"
    others = f"count(*) FILTER ({column} >= 0), count(*) FILTER ({column} <> floor({column}))"
    least, most, cells, known, broken = con.execute(f"SELECT {asked}, {others} FROM data").fetchone() or (0,) * 5
    often = cells >= _LEAST_CODED and known >= _LEAST_OTHERS and cells >= _LEAST_SHARE * known
    return int(least) if often and least == most and least in _BELOW and not broken else None


def _above(con: duckdb.DuckDBPyConnection, name: str, *, coded: bool) -> _Code | None:
    """The largest number, where it is such a code beside marks, or beyond a gap and comes as often as others do."""
    column = identifier(name)
    tally = con.execute(f"SELECT {column}, count(*) FROM data WHERE {column} IS NOT NULL GROUP BY 1 ORDER BY 1 DESC")
    (code, cells), *others = tally.fetchall() or [(None, 0)]
    known = sum(rows for _, rows in others)
    if code not in _ABOVE or len(others) < _GAP or known < _LEAST_OTHERS:
        return None
    (most, *_, least), steps = [number for number, _ in others], len(others) - 1
    marks = least in (0, 1) and most - least == steps < _MOST_MARKS and all(number % 1 == 0 for number, _ in others)
    if marks and cells >= _LEAST_BESIDE_MARKS:
        return _Code(int(code), f"all others are from {least:g} to {most:g}")
    often = cells >= max(_LEAST_CODED, _LEAST_SHARE * known, known / len(others))
    apart = coded and often and code - most > _GAP * max((most - least) / steps, 1)
    return _Code(int(code), "other columns have such codes, and it lies beyond a gap") if apart else None


def _emptied(con: duckdb.DuckDBPyConnection, name: str, found: _Code) -> Repair:
    column, code = identifier(name), found.number
    (cells,) = con.execute(f"SELECT count(*) FROM data WHERE {column} = {code}").fetchone() or (0,)
    con.execute(f"UPDATE data SET {column} = NULL WHERE {column} = {code}")
    held = counted(cells, "cell", "cells")
    detail = f"In column {name}, {code} in {held} was taken to stand for no answer: {found.why}."
    return Repair(kind="null", detail=detail, column=name, rows=cells, examples=(str(code),), doubt=True)
