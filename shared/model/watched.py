"""A model whose calls are watched: not asked while it is known to be down, each outcome noted for all functions."""

from collections.abc import Callable
from typing import TypeVar

from shared.contracts import Contract
from shared.failure.errors import ModelDown
from shared.health import MODEL, Health
from shared.model.failover import FailoverModel, NamedModel
from shared.model.port import Answered, Model, Request

AnswerT = TypeVar("AnswerT", bound=Contract)


class WatchedModel:
    """A model behind its circuit breaker. `models` are the names of all that are in use, this one among them."""

    def __init__(self, model: NamedModel, health: Health, models: tuple[str, ...]) -> None:
        self._model = model
        self._health = health
        self._models = models

    @property
    def model(self) -> str:
        """The name of the model within."""
        return self._model.model

    @property
    def provider(self) -> str:
        """The provider of the model within."""
        return self._model.provider

    def ask(self, request: Request[AnswerT], *, seconds: float) -> Answered[AnswerT]:
        """The answer. Raises ModelDown, without asking, where it is known to be down; any other ModelError of its."""
        name = named(self._model)
        if not self._health.may(name, request.health):
            raise ModelDown("known to be down")
        with self._health.noting(name, request.health, self._models):
            return self._model.ask(request, seconds=seconds)


def named(model: NamedModel) -> str:
    """What a model is called in the store."""
    return f"{MODEL}:{model.provider}/{model.model}"


def watched(model: Model, health: Callable[[], Health]) -> Model:
    """The mind with each of its language models watched; no-model mode needs no watching, and no health."""
    if not isinstance(model, FailoverModel):
        return model
    keeper, names = health(), tuple(named(one) for one in model.models)
    return model.limited(lambda inner: WatchedModel(inner, keeper, names))
