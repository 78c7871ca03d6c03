"""A guided consultation: where it stands, what each phase has learned, and one phase's part of a turn."""

from typing import Literal

from pydantic import Field

from shared.contracts.agent import AgentResponse
from shared.contracts.base import SCHEMA_VERSION, Contract, Moment

AnswerSource = Literal["said", "inferred", "profile", "computed", "unknown"]
"""Who a slot's value is from: the person, what they said of another slot, the dataset's profile, a query, or nobody
(they do not know it)."""
NextStep = Literal["reply", "handoff", "analyse"]


class SlotAnswer(Contract):
    """What was learned for one slot; `value` is empty where the person does not know."""

    value: str = ""
    source: AnswerSource = "said"


class Transitions(Contract):
    """How the handoffs of a consultation went. `seconds` is how long after the handoffs that succeeded the next phases
    began, in all, without the time that these took to speak; `deepest` is the most handoffs of one turn."""

    attempted: int = 0
    succeeded: int = 0
    rolled_back: int = 0
    deepest: int = 0
    seconds: float = 0.0


class SlotPlace(Contract):
    """A slot, and the phase that it belongs to."""

    phase: str
    slot: str


class Consultation(Contract):
    """Where a consultation stands after a turn; `revision` counts the turns that moved it.

    `snapshots` holds what each phase has learned, by slot; `asked` is the slot that the last question was about, and
    `trail` those that were asked and answered, in order, for going back. `due`: the phase is complete, and its handoff
    is tried again with the next message. `asides` are questions about other things, kept for the analysis; `findings`
    are the turns whose replies hold results.
    """

    schema_version: int = SCHEMA_VERSION
    session_id: str
    revision: int = 0
    phases: tuple[str, ...] = Field(min_length=1)
    phase: str
    thread_id: str
    snapshots: dict[str, dict[str, SlotAnswer]] = Field(default_factory=dict)
    asked: str | None = None
    trail: tuple[SlotPlace, ...] = ()
    due: bool = False
    closed: bool = False
    asides: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    transitions: Transitions = Transitions()
    begun_at: Moment
    moved_at: Moment

    @property
    def following(self) -> str | None:
        """The phase after this one; None after the last."""
        at = self.phases.index(self.phase) + 1
        return self.phases[at] if at < len(self.phases) else None


class PhaseRound(Contract):
    """What one phase did in a turn: its response, and where the consultation would stand after it.

    `next` is what the state machine does with it; `questions` are what the agents are to work on, and `briefed` says
    that these are the brief's, new or changed, and no follow-up. `opened` says that
    the synthetic message of a handoff began it, and `line` is what was told of that handoff.
    """

    number: int
    phase: str
    response: AgentResponse
    consultation: Consultation
    next: NextStep
    questions: tuple[str, ...] = ()
    briefed: bool = False
    opened: bool = False
    line: str = ""
    seconds: float = 0.0

    @property
    def said(self) -> str:
        """The text of the phase's response, which is shown to the person."""
        return self.response.result.insights.summary


class HandoffRecord(Contract):
    """A handoff that a turn has begun, after the round of that number; or `kept` for the next message, and why."""

    number: int
    before: str
    after: str
    line: str
    at: Moment
    kept: bool = False
    why: Literal["", "time", "depth"] = ""
