"""Codes that a line beside the table explains: "9 = no answer; age 99 = not stated"."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import duckdb

from shared.contracts.dataset import Repair
from shared.quoting import identifier
from shared.table.names import tokens
from shared.table.nouns import counted

_NO_VALUE = (
    r"(?:no|not|none|never) (?:answer(?:ed)?|response|reply|stated|given|known|reported|recorded|available|applicable"
    r"|asked|measured|weighed|counted|sampled|tested|observed|data|value|reading|information)|refus(?:ed|al)|missing"
    r"|declined|don['’]?t know|no entry"
    r"|n/?a|k\. ?a\.|keine (?:angaben?|antwort|messung)|verweigert|fehl(?:t|end)|weiß nicht|sans réponse"
    r"|(?:sensor|reading|measurement)s? (?:failed|failure|error|fault)|failed (?:sensor|reading|measurement)s?"
)
_ENTRY = re.compile(
    rf"(?P<of>[^=:]*?)(?<![\w.,])[\"'“]?(?P<code>[-−]?\d+(?:\.\d+)?)[\"'”]?"
    rf"\s*(?:=+|:|–|—|-(?=\s)|means|stands for|is|was|for)\s*[\"'“]?(?:{_NO_VALUE})(?!\w)",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"[;\n|()]|,(?!\d)|(?<!\d)\.(?!\S)|\.{3}|…")
_APART = 2
"""A code that is said of no column lies so far beyond the others of a column, of whole numbers the next but one."""


class Code(NamedTuple):
    """A number that stands for no value, and the words before it, which may name the column."""

    of: tuple[str, ...]
    number: float


def codes_in(lines: Sequence[str]) -> Iterator[Code]:
    """The codes of missing values that lines beside a table explain."""
    for clause in (clause for line in lines for clause in _CLAUSES.split(line)):
        if found := _ENTRY.search(clause):
            yield Code(tokens(found["of"]), float(found["code"].replace("−", "-")))


def without_codes_of_legends(
    con: duckdb.DuckDBPyConnection, columns: Sequence[str], lines: Sequence[str]
) -> dict[str, tuple[Repair, ...]]:
    """Empties the cells of table `data` that hold a code which such a line explains, and tells it by column: in the
    columns that it names, else in all beyond whose other values the code lies."""
    told: dict[str, tuple[Repair, ...]] = {}
    for code in codes_in(lines):
        named = [name for name in columns if set(code.of) & set(tokens(name))]
        for name in named or [name for name in columns if _beyond(con, name, code.number)]:
            column = identifier(name)
            where = f"{column} = {code.number!r}"
            (cells,) = con.execute(f"SELECT count(*) FROM data WHERE {where}").fetchone() or (0,)
            if cells:
                con.execute(f"UPDATE data SET {column} = NULL WHERE {where}")
                told[name] = (*told.get(name, ()), _told(name, code.number, cells))
    return told


def _beyond(con: duckdb.DuckDBPyConnection, name: str, code: float) -> bool:
    column = identifier(name)
    asked = f"SELECT min({column}), max({column}) FROM data WHERE {column} <> {code!r}"
    least, most = con.execute(asked).fetchone() or (None, None)
    return least is not None and (code <= least - _APART or code >= most + _APART)


def _told(name: str, code: float, cells: int) -> Repair:
    held = counted(cells, "cell", "cells")
    detail = f"In column {name}, {code:g} in {held} counts as empty: a line beside the table says that it is no value."
    return Repair(kind="null", detail=detail, column=name, rows=cells, examples=(f"{code:g}",), doubt=True)
