"""What every agent does with a task: plan, execute, repair, interpret; each step told in the turn's log."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from shared.analysis.base import Analysis, Findings
from shared.analysis.tables import table_of
from shared.analysis.written import Written
from shared.claims import claims, unclaimed
from shared.contracts import (
    AgentMetadata,
    AgentResponse,
    AgentResult,
    Attempt,
    DatasetProfile,
    EventType,
    ExecutedQuery,
    Fact,
    Insights,
    Plan,
    PlannedQuery,
    QueryFailure,
    QueryOutcome,
    QueryRequest,
    QueryResult,
    ResultPreview,
    Usage,
)
from shared.data.doubts import doubts
from shared.data.names import repair
from shared.data.origins import invented
from shared.emptiness import backed, explained, why_empty
from shared.failure.errors import ForfeitException, ModelError
from shared.failure.forfeit import forfeit_event_data, worded
from shared.insights import founded
from shared.model.choice import budgeted
from shared.model.port import AnalysisPlan, Answered, AnswerT, InterpretFacts, PlanAnalyses, RepairQuery, Request
from shared.preview import preview
from shared.specialist import Specialist
from shared.turn import TurnContext, load_profiles, model_seconds

if TYPE_CHECKING:
    from shared.deps import Deps
    from shared.store.turns import Belongings

MOST_REPAIRS = 2
MOST_ANALYSES = 8
QUERY_SECONDS = 20.0
WORK_SECONDS = 45
"""An agent's time for a task, its function's timeout."""
MODEL_SECONDS, FINISHING_SECONDS = 20.0, 3.0
"""Of that: the most for one request to a model, so that a query fits after it; and what is kept for the response."""

SAID = {
    "rejected": "the query was not a plain read of the dataset",
    "unknown_name": "the query named something that the dataset does not have",
    "syntax": "the query could not be understood",
    "timeout": "the query took too long",
    "memory": "the query needed too much memory",
    "runtime": "the query could not be computed on these values",
    "unavailable": "the query engine did not answer",
}
"""Why a query has no result, in words that may reach a user."""


class Work:
    """One agent at one task of one turn."""

    def __init__(self, agent: Specialist, found: Belongings, task_id: str, deps: Deps) -> None:
        self.agent = agent
        self.found = found
        self.turn = found.record.turn
        self.deps = deps
        self.model = budgeted(deps.model, deps.settings)
        self.plan = self._planned()
        self.task = next(task for task in self.plan.tasks if task.task_id == task_id)
        self.health = (found.one("CONTEXT", TurnContext) or TurnContext()).health
        self.last_seq: int | None = found.last_seq
        self.attempts: list[Attempt] = []
        self.usage = Usage()
        self.prompt_versions: set[str] = set()
        self.by_model = False
        self.executed: list[ExecutedQuery] = []
        self.previews: list[ResultPreview] = []
        self.started = deps.clock.now()

    def _planned(self) -> Plan:
        plan = self.found.one("PLAN", Plan)
        if plan is None:
            raise ValueError(f"turn {self.turn.turn_id} has no plan")
        return plan

    def respond(self) -> AgentResponse:
        """The response to the task, kept; the one that was kept before, if there is one."""
        kept = self.found.one("RESPONSE", AgentResponse, self.task.task_id)
        if kept and kept.status == "completed":
            return kept
        try:
            response = self._work()
        except ForfeitException as forfeit:
            response = self._forfeited(forfeit)
        self.deps.turns.save(self.turn.turn_id, "RESPONSE", response, self.task.task_id)
        return response

    def _work(self) -> AgentResponse:
        self._tell("received", "Received request", 1, {"request": self.task.request[:100]})
        self._tell("thinking", "Loading data context", 2)
        datasets = load_profiles(self.turn, self.deps, self.health)
        if reason := self.agent.needs.unmet(datasets):
            raise ForfeitException(reason, ("Looked at every dataset of this session", *_looked_at(datasets)))
        self._tell("thinking", "Analyzing and planning", 3)
        plan = self._plan(datasets)
        written = (Written(sql=query.sql, purpose=query.purpose) for query in plan.queries)
        analyses = (*plan.analyses, *written)[:MOST_ANALYSES]
        self._tell("action", "Executing queries", 4, {"count": len(analyses)})
        findings = self._findings(analyses, datasets)
        self._tell("thinking", "Synthesizing insights", 5)
        insights = self._interpret(findings, plan)
        self._tell("result", "Analysis complete", 6, {"summary": insights.summary})
        return self._completed(findings, insights, plan, doubts(self.executed, datasets))

    # plan ------------------------------------------------------------------------------------------------------------

    def _plan(self, datasets: tuple[DatasetProfile, ...]) -> AnalysisPlan:
        """What to run. Raises ForfeitException where the model gives up or proposes nothing."""
        answered = self._answered(
            PlanAnalyses(
                task=self.task.request,
                agent=self.agent.card,
                instructions=self.agent.instructions,
                playbook=self.agent.playbook,
                datasets=datasets,
                previous_results=self.previous_results,
                health=self.health,
                now=self.turn.asked_at,
            )
        )
        self.by_model = answered.source == "claude"
        plan = unclaimed(answered.value, self.turn.question) if self.by_model else answered.value
        if plan.forfeit:
            raise ForfeitException(plan.forfeit.reason, plan.forfeit.attempted_actions, plan.forfeit.would_help)
        if not (plan.analyses or plan.queries or plan.text):
            raise ForfeitException("I found no analysis that answers this", _looked_at(datasets))
        return plan

    @cached_property
    def previous_results(self) -> tuple[AgentResponse, ...]:
        """What the tasks before this one gave; a failed response for one that left none."""
        given = {response.task_id: response for response in self.found.all("RESPONSE", AgentResponse)}
        before = (task for task in self.plan.tasks if task.task_id in self.task.depends_on)
        return tuple(given.get(task.task_id) or task.unanswered() for task in before)

    # execute and repair ----------------------------------------------------------------------------------------------

    def _findings(self, analyses: tuple[Analysis, ...], datasets: tuple[DatasetProfile, ...]) -> list[Findings]:
        """The findings of each analysis that worked. Raises ForfeitException where there was one and none did."""
        found: list[Findings] = []
        failed: list[ForfeitException] = []
        for analysis in analyses:
            try:
                found.append(self._analyse(analysis, datasets))
            except ForfeitException as forfeit:
                failed.append(forfeit)
        if failed and not found:
            raise failed[0]
        return found

    def _analyse(self, analysis: Analysis, datasets: tuple[DatasetProfile, ...]) -> Findings:
        analysis = analysis.over(datasets).after(self.previous_results)
        table = table_of(analysis, datasets)
        first_query = len(self.executed)
        queried = enumerate(analysis.queries(table))
        results = tuple(self._run(query, datasets, analysis.shown(at)) for at, query in queried)
        queries = [query.sql for query in self.executed[first_query:]]
        diagnosis = why_empty(queries, results, datasets, lambda probe: self._outcome(probe, datasets).result)
        try:
            findings = analysis.findings(table, results)
        except ForfeitException as forfeit:
            told = explained(forfeit.forfeit, diagnosis)
            raise ForfeitException(told.reason, told.attempted_actions, told.would_help) from forfeit
        findings = findings.model_copy(
            update={
                "facts": backed(findings.facts, diagnosis),
                "findings": (*findings.findings, *diagnosis.sentences),
            }
        )
        return _shifted(findings, first_query)

    def _run(self, query: PlannedQuery, datasets: tuple[DatasetProfile, ...], shown: int | None) -> QueryResult:
        """The result of a query, mended if it must be. Raises ForfeitException where it can't be."""
        for repairs in range(MOST_REPAIRS + 1):
            outcome = self._outcome(query, datasets)
            if outcome.result:
                return self._keep(query, outcome.result, shown)
            failure = outcome.failure or QueryFailure(kind="unavailable", message="no outcome")
            self._note("execute", f"Ran a query to find: {query.purpose}", "failed", SAID[failure.kind])
            mended = self._repaired(query, failure, datasets) if repairs < MOST_REPAIRS else None
            if mended is None:
                raise ForfeitException(f"I could not compute: {query.purpose}; {SAID[failure.kind]}", self._tried())
            query = mended
        raise ForfeitException(f"I could not compute: {query.purpose}", self._tried())

    def _outcome(self, query: PlannedQuery, datasets: tuple[DatasetProfile, ...]) -> QueryOutcome:
        """What the query function gives. Raises ForfeitException where it is known to be down, QueryUnavailable."""
        if not self.deps.health.may("query", self.health):
            reason = f"The query engine is not available just now, so I could not compute: {query.purpose}"
            raise ForfeitException(reason, self._tried(), "Asking again in a minute or two")
        request = QueryRequest(
            user_id=self.turn.user_id,
            dataset_ids=tuple(dataset.dataset_id for dataset in datasets),
            sql=query.sql,
            seconds=QUERY_SECONDS,
            max_rows=self.deps.settings.query_max_rows,
        )
        if made_up := invented(query.sql):
            told = f"{', '.join(made_up)}: no column or row of a table takes part in it; compute it from the data"
            return QueryOutcome(failure=QueryFailure(kind="rejected", message=told))
        if self.by_model and (named := claims(query, self.turn.question)):
            told = f"{', '.join(named)}: a figure that is not computed; name columns by what they hold"
            return QueryOutcome(failure=QueryFailure(kind="rejected", message=told))
        with self.deps.health.noting("query", self.health):
            return self.deps.query(request)

    def _repaired(
        self, query: PlannedQuery, failure: QueryFailure, datasets: tuple[DatasetProfile, ...]
    ) -> PlannedQuery | None:
        """The query with wrong names mended by nearest match, or else as the model mends it."""
        if failure.kind in ("timeout", "memory", "unavailable"):
            return None
        tables = {dataset.relation: [column.name for column in dataset.columns] for dataset in datasets}
        sql = repair(query.sql, tables) if failure.kind == "unknown_name" else None
        sql = sql or self._ask(RepairQuery(query=query, failure=failure, datasets=datasets, health=self.health)).sql
        if not sql or sql == query.sql:
            return None
        self._note("repair", f"Corrected the query for: {query.purpose}", "ok")
        return query.model_copy(update={"sql": sql})

    def _keep(self, query: PlannedQuery, result: QueryResult, shown: int | None) -> QueryResult:
        self._note("execute", f"Computed: {query.purpose}", "ok" if result.row_count else "empty")
        self.executed.append(ExecutedQuery(sql=result.sql, purpose=query.purpose))
        self.previews.append(preview(query.purpose, result, shown))
        return result

    # interpret -------------------------------------------------------------------------------------------------------

    def _interpret(self, findings: list[Findings], plan: AnalysisPlan) -> Insights:
        """What the facts mean; in the analyses' own words where the model has none."""
        if not findings:
            return Insights(summary=plan.text)
        own = Insights(
            summary=" ".join(found.summary for found in findings if found.summary),
            findings=tuple(line for found in findings for line in found.findings),
            visualization_hint=findings[0].visualization_hint,
        )
        request = InterpretFacts(
            task=self.task.request,
            agent=self.agent.card,
            facts=_facts(findings),
            results=tuple(self.previews),
            readings=plan.readings,
            summary=own.summary,
            findings=own.findings,
            health=self.health,
        )
        try:
            answered = self._answered(request)
        except ModelError:
            return own
        if answered.source != "claude":
            return answered.value
        return founded(answered.value, request) or own

    # the response ----------------------------------------------------------------------------------------------------

    def _completed(
        self, findings: list[Findings], insights: Insights, plan: AnalysisPlan, told: tuple[str, ...]
    ) -> AgentResponse:
        return self._response(
            "completed",
            result=AgentResult(
                results=tuple(self.previews),
                insights=insights,
                queries_executed=tuple(self.executed),
                visualization_hint=insights.visualization_hint,
            ),
            facts=tuple(fact.model_copy(update={"id": f"{self.task.task_id}.{fact.id}"}) for fact in _facts(findings)),
            readings=plan.readings,
            doubts=told,
        )

    def _forfeited(self, exception: ForfeitException) -> AgentResponse:
        forfeit = worded(exception.forfeit)
        self._note("plan", f"Tried to answer: {self.task.request}", "forfeited", forfeit.reason)
        self._tell("forfeit", "Forfeited", 6, forfeit_event_data(forfeit))
        return self._response("forfeited", forfeit=forfeit)

    def _response(self, status: Any, **fields: Any) -> AgentResponse:
        duration = (self.deps.clock.now() - self.started).total_seconds() * 1000
        return AgentResponse(
            agent=self.agent.name,
            task_id=self.task.task_id,
            task=self.task.request,
            status=status,
            attempts=tuple(self.attempts),
            usage=self.usage,
            prompt_version="-".join(sorted(filter(None, self.prompt_versions))),
            metadata=AgentMetadata(
                duration_ms=round(duration, 1),
                queries_run=len(self.executed),
                total_rows=sum(shown.row_count for shown in self.previews),
            ),
            **fields,
        )

    # small things ----------------------------------------------------------------------------------------------------

    def _ask(self, request: Request[AnswerT]) -> AnswerT:
        return self._answered(request).value

    def _answered(self, request: Request[AnswerT]) -> Answered[AnswerT]:
        spent = (self.deps.clock.now() - self.started).total_seconds()
        most = min(MODEL_SECONDS, WORK_SECONDS - FINISHING_SECONDS - spent)
        try:
            answered = self.model.ask(request, seconds=model_seconds(self.turn, self.deps, most))
        except ForfeitException as forfeit:
            self.usage = self.usage + forfeit.usage
            raise
        self.usage = self.usage + answered.usage
        self.prompt_versions.add(answered.prompt_version)
        for detour in answered.detours:
            action = "Asked" if detour.asked else "Did without"
            self._note("model", f"{action} the language model {detour.model}", "failed", f"it {detour.reason}")
        return answered

    def _tell(self, kind: EventType, title: str, step: int, data: dict[str, Any] | None = None) -> None:
        told = self.deps.events.append(
            self.turn.turn_id,
            kind,
            title,
            at=self.deps.clock.now(),
            agent=self.agent.name,
            step_number=step,
            data=data,
            after=self.last_seq,
        )
        self.last_seq = told.seq if told else None

    def _note(self, step: str, action: str, outcome: Any, reason: str | None = None) -> None:
        self.attempts.append(
            Attempt(
                agent=self.agent.name,
                task_id=self.task.task_id,
                step=step,
                action=action,
                outcome=outcome,
                reason=reason,
                at=self.deps.clock.now(),
            )
        )

    def _tried(self) -> tuple[str, ...]:
        return tuple(attempt.action for attempt in self.attempts)


def _facts(findings: list[Findings]) -> tuple[Fact, ...]:
    """All facts, numbered through."""
    facts = [fact for found in findings for fact in found.facts]
    return tuple(fact.model_copy(update={"id": f"f{number}"}) for number, fact in enumerate(facts, start=1))


def _shifted(findings: Findings, queries: int) -> Findings:
    """The findings with their cells counted from the agent's first query."""

    def shifted(fact: Fact) -> Fact:
        cells = tuple(cell.model_copy(update={"query": cell.query + queries}) for cell in fact.cells)
        return fact.model_copy(update={"cells": cells})

    return findings.model_copy(update={"facts": tuple(shifted(fact) for fact in findings.facts)})


def _looked_at(datasets: tuple[DatasetProfile, ...]) -> tuple[str, ...]:
    return tuple(
        f"Checked the columns of {dataset.file_name}: " + ", ".join(column.name for column in dataset.columns[:12])
        for dataset in datasets
    )
