"""Numbers with the mark of a footnote or a flag behind them, as published tables have them: 4,500[a], 9.8*, 5 (p)."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from shared.contracts.dataset import Repair
from shared.ingestion.database import duckdb
from shared.ingestion.raw import Raw
from shared.quoting import quoted
from shared.table.nulls import NULL_WORDS

_MOST_ROWS = 20_000
"""Larger tables are not copied from pages."""
_LONGEST, _MOST_LINES = 120, 3
"""Of a note so many signs are told, and of several so many."""
_NUMBER = r"\s*[^\d\[\]]{0,4}\d[\d.,\s]*%?"
_SIGNS = r"\[[^\]\[]{1,8}\]|[†‡§⁰¹²³⁴-⁹]|\*{1,3}|\([a-zA-Z]{1,2}\)|\([a-zA-Z]{3,6}\.\)"
_LETTERS = r"\s(?:p|e|r|u|ep|pe|er)"
"""Provisional, estimated, revised, unreliable: only where other numbers carry none, else they may be a unit."""
_MORE_LETTERS = r"\s(?:p|e|r|u|b|d|s|ep|be|bp|bd|de|bu|du)"
"""More of them, in the tables of Eurostat, whose first name tells them."""
_DIGITS = r"\([0-9]\)|\s[1-9]\)"
"""A footnote where most numbers carry none; else it may be a second figure."""
_WORDS = r"(n/a|n\.a\.?|na|:|\.\.|\.\.\.|-|–|—)"
_ABSENT = rf"(?i)\s*(\([0-9a-z]\)\s*{_WORDS}|{_WORDS}\s*(\([0-9a-z]\)|\[[0-9a-z]{{1,3}}\]|\s[a-z])|\[[a-z]{{1,4}}\])\s*"
"""A cell that says there is no value, with its reason: n/a (1), : c, [x]."""


class _Column(NamedTuple):
    """One column of table `raw`, and which marks its numbers may carry."""

    name: str
    cell: str
    letters: str

    @property
    def marks(self) -> tuple[str, ...]:
        """The kinds of marks that are looked for, those that prove more about their numbers first."""
        signs = rf"(\s*({_SIGNS}))+\s*$"
        return (signs, rf"(\s*({_SIGNS})|{self.letters})+\s*$", rf"(\s*({_SIGNS}|{_DIGITS}))+\s*$")

    @property
    def any_mark(self) -> str:
        """Marks of any of these kinds."""
        return rf"(\s*({_SIGNS}|{_DIGITS})|{self.letters})+\s*$"

    @property
    def is_nothing(self) -> str:
        """SQL: whether the cell has neither letter nor digit, or a word for no value."""
        words = ", ".join(map(quoted, sorted(NULL_WORDS)))
        return f"NOT regexp_matches({self.cell}, '[A-Za-z0-9]') OR lower(trim({self.cell})) IN ({words})"

    def is_like(self, pattern: str) -> str:
        """SQL: whether the whole cell matches a regular expression of RE2."""
        return f"regexp_full_match({self.cell}, {quoted(pattern)})"


def without_notes(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` with such marks taken off in columns whose other cells are all numbers or empty; each is told."""
    rows = con.execute("SELECT count(*) FROM raw").fetchone()
    if raw.typed or rows is None or rows[0] > _MOST_ROWS:
        return raw
    letters = _MORE_LETTERS if "\\" in raw.names[0] else _LETTERS
    columns = [_Column(name, cell, letters) for name, cell in zip(raw.names, raw.cells, strict=True)]
    return raw.told(*(repair for column in _suspects(con, columns) for repair in _cleared(con, column, raw)))


