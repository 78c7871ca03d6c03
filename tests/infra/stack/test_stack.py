"""The synthesized stack, read as CloudFormation and compared with the registry and with what the local cloud runs."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from functions.registry import all_agents, all_functions, all_phases
from infra.docs.costs import alarm_metrics
from infra.local.shape import table_shape
from infra.stack.bundling import PYTHONS
from infra.stack.grants import partitions
from infra.stack.imports import ROOT
from infra.workflow.definition import FINISH_FILTERS, definition
from shared.contracts import ANNOUNCEMENTS
from shared.http.errors import ErrorBody
from shared.settings import Settings
from shared.turn.figures import OF_CONSULTATIONS
from shared.webhooks.deliver import BACKOFF

pytestmark = pytest.mark.synth

Resources = dict[str, dict[str, Any]]
OfType = Callable[[str], Resources]
FUNCTIONS = all_functions()
ALARM_NUMBER = re.compile(r"-\d+$")
KNOW_NO_RESOURCE = ("logs:", "xray:")
"""Services with actions that can't be limited to a resource; which of them are used is checked where they are."""


@pytest.mark.parametrize("name", ["turn", "ingest"])
def test_the_deployed_definition_is_the_one_that_the_local_cloud_runs(name: str, of_type: OfType) -> None:
    machines = {one["Properties"]["StateMachineName"]: one["Properties"] for one in _all(of_type, _MACHINE)}
    deployed = json.loads(machines[f"candor-{name}"]["DefinitionString"])
    assert deployed == definition(name, prefix="candor", table="candor")
    assert machines[f"candor-{name}"]["StateMachineType"] == "STANDARD"
    assert machines[f"candor-{name}"]["LoggingConfiguration"]["IncludeExecutionData"] is False


def test_the_table_is_the_one_that_the_local_cloud_makes(of_type: OfType) -> None:
    (table,) = _all(of_type, "DynamoDB::Table")
    properties, shape = table["Properties"], table_shape("candor")
    for same in ("TableName", "KeySchema", "BillingMode", "GlobalSecondaryIndexes"):
        assert properties[same] == shape[same], same
    assert {one["AttributeName"] for one in properties["AttributeDefinitions"]} == {
        one["AttributeName"] for one in shape["AttributeDefinitions"]
    }
    assert properties["StreamSpecification"]["StreamViewType"] == shape["StreamSpecification"]["StreamViewType"]
    assert properties["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert properties["TimeToLiveSpecification"] == {"AttributeName": "expires", "Enabled": True}
    assert table["DeletionPolicy"] == "RetainExceptOnCreate"


def test_every_function_of_the_registry_is_there_once_as_declared(of_type: OfType) -> None:
    deployed = {one["Properties"]["FunctionName"]: one["Properties"] for one in _all(of_type, "Lambda::Function")}
    assert set(deployed) == {f"candor-{name}" for name in FUNCTIONS}
    for name, function in FUNCTIONS.items():
        properties = deployed[f"candor-{name}"]
        assert properties["Handler"] == (function.script or f"{function.module}.handler")
        assert (properties["Timeout"], properties["MemorySize"]) == (function.seconds, function.memory_mb)
        assert properties["Runtime"] in {f"python{version}" for version in PYTHONS}
        assert properties["Architectures"] == ["arm64"]


def test_every_function_has_one_version_behind_its_live_alias(of_type: OfType) -> None:
    functions, versions = of_type("Lambda::Function"), of_type("Lambda::Version")
    aliases = _all(of_type, "Lambda::Alias")
    assert {one["Properties"]["Name"] for one in aliases} == {"live"}
    assert sorted(one["Properties"]["FunctionName"]["Ref"] for one in aliases) == sorted(functions)
    for alias in aliases:
        version = versions[alias["Properties"]["FunctionVersion"]["Fn::GetAtt"][0]]
        assert version["Properties"]["FunctionName"] == alias["Properties"]["FunctionName"]


def test_every_log_is_kept_for_a_time(of_type: OfType) -> None:
    assert all(one["Properties"]["RetentionInDays"] == 30 for one in _all(of_type, "Logs::LogGroup"))


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
        one for one in _all(of_type, "Lambda::Function") if one["Properties"]["FunctionName"].endswith(f"candor-{name}")
    ]
    actions = {
        action for one in _statements_of(function["Properties"]["Role"], template) for action in _list(one["Action"])
    }
    services = {action.split(":")[0] for action in actions} - {"logs"}
    assert services <= set().union(*(SERVICES[use] for use in FUNCTIONS[name].uses), TRIGGERED.get(name, set()))


