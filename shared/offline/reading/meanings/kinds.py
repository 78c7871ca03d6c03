"""What the cells of a column are: persons, years, places in an order, parts of a list, totals of other rows."""

import re
from typing import Final

from shared.contracts import ColumnProfile, DatasetProfile, Scalar
from shared.offline.reading.meanings.columns import Called
from shared.offline.reading.meanings.tokens import stem_set, stems_of
from shared.offline.words.lexicon import word_list
from shared.table.names import words_of

MOST_ROWS: Final = 400
"""Larger tables are not read row by row: their values are not all known, and their order seldom means anything."""
MOST_ON_A_PAGE: Final = 50
"""Rows. Of the answers about tables of this size that a default alone gave, half were wrong."""
_PERSONS: Final = stem_set(word_list("persons_by_name"))
_NOTES = re.compile(r"\[[^\]]{0,20}\]|[†‡*§^¹²³#]+")
_PARTS = re.compile(r"\s*(?:/|,|;|\n| and | & )\s*")


def _stems(column: ColumnProfile) -> tuple[str, ...]:
    return (*Called(column).full, *stems_of(column.name))


def persons(table: DatasetProfile) -> list[ColumnProfile]:
    """The columns whose cells are persons, by their names."""
    return [column for column in table.columns if column.type == "text" and set(_stems(column)) & _PERSONS]


def complete(column: ColumnProfile) -> bool:
    """Whether the profile holds every value of the column."""
    return bool(column.top_values) and len(column.top_values) == column.distinct


def parts_of(value: Scalar) -> list[tuple[str, ...]]:
    """The things that a cell lists, each as words: "Boondox / ICP" holds two."""
    return [words for part in _PARTS.split(_NOTES.sub(" ", str(value))) if (words := words_of(part))]


_OF_THIS_UNIT = 100


def in_another_unit(column: ColumnProfile, values: tuple[Scalar, ...]) -> bool:
    """Whether numbers are so far beyond all cells that they count other things: 9,000,000 beside 9 (millions)."""
    most = column.maximum
    if not isinstance(most, int | float) or most <= 0:
        return False
    return any(isinstance(value, int | float) and value >= _OF_THIS_UNIT * most for value in values)
