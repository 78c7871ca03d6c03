"""How one column of a file is read."""

from typing import NamedTuple

from shared.contracts.dataset import Ambiguity, ColumnType, Repair
from shared.quoting import identifier


class Choice(NamedTuple):
    """How one column is read: its type, and SQL with {c} for the cell that gives the value or NULL."""

    name: str
    cell: str
    type: ColumnType
    expression: str
    unit: str | None = None
    repairs: tuple[Repair, ...] = ()
    ambiguity: Ambiguity | None = None
    tally: str | None = None
    """The relation of its values and their rows, of text that is kept as it was written."""
    lasting: bool = False
    """Whether its numbers are lengths of time that were written as such."""
    measured: bool = False
    """Whether its numbers are amounts with a unit, which cells of words are none of."""
    separator: str = ""
    """What stands between the things that its cells list, where the file itself says that they are lists."""
    currency: str = ""
    """SQL with {c} for the cell: the currency that it states, where those of the column differ."""
    unit_column: str | None = None
    """The column that holds these."""

    @property
    def sql(self) -> str:
        """The column as table `data` has it."""
        return f"{self.expression.replace('{c}', self.cell)} AS {identifier(self.name)}"
