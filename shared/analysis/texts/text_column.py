"""The column of texts that an analysis is about."""

from shared.contracts import ColumnProfile, DatasetProfile
from shared.errors import ForfeitException
from shared.table.names import spoken


def text_column(given: str, table: DatasetProfile) -> ColumnProfile:
    """The column of that name. Raises ForfeitException where it holds no texts."""
    own = table.column(given)
    if own.type != "text":
        raise _lacking(table, f"{spoken(own)} holds no texts")
    return own


def _lacking(table: DatasetProfile, why: str) -> ForfeitException:
    return ForfeitException(
        f"The data lacks required text fields: {why}",
        (f"Checked {table.file_name} for text fields",),
        "Add a column of texts, such as names, comments or descriptions.",
        "not_in_data",
    )
