"""Who may do what in the synthesized stack: every role, read as IAM."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from functions.registry import all_agents, all_functions
from infra.stack.grants import partitions

pytestmark = pytest.mark.synth

Resources = dict[str, dict[str, Any]]

OfType = Callable[[str], Resources]

FUNCTIONS = all_functions()

KNOW_NO_RESOURCE = ("logs:", "xray:")
"""Services with actions that can't be limited to a resource; which of them are used is checked where they are."""


def test_the_turns_machine_may_call_its_states_and_every_agent_and_nothing_else(
    of_type: OfType, template: dict[str, Any]
) -> None:
    named = {"turn", "respond", "describe_error"}
    assert _callable_by("candor-turn", of_type, template) == named | {f"agent-{name}" for name in all_agents()}
    assert _callable_by("candor-ingest", of_type, template) == {"ingest", "reject_upload"}


def test_the_turns_machine_may_write_only_turns(of_type: OfType, template: dict[str, Any]) -> None:
    (statement,) = [
        one
        for one in _statements_of(_machine("candor-turn", of_type)["Properties"]["RoleArn"], template)
        if "dynamodb:UpdateItem" in _list(one["Action"])
    ]
    assert statement["Condition"] == partitions("TURN")


def test_nothing_is_allowed_by_a_wildcard_action(template: dict[str, Any]) -> None:
    for statement in _every_statement(template):
        if statement["Effect"] == "Allow":
            assert not any("*" in action for action in _list(statement["Action"])), statement


def test_everything_as_a_resource_is_only_where_an_action_knows_no_resource(template: dict[str, Any]) -> None:
    for statement in _every_statement(template):
        if "*" in _list(statement["Resource"]) and statement["Effect"] == "Allow":
            assert all(action.startswith(KNOW_NO_RESOURCE) for action in _list(statement["Action"])), statement


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_functions_role_allows_its_uses_and_its_log(name: str, of_type: OfType, template: dict[str, Any]) -> None:
    (function,) = [
        one
        for one in of_type("Lambda::Function").values()
        if one["Properties"]["FunctionName"].endswith(f"candor-{name}")
    ]
    actions = {
        action for one in _statements_of(function["Properties"]["Role"], template) for action in _list(one["Action"])
    }
    services = {action.split(":")[0] for action in actions} - {"logs"}
    assert services <= set().union(*(SERVICES[use] for use in FUNCTIONS[name].uses), TRIGGERED.get(name, set()))


SERVICES: dict[str, set[str]] = {
    "turns": {"dynamodb", "s3"},
    "turns:delete": {"dynamodb", "s3"},
    "versions": {"lambda"},
    "traces": {"secretsmanager"},
    "deployment:write": {"dynamodb"},
    "datasets": {"dynamodb", "s3"},
    "datasets:read": {"s3"},
    "datasets:lent": set(),
    "datasets:delete": {"dynamodb", "s3"},
    "uploads:read": {"s3"},
    "uploads:write": {"s3"},
    "uploads:delete": {"s3"},
    "query": {"lambda", "sts"},
    "statistics": {"lambda", "sts"},
    "document": {"lambda"},
    "model": {"bedrock", "secretsmanager"},
    "guardrail": {"bedrock"},
    "bus": {"events"},
    "turn-workflow": {"states"},
    "turn-workflow:stop": {"states"},
    "ingest-workflow": {"states"},
    "reply-queue": {"sqs"},
    "dead-letters": {"sqs"},
    "health": {"dynamodb"},
    "watches": {"dynamodb"},
    "watches:delete": {"dynamodb"},
    "webhooks": {"dynamodb"},
    "webhooks:delete": {"dynamodb"},
    "delivery-queue": {"sqs"},
}

TRIGGERED: dict[str, set[str]] = {
    "finish": {"dynamodb", "sqs"},
    "rescuer": {"sqs"},
    "sweeper": {"sqs"},
    "uploaded": {"sqs"},
    "reply_queue": {"sqs"},
    "asked": {"sqs"},
    "deliver": {"sqs"},
    "tick": {"sqs"},
}
"""What calling a function adds: reading its stream or queue, keeping what failed."""


