"""The rows of a result that an answer tells figures of: a doubt about other rows concerns nobody."""

from collections.abc import Iterator, Mapping, Sequence

from shared.contracts import Scalar

ResultRows = Sequence[Mapping[str, Scalar]]
"""Rows by the names of their columns."""


def cells_of(rows: ResultRows, name: str) -> list[Scalar]:
    """The cells of the column of that name, in whatever case it is written; empty where the rows have none."""
    return list(_cells(rows, name.casefold()))


def _cells(rows: ResultRows, name: str) -> Iterator[Scalar]:
    for row in rows:
        yield from (cell for column, cell in row.items() if column.casefold() == name)
