"""A model whose calls are watched: not asked while it is known to be down, each outcome noted for all functions."""

from collections.abc import Callable
from typing import TypeVar

from shared.contracts import Contract
from shared.errors import ModelDown
from shared.health.calls import MODEL, Health
from shared.model.failover import FailoverModel, NamedModel
from shared.model.port import Answered, Model, Request
from shared.model.wrapper import Wrapper

AnswerT = TypeVar("AnswerT", bound=Contract)


class WatchedModel(Wrapper):
    """A model behind its circuit breaker. `models` are the names of all that are in use, this one among them."""

    def __init__(self, model: NamedModel, health: Health, models: tuple[str, ...]) -> None:
        super().__init__(model)
        self._health = health
        self._models = models

    def ask(self, request: Request[AnswerT], *, seconds: float, patience: float | None = None) -> Answered[AnswerT]:
        """The answer. Raises ModelDown, without asking, where it is known to be down; any other ModelError of its."""
        name = named(self.inner)
        if not self._health.may(name, request.health):
            raise ModelDown("known to be down")
        with self._health.noting(name, request.health, self._models):
            return self.inner.ask(request, seconds=seconds, patience=patience)


def named(model: NamedModel) -> str:
    """The key of a model's health in the store."""
    return f"{MODEL}:{model.provider}/{model.model}"


def watched(model: Model, health: Callable[[], Health]) -> Model:
    """The mind with each of its language models watched; no-model mode needs no watching, and no health."""
    if not isinstance(model, FailoverModel):
        return model
    keeper, names = health(), tuple(named(one) for one in model.models)
    return model.limited(lambda inner: WatchedModel(inner, keeper, names))
