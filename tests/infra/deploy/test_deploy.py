"""What is looked at before a deployment and done after it, against moto's account."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError

from infra.deploy.account import stack_name
from infra.deploy.after import protected
from infra.deploy.preflight import BOOTSTRAP, STUCK, fixed_names, notes, refused, trouble
from infra.deploy.restore import command, restored
from tests.infra.deploy.moto_account import PREFIX, client, code

TEMPLATE: dict[str, Any] = {
    "Resources": {
        "Table": {
            "Type": "AWS::DynamoDB::Table",
            "DeletionPolicy": "RetainExceptOnCreate",
            "Properties": {"TableName": PREFIX},
        },
        "Bus": {"Type": "AWS::Events::EventBus", "Properties": {"Name": PREFIX}},
        "Machine": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"StateMachineName": "candor-turn"}},
        "Log": {"Type": "AWS::Logs::LogGroup", "Properties": {"LogGroupName": "/aws/lambda/candor-api"}},
        "Role": {"Type": "AWS::IAM::Role", "Properties": {"RoleName": "candor-data"}},
        "Other": {"Type": "AWS::IAM::Role", "Properties": {}},
        "Function": {"Type": "AWS::Lambda::Function", "Properties": {"FunctionName": "candor-api"}},
    }
}


def not_here(**_: str) -> None:
    """What Lambda says of a layer that this region does not have, or not to everybody."""
    raise ClientError({"Error": {"Code": "AccessDeniedException", "Message": ""}}, "GetLayerVersion")


def told(concurrency: int = 1000, template: dict[str, Any] = TEMPLATE) -> list[str]:
    """What stands in the way; moto knows no limits of an account."""

    def limited(service: str) -> Any:
        made = client(service)
        if service == "lambda":
            limit = {"ConcurrentExecutions": concurrency, "UnreservedConcurrentExecutions": concurrency}
            made.get_account_settings = lambda: {"AccountLimit": limit}
            made.get_layer_version_by_arn = not_here
        return made

    return list(trouble(template, PREFIX, limited))


def make_table(name: str = PREFIX) -> None:
    client("dynamodb").create_table(
        TableName=name,
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )


def test_a_layer_of_another_account_must_be_there_in_this_region() -> None:
    arn = {"Fn::Join": ["", ["arn:aws:lambda:", {"Ref": "AWS::Region"}, ":753240598075:layer:Adapter:26"]]}
    function = {"Type": "AWS::Lambda::Function", "Properties": {"Layers": [arn]}}
    (sentence,) = told(template={"Resources": {"Stream": function}})
    assert sentence.startswith("The layer 753240598075:layer:Adapter:26 is not available in us-east-1.")


def test_a_deployment_begins_where_only_the_bootstrapping_was_done() -> None:
    assert told() == []


def test_an_account_that_is_not_bootstrapped_is_told_to_be() -> None:
    client("ssm").delete_parameter(Name=BOOTSTRAP)
    assert told() == ["This account and region are not bootstrapped for the CDK. Run `make bootstrap`."]


def test_every_name_that_is_taken_is_told_before_anything_is_touched() -> None:
    make_table()
    client("events").create_event_bus(Name=PREFIX)
    client("logs").create_log_group(logGroupName="/aws/lambda/candor-api")
    client("logs").create_log_group(logGroupName="/aws/lambda/candor-api-of-somebody-else")
    trust = json.dumps({"Version": "2012-10-17", "Statement": []})
    client("iam").create_role(RoleName="candor-data", AssumeRolePolicyDocument=trust)
    found = told()
    assert len(found) == 4
    for name in ("Table candor ", "EventBus candor ", "LogGroup /aws/lambda/candor-api ", "Role candor-data "):
        assert any(name in line for line in found), name


def joined(*parts: object) -> dict[str, Any]:
    return {"Fn::Join": ["", list(parts)]}


def test_a_login_page_whose_address_is_taken_is_told() -> None:
    domain = joined("candor-", {"Ref": "AWS::AccountId"})
    template = {"Resources": {"Login": {"Type": "AWS::Cognito::UserPoolDomain", "Properties": {"Domain": domain}}}}
    assert told(template=template) == []
    pool = client("cognito-idp").create_user_pool(PoolName="somebody-else's")["UserPool"]["Id"]
    client("cognito-idp").create_user_pool_domain(Domain="candor-123456789012", UserPoolId=pool)
    (sentence,) = told(template=template)
    assert sentence.startswith("AWS::Cognito::UserPoolDomain candor-123456789012 exists already")


def test_a_name_of_the_console_that_an_account_has_in_all_regions_is_told_where_it_is_taken() -> None:
    config = {
        "Name": joined("candor-", {"Ref": "AWS::Region"}),
        "OriginAccessControlOriginType": "s3",
        "SigningBehavior": "always",
        "SigningProtocol": "sigv4",
    }
    access = {"Type": "AWS::CloudFront::OriginAccessControl", "Properties": {"OriginAccessControlConfig": config}}
    template = {"Resources": {"Access": access}}
    assert told(template=template) == []
    client("cloudfront").create_origin_access_control(OriginAccessControlConfig={**config, "Name": "candor-us-east-1"})
    (sentence,) = told(template=template)
    assert "OriginAccessControl candor-us-east-1 exists already" in sentence


def test_alarms_and_dashboards_of_that_name_are_told() -> None:
    alarm = {"Type": "AWS::CloudWatch::Alarm", "Properties": {"AlarmName": "candor-late"}}
    board = {"Type": "AWS::CloudWatch::Dashboard", "Properties": {"DashboardName": "candor"}}
    template = {"Resources": {"Late": alarm, "Board": board}}
    assert told(template=template) == []
    client("cloudwatch").put_metric_alarm(
        AlarmName="candor-late", ComparisonOperator="GreaterThanThreshold", EvaluationPeriods=1, MetricName="Late",
        Namespace="Candor", Period=300, Statistic="Sum", Threshold=0,
    )  # fmt: skip
    client("cloudwatch").put_dashboard(DashboardName="candor", DashboardBody=json.dumps({"widgets": []}))
    assert len(told(template=template)) == 2


def test_a_name_that_another_resource_decides_is_not_looked_for() -> None:
    domain = joined("candor-", {"Ref": "Pool"})
    template = {"Resources": {"Login": {"Type": "AWS::Cognito::UserPoolDomain", "Properties": {"Domain": domain}}}}
    assert list(fixed_names(template, {"AWS::AccountId": "123456789012"})) == []


KEYS = {
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
    "BillingMode": "PAY_PER_REQUEST",
}


def deployed(**resources: dict[str, Any]) -> None:
    """A stack that is there."""
    body = json.dumps({"Resources": {"Topic": {"Type": "AWS::SNS::Topic"}, **resources}})
    client("cloudformation").create_stack(StackName=PREFIX, TemplateBody=body)


def test_a_stack_that_is_there_has_its_names_itself() -> None:
    table = TEMPLATE["Resources"]["Table"]
    deployed(Table={**table, "Properties": {**table["Properties"], **KEYS}}, Bus=TEMPLATE["Resources"]["Bus"])
    assert told() == []


def test_a_name_that_a_stack_does_not_have_yet_must_be_free_too() -> None:
    deployed()
    client("events").create_event_bus(Name=PREFIX)
    assert [line for line in told() if "EventBus candor exists already" in line]


def test_a_stack_that_works_with_a_restored_table_is_not_given_another_one_by_a_forgotten_option() -> None:
    restored_table = {"Variables": {"CANDOR_TABLE": "candor-20261122100000"}}
    trust = json.dumps({"Version": "2012-10-17", "Statement": []})
    role = client("iam").create_role(RoleName="any", AssumeRolePolicyDocument=trust)["Role"]["Arn"]
    deployed()
    client("lambda").create_function(
        FunctionName="candor-api", Runtime="python3.13", Role=role, Handler="code.handler",
        Code={"ZipFile": code(0)}, Environment=restored_table,
    )  # fmt: skip
    (line,) = [line for line in told() if "-c table=" in line]
    assert "works with the table candor-20261122100000" in line


def test_a_table_that_was_left_without_a_stack_is_not_advised_away() -> None:
    client("dynamodb").create_table(
        TableName=PREFIX, **KEYS, StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    )  # type: ignore[call-overload]
    stream = client("dynamodb").describe_table(TableName=PREFIX)["Table"]["LatestStreamArn"]
    (line,) = told()
    assert f"-c table=candor -c table_stream={stream}" in line
    assert "remove it" not in line


@pytest.mark.parametrize("status", STUCK)
def test_a_stack_that_is_stuck_is_told_what_loses_nothing(status: str) -> None:
    deployed()

    def stuck(service: str) -> Any:
        made = client(service)
        if service == "cloudformation":
            made.describe_stacks = lambda **_: {"Stacks": [{"StackStatus": status}]}
        return made

    line = next(line for line in trouble({"Resources": {}}, PREFIX, stuck) if status in line)
    if status == "UPDATE_ROLLBACK_FAILED":
        assert "continue-update-rollback --stack-name candor" in line
        assert "Don't delete it" in line
    else:
        assert "then deploy again" in line


def test_a_new_account_with_room_for_ten_functions_is_told_what_to_ask_for() -> None:
    (line,) = told(concurrency=10)
    assert "at most 10 functions at once" in line
    assert "Service Quotas" in line


def test_what_cannot_be_reserved_is_told() -> None:
    query = {"Type": "AWS::Lambda::Function", "Properties": {"FunctionName": "q", "ReservedConcurrentExecutions": 950}}
    (line,) = told(template={"Resources": {"Query": query}})
    assert "reserved=0" in line


def test_names_that_the_stack_makes_up_are_not_looked_for() -> None:
    assert len(list(fixed_names(TEMPLATE))) == len(TEMPLATE["Resources"]) - 1


def test_what_changes_for_the_whole_account_is_said() -> None:
    assert list(notes(client)) == []


def test_the_topic_of_alarms_is_told_where_it_is_taken() -> None:
    template = {"Resources": {"Topic": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": "candor-alarms"}}}}
    assert told(template=template) == []
    client("sns").create_topic(Name="candor-alarms")
    (sentence,) = told(template=template)
    assert "Topic candor-alarms exists already" in sentence


def test_a_right_that_is_missing_is_named_with_the_call_that_needs_it() -> None:
    said = "User: me is not authorized to perform: dynamodb:DescribeTable"
    denied = ClientError({"Error": {"Code": "AccessDeniedException", "Message": said}}, "DescribeTable")
    assert "may not call DescribeTable" in refused(denied)
    assert said in refused(denied)
    expired = ClientError({"Error": {"Code": "ExpiredToken", "Message": "The token has expired."}}, "GetParameter")
    assert "GetParameter was refused (ExpiredToken). The token has expired." in refused(expired)


def test_a_deployment_is_known_by_the_prefix_that_the_cdk_wrote_wherever_it_was_chosen(tmp_path: Path) -> None:
    properties = {"templateFile": "Candor.template.json", "stackName": "other"}
    artifacts = {"Candor.assets": {"properties": {"file": "x"}}, "Candor": {"properties": properties}}
    (tmp_path / "manifest.json").write_text(json.dumps({"artifacts": artifacts}))
    assert stack_name(tmp_path / "Candor.template.json") == "other"


def test_tables_that_outlive_the_stack_are_protected_and_no_others() -> None:
    make_table()
    table = client("dynamodb")
    assert protected(TEMPLATE, client) == {PREFIX: True}
    assert table.describe_table(TableName=PREFIX)["Table"]["DeletionProtectionEnabled"] is True
    assert protected(TEMPLATE, client) == {}
    going = {"Resources": {"Table": {**TEMPLATE["Resources"]["Table"], "DeletionPolicy": "Delete"}}}
    assert protected(going, client) == {PREFIX: False}
    assert table.describe_table(TableName=PREFIX)["Table"]["DeletionProtectionEnabled"] is False


def test_a_restored_table_has_what_the_stack_needs_of_it() -> None:
    make_table()
    client("dynamodb").put_item(TableName=PREFIX, Item={"pk": {"S": "TURN#1"}})
    client("dynamodb").update_continuous_backups(
        TableName=PREFIX, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True}
    )
    name, stream = restored(PREFIX, datetime(2026, 11, 22, 10, tzinfo=UTC), client)
    assert name == "candor-20261122100000"
    table = client("dynamodb").describe_table(TableName=name)["Table"]
    assert table["StreamSpecification"] == {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    assert (stream, table["DeletionProtectionEnabled"]) == (table["LatestStreamArn"], True)
    assert "-c canary=false" in command(name, stream)  # else nine tenths of calls would use the other one a while
    expiry = client("dynamodb").describe_time_to_live(TableName=name)["TimeToLiveDescription"]
    assert expiry["AttributeName"] == "expires"
