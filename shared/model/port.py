"""The port: typed requests, each naming the type of its answer. Every model, real or not, answers all of them."""

from dataclasses import dataclass, field
from typing import ClassVar, Generic, Literal, Protocol, TypeVar, cast

from pydantic import Field

from shared.contracts import (
    AgentResponse,
    Attempt,
    Claim,
    Contract,
    DatasetProfile,
    Depicted,
    ErrorContext,
    ErrorType,
    Fact,
    FailsafeCategory,
    ReplySource,
    ResultPreview,
    Usage,
)
from shared.pattern import LazyPattern

AnswerT = TypeVar("AnswerT", bound=Contract)
AnswerT_co = TypeVar("AnswerT_co", bound=Contract, covariant=True)

MOST_MISSING = 3
_WORD = LazyPattern(r"\w+")
DependencyHealth = dict[str, Literal["ok", "slow", "down"]]


class Request(Contract, Generic[AnswerT]):
    """What is asked of a model. The type parameter is what it must answer.

    `health` is what Intake knew of the dependencies that gave trouble lately; empty where all is well.
    """

    rules_alone: ClassVar[bool] = False
    """Whether no language model is asked, whatever is configured."""

    health: DependencyHealth = Field(default_factory=dict)

    @classmethod
    def answer_type(cls) -> type[AnswerT]:
        """The type of the answer."""
        for base in cls.__mro__:
            arguments = getattr(base, "__pydantic_generic_metadata__", {}).get("args")
            if arguments:
                return cast("type[AnswerT]", arguments[0])
        raise TypeError(f"{cls.__name__} names no answer type")


class PreviousTurn(Contract):
    """A turn before, for follow-ups: what was asked, how it was read, what was answered, and whether that was computed
    (thanks and help are not)."""

    question: str
    readings: tuple[str, ...] = ()
    answer: str = ""
    computed: bool = True


def followed(history: tuple[PreviousTurn, ...]) -> PreviousTurn | None:
    """Which of the last turns, oldest first, a follow-up is about: the last that computed something, else the last."""
    return next((one for one in reversed(history) if one.computed), history[-1] if history else None)


class Wording(Contract):
    """A text for the user, in markdown, and the BCP 47 tag of the language that it is written in."""

    text: str
    language: str = Field(default="en", max_length=35)


class Translation(Contract):
    """Lines in another language, in the order of those that were given."""

    lines: tuple[str, ...]


class TranslateLines(Request[Translation]):
    """Put Candor's own English sentences into the language of that BCP 47 tag. ⟦1⟧, ⟦2⟧, … in them must not change."""

    lines: tuple[str, ...]
    language: str


class SynthesizeReply(Request[Wording]):
    """One answer from all responses: what each contributed, and what is missing; `errors` are what failed on the way,
    the worst first. `brief` is what a consultation has learned, by label."""

    question: str
    brief: dict[str, str] = Field(default_factory=dict)
    responses: tuple[AgentResponse, ...]
    errors: tuple[ErrorContext, ...] = ()
    readings: tuple[str, ...] = ()


class ExplainFailure(Request[Wording]):
    """Tell the user what failed, in the conversation, without technical detail; with what is known nevertheless."""

    question: str
    error: ErrorContext
    facts: tuple[Fact, ...] = ()
    attempts: tuple[Attempt, ...] = ()


class Opinion(Contract):
    """A second assessment of a reply, 0..1, the category of its problem if it has one, and the places, from 1, of the
    claims that the facts contradict, and of those that tell of the data what nothing here gives; `reasons` say of each
    of these, in this order, what the rows have instead. `missing` are parts of the question that the reply neither
    answers nor says it cannot."""

    score: float = Field(ge=0.0, le=1.0)
    category: FailsafeCategory | None = None
    contradicted: tuple[int, ...] = ()
    unsupported: tuple[int, ...] = ()
    reasons: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def lacking(self, question: str) -> tuple[str, ...]:
        """What is missing, as far as it is in the question's own words: another's may claim anything."""
        asked = set(_WORD.findall(question.casefold()))
        own = (one.strip().rstrip(".?!") for one in self.missing[:MOST_MISSING] if len(one) <= len(question))
        return tuple(one for one in own if one and set(_WORD.findall(one.casefold())) <= asked)

    @property
    def found_false(self) -> dict[int, str]:
        """Why each claim, by its place, is false or without support; empty where no reason is given."""
        places = (*self.contradicted, *self.unsupported)
        given = (*self.reasons, *("" for _ in places))
        return dict(zip(places, given, strict=False))


class JudgeReply(Request[Opinion]):
    """How confident and complete is a reply? `facts` are what was computed, verified, `results` the rows behind them,
    `queries` the SQL of each, or nothing; `charts` what the pictures beside it draw; `claims` are what is to be held
    against all that and the `datasets`; `history` are the last turns, oldest first; `readings` how the question was
    read. With `words` of it there is no reply yet: is the column that these are `said_of` what is asked?"""

    question: str
    reply: str = ""
    words: tuple[str, ...] = ()
    said_of: str = ""
    readings: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    results: tuple[ResultPreview, ...] = ()
    queries: tuple[str, ...] = ()
    charts: tuple[Depicted, ...] = ()
    claims: tuple[Claim, ...] = ()
    datasets: tuple[DatasetProfile, ...] = ()
    history: tuple[PreviousTurn, ...] = ()


class WordFailsafe(Request[Wording]):
    """An honest reply in place of one that was not confident, with specific next steps; `refuted` says that nothing of
    it held, `unchecked` that nobody was there to check it. `found_instead` is what a judge found in the data instead.
    Where the draft stands without its answer (`opening`) or without statements that are `lost`, asked for is that."""

    question: str
    category: FailsafeCategory
    draft: str
    facts: tuple[Fact, ...] = ()
    results: tuple[ResultPreview, ...] = ()
    found_instead: tuple[str, ...] = ()
    language: str = "en"
    refuted: bool = False
    unchecked: bool = False
    opening: bool = False
    lost: tuple[str, ...] = ()


class Detour(Contract):
    """A model that was to answer and did not. `reason` completes "the language model …" in plain words;
    it was not `asked` where it was known to be down.
    """

    model: str
    provider: str
    error_type: ErrorType
    reason: str
    asked: bool = True


@dataclass(frozen=True)
class Answered(Generic[AnswerT_co]):
    """An answer and what it cost; `prompt_version` changes when the prompt does.

    `detours` are the models that should have answered, in the order in which they were tried.
    """

    value: AnswerT_co
    source: ReplySource
    usage: Usage = field(default_factory=Usage)
    prompt_version: str = ""
    detours: tuple[Detour, ...] = ()


class Model(Protocol):
    """Answers typed requests.

    Raises ModelError (see shared.errors), or ForfeitException where the model called the forfeit tool instead
    of answering what an agent or the coordinator asked; nothing else.
    """

    def ask(self, request: Request[AnswerT], *, seconds: float) -> Answered[AnswerT]:
        """The answer, within that many seconds."""
        ...
