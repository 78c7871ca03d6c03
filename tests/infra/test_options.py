"""What a deployment chooses reaches its functions, and what it cannot choose is refused in words."""

import json
from typing import Any

import pytest

from infra.docs.operations import MEANINGS
from infra.options import WIRED, Options, WrongOption
from shared.settings import Settings

GIVEN = {
    "turns_per_day": 50,
    "share_samples": False,
    "principals": {"nightly": "user-1"},
    "uncertainty_words": ["roughly", "give or take"],
    "confidence_threshold": 0.8,
}


def options(**given: Any) -> Options:
    return Options.from_context(given.get)


@pytest.mark.parametrize("form", [json.dumps(GIVEN), GIVEN], ids=["from the shell", "from cdk.json"])
def test_settings_arrive_as_they_were_chosen(form: Any) -> None:
    arrived = Settings.from_env(options(settings=form).settings_environment)
    assert {name: getattr(arrived, name) for name in GIVEN} == GIVEN | {
        "uncertainty_words": ("roughly", "give or take")
    }


@pytest.mark.parametrize("name", [*sorted(WIRED), "turns_per_month"])
def test_what_follows_from_the_stack_or_does_not_exist_cannot_be_set(name: str) -> None:
    with pytest.raises(WrongOption, match=f"{name} cannot be set here; what can be: "):
        _ = options(settings={name: "x"}).settings_environment


@pytest.mark.parametrize("wrong", [{"confidence_threshold": 2}, {"turns_per_day": "many"}, {"turn_seconds": 0}])
def test_a_value_that_does_not_fit_is_refused_before_anything_is_deployed(wrong: dict[str, Any]) -> None:
    with pytest.raises(WrongOption, match=f"the value of {next(iter(wrong))} does not fit"):
        _ = options(settings=wrong).settings_environment


def test_every_setting_that_the_stack_wires_is_one() -> None:
    assert set(MEANINGS) >= WIRED


@pytest.mark.parametrize(
    "prefix", ["Candor", "1st", "my_data", "my--data", "ends-", "a" * 33, "myaws", "cognito-data", ""]
)
def test_a_prefix_that_some_name_cannot_begin_with_is_refused(prefix: str) -> None:
    with pytest.raises(WrongOption, match="prefix: "):
        options(prefix=prefix)


@pytest.mark.parametrize("prefix", ["candor", "candor-2", "c" * 32])
def test_a_prefix_that_every_name_can_begin_with_is_taken(prefix: str) -> None:
    assert options(prefix=prefix).prefix == prefix
