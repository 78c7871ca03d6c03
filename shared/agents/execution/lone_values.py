"""Figures of which one value makes up most: asked of the data where a profile says that a column has such a value."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from shared.agents.execution.completeness import RunQueries
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.engine.doubts.lone import lone_asked, lone_told
from shared.errors import CandorError


class LoneValues:
    """What there is to say of each result of a task, by the place of its query."""

    def __init__(self, datasets: Sequence[DatasetProfile], ask: RunQueries) -> None:
        self._datasets, self._ask = datasets, ask
        self._told: dict[int, dict[tuple[int, str], str]] = {}

    def look(self, results: Sequence[QueryResult], places: range) -> None:
        """Asks which figures of the results at these places one value decides, where that may be and can be asked."""
        for at in places:
            asked = lone_asked(results[at].sql, self._datasets)
            try:
                planned = (PlannedQuery(sql=asked.sql, purpose="The largest values"),) if asked else ()
                counted = next((one.result for one in self._ask(planned)), None) if planned else None
            except CandorError:
                continue
            if asked and counted:
                self._told[at] = lone_told(asked, counted, results[at])

    def told(self, columns: Mapping[int, frozenset[str] | None], rows: Mapping[int, Collection[int]]) -> Iterator[str]:
        """Of each query the first sentence on a figure of these columns (None: of any) and rows (all, of a query that
        is not there)."""
        for at, names in columns.items():
            lines = (
                line
                for (row, name), line in self._told.get(at, {}).items()
                if (names is None or name in names) and (at not in rows or row in rows[at])
            )
            yield from islice(lines, 1)
