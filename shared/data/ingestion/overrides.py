"""What a person can say about a file before it is read, and how much of it is taken."""

from typing import Literal

from pydantic import Field

from shared.contracts.base import Contract
from shared.contracts.dataset import ColumnType

DateOrder = Literal["DMY", "MDY", "YMD"]
DecimalMark = Literal[".", ","]


class ColumnOverride(Contract):
    """How one column is to be read; None leaves it to ingestion. A `type` of "text" keeps the cells as written."""

    type: ColumnType | None = None
    date_order: DateOrder | None = None
    decimal_mark: DecimalMark | None = None


class Overrides(Contract):
    """How a file is to be read where ingestion would guess.

    `columns` goes by the name in the profile, in any case. `header_row` counts the rows of the file from 1, blank ones
    too; 0 says that there is no header. `sheet` is the name of an Excel sheet.
    """

    columns: dict[str, ColumnOverride] = Field(default_factory=dict)
    delimiter: str | None = None
    encoding: str | None = None
    header_row: int | None = Field(default=None, ge=0)
    sheet: str | None = None

    def of(self, column: str) -> ColumnOverride:
        """The override of a column, or one that says nothing."""
        by_name = {name.casefold(): override for name, override in self.columns.items()}
        return by_name.get(column.casefold(), ColumnOverride())


class Limits(Contract):
    """What is taken: bytes as sent, bytes once unpacked, columns, rows, and the memory that DuckDB may use."""

    max_bytes: int = 600_000_000
    max_unpacked_bytes: int = 2_000_000_000
    max_columns: int = 1_000
    max_rows: int = 30_000_000
    max_document_bytes: int = 200_000_000
    memory_mb: int = 1_024
