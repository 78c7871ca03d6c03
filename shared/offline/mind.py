"""No-model mode: the same typed requests, answered by rules and embeddings. A fresh machine runs it, and it is what is
left when every language model is down. It never opines, and forfeits where its reading of a question is weak."""

from collections.abc import Callable
from functools import singledispatchmethod
from typing import Any, cast

from shared.contracts import Contract
from shared.errors import ModelUnavailable
from shared.model import moves, port, templates
from shared.offline import routing
from shared.offline.forfeit import too_long
from shared.offline.next_move import next_move
from shared.offline.offers import offers
from shared.offline.reading.parse import read
from shared.phases.conducting import conduct
from shared.phases.planning import Clarity

PROMPT_VERSION = "rules-1"


class DeterministicModel:
    """Answers every request without a language model. Raises ModelUnavailable for what needs a second opinion."""

    def ask(self, request: port.Request[port.AnswerT], *, seconds: float) -> port.Answered[port.AnswerT]:
        """The answer; the time is not needed, since nothing is waited for."""
        answer = cast("Callable[[Any], port.AnswerT]", self._answer)(request)
        return port.Answered(value=answer, source="deterministic", prompt_version=PROMPT_VERSION)

    @singledispatchmethod
    def _answer(self, request: Any) -> Contract:
        raise ModelUnavailable(f"no-model mode knows no {type(request).__name__}")

    @_answer.register
    def _route(self, request: moves.RouteQuestion) -> moves.Route:
        return moves.Route(forfeit=long) if (long := too_long(request.question)) else routing.route(request)

    @_answer.register
    def _plan(self, request: moves.NextMove) -> moves.Move:
        """What to compute; after a round of it, nothing more: the analyses word what they found."""
        if request.rounds:
            return moves.Move()
        return moves.Move(forfeit=long) if (long := too_long(request.task)) else next_move(request)

    @_answer.register
    def _offer(self, request: moves.OfferQuestions) -> moves.Offers:
        return offers(request)

    @_answer.register
    def _synthesize(self, request: port.SynthesizeReply) -> port.Wording:
        return templates.synthesize(request)

    @_answer.register
    def _explain(self, request: port.ExplainFailure) -> port.Wording:
        return templates.explain(request)

    @_answer.register
    def _conduct(self, request: moves.ConductPhase) -> moves.PhaseMove:
        def reads(question: str) -> Clarity:
            asked = () if too_long(question) else request.datasets
            readings = [read(question, table, request.now)[0] for table in asked]
            if any(one.answerable for one in readings):
                return "clear"
            return "ambiguous" if any(one.code == "ambiguous" for one in readings) else "unread"

        return conduct(request, reads)

    @_answer.register
    def _judge(self, request: port.JudgeReply) -> port.Opinion:
        """No second opinion: rules that judged their own reply would only repeat themselves."""
        raise ModelUnavailable("no-model mode has no second opinion")

    @_answer.register
    def _failsafe(self, request: port.WordFailsafe) -> port.Wording:
        return templates.failsafe(request)
