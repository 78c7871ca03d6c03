"""What every agent does with a task: a conversation with a mind, each step of it told in the turn's log."""

from __future__ import annotations

from functools import cached_property
from math import inf
from threading import Lock
from typing import TYPE_CHECKING, Any

from shared.agents.aside import set_aside
from shared.agents.business_question import in_brief
from shared.agents.conversation.asked_beside import AskedBeside
from shared.agents.conversation.conversation import Conversation
from shared.agents.conversation.drawable import drawable
from shared.agents.conversation.earlier_findings import Earlier
from shared.agents.conversation.outcome import Outcome
from shared.agents.coordination.coordinator import history_of, questions_of
from shared.agents.execution.completeness import below_the_answer
from shared.agents.execution.execution import Execution
from shared.agents.execution.value_lookup import looked_up
from shared.agents.execution.whole_results import linked
from shared.agents.initial_attempts import looked_at, with_attempts
from shared.agents.specialist import WORK_SECONDS, Specialist
from shared.agents.suggestions import suggested
from shared.analysis.derivation import WORKED_OUT
from shared.contracts import (
    AgentMetadata,
    AgentResponse,
    AgentResult,
    Attempt,
    Claim,
    DatasetProfile,
    ErrorType,
    Fact,
    Forfeit,
    ForfeitCode,
    Plan,
    Usage,
)
from shared.engine.sql.limits import limits_of
from shared.errors import ForfeitException, ModelError, QueryFailed
from shared.failure.classify import classify
from shared.failure.describe import of_response
from shared.failure.events import FAILED_STEP, data_of, title_of
from shared.failure.forfeit import forfeit_event_data, tried, worded
from shared.grounding.asked import UnsaidWords
from shared.grounding.sheets import Sheets
from shared.model.budget import budgeted
from shared.model.failover import telling, why_without
from shared.model.moves import Move, NextMove, OfferQuestions
from shared.model.opinion import agrees, opinion_of
from shared.model.port import Answered, AnswerT, Detour, JudgeReply, Opinion, Request, followed
from shared.model.rounds import Round, RoundsLeft
from shared.table.names import columns_in_words
from shared.turn.context import TurnContext, load_profiles
from shared.turn.progress import Progress
from shared.turn.readiness import about_files
from shared.turn.time_pool import TimePool

if TYPE_CHECKING:
    from shared.deps import Deps
    from shared.store.turns import Belongings

FINISHING_SECONDS = 3.0
"""Of WORK_SECONDS, what is kept for the response."""
JUDGING_SECONDS = 8.0
"""With less left than that nobody is asked for a second look."""
MOST_PREVIOUS = 8
"""How many earlier responses an agent is given."""


