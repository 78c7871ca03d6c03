"""What a table and its columns are, in words, by the profile alone."""

from typing import Final

from shared.contracts import ColumnProfile, DatasetProfile, Scalar
from shared.query.words.values import listed
from shared.table.names import spoken, tokens

_HELD: Final = {
    "integer": "whole numbers", "number": "numbers", "text": "text", "date": "dates", "timestamp": "dates and times",
    "time": "times of day", "boolean": "yes/no values",
}  # fmt: skip
_BESIDE: Final = ("preamble", "footer", "remarks")
_MOST_COLUMNS: Final = 20
_MOST_VALUES: Final = 4


def dataset(table: DatasetProfile) -> str:
    """The file and its columns, as a sentence."""
    shown = [spoken(column) for column in table.columns[:_MOST_COLUMNS]]
    more = " and more" if len(table.columns) > _MOST_COLUMNS else ""
    return f"I have {table.file_name} with the columns {', '.join(shown) + more if more else listed(shown)}."


def defined(column: ColumnProfile, value: Scalar, table: DatasetProfile) -> str:
    """What a column holds, or of which column a value is, as the profile knows it."""
    if value is not None:
        of = f"the column {spoken(column)} in {table.file_name}"
        return f"{value} is a value of {of}. The file does not say what it means."
    return (
        f"{spoken(column).capitalize()} is a column of {table.file_name} that holds {_HELD[column.type]}"
        f"{f', in {column.unit}' if column.unit else ''}{_such_as(column)}. {_noted(column, table)}"
    )


def _noted(column: ColumnProfile, table: DatasetProfile) -> str:
    """What the file writes of a column beside the table, if it does; a line with figures is none to quote in talk."""
    name = " ".join(tokens(column.name))
    lines = [line for one in table.repairs if one.kind in _BESIDE for line in one.examples]
    named = [line.strip() for line in lines if f" {name} " in f" {' '.join(tokens(line))} "]
    if not named:
        return "The file does not say what it stands for."
    quoted = next((line for line in named if not any(map(str.isdigit, line))), "")
    return f"Beside the table the file writes: “{quoted}”" if quoted else "A line beside the table names it."


def _such_as(column: ColumnProfile) -> str:
    """Some of its values, where they are words."""
    words = [str(one.value) for one in column.top_values if not any(c.isdigit() for c in str(one.value))]
    told = words and column.role == "dimension" and column.yes is None
    return f", such as {listed(words[:_MOST_VALUES])}" if told else ""
