"""Columns whose cells list several things: "egg; lemon", "lemon; rice"."""

import re
from collections import Counter
from typing import Final

from shared.contracts import Scalar
from shared.contracts.dataset import ColumnProfile, ValueCount
from shared.table.names import words_of

_SEPARATORS: Final = (";", "|", ",", "/", "\n")
_OF_LISTS: Final = (";", "|")
_LONGEST: Final = 3
"""How many words a thing has that a list in a small table may name only once."""


def separator_of(column: ColumnProfile) -> str:
    """The sign between the things of a cell, where most of the commonest cells list several, which come again in other
    cells; else nothing."""
    texts = [str(count.value) for count in column.top_values] if column.type == "text" else []
    return next((sign for sign in _SEPARATORS if _lists([things_in(text, sign) for text in texts], sign)), "")


def _lists(held: list[tuple[str, ...]], sign: str) -> bool:
    """Whether most cells hold several, and half of them come again; behind a sign that prose hardly has, some do, if
    each is a few words."""
    parts = [part for cell in held for part in cell]
    again = len(parts) - len(set(parts))
    terms = sign in _OF_LISTS and all(len(part.split()) <= _LONGEST for part in parts)
    return 2 * sum(len(cell) > 1 for cell in held) > len(held) and (2 * again >= len(parts) or (terms and again > 0))


def things_of(column: ColumnProfile, separator: str) -> tuple[ValueCount, ...]:
    """What the commonest cells list, the commonest first, each with the rows that list it."""
    rows: Counter[str] = Counter()
    for count in column.top_values if separator else ():
        for thing in dict.fromkeys(things_in(str(count.value), separator)):
            rows[thing] += count.count
    return tuple(ValueCount(value=thing, count=many) for thing, many in rows.most_common() if thing)


def things_in(cell: str, separator: str) -> tuple[str, ...]:
    """What a cell lists, without the blanks around each."""
    return tuple(part.strip(" ") for part in cell.split(separator))


_NOTES = re.compile(r"\[[^\]]{0,20}\]|[†‡*§^¹²³#]+")
_PARTS = re.compile(r"\s*(?:/|,|;|\n| and | & )\s*")


def complete(column: ColumnProfile) -> bool:
    """Whether the profile holds every value of the column."""
    return bool(column.top_values) and len(column.top_values) == column.distinct


def parts_of(value: Scalar) -> list[tuple[str, ...]]:
    """The things that a cell lists, each as words: "Boondox / ICP" holds two."""
    return [words for part in _PARTS.split(_NOTES.sub(" ", str(value))) if (words := words_of(part))]
