"""Old versions of functions are removed, and the one before is gone back to."""

import json
from typing import Any

import pytest

from functions.registry import all_functions
from infra.deploy.rollback import NoVersion, rolled_back
from infra.deploy.versions import KEPT, pruned
from tests.infra.deploy.moto_account import PREFIX, client, code


@pytest.fixture
def versions() -> dict[str, list[str]]:
    """Two more versions of each function than are kept, the oldest one still in use."""
    trust = json.dumps({"Version": "2012-10-17", "Statement": []})
    role = client("iam").create_role(RoleName="role", AssumeRolePolicyDocument=trust)["Role"]["Arn"]
    api, made = client("lambda"), dict[str, list[str]]()
    for name in all_functions():
        full = f"{PREFIX}-{name}"
        api.create_function(
            FunctionName=full, Runtime="python3.13", Role=role, Handler="code.handler", Code={"ZipFile": code(0)}
        )
        made[full] = []
        for number in range(KEPT + 2):
            api.update_function_code(FunctionName=full, ZipFile=code(number + 1))
            made[full].append(api.publish_version(FunctionName=full)["Version"])
        api.create_alias(FunctionName=full, Name="live", FunctionVersion=made[full][0])
    return made


def test_old_versions_go_but_the_last_few_and_those_in_use_stay(versions: dict[str, list[str]]) -> None:
    removed = pruned(PREFIX, client)
    assert sorted(removed) == sorted(f"{name}:{numbers[1]}" for name, numbers in versions.items())
    assert pruned(PREFIX, client) == []


def live(name: str) -> Any:
    return client("lambda").get_alias(FunctionName=f"{PREFIX}-{name}", Name="live")


def test_a_function_goes_back_to_the_version_before_with_all_of_its_calls(versions: dict[str, list[str]]) -> None:
    _, second, third, *_ = versions["candor-turn"]
    shift = {"AdditionalVersionWeights": {"4": 0.1}}
    client("lambda").update_alias(FunctionName="candor-turn", Name="live", FunctionVersion=third, RoutingConfig=shift)
    assert list(rolled_back(PREFIX, ["turn"], client, dry=True)) == [
        f"candor-turn: version {third} would go back to {second}"
    ]
    assert live("turn")["FunctionVersion"] == third
    assert list(rolled_back(PREFIX, ["turn"], client)) == [f"candor-turn: version {third} went back to {second}"]
    assert live("turn")["FunctionVersion"] == second
    assert not live("turn").get("RoutingConfig", {}).get("AdditionalVersionWeights")
    assert live("respond")["FunctionVersion"] == versions["candor-respond"][0]
    assert list(rolled_back(PREFIX, ["turn"], client, to=third))
    assert live("turn")["FunctionVersion"] == third


def test_where_one_of_several_cannot_go_back_none_does(versions: dict[str, list[str]]) -> None:
    second = versions["candor-turn"][1]
    client("lambda").update_alias(FunctionName="candor-turn", Name="live", FunctionVersion=second)
    with pytest.raises(NoVersion, match="candor-respond has no version before"):
        list(rolled_back(PREFIX, ["turn", "respond"], client))
    assert live("turn")["FunctionVersion"] == second
