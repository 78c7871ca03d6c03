"""Code books: what another table of a task says of a number that a column holds, which may stand for no value."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from shared.agents.execution.completeness import RunQueries
from shared.contracts import DatasetProfile, PlannedQuery, Scalar
from shared.errors import CandorError
from shared.pattern import LazyPattern
from shared.quoting import identifier

MOST_ROWS: Final = 400
"""More rows are data, and no code book."""
LONGEST: Final = 60
"""A longer text, in characters, is no meaning of a code that a note could quote."""
_KEPT: Final = LazyPattern(
    r"In column (?P<column>.+?), (?P<code>-?[\d.]+) in (?P<cells>.+?) lies far from all other values: "
    r"it may stand for missing values, and was kept\."
)
_COUNTED: Final = (
    "In column {column}, {code} in {cells} was counted as a number, though {book}, which is a file of its own, says of "
    "it: “{meaning}”."
)
_ENTRY: Final = LazyPattern(
    r"(?:^|[;,|(\n])\s*(?P<code>-?\d+(?:\.\d+)?)\s*(?:=|:|–|—|-(?=\s)|means )\s*"
    r"(?P<meaning>[^;,|()\n=]+?)\s*(?=[;,|()\n]|$)"
)
"""A code and what it means, one of several in a cell: "8 = don't know; 9 = no answer"."""
_BETWEEN: Final = LazyPattern(r"\s*[/,;]\s*")


class CodeBooks:
    """The code books among the tables of one task, each read once, and only where a code is to be told."""

    def __init__(self, datasets: Sequence[DatasetProfile], ask: RunQueries) -> None:
        self._datasets, self._ask = datasets, ask
        self._rows: dict[str, tuple[tuple[Scalar, ...], ...]] = {}

    def told(self, lines: Iterable[str]) -> tuple[str, ...]:
        """The notes, those on a number that a column kept with what a code book says of it, where one does."""
        return tuple(map(self._told, lines))

    def _told(self, line: str) -> str:
        found = _KEPT.fullmatch(line)
        if found is None:
            return line
        column, code = found["column"], float(found["code"])
        for book in self._books(column):
            if meaning := next(filter(None, (_meaning(row, column, code) for row in self._read(book))), ""):
                return _COUNTED.format(**found.groupdict(), book=book.relation, meaning=meaning)
        return line

    def _books(self, column: str) -> Iterable[DatasetProfile]:
        """The small tables that name a column of another one among their values."""
        for one in self._datasets:
            values = (str(value.value) for each in one.columns for value in each.top_values)
            if one.row_count <= MOST_ROWS and any(_names(value, column) for value in values):
                yield one

    def _read(self, book: DatasetProfile) -> tuple[tuple[Scalar, ...], ...]:
        if book.relation not in self._rows:
            sql = f"SELECT * FROM {identifier(book.relation)}"
            try:
                (outcome,) = self._ask([PlannedQuery(sql=sql, purpose="What codes mean")])
            except CandorError:
                return ()
            self._rows[book.relation] = outcome.result.rows if outcome.result else ()
        return self._rows[book.relation]


def _names(cell: Scalar, column: str) -> bool:
    """Whether a cell is the name of a column, or one of several there."""
    return isinstance(cell, str) and column.casefold() in {one.casefold() for one in re.split(_BETWEEN.compiled, cell)}


def _meaning(row: Sequence[Scalar], column: str, code: float) -> str:
    """What a row that is of that column and that code, or has a text on that, says of it; empty of any other row."""
    named = [cell for cell in row if _names(cell, column)]
    said = [
        one for cell in row if isinstance(cell, str) for one in _ENTRY.finditer(cell) if _number(one["code"]) == code
    ]
    if len(named) == 1 and len(said) == 1 and len(said[0]["meaning"]) <= LONGEST:
        return said[0]["meaning"]
    coded = [cell for cell in row if _number(cell) == code]
    texts = [cell for cell in row if isinstance(cell, str) and cell not in named and cell not in coded]
    short = [one for one in texts if one.strip() and len(one) <= LONGEST]
    return short[0] if len(named) == 1 and len(coded) == 1 and len(short) == 1 else ""


def _number(cell: Scalar) -> float | None:
    try:
        return None if cell is None or isinstance(cell, bool) else float(cell)
    except ValueError:
        return None
