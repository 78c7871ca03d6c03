"""A session, a turn, its plan and the log of what happened in it."""

from typing import Any, Literal

from pydantic import Field

from shared.contracts.agent import AgentResponse, Attempt, Claim, Fact, Forfeit, Task
from shared.contracts.base import SCHEMA_VERSION, Contract, Moment
from shared.contracts.consultation import Consultation
from shared.contracts.failure import Assessment, CategoryTexts, ErrorContext
from shared.contracts.usage import Usage
from shared.contracts.watch import FiringRef

SessionMode = Literal["analysis", "consultation"]
TurnStatus = Literal["running", "answered", "partial", "forfeited", "failed"]
ReplySource = Literal["claude", "deterministic", "template", "last_resort", "rescue"]
EventType = Literal["received", "thinking", "action", "result", "error", "forfeit", "handoff", "message", "complete"]


class TurnRef(Contract):
    """What travels between states: ids, the deadline and the session's mode, no data."""

    turn_id: str
    session_id: str
    user_id: str
    deadline: Moment
    mode: SessionMode = "analysis"


class Timing(Contract):
    """When a turn was asked and answered, and how long that took."""

    asked_at: Moment
    completed_at: Moment | None = None
    deadline: Moment
    duration_ms: float | None = None


class Turn(Contract):
    """One user message on its way to its one reply; `firing` says for which watch it is asked, where it is for one."""

    schema_version: int = SCHEMA_VERSION
    turn_id: str
    session_id: str
    user_id: str
    question: str
    mode: SessionMode = "analysis"
    dataset_ids: tuple[str, ...] = ()
    asked_at: Moment
    deadline: Moment
    idempotency_key: str | None = None
    firing: FiringRef | None = None

    @property
    def ref(self) -> TurnRef:
        """The part of the turn that the state machine passes on: ids, deadline and mode."""
        return TurnRef.model_validate(self.model_dump(include=set(TurnRef.model_fields)))

    def timing(self, completed_at: Moment) -> Timing:
        """How long the turn took, answered at that moment."""
        return Timing(
            asked_at=self.asked_at,
            completed_at=completed_at,
            deadline=self.deadline,
            duration_ms=round((completed_at - self.asked_at).total_seconds() * 1000, 1),
        )


class SessionSettings(Contract):
    """What a session may set for itself; None keeps the deployment's value."""

    failsafe_enabled: bool | None = None
    confidence_threshold: float | None = Field(default=None, ge=0.0, le=1.0)
    category_texts: CategoryTexts | None = None


class Session(Contract):
    """A conversation of one user."""

    schema_version: int = SCHEMA_VERSION
    session_id: str
    user_id: str
    mode: SessionMode = "analysis"
    dataset_ids: tuple[str, ...] = ()
    settings: SessionSettings = SessionSettings()
    created_at: Moment


class Plan(Contract):
    """What the coordinator decided. `waves` are layers of tasks; those of one wave don't depend on each other."""

    schema_version: int = SCHEMA_VERSION
    kind: Literal["agents", "forfeited"]
    waves: tuple[tuple[Task, ...], ...] = ()
    readings: tuple[str, ...] = ()
    forfeit: Forfeit | None = None
    usage: Usage = Usage()

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All tasks, in order."""
        return tuple(task for wave in self.waves for task in wave)

    @property
    def outline(self) -> "tuple[tuple[PlannedTask, ...], ...]":
        """The waves as a person sees them: who works on what after whom, without what each is told."""
        return tuple(
            tuple(PlannedTask(task_id=one.task_id, agent=one.agent, depends_on=one.depends_on) for one in wave)
            for wave in self.waves
        )


class PlannedTask(Contract):
    """Which agent was given a task, and whose results it waited for."""

    task_id: str
    agent: str
    depends_on: tuple[str, ...] = ()


class Message(Contract):
    """One message of a conversation as it is shown and kept."""

    role: Literal["user", "assistant", "system"]
    agent: str
    content: str
    metadata: dict[str, Any] = Field(default_factory=dict)


class Receipt(Contract):
    """What an answer was computed from, enough to compute it again: a query, and the statistic applied to its rows, as
    JSON, if there is one."""

    task_id: str
    sql: str
    statistic: str = ""
    dataset_id: str
    fingerprint: str
    model: str
    prompt_version: str


class Chart(Contract):
    """A picture of a result of a task, with its data inline."""

    task_id: str = ""
    title: str
    vega_lite: dict[str, Any]


class Draft(Contract):
    """A reply on its way: the text before assessment and guard, and who wrote it. `grounded` says that its figures
    were checked, which is done once; `left_out` is how many statements went because theirs did not hold, `unfinished`
    whether something that was asked went with them. `unchecked` are those that only a judge can hold
    against the figures. `language` is a BCP 47 tag."""

    schema_version: int = SCHEMA_VERSION
    text: str
    language: str = "en"
    source: ReplySource
    agent: str = "candor"
    grounded: bool = False
    left_out: int = 0
    unfinished: bool = False
    unchecked: tuple[Claim, ...] = ()
    usage: Usage = Usage()


class Reply(Contract):
    """What `GET /turns/{id}` and `candor ask --json` return. `waves` are the tasks of its plan; those of one wave run
    side by side. `consultation` is the state of a guided consultation after this reply, with which it is committed;
    None if the reply is not part of one."""

    schema_version: int = SCHEMA_VERSION
    turn_id: str
    session_id: str
    status: TurnStatus
    text: str = ""
    source: ReplySource = "template"
    messages: tuple[Message, ...] = ()
    waves: tuple[tuple[PlannedTask, ...], ...] = ()
    responses: tuple[AgentResponse, ...] = ()
    facts: tuple[Fact, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    charts: tuple[Chart, ...] = ()
    forfeit: Forfeit | None = None
    error_context: ErrorContext | None = None
    assessment: Assessment | None = None
    usage: Usage = Usage()
    timing: Timing | None = None
    consultation: Consultation | None = None


class Event(Contract):
    """One entry of the turn's log; `seq` counts from 1 without gaps."""

    seq: int
    type: EventType
    at: Moment
    agent: str
    step_number: int
    title: str
    data: dict[str, Any] = Field(default_factory=dict)
