"""The queries whose results analyses are about: each held against its table, and its steps counted, once a task."""

from __future__ import annotations

from collections.abc import Iterable

from shared.agents.execution.completeness import RunQueries
from shared.analysis.base import Analysis
from shared.analysis.derivation import meanings
from shared.analysis.queried.account import UNCOUNTED, StepAccount, account_of, counting
from shared.analysis.queried.source import bound_source, said_of, tables_of
from shared.contracts import DatasetProfile
from shared.errors import CandorError, ForfeitException
from shared.query.bound import BoundQuery
from shared.query.problems import QueryProblem


class TaskSources:
    """The sources of one task's analyses."""

    def __init__(self, datasets: tuple[DatasetProfile, ...], ask: RunQueries) -> None:
        self._datasets, self._ask = datasets, ask
        self._bound: dict[str, BoundQuery] = {}
        self._accounts: dict[str, StepAccount] = {}
        self._defined: dict[int, tuple[str, ...]] = {}
        self._left_out: dict[int, tuple[str, ...]] = {}

    def tables(self, analysis: Analysis) -> tuple[DatasetProfile, ...]:
        """The tables as the analysis sees them. Raises ForfeitException."""
        bound = self.bound(analysis)
        return tables_of(analysis, self._datasets, bound, self._account(analysis, bound) if bound else None)

    def bound(self, analysis: Analysis) -> BoundQuery | None:
        """The source of an analysis; None where it has none. Raises ForfeitException."""
        if analysis.source is None:
            return None
        key = _key(analysis)
        if key not in self._bound:
            try:
                self._bound[key] = bound_source(analysis.source, self._datasets, analysis.relation)
            except QueryProblem as problem:
                raise ForfeitException(problem.sentence, ("Held the query against its table",)) from problem
        return self._bound[key]

    def keep(self, analysis: Analysis, table: DatasetProfile, queries: Iterable[int]) -> None:
        """Keeps what an analysis is of, whose queries are at these places: its source, and the columns it derives."""
        bound, queries = self.bound(analysis), tuple(queries)
        of, left_out = (
            said_of(bound, table, self._account(analysis, bound), ends_told=analysis.tells_ends) if bound else ((), ())
        )
        of += meanings(analysis.derived, table) if analysis.derived else ()
        self._defined |= dict.fromkeys(queries, of)
        self._left_out |= dict.fromkeys(queries, left_out)

    def defined(self, queries: Iterable[int]) -> tuple[str, ...]:
        """What the rows and columns are that the queries at these places read."""
        return tuple(dict.fromkeys(line for at in queries for line in self._defined.get(at, ())))

    def left_out(self, queries: Iterable[int]) -> tuple[str, ...]:
        """What must be said of the steps of sources behind the queries at these places."""
        return tuple(dict.fromkeys(line for at in queries for line in self._left_out.get(at, ())))

    def _account(self, analysis: Analysis, bound: BoundQuery) -> StepAccount:
        key = _key(analysis)
        if key not in self._accounts:
            self._accounts[key] = self._counted(bound)
        return self._accounts[key]

    def _counted(self, bound: BoundQuery) -> StepAccount:
        """The account of a source; where its steps cannot be counted, that is said."""
        try:
            outcomes = self._ask(counting(bound))
        except CandorError:
            return StepAccount.uncounted(bound, UNCOUNTED)
        results = [one.result for one in outcomes if one.result is not None]
        return account_of(bound, results) if len(results) == len(outcomes) else StepAccount.uncounted(bound, UNCOUNTED)


def _key(analysis: Analysis) -> str:
    source = analysis.source.model_dump_json() if analysis.source else ""
    return f"{analysis.relation or ''}:{source}"
