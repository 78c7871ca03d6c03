"""Each documented way in which a deployment fails, or leads to something that nobody can use, is ruled out."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from infra.deploy.preflight import NAMED, SHARED_NAMES, fixed_names, text_of
from infra.docs.costs import WARMED
from infra.stack.imports import ROOT
from shared.turn.smoke import IN_A_SHIFT

pytestmark = pytest.mark.synth
OfType = Callable[[str], dict[str, dict[str, Any]]]


def _properties(of_type: OfType, kind: str) -> list[Mapping[str, Any]]:
    return [one["Properties"] for one in of_type(kind).values()]


def test_a_person_signs_in_at_a_page_by_code_and_pkce_and_gets_a_token_that_the_door_takes(of_type: OfType) -> None:
    (client,) = _properties(of_type, "Cognito::UserPoolClient")
    assert client["AllowedOAuthFlows"] == ["code"]
    assert client["AllowedOAuthFlowsUserPoolClient"] is True
    assert client["GenerateSecret"] is False  # what a person runs keeps no secret: PKCE takes its place
    assert client["CallbackURLs"][0] == "http://localhost:8765/"
    scopes = {
        scope for one in _properties(of_type, "ApiGateway::Method") for scope in one.get("AuthorizationScopes", [])
    }
    assert scopes <= set(client["AllowedOAuthScopes"])
    (domain,) = _properties(of_type, "Cognito::UserPoolDomain")
    assert domain["ManagedLoginVersion"] == 2
    assert {"Ref": "AWS::AccountId"} in domain["Domain"]["Fn::Join"][1]  # its name is one for all accounts of a region
    (pool,) = _properties(of_type, "Cognito::UserPool")
    assert pool["UserPoolTier"] == "ESSENTIALS"


def test_the_stack_says_by_which_command_a_person_signs_in(template: Mapping[str, Any]) -> None:
    said = template["Outputs"]["LoginCommand"]["Value"]["Fn::Join"][1]
    told = "".join(one if isinstance(one, str) else "…" for one in said)
    assert re.fullmatch(r"candor login --url https://\S+/ --page https://\S+ --client \S+", told)
    (client,) = [name for name, one in template["Resources"].items() if one["Type"] == "AWS::Cognito::UserPoolClient"]
    assert {"Ref": client} in said


def test_the_login_page_has_a_style_without_which_it_is_not_shown(of_type: OfType) -> None:
    (branding,) = of_type("Cognito::ManagedLoginBranding").values()
    assert branding["Properties"]["UseCognitoProvidedValues"] is True
    assert set(of_type("Cognito::UserPoolDomain")) <= set(branding["DependsOn"])


def test_a_browser_may_send_its_form_to_the_bucket(of_type: OfType) -> None:
    (rule,) = [
        rule
        for one in _properties(of_type, "S3::Bucket")
        for rule in one.get("CorsConfiguration", {}).get("CorsRules", [])
    ]
    assert (rule["AllowedMethods"], rule["AllowedOrigins"]) == (["POST"], ["*"])


def test_a_first_deployment_that_fails_leaves_nothing_that_the_second_would_collide_with(
    template: Mapping[str, Any],
) -> None:
    data = ("AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::Cognito::UserPool")
    kept = [one for one in template["Resources"].values() if one["Type"] in data]
    assert {one["DeletionPolicy"] for one in kept} == {"RetainExceptOnCreate"}
    assert not [one for one in kept if one["Properties"].get("DeletionProtectionEnabled")]
    assert not [one for one in kept if one["Properties"].get("DeletionProtection") == "ACTIVE"]
    names = {name for kind, name in fixed_names(template) if kind in NAMED}
    retained = [one for one in template["Resources"].values() if one.get("DeletionPolicy") == "Retain"]
    assert not names & {
        str(value) for one in retained for value in one["Properties"].values() if isinstance(value, str)
    }


def test_every_fixed_name_is_one_that_is_looked_up_before_anything_is_touched(template: Mapping[str, Any]) -> None:
    for one in template["Resources"].values():
        known = {kind: named for kind, (named, _) in NAMED.items()} | dict(SHARED_NAMES)
        assert set(_names(one.get("Properties", {}))) <= {known.get(one["Type"])}, one["Type"]


HERE = {"AWS::Region": "eu-west-1", "AWS::AccountId": "123456789012", "AWS::Partition": "aws"}
NAMES = re.compile(r"(?!Metric)(?:.*Name|Domain)$")


def _names(properties: Mapping[str, Any], place: str = "") -> Iterator[str]:
    """Where a resource is given a name of its own: texts, and what is joined of them, the account and the region."""
    for key, value in properties.items():
        if NAMES.match(key) and str(text_of(value, HERE)).startswith(("candor", "/aws")):
            yield place + key
        elif isinstance(value, dict) and key.endswith("Config"):
            yield from _names(value, f"{place}{key}.")


def test_a_new_version_takes_a_part_of_the_calls_first_and_goes_back_where_an_alarm_goes_off(
    of_type: OfType, template: Mapping[str, Any]
) -> None:
    from infra.stack.canaries import WATCHED  # needs the CDK, which only this test's environment has

    alarms = {one["AlarmName"] for one in _properties(of_type, "CloudWatch::Alarm")}
    groups = _properties(of_type, "CodeDeploy::DeploymentGroup")
    for group in groups:
        assert "CANARY_10_PERCENT_5_MINUTES" in str(
            group["DeploymentConfigName"]
        ).upper() or "Canary10Percent5Minutes" in str(group)
        assert {one["Name"] for one in group["AlarmConfiguration"]["Alarms"]} == {f"candor-{name}" for name in WATCHED}
        assert group["AlarmConfiguration"]["IgnorePollAlarmFailure"] is True
        assert "DEPLOYMENT_STOP_ON_ALARM" in group["AutoRollbackConfiguration"]["Events"]
    assert {f"candor-{name}" for name in WATCHED} <= alarms
    aliases = of_type("Lambda::Alias").values()
    assert len(groups) == len(aliases)
    assert all("CodeDeployLambdaAliasUpdate" in one["UpdatePolicy"] for one in aliases)


def test_what_a_rollback_goes_back_to_is_kept_but_no_version_of_a_deployment_that_failed(of_type: OfType) -> None:
    """Lambda makes no second version of the same code: one that was left would stop the deployment that repeats it."""
    versions = of_type("Lambda::Version").values()
    assert {(one["DeletionPolicy"], one["UpdateReplacePolicy"]) for one in versions} == {
        ("RetainExceptOnCreate", "Retain")
    }


MOST_RESOURCES = 500
"""That CloudFormation takes in one stack."""
AN_AGENT = "agentrisk"
OF_TEN_AGENTS, OF_OPTIONS = 2, 8
"""Alarms that look at ten functions each; what options add."""


def test_the_stack_has_room_for_ten_agents_more(template: Mapping[str, Any]) -> None:
    of_one = [name for name in template["Resources"] if AN_AGENT in name.lower()]
    assert len(of_one) > 5
    assert len(template["Resources"]) + 10 * len(of_one) + OF_TEN_AGENTS + OF_OPTIONS <= MOST_RESOURCES


def test_schedules_share_a_role_that_may_call_what_they_call_and_nothing_else(of_type: OfType) -> None:
    schedules = _properties(of_type, "Scheduler::Schedule")
    (role,) = {one["Target"]["RoleArn"]["Fn::GetAtt"][0] for one in schedules}
    (policy,) = [one for one in _properties(of_type, "IAM::Policy") if {"Ref": role} in one["Roles"]]
    allowed = policy["PolicyDocument"]["Statement"]
    called = {resource["Ref"] for one in allowed if one["Action"] == "lambda:InvokeFunction" for resource in _list(one)}
    assert called == {one["Target"]["Arn"]["Ref"] for one in schedules}
    assert {one["Action"] for one in allowed} == {"lambda:InvokeFunction", "sqs:SendMessage"}
    (trust,) = of_type("IAM::Role")[role]["Properties"]["AssumeRolePolicyDocument"]["Statement"]
    assert trust["Condition"]["StringEquals"]["aws:SourceAccount"] == {"Ref": "AWS::AccountId"}


def _list(statement: Mapping[str, Any]) -> list[Any]:
    resources = statement["Resource"]
    return resources if isinstance(resources, list) else [resources]


def test_every_alarm_tells_somebody(of_type: OfType) -> None:
    ((topic, _),) = of_type("SNS::Topic").items()
    assert all(one["AlarmActions"] == [{"Ref": topic}] for one in _properties(of_type, "CloudWatch::Alarm"))
    (policy,) = _properties(of_type, "SNS::TopicPolicy")
    assert "cloudwatch.amazonaws.com" in str(policy)


def test_alarms_and_budgets_of_other_accounts_tell_nobody_here(of_type: OfType) -> None:
    (policy,) = _properties(of_type, "SNS::TopicPolicy")
    allowed = [one for one in policy["PolicyDocument"]["Statement"] if one["Effect"] == "Allow"]
    assert {one["Principal"]["Service"] for one in allowed} == {"cloudwatch.amazonaws.com", "budgets.amazonaws.com"}
    for one in allowed:
        assert one["Condition"] == {"StringEquals": {"aws:SourceAccount": {"Ref": "AWS::AccountId"}}}


def test_a_question_that_its_user_takes_back_rings_no_alarm(of_type: OfType) -> None:
    """It stops its execution; and what rings an alarm takes a new version back."""
    failed = [one for one in _properties(of_type, "CloudWatch::Alarm") if one["AlarmName"].endswith("-failed")]
    assert {one["AlarmName"] for one in failed} == {"candor-turn-failed", "candor-ingest-failed"}
    for alarm in failed:
        looked_at = {one["MetricStat"]["Metric"]["MetricName"] for one in alarm["Metrics"] if "MetricStat" in one}
        assert looked_at == {"ExecutionsFailed", "ExecutionsTimedOut"}


def test_errors_of_all_functions_are_watched_together(of_type: OfType) -> None:
    alarms = [one for one in _properties(of_type, "CloudWatch::Alarm") if "-errors-" in one["AlarmName"]]
    looked_at = [
        metric["MetricStat"]["Metric"] for one in alarms for metric in one["Metrics"] if "MetricStat" in metric
    ]
    assert {metric["MetricName"] for metric in looked_at} == {"Errors"}
    functions = {one["Value"]["Ref"] for metric in looked_at for one in metric["Dimensions"]}
    assert functions == set(of_type("Lambda::Function"))


@pytest.mark.parametrize(
    "context",
    [
        {"model": "bedrock", "bedrock_model_id": "a", "model_arns": "arn:aws:bedrock:::a"},
        {"anthropic_secret": "candor/anthropic"},
    ],
    ids=str,
)
def test_where_a_model_is_to_answer_an_alarm_tells_that_none_did(context: dict[str, str], tmp_path: Any) -> None:
    from tests.infra.synthesis import synthesized

    resources = synthesized(tmp_path, **context)["Resources"].values()
    alarms = [one["Properties"] for one in resources if one["Type"] == "AWS::CloudWatch::Alarm"]
    (alarm,) = [one for one in alarms if one["AlarmName"] == "candor-without-model"]
    assert "WithoutModel" in str(alarm)
    assert "`without-model`" in (ROOT / "docs" / "operations.md").read_text()


def test_whoever_runs_it_hears_that_the_daily_limit_is_reached_where_there_is_one(
    tmp_path: Any, template: Mapping[str, Any]
) -> None:
    from tests.infra.synthesis import synthesized

    alarms = [
        one["Properties"]
        for one in synthesized(tmp_path, settings='{"usd_per_day": 5}')["Resources"].values()
        if one["Type"] == "AWS::CloudWatch::Alarm"
    ]
    (alarm,) = [one for one in alarms if one["AlarmName"] == "candor-spend-limit"]
    assert "SpendLimitReached" in str(alarm)
    assert alarm["Threshold"] == 0
    assert "candor-spend-limit" not in str(template)
    assert "`spend-limit`" in (ROOT / "docs" / "operations.md").read_text()


def test_where_no_model_is_to_answer_nobody_is_told_that_none_did(of_type: OfType) -> None:
    assert "candor-without-model" not in {one["AlarmName"] for one in _properties(of_type, "CloudWatch::Alarm")}


def test_a_new_version_that_answers_wrong_or_takes_no_file_in_goes_back() -> None:
    from infra.stack.canaries import WATCHED

    assert {"smoke", "ingest-failed", "turn-failed", "api-5xx", "rescued"} <= set(WATCHED)


def test_while_a_new_version_takes_calls_it_is_asked_each_minute_and_an_alarm_of_a_minute_hears_it(
    of_type: OfType,
) -> None:
    from infra.stack.canaries import WATCHED

    schedules = [
        one
        for one in _properties(of_type, "Scheduler::Schedule")
        if json.loads(one["Target"].get("Input", "{}")) == IN_A_SHIFT
    ]
    (schedule,) = schedules
    assert schedule["ScheduleExpression"] == "rate(1 minute)"
    assert "smoke" in str(schedule["Target"]["Arn"])
    (alarm,) = [one for one in _properties(of_type, "CloudWatch::Alarm") if one["AlarmName"] == "candor-smoke"]
    assert (alarm["MetricName"], alarm["Period"], alarm["EvaluationPeriods"]) == ("Errors", 60, 1)
    assert "smoke" in WATCHED
    tries = [
        one["MaximumRetryAttempts"]
        for one in _properties(of_type, "Lambda::EventInvokeConfig")
        if "smoke" in str(one["FunctionName"])
    ]
    assert tries == [0]


def test_without_a_canary_nobody_looks_for_one(tmp_path: Any) -> None:
    from tests.infra.synthesis import synthesized

    assert "while a new version takes calls" not in str(synthesized(tmp_path, canary="false"))


def test_what_a_question_waits_for_is_kept_warm(of_type: OfType) -> None:
    warmed = [
        one["Target"]
        for one in _properties(of_type, "Scheduler::Schedule")
        if '"warm"' in str(one["Target"].get("Input"))
    ]
    agents = [one for one in _properties(of_type, "Lambda::Function") if "-agent-" in str(one["FunctionName"])]
    assert len(warmed) == WARMED + len(agents)


def test_queries_may_have_the_memory_that_their_function_has(of_type: OfType) -> None:
    (query,) = [one for one in _properties(of_type, "Lambda::Function") if one["FunctionName"] == "candor-query"]
    told = int(query["Environment"]["Variables"]["CANDOR_QUERY_MEMORY_MB"])
    assert query["MemorySize"] / 2 < told < query["MemorySize"]


def test_no_key_is_in_the_template(template: Mapping[str, Any]) -> None:
    assert "ANTHROPIC_API_KEY" not in str(template)


def test_options_restore_budget_people_and_principals(tmp_path: Any) -> None:
    from tests.infra.synthesis import synthesized

    stream = "arn:aws:dynamodb:us-east-1:1:table/old/stream/1"
    found = synthesized(
        tmp_path,
        table="candor-20261122100000",
        table_stream=stream,
        budget_usd_a_day=5,
        alarm_email="somebody@example.com",
        settings='{"principals": {"nightly": "user-1"}}',
        streams=40,
        principal_roles='{"nightly": "arn:aws:iam::1:role/nightly"}',
        canary="false",
        warm="false",
    )
    resources = list(found["Resources"].values())
    assert not [one for one in resources if one["Type"] in ("AWS::DynamoDB::Table", "AWS::CodeDeploy::DeploymentGroup")]
    streams = [
        one["Properties"]["EventSourceArn"] for one in resources if one["Type"] == "AWS::Lambda::EventSourceMapping"
    ]
    assert stream in streams
    functions = [one["Properties"] for one in resources if one["Type"] == "AWS::Lambda::Function"]
    kept = {one["FunctionName"]: one.get("ReservedConcurrentExecutions") for one in functions if "FunctionName" in one}
    assert {name: most for name, most in kept.items() if most} == {"candor-stream": 40}
    tables = {one["Environment"]["Variables"].get("CANDOR_TABLE") for one in functions if one.get("Environment")}
    assert tables - {None} == {"candor-20261122100000"}
    (budget,) = [one for one in resources if one["Type"] == "AWS::Budgets::Budget"]
    assert budget["Properties"]["Budget"]["TimeUnit"] == "DAILY"
    (subscription,) = [one["Properties"] for one in resources if one["Type"] == "AWS::SNS::Subscription"]
    assert subscription["Endpoint"] == "somebody@example.com"
    (only,) = [one["Properties"]["Statement"] for one in resources if one["Type"] == "AWS::Events::EventBusPolicy"]
    assert only["Effect"] == "Deny"
    assert only["Condition"]["ArnNotEquals"] == {"aws:PrincipalArn": "arn:aws:iam::1:role/nightly"}
    # one call puts events of several sources: a condition without a set would not be met by them, and nothing denied
    assert only["Condition"]["ForAnyValue:StringEquals"] == {"events:source": "nightly"}
    (rule,) = [
        one["Properties"] for one in resources if "QuestionAsked" in str(one.get("Properties", {}).get("EventPattern"))
    ]
    assert rule["EventPattern"]["source"] == ["nightly"]
