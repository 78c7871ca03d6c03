"""An agent's queries: run through the one function that may, mended where a name is a slip, and kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from shared.agents.claims import matched_by_letters, why_claimed
from shared.agents.execution.code_books import CodeBooks
from shared.agents.execution.completeness import Counts
from shared.agents.execution.currencies import by_currency
from shared.agents.execution.empty_results import backed, explained, why_empty
from shared.agents.execution.held_rows import DoubtOfQuery, HeldRows, QueryDoubts, ToldPart, records
from shared.agents.execution.joined_rows import JoinedRows
from shared.agents.execution.lone_values import LoneValues
from shared.agents.execution.places import shifted
from shared.agents.execution.preview import asked_for, preview
from shared.agents.execution.refusals import BY_MEANING, OURS, SAID
from shared.agents.execution.sources import TaskSources
from shared.analysis.base import Analysis, Applied, Findings
from shared.analysis.distinct_rows import with_distinct_rows, without_repeats
from shared.analysis.finite import require_finite
from shared.analysis.queried.source import reading_source
from shared.analysis.query_analysis import QueryAnalysis
from shared.analysis.summary import spoken_naming
from shared.analysis.tables import table_of
from shared.analysis.written_query import Written, cut_short
from shared.contracts import (
    AgentResponse,
    AgentResult,
    DatasetProfile,
    ErrorType,
    ExecutedQuery,
    PlannedQuery,
    Queried,
    QueryFailure,
    QueryOutcome,
    QueryRequest,
    QueryResult,
    ResultPreview,
    Turn,
)
from shared.engine.doubts import caveats, doubts
from shared.engine.doubts.unmatched import one_of_each, told_together, unless_sought
from shared.engine.doubts.used_columns import without_columns
from shared.engine.results.narrowed import narrowed, ranking
from shared.engine.results.origins import invented
from shared.engine.results.shown import shown_as
from shared.engine.results.ties import next_row
from shared.engine.sql.names import repair
from shared.errors import CandorError, EmbeddingsUnavailable, ForfeitException, QueryFailed
from shared.failure.classify import classify
from shared.health.calls import EMBEDDINGS
from shared.model.port import DependencyHealth
from shared.query.words.headings import FigureHeading, figure_headings
from shared.statistics.requests import StatisticsRequest, StatisticTable

if TYPE_CHECKING:
    from shared.deps import Deps
    from shared.turn.time_pool import TimePool

QUERY_SECONDS, LEAST_SECONDS = 20.0, 1.0
"""The most that a query may take, and what it may take when the task's time is up."""
Note = Callable[[str, str, str, str | None, ErrorType | None], None]
"""Keeps an attempt: its step, what was done, the outcome, why, and the kind of error where something broke."""


class NotComputed(ForfeitException):
    """A query without a result; `failure` is for whoever may write a better one."""

    def __init__(self, query: PlannedQuery, failure: QueryFailure, tried: tuple[str, ...]) -> None:
        super().__init__(f"I could not compute this: {SAID[failure.kind]}", tried)
        self.failure = failure


