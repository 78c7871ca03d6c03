"""The chain as it is deployed: real SDK clients at servers that break, and no-model mode behind them."""

from typing import Any

import pytest

from infra.lab.messages_api import Behaviour, Brain, Cuts, Fails, MessagesApi, Raw, Says, Slow, Trickles, text
from shared.model.claude import ClaudeModel
from shared.model.failover import FailoverModel, why_without
from shared.model.port import Answered, Opinion, Request
from tests.shared.model.claude_cases import JUDGE, claude


class NoModel:
    """Stands for no-model mode."""

    def ask(self, request: Request[Any], *, seconds: float) -> Answered[Any]:
        return Answered(Opinion(score=0.0), source="deterministic")


def named(model: ClaudeModel, name: str, provider: str) -> ClaudeModel:
    model.model, model.provider = name, provider
    return model


@pytest.mark.parametrize(
    "broken",
    [
        Fails(401),
        Fails(404),
        Fails(429, headers={"retry-after": "30"}),
        Fails(529, headers={"retry-after": "30"}),
        Fails(501),
        Cuts(),
        Raw(b"not json"),
        Says([text("garbage")]),
        Says([], "max_tokens"),
        Slow(5),
        Trickles(),
    ],
    ids=repr,
)
def test_another_provider_answers_whatever_breaks_the_first(broken: Behaviour) -> None:
    with MessagesApi(broken) as first, MessagesApi(Brain()) as second:
        models = (named(claude(first, retries=0), "a", "anthropic"), named(claude(second), "b", "bedrock"))
        answered = FailoverModel(models, NoModel(), reserve=0.1, least=0.3, patience=0.5).ask(JUDGE, seconds=4)
    assert answered.value.score == 0.9
    assert (answered.source, answered.usage.model) == ("claude", "b")
    assert len(answered.detours) == 1


def test_no_model_mode_answers_in_time_when_all_providers_are_silent() -> None:
    with MessagesApi(Slow(5)) as silent:
        models = (named(claude(silent), "a", "anthropic"), named(claude(silent), "b", "bedrock"))
        answered = FailoverModel(models, NoModel(), reserve=0.1, least=0.2).ask(JUDGE, seconds=1)
    assert answered.source == "deterministic"
    assert why_without(answered.detours) == "Answered without the language model because it did not answer in time."


def test_a_refusal_is_not_asked_again_elsewhere() -> None:
    with MessagesApi(Says([text("no")], "refusal")) as first, MessagesApi(Brain()) as second:
        models = (named(claude(first), "a", "anthropic"), named(claude(second), "b", "bedrock"))
        answered = FailoverModel(models, NoModel(), reserve=0.1, least=0.2).ask(JUDGE, seconds=3)
        assert not second.requests
    assert answered.source == "deterministic"
    assert answered.usage.input_tokens == 100
