"""Columns of another dataset beside a table's own, of the one row of it that has the key.

Whatever the other dataset holds, each row of the table stays, and stays once. A row finds the row of the other dataset
whose key columns all equal its own columns, as `=` compares them. Where it finds none, since there is none, since one
of its own cells is empty, or since several have that key, what is looked up is empty.
"""

from typing import Self

from pydantic import Field, model_validator

from shared.query.base import Column, Name, Node


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
    """Columns of another table beside each row, found by its unique key. An own column is one of the table, or one that
    a lookup before this one has found."""

    dataset: str = Field(min_length=1, max_length=300)
    on: tuple[KeyMatch, ...] = Field(min_length=1, max_length=3)
    columns: tuple[LookedUp, ...] = Field(min_length=1, max_length=20)

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        if len({one.column for one in self.on}) != len(self.on) or len({one.key for one in self.on}) != len(self.on):
            raise ValueError("each column of a key is matched with a column of its own")
        if len({one.column for one in self.columns}) != len(self.columns):
            raise ValueError("each column is looked up once")
        return self


def require_apart(lookups: tuple[Lookup, ...]) -> None:
    """Raises ValueError where two lookups find the same rows."""
    found = [(one.dataset, frozenset(one.on)) for one in lookups]
    if len(set(found)) != len(found):
        raise ValueError("two lookups find the same rows: put their columns into one")
