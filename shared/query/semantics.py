"""What a table's columns mean beyond their types, as the language asks for it; the profile answers."""

from typing import NamedTuple, Protocol

from shared.contracts import Additivity, DatasetProfile
from shared.table.nouns import plural


class Semantics(Protocol):
    """What a table's columns mean."""

    @property
    def row_nouns(self) -> tuple[str, str]:
        """What a row is called, one and several: ("order", "orders")."""

    @property
    def entity(self) -> str | None:
        """The column that names what the row noun means where several rows are lines of one: order_id of order lines.
        None where a row is one of them, or where that is not known."""

    @property
    def times(self) -> tuple[str, ...]:
        """The columns that say at which moment a row is: what stands at a moment adds up where all are fixed."""

    def words(self, column: str) -> str:
        """A column's name in words, without quotation marks; no two columns of the table have the same."""

    def unit(self, column: str) -> str | None:
        """The unit of its numbers ("€", "kg", "%"), None where there is none."""

    def mixed_in(self, column: str) -> str | None:
        """The column that says in which unit or currency each row is, where they differ from row to row."""

    def additivity(self, column: str) -> Additivity:
        """Whether its values may be added."""


class ProfileSemantics(NamedTuple):
    """The meaning of columns as the table's profile has it."""

    table: DatasetProfile

    @property
    def row_nouns(self) -> tuple[str, str]:
        """The row noun of the profile, singular and plural."""
        noun = self.table.semantic.entity_name
        return noun, plural(noun)

    @property
    def entity(self) -> str | None:
        """The column of an entity that stands in several rows (customer in a table of orders), or None."""
        return self.table.semantic.grain.repeats

    @property
    def times(self) -> tuple[str, ...]:
        """The times of the grain; where it has none, every column of times."""
        return self.table.semantic.grain.times or tuple(one.name for one in self.table.columns if one.temporal)

    def words(self, column: str) -> str:
        """The column's name in words, as the profile has it; else the name itself."""
        return self.table.column(column).words or column

    def unit(self, column: str) -> str | None:
        """The column's unit by the profile; None where it has none or several."""
        return self.table.column(column).unit

    def mixed_in(self, column: str) -> str | None:
        """The column that says in which unit each cell is, by the profile; None where all are in one."""
        return self.table.column(column).unit_column

    def additivity(self, column: str) -> Additivity:
        """Over what the column's cells may be added up, by the profile."""
        return self.table.column(column).additivity
