"""Figures in the digits of other scripts (１２３, ١٢٣), and the triangle that is a minus in East Asian accounts."""

from collections.abc import Sequence
from typing import Final

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.ingestion.raw import Raw
from shared.quoting import quoted
from shared.table.nouns import counted

_ZEROS: Final = "\u0660\u06f0\u0966\u09e6\u0a66\u0ae6\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u0f20\u1040\u17e0\uff10"
_DIGITS: Final = "".join(chr(ord(zero) + at) for zero in _ZEROS for at in range(10))
_SIGNS: Final = {
    "．": ".",
    "，": ",",
    "－": "-",
    "＋": "+",
    "％": "%",
    "：": ":",
    "／": "/",
    "٫": ".",
    "٬": ",",
    "٪": "%",
}
_OLD, _NEW = _DIGITS + "".join(_SIGNS), "0123456789" * len(_ZEROS) + "".join(_SIGNS.values())
_OTHER: Final = rf"[{_DIGITS}]"
_FIGURES: Final = rf"[{_OLD}0-9\p{{P}}\p{{S}}\p{{Z}}年月日년월일]+"
"""A cell without words: beside them digits are part of a name, and stay."""
_TRIANGLE, _OPPOSITE = "▲△", "▼▽"
_NUMBER: Final = r"[0-9][0-9.,]*\s*%?"
_MARKED: Final = rf"\s*[^\p{{L}}\p{{N}}]{{0,2}}[{_TRIANGLE}]\s*[¥￥$€£]?\s*{_NUMBER}\s*"
_PLAIN: Final = rf"\s*[¥￥$€£]?\s*{_NUMBER}\s*"
_LEAST_PLAIN: Final = 0.2
"""Of the numbers so many carry no triangle: where nearly all do, it may tell that something rose."""


def in_usual_digits(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` with the digits 0 to 9, and a minus for a triangle, in columns whose cells are figures; told."""
    if raw.typed:
        return raw
    holds = ", ".join(f"bool_or({_holds(cell, f'[{_DIGITS}{_TRIANGLE}]')})" for cell in raw.cells)
    suspects = con.execute(f"SELECT {holds} FROM raw").fetchone() or ()
    columns = [pair for pair, found in zip(zip(raw.names, raw.cells, strict=True), suspects, strict=True) if found]
    if not columns:
        return raw
    digits = _counts(con, [cell for _, cell in columns], _OTHER, _FIGURES)
    for (_, cell), (found, words) in zip(columns, digits, strict=True):
        if found and not words:
            con.execute(f"UPDATE raw SET {cell} = translate({cell}, {quoted(_OLD)}, {quoted(_NEW)})")
    told = [_digits_told(name, found) for (name, _), (found, words) in zip(columns, digits, strict=True) if not words]
    marked = _counts(con, [cell for _, cell in columns], rf"[{_TRIANGLE}]", _MARKED)
    for (name, cell), (found, others) in zip(columns, marked, strict=True):
        if found and not others and _is_minus(con, cell, found):
            con.execute(f"UPDATE raw SET {cell} = regexp_replace({cell}, '[{_TRIANGLE}]\\s*', '-')")
            told.append(_triangles_told(name, found))
    return raw.told(*(repair for repair in told if repair.rows))


def _holds(cell: str, sign: str) -> str:
    """Whether the cell holds the sign: the pattern is tried only where a cell has more bytes than letters."""
    return f"CASE WHEN strlen({cell}) <> length({cell}) THEN regexp_matches({cell}, {quoted(sign)}) END"


def _counts(con: duckdb.DuckDBPyConnection, cells: Sequence[str], sign: str, whole: str) -> list[tuple[int, int]]:
    """Of each column: how many cells hold the sign, and how many of these are not of the whole pattern."""
    asked = [
        f"count(*) FILTER ({one}), count(*) FILTER ({one} AND NOT regexp_full_match({cell}, {quoted(whole)}))"
        for cell, one in zip(cells, [_holds(cell, sign) for cell in cells], strict=True)
    ]
    counts = con.execute(f"SELECT {', '.join(asked)} FROM raw").fetchone() or ()
    return list(zip(counts[::2], counts[1::2], strict=True))


def _is_minus(con: duckdb.DuckDBPyConnection, cell: str, marked: int) -> bool:
    """Whether other numbers of the column carry no triangle, and none the opposite one."""
    asked = (
        f"count(*) FILTER (regexp_full_match({cell}, {quoted(_PLAIN)})), "
        f"count(*) FILTER (regexp_matches({cell}, '[{_OPPOSITE}]'))"
    )
    plain, opposite = con.execute(f"SELECT {asked} FROM raw").fetchone() or (0, 0)
    return not opposite and plain >= _LEAST_PLAIN * (plain + marked) and plain > 0


def _digits_told(name: str, rows: int) -> Repair:
    said = counted(rows, "cell is written", "cells are written")
    detail = f"In column {name}, {said} in digits of another script; they were read as 0 to 9."
    return Repair(kind="number", detail=detail, column=name, rows=rows)


def _triangles_told(name: str, rows: int) -> Repair:
    said = counted(rows, "number with a triangle before it counts", "numbers with a triangle before them count")
    detail = f"In column {name}, {said} as negative, as in East Asian accounts; elsewhere it may mark a rise."
    return Repair(kind="number", detail=detail, column=name, rows=rows, doubt=True)