def _suspects(con: duckdb.DuckDBPyConnection, columns: list[_Column]) -> list[_Column]:
    """The columns that may carry such marks: in one pass over all, which most columns end."""
    asked = (
        f"count_if({one.is_like(f'{_NUMBER}({one.any_mark})|{_ABSENT}')}), "
        f"count_if(NOT ({one.is_like(f'{_NUMBER}({one.any_mark})?|{_ABSENT}')} OR {one.is_nothing}))"
        for one in columns
    )
    counts = con.execute(f"SELECT {', '.join(asked)} FROM raw").fetchone() or ()
    return [
        column
        for column, marked, others in zip(columns, counts[::2], counts[1::2], strict=True)
        if marked and not others
    ]


def _cleared(con: duckdb.DuckDBPyConnection, column: _Column, raw: Raw) -> tuple[Repair, ...]:
    for at, mark in enumerate(column.marks):
        marked, plain, absent, rest = _counted(con, column, mark)
        if rest or not marked + absent or not plain + marked:
            continue
        if at and marked > (4 * plain if at == 1 else plain):
            continue
        return (*_unmarked(con, column, mark, raw.notes), *_emptied(con, column))
    return ()


def _counted(con: duckdb.DuckDBPyConnection, column: _Column, mark: str) -> tuple[int, int, int, int]:
    """How many cells are numbers with a mark, numbers, words for no value with their reason, and anything else."""
    kinds = (column.is_like(_NUMBER + mark), column.is_like(_NUMBER), column.is_like(_ABSENT))
    asked = ", ".join(f"count(*) FILTER ({kind})" for kind in kinds)
    known = " OR ".join(f"({kind})" for kind in (*kinds, column.is_nothing))
    found = con.execute(f"SELECT {asked}, count({column.cell}) FILTER (NOT ({known})) FROM raw").fetchone()
    return found or (0, 0, 0, 0)


def _unmarked(con: duckdb.DuckDBPyConnection, column: _Column, mark: str, notes: Sequence[str]) -> tuple[Repair, ...]:
    cleared = f"regexp_replace({column.cell}, {quoted(mark)}, '')"
    told = "number(s) carry the mark of a footnote, which was taken off"
    repairs = _replaced(con, column, _NUMBER + mark, cleared, "number", told)
    return tuple(_explained(one, mark, notes) for one in repairs)


def _explained(repair: Repair, mark: str, notes: Sequence[str]) -> Repair:
    """With the lines below the table that say what such marks mean, as a doubt: of what is waived, or estimated."""
    marked = (re.search(mark, cell) for cell in repair.examples)
    marks = {sign for found in marked if found for sign in re.findall(rf"{_SIGNS}|{_DIGITS}", found[0].strip())}
    lines = [line for line in notes if {sign.strip() for sign in marks} & set(line.split())]
    if not lines:
        return repair
    said = " ".join(f"“{line[:_LONGEST]}”" for line in lines[:_MOST_LINES])
    detail = f"{repair.detail.removesuffix('.')}; below the table stands {said}."
    return repair.model_copy(update={"detail": detail, "doubt": True})


def _emptied(con: duckdb.DuckDBPyConnection, column: _Column) -> tuple[Repair, ...]:
    return _replaced(con, column, _ABSENT, "NULL", "null", "placeholder cell(s) count as empty")


def _replaced(
    con: duckdb.DuckDBPyConnection,
    column: _Column,
    pattern: str,
    value: str,
    kind: Literal["number", "null"],
    told: str,
) -> tuple[Repair, ...]:
    """Puts the value, SQL, into the cells of the pattern, and says how many there were, the commonest as examples."""
    where, cell = column.is_like(pattern), column.cell
    found = con.execute(f"SELECT {cell}, count(*) FROM raw WHERE {where} GROUP BY 1 ORDER BY 2 DESC, 1").fetchall()
    if not found:
        return ()
    con.execute(f"UPDATE raw SET {cell} = {value} WHERE {where}")
    rows = sum(count for _, count in found)
    shown = tuple(example for example, _ in found[:5])
    detail = f"In column {column.name}, {rows:,} {told}."
    return (Repair(kind=kind, detail=detail, column=column.name, rows=rows, examples=shown),)