SERVICES: dict[str, set[str]] = {
    "turns": {"dynamodb", "s3"},
    "turns:delete": {"dynamodb", "s3"},
    "deployment:write": {"dynamodb"},
    "datasets": {"dynamodb", "s3"},
    "datasets:read": {"s3"},
    "datasets:lent": set(),
    "datasets:delete": {"dynamodb", "s3"},
    "uploads:read": {"s3"},
    "uploads:write": {"s3"},
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


def test_finish_hears_what_it_hears_locally_and_outlasts_an_outage_of_hours(of_type: OfType) -> None:
    (mapping,) = [one["Properties"] for one in _all(of_type, "Lambda::EventSourceMapping") if _is_stream(one)]
    filters = [json.loads(one["Pattern"]) for one in mapping["FilterCriteria"]["Filters"]]
    assert filters == list(FINISH_FILTERS)
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert mapping["BisectBatchOnFunctionError"] is True
    assert mapping["ParallelizationFactor"] == 10
    assert mapping["MaximumRetryAttempts"] == 10_000
    assert mapping["MaximumRecordAgeInSeconds"] == 6 * 3600
    assert mapping["DestinationConfig"]["OnFailure"]["Destination"]


def test_an_execution_that_ended_badly_calls_the_rescuer(of_type: OfType) -> None:
    (rule,) = [one["Properties"] for one in _all(of_type, "Events::Rule") if "aws.states" in str(one)]
    assert rule["EventPattern"]["detail"]["status"] == ["FAILED", "TIMED_OUT", "ABORTED"]
    (target,) = rule["Targets"]
    assert "rescuer" in str(target["Arn"])
    assert target["DeadLetterConfig"]["Arn"]


@pytest.mark.parametrize("name", ["sweeper", "ticklive"])
def test_the_sweeper_and_the_tick_run_each_minute(name: str, of_type: OfType) -> None:
    (schedule,) = [one for one in _all(of_type, "Scheduler::Schedule") if name in str(one["Properties"]["Target"])]
    assert schedule["Properties"]["ScheduleExpression"] == "rate(1 minute)"


def test_every_announcement_reaches_the_queue_of_webhooks_which_tries_as_often_as_it_waits(of_type: OfType) -> None:
    (rule,) = [one["Properties"] for one in _all(of_type, "Events::Rule") if "WatchFired" in str(one)]
    assert rule["EventPattern"] == {"source": ["candor"], "detail-type": list(ANNOUNCEMENTS)}
    tries = [one["Properties"].get("RedrivePolicy", {}).get("maxReceiveCount") for one in _all(of_type, "SQS::Queue")]
    assert sorted(filter(None, tries)) == [5, 5, len(BACKOFF) + 1]


def test_buckets_and_queues_are_encrypted_and_closed(of_type: OfType) -> None:
    for bucket in _all(of_type, "S3::Bucket"):
        assert bucket["Properties"]["BucketEncryption"]
        assert set(bucket["Properties"]["PublicAccessBlockConfiguration"].values()) == {True}
    for queue in _all(of_type, "SQS::Queue"):
        assert queue["Properties"]["SqsManagedSseEnabled"] is True


def test_uploads_tell_the_event_bus(of_type: OfType) -> None:
    telling = [one for one in _all(of_type, "S3::Bucket") if "NotificationConfiguration" in one["Properties"]]
    (bucket,) = telling
    configured = bucket["Properties"]["NotificationConfiguration"]["EventBridgeConfiguration"]
    assert configured == {"EventBridgeEnabled": True}


def test_every_dead_letter_queue_has_an_alarm(of_type: OfType) -> None:
    watched = {_queue_of(one["Properties"]) for one in _all(of_type, "CloudWatch::Alarm")} - {None}
    assert watched == {name for name in of_type("SQS::Queue") if "ead" in name}


@pytest.mark.parametrize("flag", ["SnapStart", "ReservedConcurrentExecutions"])
def test_what_not_every_account_has_is_off_unless_asked_for(flag: str, of_type: OfType) -> None:
    assert all(flag not in one["Properties"] for one in _all(of_type, "Lambda::Function"))


def test_the_role_that_is_lent_trusts_only_what_asks_for_queries(of_type: OfType, template: dict[str, Any]) -> None:
    (role,) = [one for one in _all(of_type, "IAM::Role") if one["Properties"].get("RoleName") == "candor-data"]
    (trust,) = role["Properties"]["AssumeRolePolicyDocument"]["Statement"]
    assert "root" in str(trust["Principal"]["AWS"])
    assert "role/candor-*" in str(trust["Condition"]["ArnLike"]["aws:PrincipalArn"])
    lending = {
        name
        for one in _all(of_type, "Lambda::Function")
        if "query" in FUNCTIONS[name := one["Properties"]["FunctionName"].removeprefix("candor-")].uses
    }
    assert lending == {
        one["Properties"]["FunctionName"].removeprefix("candor-")
        for one in _all(of_type, "Lambda::Function")
        if "sts:AssumeRole" in str(list(_statements_of(one["Properties"]["Role"], template)))
    }
    (policy,) = role["Properties"]["Policies"]
    (allowed,) = policy["PolicyDocument"]["Statement"]
    assert allowed["Action"] == "s3:GetObject"
    assert "datasets/*" in str(allowed["Resource"])


def test_the_trust_of_the_role_that_is_lent_grows_with_no_agent(of_type: OfType) -> None:
    (role,) = [one for one in _all(of_type, "IAM::Role") if one["Properties"].get("RoleName") == "candor-data"]
    trust = json.dumps(role["Properties"]["AssumeRolePolicyDocument"])
    assert len(trust) < 1000  # IAM takes 2,048 characters
    assert "agent" not in trust


def test_what_fetches_whole_files_has_room_for_the_largest_and_what_it_becomes(of_type: OfType) -> None:
    sizes = {
        one["Properties"]["FunctionName"].removeprefix("candor-"): one["Properties"].get("EphemeralStorage")
        for one in _all(of_type, "Lambda::Function")
    }
    assert {name for name, size in sizes.items() if size} == {"ingest", "query"}
    for name in ("ingest", "query"):
        assert sizes[name]["Size"] * 2**20 > 2 * Settings().upload_most_bytes


def test_the_door_takes_access_tokens_as_the_documents_say(of_type: OfType) -> None:
    methods = [one["Properties"] for one in _all(of_type, "ApiGateway::Method")]
    protected = [one for one in methods if one["AuthorizationType"] == "COGNITO_USER_POOLS"]
    # without a scope API Gateway takes ID tokens only; a user who signs in with a password has this one
    assert all(one["AuthorizationScopes"] == ["aws.cognito.signin.user.admin"] for one in protected)


def test_the_role_of_query_allows_only_its_log(of_type: OfType, template: dict[str, Any]) -> None:
    (query,) = [one for one in _all(of_type, "Lambda::Function") if one["Properties"]["FunctionName"] == "candor-query"]
    allowed = [
        action for one in _statements_of(query["Properties"]["Role"], template) for action in _list(one["Action"])
    ]
    assert {action.split(":")[0] for action in allowed} == {"logs"}


def test_the_metrics_that_alarms_look_at_are_those_that_costs_count(of_type: OfType) -> None:
    alarms = [one["Properties"] for one in _all(of_type, "CloudWatch::Alarm")]
    looked_at = sum(sum("MetricStat" in one for one in alarm.get("Metrics", [])) or 1 for alarm in alarms)
    assert looked_at == alarm_metrics()


def test_every_alarm_has_its_part_in_the_operations_page(of_type: OfType) -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    names = {one["Properties"]["AlarmName"].removeprefix("candor-") for one in _all(of_type, "CloudWatch::Alarm")}
    assert {"api-5xx", "turn-failed"} <= names
    assert {name for name in names if f"`{ALARM_NUMBER.sub('-N', name)}`" not in page} == set()


def test_the_dashboard_shows_how_consultations_go_and_in_which_phase_they_are_abandoned(of_type: OfType) -> None:
    (dashboard,) = _all(of_type, "CloudWatch::Dashboard")
    body = json.dumps(dashboard["Properties"]["DashboardBody"])
    for name in (*OF_CONSULTATIONS, "ConsultationsAbandoned"):
        assert name in body, name
    for phase in all_phases():
        assert f"phase {phase}" in body, phase


def test_snapstart_tracing_guardrail_and_unprotected_data_are_flags(tmp_path: Any) -> None:
    from conftest import synthesized

    template = synthesized(
        tmp_path,
        snapstart="true",
        tracing="true",
        protected="false",
        anthropic_secret="candor/key",
        reserved="7",
        settings='{"keep_days": 30}',
        bedrock_guardrail_id="g1",
        bedrock_guardrail_version="3",
    )
    functions = [one["Properties"] for one in template["Resources"].values() if one["Type"] == "AWS::Lambda::Function"]
    started = {one["FunctionName"].removeprefix("candor-") for one in functions if "SnapStart" in one}
    assert started == {name for name, function in FUNCTIONS.items() if "model" in function.uses}
    told = {one["FunctionName"].removeprefix("candor-") for one in functions if "CANDOR_ANTHROPIC_SECRET" in str(one)}
    assert told == started
    assert "resolve:secretsmanager" not in str(functions)
    guarded = {
        one["FunctionName"].removeprefix("candor-"): one["Environment"]["Variables"]["CANDOR_BEDROCK_GUARDRAIL_VERSION"]
        for one in functions
        if "CANDOR_BEDROCK_GUARDRAIL_ID" in str(one)
    }
    assert guarded == {"turn": "3", "respond": "3"}
    assert ":guardrail/g1" in str([one for one in template["Resources"].values() if "ApplyGuardrail" in str(one)])
    reserved = {
        one["FunctionName"].removeprefix("candor-"): one["ReservedConcurrentExecutions"]
        for one in functions
        if "ReservedConcurrentExecutions" in one
    }
    assert reserved == {"query": 7}
    assert {one["Environment"]["Variables"]["CANDOR_KEEP_DAYS"] for one in functions if "candor-" in str(one)} == {"30"}
    (table,) = [one for one in template["Resources"].values() if one["Type"] == "AWS::DynamoDB::Table"]
    assert table["DeletionPolicy"] == "Delete"
    machines = [one for one in template["Resources"].values() if one["Type"] == f"AWS::{_MACHINE}"]
    assert all(one["Properties"]["TracingConfiguration"] == {"Enabled": True} for one in machines)


def test_the_gateway_itself_answers_in_the_shape_of_every_error(of_type: OfType) -> None:
    responses = {
        one["Properties"]["ResponseType"]: one["Properties"] for one in _all(of_type, "ApiGateway::GatewayResponse")
    }
    assert set(responses) == {"DEFAULT_4XX", "DEFAULT_5XX", "UNAUTHORIZED"}
    for kind, response in responses.items():
        body = response["ResponseTemplates"]["application/json"].replace("$context.requestId", "some-id")
        assert ErrorBody.model_validate_json(body).error.request_id == "some-id"
        assert ("Idempotency-Key" in body) == (kind == "DEFAULT_5XX")


def test_nothing_of_a_user_is_open(of_type: OfType) -> None:
    methods = [one["Properties"] for one in _all(of_type, "ApiGateway::Method")]
    unprotected = [one for one in methods if one["AuthorizationType"] != "COGNITO_USER_POOLS"]
    assert sorted(one["HttpMethod"] for one in unprotected if one["HttpMethod"] != "OPTIONS") == ["GET"] * 3
    (pool,) = _all(of_type, "Cognito::UserPool")
    assert pool["Properties"]["AdminCreateUserConfig"] == {"AllowAdminCreateUserOnly": True}


def test_the_door_is_regional_throttled_and_behind_a_rate_rule(of_type: OfType) -> None:
    (api,), (stage,) = _all(of_type, "ApiGateway::RestApi"), _all(of_type, "ApiGateway::Stage")
    assert api["Properties"]["EndpointConfiguration"]["Types"] == ["REGIONAL"]
    assert all(one["ThrottlingRateLimit"] > 0 for one in stage["Properties"]["MethodSettings"])
    assert "/*" in [one["ResourcePath"] for one in stage["Properties"]["MethodSettings"]]
    (firewall,) = _all(of_type, "WAFv2::WebACL")
    (rule,) = firewall["Properties"]["Rules"]
    assert rule["Statement"]["RateBasedStatement"]["AggregateKeyType"] == "IP"
    assert "Association" in str(_all(of_type, "WAFv2::WebACLAssociation")[0]["Type"])


def test_the_stage_is_made_once_the_gateway_may_write_logs_which_a_fresh_account_does_not_allow(
    of_type: OfType, template: dict[str, Any]
) -> None:
    ((account, one),) = of_type("ApiGateway::Account").items()
    (stage,) = _all(of_type, "ApiGateway::Stage")
    assert account in _list(stage["DependsOn"])
    assert stage["Properties"]["AccessLogSetting"]["DestinationArn"]
    role = template["Resources"][one["Properties"]["CloudWatchRoleArn"]["Fn::GetAtt"][0]]
    assert "AmazonAPIGatewayPushToCloudWatchLogs" in str(role["Properties"]["ManagedPolicyArns"])
    assert {one["DeletionPolicy"], role["DeletionPolicy"]} == {"Retain"}  # other gateways of the account log by it too


def test_every_function_of_events_and_rescue_is_called_by_something(of_type: OfType) -> None:
    called = str(
        [
            *_all(of_type, "Lambda::EventSourceMapping"),
            *_all(of_type, "Events::Rule"),
            *_all(of_type, "Scheduler::Schedule"),
        ]
    )
    for name, function in FUNCTIONS.items():
        if function.module.split(".")[1] in ("events", "rescue"):
            assert f"Functions{name.replace('_', '')}live" in called, name


_MACHINE = "StepFunctions::StateMachine"


def _all(of_type: OfType, kind: str) -> list[dict[str, Any]]:
    return list(of_type(kind).values())


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _machine(name: str, of_type: OfType) -> dict[str, Any]:
    (machine,) = [one for one in _all(of_type, _MACHINE) if one["Properties"]["StateMachineName"] == name]
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


def _is_stream(mapping: dict[str, Any]) -> bool:
    return "StreamArn" in str(mapping["Properties"]["EventSourceArn"])


def _queue_of(alarm: dict[str, Any]) -> str | None:
    for dimension in alarm.get("Dimensions", []):
        if dimension["Name"] == "QueueName":
            name: str = dimension["Value"]["Fn::GetAtt"][0]
            return name
    return None