class Work:
    """One agent at one task of one turn."""

    def __init__(self, agent: Specialist, found: Belongings, task_id: str, deps: Deps) -> None:
        self.agent = agent
        self.found = found
        self.turn = found.turn
        self.deps = deps
        self.pool = TimePool(self.turn, deps, seconds=WORK_SECONDS, finishing=FINISHING_SECONDS)
        self.plan = self._planned()
        self.task = next(task for task in self.plan.tasks if task.task_id == task_id)
        self.context = found.one("CONTEXT", TurnContext) or TurnContext()
        self.health = self.context.health
        log = deps.events.of(self.turn.turn_id, found.events)
        self.progress = Progress(log, deps.clock, agent.name, task_id=task_id)
        self.model = telling(budgeted(deps.model, deps.settings), self.progress.changed)
        self.attempts: list[Attempt] = []
        self.usage, self._counting = Usage(), Lock()
        self.prompt_versions: set[str] = set()
        self.detours: tuple[Detour, ...] = ()
        self.talk: Conversation | None = None
        self.datasets: tuple[DatasetProfile, ...] = ()
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
        except QueryFailed as failed:
            response = self._response("failed", error_type=classify(failed))
            context = of_response(response)
            self.progress.tell("error", title_of(context), FAILED_STEP, data_of(context))
        self.deps.turns.save(self.turn.turn_id, "RESPONSE", response, self.task.task_id)
        return response

    def _work(self) -> AgentResponse:
        self.progress.tell("received", "Received request", 1, {"request": self.task.request[:100]}, soon=True)
        self.progress.tell("thinking", "Loading data context", 2, soon=True)
        datasets = self.datasets = load_profiles(self.turn, self.deps, self.context)
        try:
            return self._worked(datasets)
        except ForfeitException as given:
            told = about_files(given.forfeit, self.turn, datasets, self.context.unready, self.deps)
            raise ForfeitException.of(told) from given

    def _worked(self, datasets: tuple[DatasetProfile, ...]) -> AgentResponse:
        if reason := self.agent.needs.unmet(datasets):
            raise ForfeitException(reason, looked_at(datasets), code=self._lacking(datasets))
        if reason := self.agent.needs.unmet_by(self.previous_results):
            sought = tuple(f"Looked for the result of: {one.task}" for one in self.previous_results)
            raise ForfeitException(reason, (*sought, "Looked for the results of earlier tasks"), code="agents_failed")
        self.progress.tell("thinking", "Analyzing and planning", 3)
        conversation = self.conversation(datasets)
        try:
            try:
                outcome = conversation.held()
            except ForfeitException as forfeit:
                with self.progress.working():
                    known = looked_up(
                        self.task.request, forfeit.forfeit, datasets, self.turn.user_id, self.deps, self._querying()
                    )
                if known == datasets:
                    raise
                datasets, conversation = known, self.conversation(known)
                outcome = conversation.held()
        except ForfeitException as forfeit:
            raise with_attempts(forfeit, (*looked_at(datasets), *tried(self.attempts))) from forfeit
        self.progress.tell("thinking", "Synthesizing insights", 5, soon=True)
        self.progress.tell("result", "Analysis complete", 6, {"summary": outcome.insights.summary})
        execution = conversation.execution
        told = execution.noted_of(outcome.cited, outcome.told_rows, outcome.first_rows)
        noted = (*told, *filter(None, [outcome.undrawn]))
        return self._completed(outcome, execution, below_the_answer(noted, outcome.told, datasets))

    @property
    def execution(self) -> Execution | None:
        """What has been computed so far; None before the conversation."""
        return self.talk.execution if self.talk else None

    def conversation(self, datasets: tuple[DatasetProfile, ...]) -> Conversation:
        """The conversation about the task, not yet held."""
        execution = Execution(
            self.turn,
            datasets,
            self.previous_results,
            self.health,
            self.deps,
            self._note,
            self.pool,
            by_meaning=self.agent.by_meaning,
        )
        sheets, beside = Sheets(), AskedBeside(lambda about: agrees(self._opinion("", (), (), about)))
        earlier = Earlier(self.previous_results, sheets, self.context.told_earlier)
        self.talk = Conversation(
            execution=execution,
            ask=lambda rounds, left: self._next_move(rounds, left, datasets, earlier.cites),
            progress=self.progress,
            question=self.turn.question,
            left=self.pool.left,
            judge=self._opinion if self._is_alone else None,
            read_as=self.plan.readings if self._is_alone and self.plan.usage.calls else (),
            contests=self._opinion,
            enough=self.task.enough,
            sheets=sheets,
            earlier=earlier,
            beside=beside,
            before=before.question if (before := followed(history_of(self.turn, self.context))) else "",
        )
        return self.talk

    @property
    def _is_alone(self) -> bool:
        """Whether the turn has no other task; of several, what is written from all of their answers is judged."""
        return len(self.plan.tasks) == 1

    def _opinion(
        self, text: str, claims: tuple[Claim, ...], facts: tuple[Fact, ...], about: UnsaidWords | None = None
    ) -> Opinion | None:
        """What a judge finds of a text's claims, or words; None where none can be asked, or there is no time."""
        if self.pool.left() < JUDGING_SECONDS:
            return None
        computed = self.execution.computed if self.execution else AgentResult()
        asked = JudgeReply(
            question=self.turn.question if self._is_alone else self.task.request,
            reply=text,
            **({"words": about.words, "said_of": about.column} if about else {}),
            readings=self.plan.readings,
            facts=facts,
            results=computed.results,
            queries=tuple(query.sql for query in computed.queries_executed),
            charts=self.talk.charts if self.talk else (),
            claims=claims,
            datasets=self.datasets,
            history=history_of(self.turn, self.context),
            health=self.health,
        )
        most = JUDGING_SECONDS if about else inf  # an answer waits no longer for who is asked beside it
        return opinion_of(lambda one: self._answered(one, most), asked).opinion  # what it took is counted there

    def _lacking(self, datasets: tuple[DatasetProfile, ...]) -> ForfeitCode:
        """The code of a forfeit for needs that no dataset meets."""
        if not datasets:
            return "no_dataset"
        return "too_few_rows" if all(one.row_count < self.agent.needs.rows for one in datasets) else "not_in_data"

    @cached_property
    def previous_results(self) -> tuple[AgentResponse, ...]:
        """What all earlier waves gave, the latest where there is much; of the tasks that this one depends on also that
        they failed, or left nothing."""
        given = {response.task_id: response for response in self.found.all("RESPONSE", AgentResponse)}
        own = next(at for at, wave in enumerate(self.plan.waves) if self.task in wave)
        earlier = [task for wave in self.plan.waves[:own] for task in wave]
        told = (given.get(task.task_id) or task.unanswered() for task in earlier)
        needed = [one for one in told if one.status == "completed" or one.task_id in self.task.depends_on]
        return tuple(needed[-MOST_PREVIOUS:])

    def _next_move(
        self, rounds: tuple[Round, ...], left: RoundsLeft, datasets: tuple[DatasetProfile, ...], cites: dict[str, str]
    ) -> Answered[Move]:
        return self._answered(
            NextMove(
                task=self.task.request,
                agent=self.agent.card,
                instructions=self.agent.instructions,
                playbook=self.agent.playbook,
                datasets=datasets,
                unready=tuple(one.told for one in self.context.unready),
                previous_results=self.previous_results,
                cites=cites,
                question=self.turn.question,
                history=history_of(self.turn, self.context),
                told=self.plan.readings,
                first=self.task.first,
                rounds=rounds,
                left=left,
                health=self.health,
                begun=self.talk.beside.begun if self.talk else None,
                now=self.turn.asked_at,
            )
        )

    def _completed(self, outcome: Outcome, execution: Execution, told: tuple[str, ...]) -> AgentResponse:
        shown = set_aside(drawable(outcome, execution, self.datasets), execution.executed, outcome.facts)
        columns = [column for dataset in self.datasets for column in dataset.columns]
        defined = tuple(one for one in execution.defined(outcome.cited) if not (outcome.judged and WORKED_OUT in one))
        return self._response(
            "completed",
            result=AgentResult(
                results=linked(tuple(shown), execution.results, self.turn.turn_id, self.deps),
                insights=outcome.insights,
                queries_executed=tuple(execution.executed),
                visualization_hint=outcome.insights.visualization_hint,
            ),
            facts=tuple(
                fact.model_copy(update={"id": f"{self.task.task_id}.f{number}"})
                for number, fact in enumerate(outcome.facts, start=1)
            ),
            readings=tuple(columns_in_words(line, columns) for line in (*outcome.readings, *defined)),
            misread=outcome.misread,
            limits=(*limits_of(query.sql for query in execution.executed), *defined),
            doubts=told,
            by_model=outcome.by_model,
            without_model="" if outcome.by_model else why_without(self.detours),
            stated=outcome.stated,
            unfinished=outcome.unfinished,
            left_out=outcome.left_out,
            unchecked=outcome.unchecked,
            missing=outcome.missing,
            pictures=self.talk.pictures if self.talk else (),
            language=outcome.language,
        )

    def _forfeited(self, exception: ForfeitException) -> AgentResponse:
        forfeit = self._with_suggestions(exception.forfeit)
        forfeit = worded(in_brief(forfeit, questions_of(self.turn)) if self._is_of_brief else forfeit)
        self._note("plan", f"Tried to answer: {self.task.request}", "forfeited", forfeit.reason, code=forfeit.code)
        self.progress.tell("forfeit", "Forfeited", 6, forfeit_event_data(forfeit))
        computed = self.execution.computed if self.execution else AgentResult()
        limits = limits_of(query.sql for query in computed.queries_executed)
        figures = self.talk.forfeited if self.talk else ()
        return self._response("forfeited", forfeit=forfeit, result=computed, facts=figures, limits=limits)

    def _querying(self) -> float:
        """How many seconds may go into looking at the data for a forfeit: none where the engine is in doubt."""
        return self.pool.left() if self.health.get("query", "ok") == "ok" else 0.0

    def _with_suggestions(self, forfeit: Forfeit) -> Forfeit:
        """The forfeit with questions that are answered instead, where there is data to ask about and time to try."""
        if len(questions_of(self.turn)) > 1 and not self._is_of_brief:
            return forfeit
        request = OfferQuestions(question=self.task.request, datasets=self.datasets, now=self.turn.asked_at)
        with self.progress.working():
            user, left = self.turn.user_id, self._querying()
            return suggested(forfeit, request, user, self.deps, left=left, about=self._looked_at)

    @property
    def _looked_at(self) -> tuple[str, ...] | None:
        """The SQL of what a model looked at; None where none understood the task."""
        executed = self.execution.executed if self.execution else ()
        return tuple(query.sql for query in executed) if self.usage.model and self.usage.calls else None

    @property
    def _is_of_brief(self) -> bool:
        """Whether the task is the business question of a consultation, which its plan begins with, without a model."""
        first = self.task.task_id == self.plan.tasks[0].task_id
        return first and len(questions_of(self.turn)) > 1 and not (self.usage.model and self.usage.input_tokens)

    def _response(self, status: Any, **fields: Any) -> AgentResponse:
        duration = (self.deps.clock.now() - self.started).total_seconds() * 1000
        computed = self.execution.computed if self.execution else AgentResult()
        return AgentResponse(
            agent=self.agent.name,
            task_id=self.task.task_id,
            task=self.task.request,
            status=status,
            attempts=tuple(self.attempts),
            usage=self.usage,
            concludes=self.agent.needs.results and status == "completed",
            prompt_version="-".join(sorted(filter(None, self.prompt_versions))),
            metadata=AgentMetadata(
                duration_ms=round(duration, 1),
                queries_run=len(computed.queries_executed),
                total_rows=sum(shown.row_count for shown in computed.results),
            ),
            **fields,
        )

    def _answered(self, request: Request[AnswerT], most: float = inf) -> Answered[AnswerT]:
        try:
            with self.progress.asking():
                answered = self.model.ask(request, seconds=min(most, self.pool.left()))
        except (ForfeitException, ModelError) as error:
            with self._counting:
                self.usage += error.usage
            raise
        with self._counting:
            self._counted(request, answered)
        return answered

    def _counted(self, request: Request[AnswerT], answered: Answered[AnswerT]) -> None:
        moves = isinstance(request, NextMove)  # who made the last move wrote the answer, and gives the sum its name
        self.usage = answered.usage + self.usage if moves else self.usage + answered.usage
        self.prompt_versions.add(answered.prompt_version)
        self.detours += answered.detours
        for detour in answered.detours:
            action = "Asked" if detour.asked else "Did without"
            self._note("model", f"{action} the language model {detour.model}", "failed", f"it {detour.reason}")

    def _note(
        self,
        step: str,
        action: str,
        outcome: Any,
        reason: str | None = None,
        error_type: ErrorType | None = None,
        code: ForfeitCode | None = None,
    ) -> None:
        if step == "repair" or (step, outcome) == ("execute", "failed"):
            title = "Correcting query" if step == "repair" else "Query failed"
            self.progress.tell("action", title, 4, told(action, reason))
        self.attempts.append(
            Attempt(
                agent=self.agent.name,
                task_id=self.task.task_id,
                step=step,
                action=action,
                outcome=outcome,
                reason=reason,
                error_type=error_type,
                code=code,
                at=self.deps.clock.now(),
            )
        )


def told(action: str, reason: str | None) -> dict[str, Any]:
    """What was done, as an event tells it, and why it gave nothing."""
    return {"action": action, **({"reason": reason} if reason else {})}
