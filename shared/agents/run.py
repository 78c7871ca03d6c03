"""What every agent does with a task: a conversation with a mind, each step of it told in the turn's log."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from shared.agents.conversation import Conversation, Outcome
from shared.agents.execution import Execution
from shared.agents.specialist import Specialist
from shared.contracts import (
    AgentMetadata,
    AgentResponse,
    AgentResult,
    Attempt,
    DatasetProfile,
    ErrorType,
    EventType,
    Plan,
    Usage,
)
from shared.errors import ForfeitException, QueryFailed
from shared.failure.classify import classify
from shared.failure.forfeit import forfeit_event_data, worded
from shared.model.choice import budgeted
from shared.model.failover import why_without
from shared.model.port import Answered, AnswerT, Detour, Move, NextMove, Request, Round
from shared.table.doubts import doubts
from shared.turn.readiness import with_files
from shared.turn.state import TurnContext, load_profiles, model_seconds

if TYPE_CHECKING:
    from shared.deps import Deps
    from shared.store.turns import Belongings

WORK_SECONDS = 45
"""An agent's time for a task, its function's timeout."""
MODEL_SECONDS, FINISHING_SECONDS = 20.0, 3.0
"""Of that: the most for one request to a model, so that a query fits after it; and what is kept for the response."""
ROUND_SECONDS = 12.0
"""With less left than that, a model is told to answer with what there is."""


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
        self.context = found.one("CONTEXT", TurnContext) or TurnContext()
        self.health = self.context.health
        self.log = deps.events.of(self.turn.turn_id, found.events)
        self.attempts: list[Attempt] = []
        self.usage = Usage()
        self.prompt_versions: set[str] = set()
        self.detours: tuple[Detour, ...] = ()
        self.execution: Execution | None = None
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
        self.deps.turns.save(self.turn.turn_id, "RESPONSE", response, self.task.task_id)
        return response

    def _work(self) -> AgentResponse:
        self._tell("received", "Received request", 1, {"request": self.task.request[:100]}, soon=True)
        self._tell("thinking", "Loading data context", 2, soon=True)
        datasets = load_profiles(self.turn, self.deps, self.context)
        try:
            return self._worked(datasets)
        except ForfeitException as given:
            told = with_files(given.forfeit, datasets, self.context.unready)
            raise ForfeitException(told.reason, told.attempted_actions, told.would_help) from given

    def _worked(self, datasets: tuple[DatasetProfile, ...]) -> AgentResponse:
        if reason := self.agent.needs.unmet(datasets):
            raise ForfeitException(reason, ("Looked at every dataset of this session", *_looked_at(datasets)))
        self._tell("thinking", "Analyzing and planning", 3)
        self.execution = Execution(self.turn, datasets, self.previous_results, self.health, self.deps, self._note)
        conversation = Conversation(
            execution=self.execution,
            ask=lambda rounds, last: self._next_move(rounds, last, datasets),
            computing=self._computing,
            question=self.turn.question,
        )
        try:
            outcome = conversation.held()
        except ForfeitException as forfeit:
            raise _with_attempts(forfeit, self._tried() or _looked_at(datasets)) from forfeit
        self._tell("thinking", "Synthesizing insights", 5, soon=True)
        self._tell("result", "Analysis complete", 6, {"summary": outcome.insights.summary})
        return self._completed(outcome, self.execution, doubts(self.execution.executed, datasets))

    @cached_property
    def previous_results(self) -> tuple[AgentResponse, ...]:
        """What the tasks before this one gave; a failed response for one that left none."""
        given = {response.task_id: response for response in self.found.all("RESPONSE", AgentResponse)}
        before = (task for task in self.plan.tasks if task.task_id in self.task.depends_on)
        return tuple(given.get(task.task_id) or task.unanswered() for task in before)

    def _next_move(self, rounds: tuple[Round, ...], last: bool, datasets: tuple[DatasetProfile, ...]) -> Answered[Move]:
        return self._answered(
            NextMove(
                task=self.task.request,
                agent=self.agent.card,
                instructions=self.agent.instructions,
                playbook=self.agent.playbook,
                datasets=datasets,
                unready=tuple(one.told for one in self.context.unready),
                previous_results=self.previous_results,
                question=self.turn.question,
                previous=self.context.previous,
                told=self.plan.readings,
                first=self.task.first,
                rounds=rounds,
                last=last or self._left() < ROUND_SECONDS,
                health=self.health,
                now=self.turn.asked_at,
            )
        )

    def _computing(self, purposes: tuple[str, ...]) -> None:
        self._tell("action", "Executing queries", 4, {"purposes": list(purposes)} if purposes else None)

    # the response ----------------------------------------------------------------------------------------------------

    def _completed(self, outcome: Outcome, execution: Execution, told: tuple[str, ...]) -> AgentResponse:
        return self._response(
            "completed",
            result=AgentResult(
                results=tuple(execution.previews),
                insights=outcome.insights,
                queries_executed=tuple(execution.executed),
                visualization_hint=outcome.insights.visualization_hint,
            ),
            facts=tuple(
                fact.model_copy(update={"id": f"{self.task.task_id}.f{number}"})
                for number, fact in enumerate(outcome.facts, start=1)
            ),
            readings=outcome.readings,
            doubts=told,
            by_model=outcome.by_model,
            without_model="" if outcome.by_model else why_without(self.detours),
            stated=outcome.stated,
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
                queries_run=len(self.execution.executed) if self.execution else 0,
                total_rows=sum(shown.row_count for shown in self.execution.previews) if self.execution else 0,
            ),
            **fields,
        )

    # small things ----------------------------------------------------------------------------------------------------

    def _answered(self, request: Request[AnswerT]) -> Answered[AnswerT]:
        try:
            answered = self.model.ask(
                request, seconds=model_seconds(self.turn, self.deps, min(MODEL_SECONDS, self._left()))
            )
        except ForfeitException as forfeit:
            self.usage = self.usage + forfeit.usage
            raise
        self.usage = self.usage + answered.usage
        self.prompt_versions.add(answered.prompt_version)
        self.detours += answered.detours
        for detour in answered.detours:
            action = "Asked" if detour.asked else "Did without"
            self._note("model", f"{action} the language model {detour.model}", "failed", f"it {detour.reason}")
        return answered

    def _left(self) -> float:
        """Seconds of this task's time, without what its response takes."""
        spent = (self.deps.clock.now() - self.started).total_seconds()
        return WORK_SECONDS - FINISHING_SECONDS - spent

    def _tell(
        self, kind: EventType, title: str, step: int, data: dict[str, Any] | None = None, *, soon: bool = False
    ) -> None:
        """An entry of the log; an agent may have two tasks in one turn, and each tells its own steps."""
        about = {"task_id": self.task.task_id, **(data or {})}
        self.log.append(
            kind, title, at=self.deps.clock.now(), agent=self.agent.name, step_number=step, data=about, soon=soon
        )

    def _note(
        self, step: str, action: str, outcome: Any, reason: str | None = None, error_type: ErrorType | None = None
    ) -> None:
        self.attempts.append(
            Attempt(
                agent=self.agent.name,
                task_id=self.task.task_id,
                step=step,
                action=action,
                outcome=outcome,
                reason=reason,
                error_type=error_type,
                at=self.deps.clock.now(),
            )
        )

    def _tried(self) -> tuple[str, ...]:
        return tuple(attempt.action for attempt in self.attempts)


def _with_attempts(forfeit: ForfeitException, tried: tuple[str, ...]) -> ForfeitException:
    """The forfeit; with what was tried where it does not say."""
    given = forfeit.forfeit
    if given.attempted_actions:
        return forfeit
    return ForfeitException(given.reason, tried, given.would_help)


def _looked_at(datasets: tuple[DatasetProfile, ...]) -> tuple[str, ...]:
    return tuple(
        f"Checked the columns of {dataset.file_name}: " + ", ".join(column.name for column in dataset.columns[:12])
        for dataset in datasets
    )
