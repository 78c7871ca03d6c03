"""Lengths of time that a query counts by the borders that lie in them, which is not how long they are."""

from collections.abc import Iterable, Iterator
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile

_COARSE: Final = {
    "timestamp": frozenset({"hour", "day", "week", "month", "quarter", "year"}),
    "date": frozenset({"week", "month", "quarter", "year"}),
}
"""The units that are coarser than the times of a column."""
_EXAMPLES: Final = {
    "hour": "one from 10:59 to 11:01 counts as 1 hour",
    "day": "one from 23:00 to 1:00 counts as 1 day",
    "week": "one from Sunday to Monday counts as 1 week",
    "month": "one from 31 January to 1 February counts as 1 month",
    "quarter": "one from 31 March to 1 April counts as 1 quarter",
    "year": "one from 31 December to 1 January counts as 1 year",
}


def lengths(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> Iterator[str]:
    """A sentence for each unit in which DATE_DIFF counts between two columns of finer times. Where one side is rounded,
    or computed before, what is counted may be meant, as months of a cohort are."""
    types = {column.name.casefold(): column.type for one in datasets for column in one.columns}
    for one in tree.find_all(exp.DateDiff):
        unit = one.text("unit").casefold()
        ends = (one.this, one.expression)
        sides = [types.get(side.name.casefold()) if isinstance(side, exp.Column) else None for side in ends]
        if all(unit in _COARSE.get(kind or "", ()) for kind in sides):
            yield f"Lengths of time are counted by the {unit}s that begin in them: {_EXAMPLES[unit]}."
