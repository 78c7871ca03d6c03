"""Requests of those who work on a question and know analyses: who works on it, what an agent or a phase does next."""

from datetime import datetime
from typing import ClassVar, Literal

from pydantic import Field, JsonValue, SerializeAsAny

from shared.analysis.base import Analysis
from shared.contracts import AgentCard, AgentResponse, ChartHint, Contract, DatasetProfile, Forfeit, SlotAnswer, ToolUse
from shared.model.port import PreviousTurn, Request
from shared.model.rounds import Call, Round, RoundsLeft, ToolBegun


class TaskDraft(Contract):
    """A task as the coordinator proposes it; `depends_on` holds positions of earlier drafts, `first` what the agent is
    to compute before it asks a model anything, and `enough` that this is all that is asked of it."""

    agent: str
    request: str
    depends_on: tuple[int, ...] = ()
    first: tuple[ToolUse, ...] = ()
    enough: bool = False


class Route(Contract):
    """Which agents work on a question, or why none can."""

    tasks: tuple[TaskDraft, ...] = ()
    readings: tuple[str, ...] = ()
    forfeit: Forfeit | None = None


class RouteQuestion(Request[Route]):
    """Choose the agents for a question by their capabilities, and phrase a self-contained request for each.

    `playbooks` are the agents' analyses by name: no-model mode sees by them who can answer at all. `unready` says of
    each file that is no dataset why it is none; `history` are the last turns, oldest first. `contested` is what was
    found false of the reason of a forfeit that was given instead.
    """

    question: str
    agents: tuple[AgentCard, ...]
    contested: str = ""
    playbooks: dict[str, tuple[type[Analysis], ...]] = Field(default_factory=dict)
    datasets: tuple[DatasetProfile, ...] = ()
    unready: tuple[str, ...] = ()
    history: tuple[PreviousTurn, ...] = ()
    now: datetime


class Offer(Contract):
    """A question that can be offered in another's place, and the analysis that answers it."""

    question: str
    analysis: SerializeAsAny[Analysis]


class Offers(Contract):
    """Questions that can be offered, the nearest to what was asked first."""

    offers: tuple[Offer, ...] = ()


class OfferQuestions(Request[Offers]):
    """Name questions like this one that the datasets answer. No language model is asked: an offer is computed before it
    is made, and must be read in the same way when it is taken."""

    rules_alone: ClassVar[bool] = True

    question: str
    datasets: tuple[DatasetProfile, ...]
    now: datetime


class Move(Contract):
    """What an agent does next: compute, answer, or forfeit.

    A model makes `calls`, and `content` is what it said, to be handed back with their results; or it gives its
    `answer`, with references to what was computed. No-model mode knows its `analyses` at once and words them itself.
    `text` is an answer that needs no data; `readings` are the assumptions; `language` is the answer's, a BCP 47 tag;
    `drawn` names the columns of results that its chart draws, as t2.rate, t2.goal.
    """

    calls: tuple[Call, ...] = ()
    content: tuple[dict[str, JsonValue], ...] = ()
    answer: str = ""
    analyses: tuple[SerializeAsAny[Analysis], ...] = ()
    readings: tuple[str, ...] = ()
    text: str = ""
    language: str = "en"
    visualization_hint: ChartHint = "table"
    drawn: str = ""
    forfeit: Forfeit | None = None


class NextMove(Request[Move]):
    """Decide what to do next about a task: `rounds` are what was done so far, `first` what was decided before anyone
    was asked, and `left` how many rounds of computing remain.

    `cites` says how a figure of `previous_results` is referred to, by its id. `question` is the person's own, `history`
    the last turns, oldest first, `told` the assumptions that the person reads already. `unready` says of each file that
    is no dataset why it is none. `begun` hears of each tool as its call begins, where the answer comes in pieces."""

    task: str
    agent: AgentCard
    instructions: str
    playbook: tuple[type[Analysis], ...]
    datasets: tuple[DatasetProfile, ...]
    unready: tuple[str, ...] = ()
    previous_results: tuple[AgentResponse, ...] = ()
    cites: dict[str, str] = Field(default_factory=dict)
    question: str = ""
    history: tuple[PreviousTurn, ...] = ()
    told: tuple[str, ...] = ()
    first: tuple[ToolUse, ...] = ()
    rounds: tuple[Round, ...] = ()
    left: RoundsLeft = "several"
    begun: ToolBegun | None = Field(default=None, exclude=True, repr=False)
    now: datetime


class SlotCard(Contract):
    """A slot of a consultation as a mind sees it: what it asks, which values it may hold, and what is known of it."""

    name: str
    phase: str
    label: str
    ask: str
    why: str
    choices: tuple[str, ...] = ()
    ways: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    examples: tuple[str, ...] = ()
    closed: bool = False
    answer: SlotAnswer | None = None
    read_in: str | None = None


class Learned(Contract):
    """What a message says of one slot, in the person's own words; `unknown` where they do not know it, `inferred` where
    it was read in what they said of another one."""

    slot: str
    value: str = ""
    unknown: bool = False
    inferred: bool = False


class PhaseMove(Contract):
    """What a phase makes of a message: what it learned, what it says, and whether it is complete.

    `noted` is told of what was learned, before what is computed of that; `say` is what comes after. `asks` is the slot
    that `say` asks about. `back`: the person wants the question before, or that of the slot in `asks`. `aside` is a
    question about something else, kept for the analysis; `questions` are for the agents, of a phase that analyses.
    """

    learned: tuple[Learned, ...] = ()
    noted: str = ""
    say: str = ""
    asks: str | None = None
    is_complete: bool = False
    back: bool = False
    aside: str = ""
    questions: tuple[str, ...] = ()


class ThreadLine(Contract):
    """One message of a phase's thread."""

    role: Literal["person", "phase"]
    text: str


class ConductPhase(Request[PhaseMove]):
    """Lead one phase of a consultation: read the message, learn, and say what comes next.

    `slots` are those of all phases: answers of earlier ones may be corrected. `opening`: the phase has only just begun;
    after a handoff there is no `message` then. `briefing` are Candor's own lines, which come before what is said.
    `back_at` is the slot that going back leads to.
    """

    phase: str
    purpose: str
    instructions: str = ""
    opens: str = ""
    closes: str = ""
    analyses: bool = False
    slots: tuple[SlotCard, ...] = ()
    asked: str | None = None
    back_at: str | None = None
    message: str = ""
    opening: bool = False
    thread: tuple[ThreadLine, ...] = ()
    briefing: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    datasets: tuple[DatasetProfile, ...] = ()
    now: datetime
