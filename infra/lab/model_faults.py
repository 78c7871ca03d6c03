"""A language model that fails: a stand-in that words what no-model mode knows, broken in every way that models are."""

from collections.abc import Callable
from typing import Any, Literal, cast, get_args

from infra.local.faults import SECRET
from shared.contracts import Contract, Forfeit, PlannedQuery, Usage
from shared.errors import (
    ModelDenied,
    ModelMisanswered,
    ModelOverloaded,
    ModelRefused,
    ModelTimeout,
    ModelUnavailable,
)
from shared.mind import no_model_mode
from shared.model.moves import Move, NextMove, PhaseMove, Route, RouteQuestion, TaskDraft
from shared.model.port import Answered, AnswerT, Request, Wording
from shared.model.rounds import Call

ModelKind = Literal[
    "times out",
    "is unreachable",
    "is overloaded",
    "denies the key",
    "refuses",
    "misanswers",
    "hangs",
    "crashes its client",
    "gives an empty answer",
    "makes things up",
    "tells secrets",
]
MODEL_KINDS: tuple[ModelKind, ...] = get_args(ModelKind)
INVENTED = "98,765.43"
"""A figure that no data gave."""
SLIP = f"The total revenue is {INVENTED}. {SECRET} (arn:aws:lambda:us-east-1:123456789012:function:candor-query)"
ERRORS: dict[ModelKind, type[Exception]] = {
    "times out": ModelTimeout,
    "is unreachable": ModelUnavailable,
    "is overloaded": ModelOverloaded,
    "denies the key": ModelDenied,
    "refuses": ModelRefused,
    "misanswers": ModelMisanswered,
    "crashes its client": RuntimeError,
}
HANGING_SECONDS = 600.0

Ask = Callable[[str, Callable[[], object]], object]


class StandIn:
    """A language model of that name. `told` is asked before each answer what is broken, and lets time pass."""

    provider = "stand-in"

    def __init__(self, model: str, told: "Told") -> None:
        self.model = model
        self._told = told
        self._knows = no_model_mode()

    def ask(self, request: Request[AnswerT], *, seconds: float, patience: float | None = None) -> Answered[AnswerT]:
        """An answer as a language model gives it; or none."""
        value = self._told.ask(
            type(request).__name__, lambda: self._answer(request, seconds if patience is None else patience)
        )
        return Answered(
            value=cast("AnswerT", value),
            source="claude",
            usage=Usage(model=self.model, provider=self.provider, input_tokens=100, output_tokens=20, calls=1),
            prompt_version="stand-in",
        )

    def _answer(self, request: Request[Any], seconds: float) -> Contract:
        kind = self._told.broken(type(request).__name__)
        if kind in ERRORS:
            raise ERRORS[kind](SECRET)
        if kind == "hangs":
            self._told.spend(min(seconds, HANGING_SECONDS))
            raise ModelTimeout(SECRET)
        answer: Contract = self._knows.ask(request, seconds=seconds).value
        if isinstance(request, NextMove) and isinstance(answer, Move):
            answer = conversed(request, answer)
        return spoilt(request, answer, kind) if kind else answer


class Told:
    """What the stand-ins are told by the laboratory."""

    def __init__(self, ask: Ask, spend: Callable[[float], None], hit: Callable[[str], None]) -> None:
        self.ask, self.spend, self._hit = ask, spend, hit
        self.kind: ModelKind | None = None
        self.at: str | None = None

    def broken(self, request: str) -> ModelKind | None:
        """The fault that the model has at a request of this kind; None where it answers as it should."""
        if self.kind is None or self.at not in (None, request):
            return None
        self._hit("model")
        return self.kind


def spoilt(request: Request[Any], answer: Contract, kind: ModelKind) -> Contract:
    """An answer of the right type that is worth nothing, or worse."""
    empty = kind == "gives an empty answer"
    if isinstance(request, RouteQuestion):
        return Route() if empty else Route(tasks=(TaskDraft(agent="../../etc/passwd", request=SLIP),))
    if isinstance(request, NextMove):
        return Move() if empty else _move(request, kind)
    if isinstance(answer, PhaseMove):
        return PhaseMove() if empty else answer.model_copy(update={"say": SLIP})
    if isinstance(answer, Wording):
        return Wording(text="" if empty else SLIP)
    return answer


def conversed(request: NextMove, known: Move) -> Move:
    """What no-model mode knows at once, as a model says it: first what to compute, then what came of it."""
    if request.rounds:
        said = [line for one in request.rounds[-1].results if isinstance(one.told, dict) for line in _says(one.told)]
        return Move(answer=" ".join(said))
    calls = tuple(Call(id=f"call-{at}", analysis=one) for at, one in enumerate(known.analyses))
    return known.model_copy(update={"analyses": (), "calls": calls})


def _says(told: dict[str, Any]) -> list[str]:
    return [str(line) for line in told.get("says") or ()]


def _move(request: NextMove, kind: ModelKind) -> Move:
    if kind == "tells secrets" and not request.rounds:
        return Move(forfeit=Forfeit(reason=SLIP, attempted_actions=(SLIP,)))
    if request.rounds:
        return Move(answer=SLIP)
    query = PlannedQuery(sql="SELECT nothing FROM nowhere", purpose=SLIP)
    return Move(calls=(Call(id="call", query=query),))