class Execution:
    """All that was computed for one task. `by_model` says whether a language model wrote what is asked now."""

    def __init__(
        self,
        turn: Turn,
        datasets: tuple[DatasetProfile, ...],
        previous: tuple[AgentResponse, ...],
        health: DependencyHealth,
        deps: Deps,
        note: Note,
        pool: TimePool,
        *,
        by_meaning: bool = False,
    ) -> None:
        self.turn, self.datasets, self.previous, self.health = turn, datasets, previous, health
        self.deps, self._note, self._pool = deps, note, pool
        self.executed: list[ExecutedQuery] = []
        self._shown: dict[str, str] = {}  # of SQL that ran, as it is shown
        self.previews: list[ResultPreview] = []
        self.results: list[QueryResult] = []
        self.counts = Counts(datasets)
        self.by_model, self._by_meaning = False, by_meaning
        self._joined = JoinedRows(datasets, self._outcomes)
        self._notes: dict[int, QueryDoubts] = {}
        self._unused: dict[str, frozenset[str]] = {}  # of queries, which columns of their results no figure is of
        self._lone, self._books = LoneValues(datasets, self._outcomes), CodeBooks(datasets, self._outcomes)
        self._sources = TaskSources(datasets, self._outcomes)
        self._held = HeldRows()
        self.headings: dict[int, dict[str, FigureHeading]] = {}  # of figures of the query language that have names

    @property
    def computed(self) -> AgentResult:
        """What there is of it so far: the reason of one who gives up may tell of it."""
        return AgentResult(results=tuple(self.previews), queries_executed=tuple(self.executed))

    @property
    def in_all(self) -> dict[int, int]:
        """How many rows each result has that was not cut, by its place."""
        return {at: self.previews[at].row_count for at, one in enumerate(self.results) if not one.truncated}

    def spelled_out(self, at: int, units: dict[str, str], tied: str) -> None:
        """Keeps beside the result at that place what its columns are in, in which the last row is tied, and how a
        picture shows them."""
        shown = shown_as(self.results[at].sql, self.datasets)
        told = {"units": units, "tied": tied, "shown": shown}
        self.previews[at] = self.previews[at].model_copy(update=told)

    @property
    def written(self) -> frozenset[int]:
        """The places of the queries that a model wrote in SQL."""
        return frozenset(self._joined.of_written)

    def tied(self, at: int) -> str:
        """The column in which the last row of the result at that place is tied with one that a LIMIT leaves out; empty
        where it is not, or that cannot be seen."""
        result = self.results[at]
        asked = next_row(result.sql, len(result.rows)) if result.rows else None
        if asked is None:
            return ""
        try:
            (outcome,) = self._outcomes((PlannedQuery(sql=asked[0], purpose="Tied rows"),))
        except CandorError:
            return ""
        following = outcome.result.rows if outcome.result else ()
        place = asked[1]
        return result.columns[place] if following and following[0][place] == result.rows[-1][place] else ""

    def purposes(self, analysis: Analysis) -> tuple[str, ...]:
        """What the queries of an analysis are for; none where it cannot be asked of these tables."""
        try:
            analysis, table = self._ready(analysis)
            return tuple(query.purpose for query in analysis.queries(table))
        except (ForfeitException, QueryFailed):
            return ()

    def analyse(self, analysis: Analysis) -> Findings:
        """What an analysis finds, cells counted from the task's first query.

        Raises NotComputed, ForfeitException, and QueryFailed where the machine could not compute it.
        """
        analysis, table = self._ready(analysis)
        analysis = self._meaning(analysis, table)
        first = len(self.executed)
        results = self._run(self._asked(analysis, table, analysis.queries(table)), analysis.shown, whole=analysis.whole)
        results += self._run(self._asked(analysis, table, analysis.wider(table, results)), lambda _at: None)
        self._set_aside(analysis, range(first, len(self.executed)))
        queries = [query.sql for query in self.executed[first:]]
        written = isinstance(analysis, Written | QueryAnalysis)
        diagnosis = why_empty(
            queries, results, self.datasets, lambda probe: self._outcomes((probe,))[0].result, written=written
        )
        try:
            if not analysis.whole:
                require_finite(results, undefined=analysis.undefined)
            results += self._applied(analysis.statistics(table, results), results)
            findings = analysis.findings(table, results)
            self._unused |= dict.fromkeys(queries, analysis.unused(table, results))
        except ForfeitException as forfeit:
            told = explained(forfeit.forfeit, diagnosis)
            raise ForfeitException.of(told) from forfeit
        findings = findings.model_copy(
            update={
                "facts": backed(findings.facts, diagnosis),
                "findings": (*findings.findings, *diagnosis.sentences),
            }
        )
        if isinstance(analysis, Written):
            self._joined.written(first, queries[0])
        if isinstance(analysis, QueryAnalysis):
            (bound,) = analysis.bound(table)
            self.headings[first] = figure_headings(spoken_naming(bound))
            self._joined.looked_up(first, bound)
        self._lone.look(self.results, range(first, first + len(queries)))
        self._sources.keep(analysis, table, range(first, len(self.executed)))
        return self.counts.told(shifted(findings, range(first, len(self.executed))))

    def _set_aside(self, analysis: Analysis, queries: Iterable[int]) -> None:
        """Notes which columns of these results only the analysis itself needs."""
        for at in queries:
            aside = tuple(name for name in self.results[at].columns if name in analysis.aside)
            if aside:
                self.previews[at] = self.previews[at].model_copy(update={"aside": aside})

    def noted(self, queries: Iterable[int] | None = None) -> tuple[str, ...]:
        """What is told of the data behind the queries at these places, or all, below an answer with all their figures:
        what a model is promised."""
        columns: dict[int, frozenset[str] | None] = dict.fromkeys(
            range(len(self.executed)) if queries is None else sorted(queries)
        )
        return self._below([one for at in columns for one in self._of_all(at)], columns, {})

    def _of_all(self, at: int) -> QueryDoubts:
        if at not in self._notes:
            self._notes[at] = self._noted(at, ToldPart(rows=records(self.results[at], None)))
        return self._notes[at]

    def noted_of(
        self,
        told: Collection[tuple[int, str]] | None,
        rows: Mapping[int, Collection[int]] | None = None,
        first: Mapping[int, int] | None = None,
    ) -> tuple[str, ...]:
        """What must be said to a reader of the data behind the figures that are told, each by its query's place and its
        column, and by the `rows` of that query, or how many `first` ones; of all where that is not known. What a query
        computed beside them matters to nobody."""
        every: dict[int, frozenset[str] | None] = dict.fromkeys(range(len(self.executed)))
        columns = every if told is None else {at: frozenset(name for one, name in told if one == at) for at, _ in told}
        known = {at: records(self.results[at], (rows or {}).get(at)) for at in sorted(columns)}
        parts = {at: ToldPart(columns[at], shown, (first or {}).get(at)) for at, shown in known.items()}
        return self._below([one for at, part in parts.items() for one in self._noted(at, part)], columns, rows or {})

    def _below(
        self, found: list[DoubtOfQuery], told: Mapping[int, frozenset[str] | None], rows: Mapping[int, Collection[int]]
    ) -> tuple[str, ...]:
        """The notes on the queries at the places of what is `told`, each once."""
        asked = ((self.executed[at].sql, names) for at, names in told.items())
        queries = [sql if names is None else narrowed(sql, names) for sql, names in asked]
        lines = self._books.told(one_of_each(self._held.told(found, self._outcomes)))
        lines = (*self._sources.left_out(told), *lines, *self._lone.told(told, rows))
        return told_together(unless_sought(lines, queries, [one.relation for one in self.datasets]))

    def _noted(self, at: int, part: ToldPart) -> QueryDoubts:
        (columns, rows, first), query, free = part, self.executed[at], at in self.written
        if free and columns is not None:
            query = query.model_copy(update={"sql": narrowed(query.sql, columns)})
        query = query.model_copy(update={"sql": without_columns(query.sql, self._unused.get(query.sql, ()))})
        told = (*(caveats(query.sql, self.datasets, rows) if free else ()), *self._joined.told(at, columns))
        whole = rows is not None and len(rows) == len(self.results[at].rows)
        shown = query.model_copy(update={"sql": ranking(query.sql, first, len(self.results[at].rows))})
        return tuple(DoubtOfQuery(line, query.sql, rows, whole) for line in (*doubts([shown], self.datasets), *told))

    def _ready(self, analysis: Analysis) -> tuple[Analysis, DatasetProfile]:
        """The analysis with what it needs to know of the tables and of earlier tasks, and its table."""
        tables = self._sources.tables(analysis)
        analysis = analysis.over(tables).after(self.previous)
        table = table_of(analysis, tables)
        return by_currency(analysis, table), without_repeats(table) if analysis.distinct_rows else table

    def _asked(
        self, analysis: Analysis, table: DatasetProfile, queries: Sequence[PlannedQuery]
    ) -> tuple[PlannedQuery, ...]:
        read = reading_source(queries, table, analysis, self._sources.bound(analysis))
        return with_distinct_rows(read, self.datasets) if analysis.distinct_rows else read

    def defined(self, told: Collection[tuple[int, str]] | None) -> tuple[str, ...]:
        """What the columns are that analyses derived, where their figures are told, each by its query's place and its
        column; of all where that is not known."""
        asked = range(len(self.executed)) if told is None else sorted({at for at, _ in told})
        return self._sources.defined(asked)

    def _meaning(self, analysis: Analysis, table: DatasetProfile) -> Analysis:
        """The analysis with the vector of its words, if the service with the model of the file's vectors gives it."""
        words, model = analysis.meant(table) or ("", "")
        service = self.deps.embeddings if words else None
        if service is None or service.model != model or not self.deps.health.may(EMBEDDINGS, self.health):
            return analysis
        try:
            with self.deps.health.noting(EMBEDDINGS, self.health):
                (vector,) = service.embed((words,))
        except EmbeddingsUnavailable as error:
            self._note("execute", f"Embedded the words “{words}”", "failed", "the service failed", classify(error))
            return analysis
        return analysis.with_meaning([float(one) for one in vector])

    def _applied(self, asked: Sequence[Applied], results: Sequence[QueryResult]) -> tuple[QueryResult, ...]:
        """The tables of statistics, in the shape of results. Raises ForfeitException, QueryUnavailable."""
        return tuple(table for one in asked for table in self._tables(one, results[one.query]))

    def _tables(self, asked: Applied, source: QueryResult) -> list[QueryResult]:
        if source.typed is None:
            raise ValueError("a statistic is applied to the result of a typed query")
        wanted = StatisticsRequest(procedure=asked.procedure, columns=source.typed)
        answer = self.deps.statistics(wanted, seconds=self._pool.left())
        if answer.refused:
            raise ForfeitException(answer.refused, (f"Tried to compute: {asked.purpose}",))
        planned = PlannedQuery(sql=source.sql, purpose=asked.purpose, shown=self._shown.get(source.sql, ""))
        applied = asked.procedure.model_dump_json()
        return [self._keep(planned, as_result(one, source.sql), None, statistic=applied) for one in answer.tables]

    def _run(
        self, queries: Sequence[PlannedQuery], shown: Callable[[int], int | None], *, whole: bool = False
    ) -> tuple[QueryResult, ...]:
        """The results of queries, `whole` where they must be. Raises NotComputed, QueryFailed."""
        outcomes = self._counted(queries)
        return tuple(
            self._settled(query, outcome, shown(at), whole=whole)
            for at, (query, outcome) in enumerate(zip(queries, outcomes, strict=True))
        )

    def _settled(self, query: PlannedQuery, outcome: QueryOutcome, shown: int | None, *, whole: bool) -> QueryResult:
        """The result of a query, its names mended where they are slips. Raises NotComputed, QueryFailed."""
        if outcome.result is None and outcome.failure and outcome.failure.kind == "unknown_name":
            tables = {one.relation: [column.name for column in one.columns] for one in self.datasets}
            mended = repair(query.sql, tables)
            if mended and mended != query.sql:
                self._note("repair", f"Corrected the query for: {query.purpose}", "ok", None, None)
                query = query.model_copy(update={"sql": mended, "shown": ""})
                (outcome,) = self._counted((query,))
        if outcome.result and not (whole and outcome.result.truncated):
            return self._keep(query, outcome.result, shown)
        failure = cut_short(outcome.result) if outcome.result else outcome.failure
        failure = failure or QueryFailure(kind="unavailable", message="no outcome")
        cause = classify(QueryFailed(failure)) if failure.kind in OURS else None
        self._note("execute", f"Ran a query to find: {query.purpose}", "failed", SAID[failure.kind], cause)
        if cause:
            raise QueryFailed(failure)
        raise NotComputed(query, failure, ())

    def _counted(self, queries: Sequence[PlannedQuery]) -> list[QueryOutcome]:
        """What the queries give; what their figures are figures of is counted beside each whose form allows that."""
        return self.counts.beside(queries, len(self.executed), self._outcomes)

    def _outcomes(self, queries: Sequence[PlannedQuery]) -> list[QueryOutcome]:
        """What the query function gives, in as few visits as its answers fit in. Raises ForfeitException where it is
        known to be down, QueryUnavailable."""
        found = {_key(query): refused for query in queries if (refused := self._refused(query))}
        while left := [query for query in queries if _key(query) not in found]:
            if not self.deps.health.may("query", self.health):
                reason = f"The query engine is not available just now, so I could not compute: {left[0].purpose}"
                tried = ("Looked whether the query engine answers again",)
                raise ForfeitException(reason, tried, "Asking again in a minute or two.", "unavailable")
            asked = list(dict.fromkeys(_key(query) for query in left if query.typed == left[0].typed))
            with self.deps.health.noting("query", self.health):
                request = self._request([sql for sql, _ in asked], typed=left[0].typed)
                found |= zip(asked, self.deps.query(request), strict=False)
        return [found[_key(query)] for query in queries]

    def _request(self, queries: Sequence[str], *, typed: bool) -> QueryRequest:
        return QueryRequest(
            user_id=self.turn.user_id,
            datasets=tuple(map(Queried.of, self.datasets)),
            queries=tuple(queries),
            seconds=max(LEAST_SECONDS, min(QUERY_SECONDS, self._pool.left())),
            max_rows=self.deps.settings.query_max_rows,
            typed=typed,
        )

    def _refused(self, query: PlannedQuery) -> QueryOutcome | None:
        """Why a query is not even sent, if it is not."""
        told = ""
        if made_up := invented(query.sql):
            told = f"{', '.join(made_up)}: no column or row of a table takes part in it; compute it from the data"
        elif self.by_model and self._by_meaning and (by_letters := matched_by_letters(query.sql)):
            told = BY_MEANING.format(used=", ".join(by_letters))
        elif self.by_model:
            told = why_claimed(query, self.turn.question, self.datasets)
        return QueryOutcome(failure=QueryFailure(kind="rejected", message=told)) if told else None

    def _keep(self, query: PlannedQuery, result: QueryResult, shown: int | None, *, statistic: str = "") -> QueryResult:
        self._note("execute", f"Computed: {query.purpose}", "ok" if result.row_count else "empty", None, None)
        self._shown[result.sql] = query.shown
        self.executed.append(ExecutedQuery(sql=query.shown or result.sql, purpose=query.purpose, statistic=statistic))
        visible = asked_for(result)
        told = preview(query.purpose, visible, shown)
        self.previews.append(told.model_copy(update={"adds_up": ()}) if statistic else told)
        self.results.append(visible)
        return result


def _key(query: PlannedQuery) -> tuple[str, bool]:
    """What tells queries apart: the same SQL may be asked for as rows and as columns."""
    return query.sql, query.typed


def as_result(table: StatisticTable, sql: str) -> QueryResult:
    """The figures of a statistic in the shape of a result; `sql` gave the columns that it was applied to."""
    return QueryResult(columns=table.columns, rows=table.rows, row_count=len(table.rows), sql=sql)