def test_the_role_that_is_lent_trusts_only_what_asks_for_queries(of_type: OfType, template: dict[str, Any]) -> None:
    (role,) = [one for one in of_type("IAM::Role").values() if one["Properties"].get("RoleName") == "candor-data"]
    (trust,) = role["Properties"]["AssumeRolePolicyDocument"]["Statement"]
    assert "root" in str(trust["Principal"]["AWS"])
    assert "role/candor-*" in str(trust["Condition"]["ArnLike"]["aws:PrincipalArn"])
    lending = {
        name
        for one in of_type("Lambda::Function").values()
        if "query" in FUNCTIONS[name := one["Properties"]["FunctionName"].removeprefix("candor-")].uses
    }
    assert lending == {
        one["Properties"]["FunctionName"].removeprefix("candor-")
        for one in of_type("Lambda::Function").values()
        if "sts:AssumeRole" in str(list(_statements_of(one["Properties"]["Role"], template)))
    }
    (policy,) = role["Properties"]["Policies"]
    (allowed,) = policy["PolicyDocument"]["Statement"]
    assert allowed["Action"] == "s3:GetObject"
    assert "datasets/*" in str(allowed["Resource"])


def test_the_trust_of_the_role_that_is_lent_grows_with_no_agent(of_type: OfType) -> None:
    (role,) = [one for one in of_type("IAM::Role").values() if one["Properties"].get("RoleName") == "candor-data"]
    trust = json.dumps(role["Properties"]["AssumeRolePolicyDocument"])
    assert len(trust) < 1000  # IAM takes 2,048 characters
    assert "agent" not in trust


def test_the_role_of_query_allows_only_its_log(of_type: OfType, template: dict[str, Any]) -> None:
    (query,) = [
        one for one in of_type("Lambda::Function").values() if one["Properties"]["FunctionName"] == "candor-query"
    ]
    allowed = [
        action for one in _statements_of(query["Properties"]["Role"], template) for action in _list(one["Action"])
    ]
    assert {action.split(":")[0] for action in allowed} == {"logs"}


_MACHINE = "StepFunctions::StateMachine"


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _machine(name: str, of_type: OfType) -> dict[str, Any]:
    (machine,) = [one for one in of_type(_MACHINE).values() if one["Properties"]["StateMachineName"] == name]
    return machine


def _callable_by(machine: str, of_type: OfType, template: dict[str, Any]) -> set[str]:
    """The functions, by name, whose live alias a machine's role may invoke."""
    found = set()
    for statement in _statements_of(_machine(machine, of_type)["Properties"]["RoleArn"], template):
        if statement["Action"] == "lambda:InvokeFunction":
            for resource in _list(statement["Resource"]):
                alias = template["Resources"][resource["Ref"]]
                assert alias["Type"] == "AWS::Lambda::Alias"
                function = template["Resources"][alias["Properties"]["FunctionName"]["Ref"]]
                found.add(function["Properties"]["FunctionName"].removeprefix("candor-"))
    return found


def _statements_of(role: dict[str, Any], template: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What a role may do, by its own policies and by attached ones."""
    name = role["Fn::GetAtt"][0]
    for policy in template["Resources"][name]["Properties"].get("Policies", []):
        yield from policy["PolicyDocument"]["Statement"]
    for one in template["Resources"].values():
        if one["Type"] == "AWS::IAM::Policy" and {"Ref": name} in one["Properties"]["Roles"]:
            yield from one["Properties"]["PolicyDocument"]["Statement"]


def _every_statement(template: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every statement of every identity's policy."""
    for name, one in template["Resources"].items():
        if one["Type"] == "AWS::IAM::Role":
            yield from _statements_of({"Fn::GetAtt": [name, "Arn"]}, template)
