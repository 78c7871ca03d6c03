"""Tables of which each row stands for as many as one of its columns says."""

from typing import Final

from shared.contracts.dataset import ColumnProfile, DatasetProfile
from shared.table.names import words_of

_COUNTS: Final = frozenset({"freq", "frequency", "count", "n"})
_NUMBERS: Final = _COUNTS | {"counts", "cnt", "qty", "quantity", "number"}


def tallies(table: DatasetProfile) -> tuple[ColumnProfile, ...]:
    """The columns of counts of a cross-table (count, count11), beside which every other column is a category; none of
    other tables."""
    counts = [one for one in table.columns if one.type == "integer" and _last_word(one) in _COUNTS]
    others = [one for one in table.columns if one not in counts and not numbers_rows(one, table)]
    crossed = len(others) > 1 and all(one.role == "dimension" and one.distinct < table.row_count for one in others)
    return tuple(counts) if counts and crossed else ()


def numbers_of_things(table: DatasetProfile) -> tuple[ColumnProfile, ...]:
    """The columns whose whole name says that a row is of so many of what it is about: Count, Quantity."""
    named = [one for one in table.columns if words_of(one.name)[0] in _NUMBERS and len(words_of(one.name)) == 1]
    return tuple(one for one in named if one.type == "integer" and one.additivity == "additive" and one.yes is None)


def _last_word(column: ColumnProfile) -> str:
    return words_of(column.name)[-1].rstrip("0123456789")


def numbers_rows(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether it only numbers the rows, as the first column of an export does."""
    return column.type == "integer" and column.minimum == 1 and column.maximum == column.distinct == table.row_count
