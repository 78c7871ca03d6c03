"""What health says of a language model where there is none."""

from typing import Any, cast

import pytest

from functions.api.about import health_of
from shared.deps import Deps
from shared.health.state import State
from shared.settings import Settings


class Known:
    """What is known of dependencies in trouble."""

    def __init__(self, **troubled: State) -> None:
        self.troubled = troubled

    def read(self) -> dict[str, State]:
        return self.troubled


class Deployed:
    """As much of a deployment as health looks at."""

    def __init__(self, health: Known, **settings: Any) -> None:
        self.health, self.settings = health, Settings(**settings)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"model": "deterministic"}, "none"),
        ({"model": "auto"}, "none"),
        ({"model": "auto", "anthropic_api_key": "k"}, "ok"),
        ({"model": "claude", "anthropic_secret": "arn"}, "ok"),
        ({"model": "deterministic", "anthropic_api_key": "k"}, "none"),
        ({"model": "auto", "bedrock_model_id": "m"}, "ok"),
    ],
)
def test_a_model_that_is_not_configured_is_not_said_to_be_well(settings: dict[str, str], told: str) -> None:
    health = health_of(cast("Deps", Deployed(Known(), **settings)))
    assert (health.status, health.dependencies["model"]) == ("ok", told)


def test_a_model_in_trouble_is_told_as_such() -> None:
    health = health_of(cast("Deps", Deployed(Known(model="down"), model="auto", anthropic_api_key="k")))
    assert (health.status, health.dependencies["model"]) == ("degraded", "down")
