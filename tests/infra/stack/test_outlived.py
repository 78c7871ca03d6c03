"""What stays when the stack goes, and what can't be replaced in it: the two ways in which a later deployment fails."""

from collections.abc import Mapping
from typing import Any

import pytest

from infra.deploy.preflight import NAMED

pytestmark = pytest.mark.synth

DATA = {"AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::Cognito::UserPool"}
OF_THE_ACCOUNT = {"AWS::ApiGateway::Account", "AWS::IAM::Role"}
"""By which API Gateway writes the logs of a region, of other APIs too."""
FIXED: Mapping[str, Mapping[str, Any]] = {
    "AWS::DynamoDB::Table": {
        "TableName": "candor",
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
    },
    "AWS::Events::EventBus": {"Name": "candor"},
    "AWS::CodeDeploy::Application": {"ApplicationName": "candor", "ComputePlatform": "Lambda"},
    "AWS::StepFunctions::StateMachine": {"StateMachineType": "STANDARD"},
    "AWS::Lambda::Function": {},
    "AWS::Logs::LogGroup": {},
    "AWS::IAM::Role": {},
    "AWS::SNS::Topic": {"TopicName": "candor-alarms"},
    "AWS::Cognito::UserPoolDomain": {},
    "AWS::CloudFront::OriginAccessControl": {},
    "AWS::CloudFront::ResponseHeadersPolicy": {},
    "AWS::CloudWatch::Alarm": {},
    "AWS::CloudWatch::Dashboard": {"DashboardName": "candor"},
}
"""Of each type with a fixed name what CloudFormation can't change but by a replacement, beside names that follow from
the prefix: it refuses to replace a resource under the same name, so this must stay as it was deployed first."""
NAMES = {"FunctionName", "LogGroupName", "RoleName", "StateMachineName", "AlarmName", "Domain", "UserPoolId"}


def test_destroying_leaves_the_data_and_what_is_the_accounts_and_nothing_else(template: Mapping[str, Any]) -> None:
    kept = [one for one in template["Resources"].values() if one.get("DeletionPolicy", "Delete") != "Delete"]
    assert {one["Type"] for one in kept} == DATA | OF_THE_ACCOUNT | {"AWS::Lambda::Version"}
    account = next(one for one in kept if one["Type"] == "AWS::ApiGateway::Account")
    (role,) = [name for name, one in template["Resources"].items() if one["Type"] == "AWS::IAM::Role" and one in kept]
    assert account["Properties"]["CloudWatchRoleArn"] == {"Fn::GetAtt": [role, "Arn"]}


def test_no_bucket_is_deleted_before_it_was_emptied(template: Mapping[str, Any], tmp_path: Any) -> None:
    from tests.infra.synthesis import synthesized

    for found in (template, synthesized(tmp_path, protected="false")):
        gone = {
            name
            for name, one in found["Resources"].items()
            if one["Type"] == "AWS::S3::Bucket" and one.get("DeletionPolicy", "Delete") == "Delete"
        }
        emptied = {
            one["Properties"]["BucketName"]["Ref"]
            for one in found["Resources"].values()
            if one["Type"] == "Custom::S3AutoDeleteObjects"
        }
        assert gone == emptied
        assert len(gone) in (0, 3)


def test_unprotected_data_goes_with_the_stack(tmp_path: Any) -> None:
    from tests.infra.synthesis import synthesized

    resources = synthesized(tmp_path, protected="false")["Resources"].values()
    assert {one["DeletionPolicy"] for one in resources if one["Type"] in DATA} == {"Delete"}


def test_no_resource_of_a_fixed_name_would_have_to_be_replaced(template: Mapping[str, Any]) -> None:
    assert set(FIXED) == set(NAMED)
    for one in template["Resources"].values():
        if one["Type"] not in FIXED:
            continue
        properties = {path.split("/")[2] for path in _unchangeable(one["Type"])} - (NAMES - set(FIXED[one["Type"]]))
        found = {name: value for name, value in one["Properties"].items() if name in properties}
        assert found == FIXED[one["Type"]], one["Type"]


def test_another_person_to_tell_topic_or_cap_replaces_nothing_under_its_own_name(tmp_path: Any) -> None:
    """CloudFormation makes the new one before the old one goes, and a name is taken as long as the old one has it."""
    from tests.infra.synthesis import synthesized

    before = synthesized(tmp_path / "1", budget_usd_a_day=5, alarm_email="one@example.com")["Resources"]
    topic = "arn:aws:sns:us-east-1:123456789012:ours"
    for at, told in enumerate(({"alarm_email": "two@example.com"}, {"alarm_topic": topic}), start=2):
        after = synthesized(tmp_path / str(at), budget_usd_a_day=9, **told)["Resources"]
        both = [(before[name], after[name]) for name in before.keys() & after.keys()]
        assert "AWS::Budgets::Budget" in [old["Type"] for old, _ in both]
        assert [old["Type"] for old, new in both if _replaced(old, new) and _named(new)] == []


def _replaced(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    return any(_at(old, path) != _at(new, path) for path in _unchangeable(old["Type"]))


def _named(one: Mapping[str, Any]) -> bool:
    return any(path.endswith("Name") and _at(one, path) for path in _unchangeable(one["Type"]))


def _at(one: Mapping[str, Any], path: str) -> Any:
    found: Any = one.get("Properties", {})
    for part in path.split("/")[2:]:
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


def _unchangeable(kind: str) -> list[str]:
    """What CloudFormation changes by a replacement only, as paths of the type's schema."""
    from cfnlint.schema.manager import PROVIDER_SCHEMA_MANAGER

    if kind.startswith("Custom::"):
        return []
    schema = PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", kind).schema
    return [*schema.get("createOnlyProperties", ()), *schema.get("conditionalCreateOnlyProperties", ())]
