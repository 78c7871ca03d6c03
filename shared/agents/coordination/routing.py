"""Routing: the coordinator asks a mind for a route, and a judge about one that gives up."""

from dataclasses import dataclass, field
from typing import Final

from shared.agents.conversation.contested_forfeit import found_false, weighed, without_its_reason
from shared.contracts import Claim, Fact, Forfeit, Usage
from shared.errors import ModelError
from shared.model.moves import Route, RouteQuestion
from shared.model.opinion import opinion_of
from shared.model.port import Answered, AnswerT, JudgeReply, Model, Opinion, Request
from shared.turn.progress import Progress
from shared.turn.time_pool import TimePool

AGAIN_SECONDS: Final = 12.0
"""With less left than a judge and a second route take, a forfeit stands as it is."""


@dataclass
class Routing:
    """Asks within the coordinator's time; `usage` is what it took so far."""

    model: Model
    pool: TimePool
    progress: Progress
    usage: Usage = field(default_factory=Usage)

    def routed(self, request: RouteQuestion) -> Route:
        """The route of a question. A model's forfeit whose reason the tables contradict goes back to it, once; one that
        is contradicted again is told without its reason. Raises ForfeitException, ModelError."""
        given, why = self._weighed(self._answered(request), request)
        if why is None or given.forfeit is None:
            return given
        again = self._again(request, found_false(given.forfeit, why))
        if again is None:
            return _without_reason(given, given.forfeit)
        route, why = self._weighed(again, request)
        return route if why is None or route.forfeit is None else _without_reason(route, route.forfeit)

    def _answered(self, request: Request[AnswerT]) -> Answered[AnswerT]:
        with self.progress.asking():
            answered = self.model.ask(request, seconds=self.pool.left())
        self.usage += answered.usage
        return answered

    def _again(self, request: RouteQuestion, contested: str) -> Answered[Route] | None:
        """The route that is given when the first one was contested; None where there is none."""
        try:
            return self._answered(request.model_copy(update={"contested": contested}))
        except ModelError as error:
            self.usage += error.usage
            return None

    def _weighed(self, given: Answered[Route], request: RouteQuestion) -> tuple[Route, str | None]:
        """The route, with how sure a judge is of the reason of its forfeit, and why the tables contradict this; None
        where they do not, or it gives none."""
        forfeit = given.value.forfeit
        if forfeit is None or given.source != "claude" or not request.datasets:
            return given.value, None

        def judge(text: str, claims: tuple[Claim, ...], facts: tuple[Fact, ...]) -> Opinion | None:
            return self._opinion(text, claims, facts, request)

        forfeit, why = weighed(forfeit, judge, (), request.datasets)
        return given.value.model_copy(update={"forfeit": forfeit}), why

    def _opinion(
        self, text: str, claims: tuple[Claim, ...], facts: tuple[Fact, ...], request: RouteQuestion
    ) -> Opinion | None:
        """What a judge finds; None where none can be asked, or there is no time."""
        if self.pool.left() < AGAIN_SECONDS:
            return None
        asked = JudgeReply(
            question=request.question,
            reply=text,
            facts=facts,
            claims=claims,
            datasets=request.datasets,
            history=request.history,
            health=request.health,
        )
        judged = opinion_of(self._answered, asked)
        self.usage += judged.usage if judged.opinion is None else Usage()
        return judged.opinion


def _without_reason(route: Route, forfeit: Forfeit) -> Route:
    return route.model_copy(update={"forfeit": without_its_reason(forfeit)})
