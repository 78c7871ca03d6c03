"""A question and a small table in, what is asked of its rows out; None where no shape explains every word."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from shared.analysis.rows.asked import Asked, Understood
from shared.contracts import DatasetProfile
from shared.offline.reading.rows.clause import Clause, NotUnderstood
from shared.offline.reading.rows.finding import read_extreme, read_lookup
from shared.offline.reading.rows.stepping import read_neighbour
from shared.offline.reading.rows.tallying import read_count
from shared.offline.reading.rows.vocabulary import MOST_ROWS
from shared.offline.reading.rows.weighing import read_sides

_SHAPES: Final[tuple[Callable[[Clause], Asked], ...]] = (
    read_neighbour,
    read_sides,
    read_extreme,
    read_lookup,
    read_count,
)


@dataclass(frozen=True, eq=False)
class _Same:
    """A table, equal only to itself: profiles are compared by what they hold, which takes longer than reading."""

    table: DatasetProfile

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.table is self.table

    def __hash__(self) -> int:
        return id(self.table)


def understood(question: str, table: DatasetProfile) -> Understood | None:
    """What the first shape that explains every word of the question makes of it."""
    return _understood(question, _Same(table))


@lru_cache(maxsize=64)
def _understood(question: str, same: _Same) -> Understood | None:
    table = same.table
    if not 2 <= table.row_count <= MOST_ROWS:
        return None
    clause = Clause.of(_asking(question), table)
    for shape in _SHAPES:
        own = clause.fresh()
        try:
            asked = shape(own)
            own.close()
        except NotUnderstood:
            continue
        return Understood(asked=asked, told=tuple(own.told))
    return None


def _asking(question: str) -> str:
    """ "the year with the most riders" asks what that year is."""
    return f"what is {question}" if question.lower().startswith("the ") else question
