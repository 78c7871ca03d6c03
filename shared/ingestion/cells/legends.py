"""Codes that a line beside the table explains, or a sheet beside it: "9 = no answer; age 99 = not stated"."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.ingestion.raw import SaidCode
from shared.quoting import identifier
from shared.table.names import tokens
from shared.table.nouns import counted

_NO_VALUE = (
    r"(?:no|not|none|never) (?:answer(?:ed)?|response|reply|stated|given|known|reported|recorded|available|applicable"
    r"|asked|measured|weighed|counted|sampled|tested|observed|filled(?: in| out)?|entered|completed|provided|specified"
    r"|rated|data|value|reading|rating|information)|refus(?:ed|al)|missing"
    r"|declined|don['’]?t know|no entry|(?:do(?:es)?|did) not apply|(?:does|do|did)n['’]?t apply|inapplicable"
    r"|n/?a|k\. ?a\.|keine (?:angaben?|antwort|messung)|verweigert|fehl(?:t|end)|weiß nicht|sans réponse"
    r"|entfällt|trifft nicht zu|unzutreffend|nicht zutreffend|sans objet|non applicable|no (?:aplica|procede)"
    r"|(?:sensor|reading|measurement)s? (?:failed|failure|error|fault)|failed (?:sensor|reading|measurement)s?"
)
_ENTRY = re.compile(
    rf"(?P<of>[^=:]*?)(?<![\w.,])[\"'“]?(?P<code>[-−]?\d+(?:\.\d+)?)[\"'”]?"
    rf"\s*(?:=+|:|–|—|-(?=\s)|means|stands for|is|was|for)\s*[\"'“]?(?:(?:\w+ )?gave )?(?:{_NO_VALUE})(?!\w)",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"[;\n|()]|,(?!\d)|(?<!\d)\.(?!\S)|\.{3}|…")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_MEANS_NO_VALUE = re.compile(rf"(?:{_NO_VALUE})(?!\w)", re.IGNORECASE)
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


def numbers_without_value(cells: Sequence[str]) -> Iterator[float]:
    """The numbers of which the cells of a row of a code book say that they stand for no value."""
    numbers = [float(cell) for cell in cells if _NUMBER.fullmatch(cell)]
    if len(numbers) == 1 and any(_MEANS_NO_VALUE.match(cell) for cell in cells):
        yield numbers[0]
    yield from (code.number for code in codes_in(cells))


def without_codes_of_legends(
    con: duckdb.DuckDBPyConnection, columns: Sequence[str], lines: Sequence[str], said: Sequence[SaidCode] = ()
) -> dict[str, tuple[Repair, ...]]:
    """Empties the cells of table `data` that hold a code which such a line explains, or another sheet has `said`, and
    tells it by column: in the columns that it names, else in all beyond whose other values the code lies."""
    told: dict[str, tuple[Repair, ...]] = {}
    for one in said:
        if one.column in columns:
            _empty(con, one.column, one.number, f"the sheet {one.sheet} says that it is no value", told)
    for code in codes_in(lines):
        named = [name for name in columns if set(code.of) & set(tokens(name))]
        for name in named or [name for name in columns if _beyond(con, name, code.number)]:
            _empty(con, name, code.number, "a line beside the table says that it is no value", told)
    return told


def _empty(
    con: duckdb.DuckDBPyConnection, name: str, code: float, why: str, told: dict[str, tuple[Repair, ...]]
) -> None:
    where = f"{identifier(name)} = {code!r}"
    (cells,) = con.execute(f"SELECT count(*) FROM data WHERE {where}").fetchone() or (0,)
    if cells:
        con.execute(f"UPDATE data SET {identifier(name)} = NULL WHERE {where}")
        told[name] = (*told.get(name, ()), _told(name, code, cells, why))


def _beyond(con: duckdb.DuckDBPyConnection, name: str, code: float) -> bool:
    column = identifier(name)
    asked = f"SELECT min({column}), max({column}) FROM data WHERE {column} <> {code!r}"
    least, most = con.execute(asked).fetchone() or (None, None)
    return least is not None and (code <= least - _APART or code >= most + _APART)


def _told(name: str, code: float, cells: int, why: str) -> Repair:
    detail = f"In column {name}, {code:g} in {counted(cells, 'cell', 'cells')} counts as empty: {why}."
    return Repair(kind="null", detail=detail, column=name, rows=cells, examples=(f"{code:g}",), doubt=True)
