"""Months that a column of its own holds, as names or as numbers from 1 to 12."""

from typing import Final

from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.vocabulary.words import word_set
from shared.table.names import words_of

_NAMES: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def month_column(table: DatasetProfile) -> ColumnProfile | None:
    """The only column that holds months."""
    found = [column for column in table.columns if _numbered(column) or _named(column)]
    return found[0] if len(found) == 1 else None


def _numbered(column: ColumnProfile) -> bool:
    low, high = column.minimum, column.maximum
    called = words_of(column.name) in (("month",), ("mon",), ("mnth",), ("mth",))
    numbers = isinstance(low, int | float) and isinstance(high, int | float)
    return called and column.type == "integer" and numbers and 1 <= float(low or 0) <= float(high or 0) <= 12


def _named(column: ColumnProfile) -> bool:
    values = [str(count.value).strip().lower() for count in column.top_values]
    return column.type == "text" and 1 < column.distinct == len(values) <= 12 and all(_month(value) for value in values)


def _month(value: str) -> int:
    """1 to 12 for a month's name or its first letters, else 0."""
    known = value[:3] in _NAMES and value.isalpha() and (len(value) <= 4 or value in _LONG)
    return _NAMES.index(value[:3]) + 1 if known else 0


_LONG: Final = word_set("january february march april may june july august september october november december")
