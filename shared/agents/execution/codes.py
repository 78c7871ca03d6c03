"""Codes for missing values among the rows of a task's queries, counted where a doubt is told of such cells."""

from collections.abc import Sequence

from shared.agents.execution.completeness import RunQueries
from shared.contracts import DatasetProfile, PlannedQuery
from shared.engine.doubts.codes import CodedCells, coded
from shared.engine.secondary import spared
from shared.errors import CandorError


class Codes:
    """What the data says of the cells with a code that the queries of one task take, each asked once."""

    def __init__(self, datasets: tuple[DatasetProfile, ...]) -> None:
        self._datasets = datasets
        self._known: dict[str, int] = {}

    def held(self, told: Sequence[str], sql: str, ask: RunQueries) -> tuple[str, ...]:
        """What is told of the data behind a query, but for cells with a code of which its rows hold none. All of it
        where the data cannot be asked."""
        found = tuple(one for one in spared(lambda: coded(sql, self._datasets), "codes") if one.detail in told)
        self._count([count for one in found for count in one.counts], ask)
        none = {one.detail for one in found if self._has_none(one)}
        return tuple(line for line in told if line not in none)

    def _has_none(self, cells: CodedCells) -> bool:
        return all(self._known.get(count) == 0 for count in cells.counts)

    def _count(self, counts: Sequence[str], ask: RunQueries) -> None:
        left = [one for one in dict.fromkeys(counts) if one not in self._known]
        if not left:
            return
        try:
            outcomes = ask([PlannedQuery(sql=one, purpose="Cells with a code") for one in left])
        except CandorError:
            return
        for one, outcome in zip(left, outcomes, strict=True):
            rows = outcome.result.rows if outcome.result else ()
            if rows and isinstance(rows[0][0], int):
                self._known[one] = rows[0][0]
