"""Findings of the security checks that are right as they are, each with its reason beside the resource."""

from collections.abc import Iterable, Mapping
from typing import Any

from aws_cdk import Acknowledgment, CfnResource, Stack, Validations
from constructs import IConstruct

WILDCARDS = {
    ":log-stream:*": "Lambda names the streams of the function's own log group.",
    "/datasets/*": "Objects are named by the ids of datasets, which are not known when the stack is deployed.",
    "/uploads/*": "Objects are named by the ids of datasets, which are not known when the stack is deployed.",
    "/turns/*": "Objects are named by the ids of turns, which are not known when the stack is deployed.",
    "-turn:*": "Executions are named by the ids of turns, which are not known when the stack is deployed.",
}
"""Why a resource may end in a wildcard, by how it ends; any other is a finding."""

NO_RESOURCES = "CloudWatch's actions for delivering logs can't be limited to a resource."


def acknowledge(construct: IConstruct, reasons: Mapping[str, str]) -> None:
    """Acknowledges rules, by id, for a construct and all in it."""
    rules = [Acknowledgment(id=rule, reason=reason) for rule, reason in reasons.items()]
    if rules:
        Validations.of(construct).acknowledge(*rules)


def acknowledge_wildcards(role: IConstruct, resources: Iterable[str]) -> None:
    """Acknowledges those of a role's resources that end in a known wildcard."""
    stack, reasons = Stack.of(role), {}
    for resource in resources:
        for ending, reason in WILDCARDS.items():
            if resource.endswith(ending):
                reasons[f"AwsSolutions-IAM5[Resource::{_told(stack.resolve(resource))}]"] = reason
    acknowledge(role, reasons)


def unchecked(construct: IConstruct, reasons: Mapping[str, str]) -> None:
    """Has checkov pass over rules for one resource; what it need not look for anywhere is in `checkov.yaml`."""
    resource = construct.node.default_child
    assert isinstance(resource, CfnResource)
    resource.add_metadata("checkov", {"skip": [{"id": rule, "comment": why} for rule, why in reasons.items()]})


def _told(resolved: Any) -> str:
    """An ARN as the checks write it: references in angle brackets."""
    match resolved:
        case {"Fn::Join": [_, parts]}:
            return "".join(_told(part) for part in parts)
        case {"Fn::GetAtt": [name, attribute]}:
            return f"<{name}.{attribute}>"
        case {"Ref": name}:
            return f"<{name}>"
    return str(resolved)
