"""A budget of calls and tokens, so that an agent cannot go on for ever."""

from typing import TypeVar

from shared.contracts import Contract, Usage
from shared.failure.errors import ForfeitException, ModelBudgetSpent, ModelError
from shared.model.failover import NamedModel
from shared.model.port import Answered, Request
from shared.model.wrapper import Wrapper

AnswerT = TypeVar("AnswerT", bound=Contract)


class Budget:
    """What one agent may spend on one task. Calls of no-model mode cost nothing; cached input costs next to nothing."""

    def __init__(self, calls: int = 8, tokens: int = 20_000) -> None:
        self.calls = calls
        self.tokens = tokens

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self.calls <= 0 or self.tokens <= 0

    def charge(self, usage: Usage) -> None:
        """Takes off what was used; input that came from the prompt cache is not counted."""
        self.calls -= usage.calls
        self.tokens -= usage.input_tokens - usage.cache_read_tokens + usage.output_tokens


class BudgetedModel(Wrapper):
    """A model within a budget: raises ModelBudgetSpent, before asking, once it is used up. Failed calls count too."""

    def __init__(self, model: NamedModel, budget: Budget) -> None:
        super().__init__(model)
        self._budget = budget

    def ask(self, request: Request[AnswerT], *, seconds: float) -> Answered[AnswerT]:
        """The answer, if there is budget left to ask for it."""
        if self._budget.spent:
            raise ModelBudgetSpent("the calls or tokens for this task are used up")
        try:
            answered = self.inner.ask(request, seconds=seconds)
        except (ModelError, ForfeitException) as error:
            self._budget.charge(error.usage)
            raise
        self._budget.charge(answered.usage)
        return answered
