"""Which mind answers: the settings' choice of language models, and no-model mode behind them."""

import time
from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from shared.contracts import Contract
from shared.model.failover import FailoverModel, NamedModel
from shared.model.port import Answered, Model, Request
from shared.model.prices import price_of
from shared.settings import Settings

AnswerT = TypeVar("AnswerT", bound=Contract)


def choose_model(settings: Settings, clock: Callable[[], float] = time.monotonic) -> Model:
    """The configured models in order, no-model mode behind them; no-model mode alone where none is configured.

    `clock` gives seconds, and decides how long a model that failed is left alone.
    """
    models = configured(settings)
    if not models:
        return no_model_mode()
    return FailoverModel(models, Standby(), clock=clock, second_judges=settings.second_model_judges)


class Standby:
    """No-model mode behind language models, imported when it is first asked: on most days it never is."""

    @cached_property
    def _mind(self) -> Model:
        return no_model_mode()

    def ask(self, request: Request[AnswerT], *, seconds: float) -> Answered[AnswerT]:
        """The answer. Raises ForfeitException."""
        return self._mind.ask(request, seconds=seconds)


def no_model_mode() -> Model:
    """What answers without a language model."""
    from shared.offline.mind import DeterministicModel  # slow to import: only where a mind is asked

    return DeterministicModel()


def configured(settings: Settings) -> list[NamedModel]:
    """First model, second model, second provider: as far as there are keys for them."""
    if settings.model == "deterministic":
        return []
    wants_claude = settings.model in ("auto", "claude") and settings.anthropic_api_key
    wants_bedrock = bool(settings.bedrock_model_id)
    if not (wants_claude or wants_bedrock):
        return []
    from shared.model.claude import ClaudeModel, bedrock_client, claude_client  # slow to import: only where needed

    models: list[NamedModel] = []
    if wants_claude and (key := settings.anthropic_api_key):
        models += [
            ClaudeModel(
                lambda: claude_client(key, settings.anthropic_base_url),
                model_id,
                samples=settings.share_samples,
                retries=1,
                hour=settings.cache_for_an_hour,
                price=price_of(model_id, settings.model_prices),
            )
            for model_id in dict.fromkeys((settings.model_id, settings.second_model_id))
        ]
    if wants_bedrock:
        models.append(
            ClaudeModel(
                lambda: bedrock_client(settings.region),
                settings.bedrock_model_id,
                provider="bedrock",
                samples=settings.share_samples,
                retries=1,
                price=price_of(settings.bedrock_model_id, settings.model_prices),
            )
        )
    return models
