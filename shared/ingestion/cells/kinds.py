"""What cells are at a glance, before a type is chosen for their column: numbers, dates, years or text."""

import re
from collections.abc import Sequence

from shared.ingestion.cells.dates import read_dates
from shared.ingestion.cells.numbers import read_numbers
from shared.table.nulls import is_null

TextRows = Sequence[Sequence[str]]


def kind_of(cells: Sequence[str]) -> str:
    """What most of the cells are: number, date or text."""
    distinct = list(dict.fromkeys(cells))[:100]
    if not distinct:
        return "text"
    if read_numbers(distinct).share > 0.8:
        return "number"
    return "date" if read_dates(distinct, "").share > 0.8 else "text"


def kinds_below(body: TextRows, width: int) -> list[str]:
    """The kind of each column of these rows; cells that say there is no value have no say."""
    return [kind_of([row[at] for row in body if at < len(row) and not is_null(row[at])]) for at in range(width)]


def is_year(cell: str) -> bool:
    """Whether the cell is written as a year."""
    return bool(re.fullmatch(r"(1[89]|20|21)\d\d", cell.strip()))
