"""A budget of calls and money, so that an agent cannot go on for ever."""

from typing import TypeVar

from shared.contracts import Contract, Price, Usage
from shared.errors import ForfeitException, ModelBudgetSpent, ModelError
from shared.model.failover import FailoverModel, NamedModel
from shared.model.port import Answered, Model, Request
from shared.model.prices import price_of
from shared.model.wrapper import Wrapper
from shared.settings import Settings

AnswerT = TypeVar("AnswerT", bound=Contract)


class Budget:
    """What one agent may spend on one task, in calls and US dollars. Calls of no-model mode cost nothing.

    What is written to a prompt cache is charged as if it had been there: who asked before decides whether a cache is
    cold, and must not decide how well a question is answered.
    """

    def __init__(self, calls: int = 8, usd: float = 0.5) -> None:
        self.calls = calls
        self.usd = usd

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self.calls <= 0 or self.usd <= 0

    def charge(self, usage: Usage, price: Price) -> None:
        """Subtracts the calls and the cost of one answer from the budget."""
        self.calls -= usage.calls
        self.usd -= price.warm(usage)


class BudgetedModel(Wrapper):
    """A model within a budget: raises ModelBudgetSpent, before asking, once it is used up. Failed calls count too."""

    def __init__(self, model: NamedModel, budget: Budget, price: Price | None = None) -> None:
        super().__init__(model)
        self._budget = budget
        self._price = price or Price()

    def ask(self, request: Request[AnswerT], *, seconds: float, patience: float | None = None) -> Answered[AnswerT]:
        """The answer, if there is budget left to ask for it."""
        if self._budget.spent:
            raise ModelBudgetSpent("the calls or the money for this task are used up")
        try:
            answered = self.inner.ask(request, seconds=seconds, patience=patience)
        except (ModelError, ForfeitException) as error:
            self._budget.charge(error.usage, self._price)
            raise
        self._budget.charge(answered.usage, self._price)
        return answered


def budgeted(model: Model, settings: Settings) -> Model:
    """The mind of one agent at one task: its real models share a budget of calls and money."""
    if not isinstance(model, FailoverModel):
        return model
    budget = Budget(calls=settings.agent_calls, usd=settings.agent_usd)
    return model.limited(lambda inner: BudgetedModel(inner, budget, price_of(inner.model, settings.model_prices)))
