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
    with pytest.raises(WrongOption, match=f"{name} cannot be set here; what can be: ") as refused:
        _ = options(settings={name: "x"}).settings_environment
    offered = str(refused.value).partition("what can be: ")[2].strip(".").split(", ")
    assert "turns_per_day" in offered
    assert not WIRED & set(offered)


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


KEYED = {"anthropic_secret": "candor/key"}


@pytest.mark.parametrize(
    ("given", "modelled"),
    [
        ({"model": "claude", **KEYED}, True),
        ({"model": "bedrock", "bedrock_model_id": "eu.model"}, True),
        ({"model": "auto", **KEYED}, True),
        ({"model": "auto"}, False),
        ({"model": "deterministic", **KEYED}, False),
    ],
)
def test_a_model_is_to_answer_where_one_is_named_or_a_key_is_there(given: dict[str, str], modelled: bool) -> None:
    assert options(**given).modelled == modelled


def test_functions_are_told_their_model_and_of_its_key_and_guardrail_what_there_is_alone() -> None:
    assert options(model="claude", **KEYED).model_environment == {
        "CANDOR_MODEL": "claude",
        "CANDOR_ANTHROPIC_SECRET": "candor/key",
    }
    bedrock = options(model="bedrock", bedrock_model_id="eu.model", bedrock_guardrail_id="g")
    assert bedrock.model_environment == {"CANDOR_MODEL": "bedrock", "CANDOR_BEDROCK_MODEL_ID": "eu.model"}
    assert bedrock.guardrail_environment == {
        "CANDOR_BEDROCK_GUARDRAIL_ID": "g",
        "CANDOR_BEDROCK_GUARDRAIL_VERSION": "DRAFT",
    }
    assert options().guardrail_environment == {}


def test_a_principal_that_anybody_could_speak_for_is_refused() -> None:
    named = {"principals": {"nightly": "user-1"}}
    role = {"nightly": "arn:aws:iam::1:role/nightly"}
    assert options(settings=named, principal_roles=role | {"other": "unused"}).askers == role
    with pytest.raises(WrongOption, match="principal_roles: nightly has no role"):
        _ = options(settings=named).askers


def test_what_the_shell_gives_as_text_is_what_the_option_is() -> None:
    given = options(tracing="true", console="False", reserved="20", model_arns="arn:1,arn:2", table="other")
    assert (given.tracing, given.console, given.reserved, given.model_arns) == (True, False, 20, ("arn:1", "arn:2"))
    assert (given.table_name, options(prefix="mine").table_name) == ("other", "mine")


def test_spending_has_an_end_where_a_setting_sets_one() -> None:
    assert options(settings={"usd_per_day": 5}).capped
    assert not options(settings={"usd_per_day": 0}).capped
