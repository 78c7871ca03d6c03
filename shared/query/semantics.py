"""What a table's columns mean beyond their types, as the language asks for it.

`ProfileSemantics` answers from what today's profile knows; a richer profile can answer better behind the same protocol.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol

from shared.contracts import DatasetProfile

Additivity = Literal["additive", "semi_additive", "non_additive"]
"""Whether the values of rows may be added: always (amounts), over everything but time (stocks, balances), or never
(rates, prices, ratings)."""


class Semantics(Protocol):
    """What a table's columns mean."""

    @property
    def row_nouns(self) -> tuple[str, str]:
        """What a row is called, one and several: ("order", "orders")."""

    @property
    def entity(self) -> str | None:
        """The column that names what the row noun means where several rows are lines of one: order_id of order lines.
        None where a row is one of them, or where that is not known."""

    def words(self, column: str) -> str:
        """A column's name in words, without quotation marks; no two columns of the table have the same."""

    def unit(self, column: str) -> str | None:
        """The unit of its numbers ("€", "kg", "%"), None where there is none."""

    def mixed_in(self, column: str) -> str | None:
        """The column that says in which unit or currency each row is, where they differ from row to row."""

    def additivity(self, column: str) -> Additivity:
        """Whether its values may be added."""


@dataclass(frozen=True)
class ProfileSemantics:
    """The meaning of columns from the profile of a table alone."""

    table: DatasetProfile

    @property
    def row_nouns(self) -> tuple[str, str]:
        """As the profile calls a row."""
        noun = self.table.semantic.entity_name.lower()
        noun = noun if re.fullmatch(r"[a-z]{3,}", noun) else "row"
        return noun, plural(noun)

    @property
    def entity(self) -> str | None:
        """The first column of ids called after the row noun, where its values repeat."""
        noun = self.row_nouns[0]
        for column in self.table.columns:
            named = spaced(column.name).lower().split()
            known = self.table.row_count - column.nulls
            if column.role == "id" and named[:1] == [noun] and 0 < column.distinct < known:
                return column.name
        return None

    def words(self, column: str) -> str:
        """Underscores and inner capitals become blanks; a name that would then be another's stays as it is."""
        words = spaced(column)
        return words if self._words[words.casefold()] == 1 else column

    def unit(self, column: str) -> str | None:
        """As the profile has it."""
        return self.table.column(column).unit

    def mixed_in(self, column: str) -> str | None:
        """Amounts in a table with a column of several currencies, where their own unit is not known."""
        own = self.table.column(column)
        if own.unit is not None or own.role != "measure":
            return None
        for other in self.table.columns:
            if spaced(other.name).lower().split()[-1:] == ["currency"] and other.distinct > 1:
                return other.name
        return None

    def additivity(self, column: str) -> Additivity:
        """Additive where the profile says that a sum means something."""
        return "additive" if self.table.column(column).summable else "non_additive"

    @cached_property
    def _words(self) -> Counter[str]:
        return Counter(spaced(column.name).casefold() for column in self.table.columns)


def spaced(name: str) -> str:
    """A name's words: order_date and orderDate are "order date"; Order Date and Umsatz stay as they are."""
    cut = re.sub(r"(?<=[a-z0-9])([A-Z])(?=[a-z])", lambda found: f" {found.group(1).lower()}", name)
    return re.sub(r"[\s_]+", " ", cut).strip() or name


def plural(noun: str) -> str:
    """Several of what a noun in the singular names: orders, parties, boxes."""
    if noun in ("staff", "people", "data", "media", "series", "species") or noun.endswith("s"):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("x", "ch", "sh", "z")) else f"{noun}s"
