"""Columns of another dataset beside a table's own, of the one row of it that has the key; or figures of all its rows
that have it.

Whatever the other dataset holds, each row of the table stays, and stays once. A row finds the row of the other dataset
whose key columns all equal its own columns, as `=` compares them. Where it finds none, since there is none, since one
of its own cells is empty, or since several have that key, what is looked up is empty.

Figures are those of all rows there that have the key, however many: of no rows, counts are 0 and others empty.
"""

from collections.abc import Iterator

from pydantic import Field

from shared.query.base import Column, Name, Node
from shared.query.measures import AnyMeasure, default_name


class KeyMatch(Node):
    """An own column, and the key that equals it."""

    column: Column
    key: Column


class LookedUp(Node):
    """A column there, called so or by `name`."""

    column: Column
    name: Name | None = None

    @property
    def called(self) -> str:
        """What the query calls it by."""
        return self.name or self.column


class Lookup(Node):
    """Beside each row, columns of the row of another table with that unique key, or measures of all rows with the key
    (0 rows: none has it).

    An own column is one of the table, or one that a lookup before this one has found. How many rows there have the key
    says also whether any has: 0 for customers without an order.
    """

    dataset: str = Field(min_length=1, max_length=300)
    on: tuple[KeyMatch, ...] = Field(min_length=1, max_length=3)
    columns: tuple[LookedUp, ...] = Field(default=(), max_length=20)
    measures: tuple[AnyMeasure, ...] = Field(default=(), max_length=8)

    @property
    def called(self) -> tuple[str, ...]:
        """What the query calls all that is looked up by."""
        return (*(one.called for one in self.columns), *(default_name(one) for one in self.measures))

    def problems(self) -> Iterator[str]:
        if len({one.column for one in self.on}) != len(self.on) or len({one.key for one in self.on}) != len(self.on):
            yield "each column of a key is matched with a column of its own"
        if len({one.column for one in self.columns}) != len(self.columns):
            yield "each column is looked up once"
        if bool(self.columns) == bool(self.measures):
            yield "a lookup has columns, found by a unique key, or measures of all rows with the key"
        if len({name.lower() for name in self.called}) != len(self.called):
            yield "each measure of a lookup has a name of its own"
        bare = [one.model_copy(update={"name": None}) for one in self.measures]
        if any(one in bare[:place] for place, one in enumerate(bare)):
            yield "each measure of a lookup stands once"


def overlapping(lookups: tuple[Lookup, ...]) -> Iterator[str]:
    """The sentence for two lookups that find the same rows."""
    found = [(one.dataset, frozenset(one.on), bool(one.measures)) for one in lookups]
    if len(set(found)) != len(found):
        yield "two lookups find the same rows: put their columns (or measures) into one"
