"""What a reason to give up denies although the profile of a table has it: a column, a kind of column, a value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from shared.contracts import ColumnProfile, DatasetProfile
from shared.grounding.vocabulary import FORM, words
from shared.pattern import LazyPattern

_ENDS: Final = r"(?=\W*$|\s*[,.;:!?)–—]|\s+(?:in|of) (?:this|the|your|its|it)\b|\s+(?:so|and|that|which)\b)"
_NAME: Final = r"[“\"'`]?(?P<what>[\w-]+(?: [\w-]+){0,3}?)[”\"'`]?"
_NO_COLUMN: Final = LazyPattern(
    rf"\bno (?:{_NAME} columns?|columns? (?:for|called|named|with) (?:the )?{_NAME.replace('what', 'which')}){_ENDS}",
    re.IGNORECASE,
)
_NO_VALUE: Final = LazyPattern(
    rf"\bno {_NAME} (?:called|named) [“\"'`]?(?P<value>[\w-]+(?: [\w-]+)*?)[”\"'`]?{_ENDS}", re.IGNORECASE
)
_EMPTY: Final = LazyPattern(
    rf"{_NAME}(?: column)? is (?:entirely |completely )?empty(?:{_ENDS}|(?= in (?:every|all)\b))", re.IGNORECASE
)
_KINDS: Final = {
    "date": ("date", "timestamp"),
    "time": ("time", "timestamp"),
    "number": ("integer", "number"),
    "numeric": ("integer", "number"),
    "text": ("text",),
}
"""What a kind of column is called, and the types that are of it."""


def denied(reason: str, datasets: Iterable[DatasetProfile]) -> str:
    """What is there of what an English reason says there is not, as its writer is told; empty where that is not so, or
    is not said in plain words."""
    return next(_denied(reason, [column for one in datasets for column in one.columns if one.row_count]), "")


def _denied(reason: str, columns: list[ColumnProfile]) -> Iterator[str]:
    for found in _NO_COLUMN.finditer(reason):
        name = found["what"] or found["which"]
        kinds = _KINDS.get(name.casefold().removesuffix("s"), ())
        there = [column for column in columns if _is_called(column, name) or column.type in kinds]
        yield from (f"There is a column {column.name}, of {column.type} values." for column in there[:1])
    for found in _NO_VALUE.finditer(reason):
        of = [column for column in columns if _is_called(column, found["what"].split()[-1])]
        seen = ((column, str(one.value)) for column in of for one in column.top_values)
        yield from (f"{column.name} has {value}." for column, value in seen if words(value) == words(found["value"]))
    for found in _EMPTY.finditer(reason):
        yield from (
            f"{column.name} has {column.distinct} different values."
            for column in columns
            if column.distinct and any(_is_called(column, name) for name in _ends_of(found["what"]))
        )


def _is_called(column: ColumnProfile, name: str) -> bool:
    return words(name) in (words(column.name), words(column.words))


def _ends_of(name: str) -> Iterator[str]:
    """The last words of a phrase: "the order date", "order date", "date"."""
    given = name.split()
    yield from (" ".join(given[at:]) for at in range(len(given)))


def touches(lines: Iterable[str], datasets: Iterable[DatasetProfile]) -> bool:
    """Whether lines name a column of the tables, one of its values, or a kind of column that is there."""
    columns = [column for one in datasets for column in one.columns]
    kinds = {name for name, types in _KINDS.items() if any(column.type in types for column in columns)}
    named = kinds.union(*(words(f"{one.name} {one.words}") for one in columns))
    named |= {word for column in columns for one in column.top_values for word in words(str(one.value))}
    return any(word in named - FORM for line in lines for word in words(line))
