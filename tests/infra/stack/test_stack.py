"""The synthesized stack, read as CloudFormation and compared with the registry and with what the local cloud runs."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from functions.registry import all_functions, all_phases
from infra.docs.costs import alarm_metrics
from infra.local.shape import table_shape
from infra.stack.bundling import PYTHONS
from infra.stack.imports import ROOT
from infra.workflow.definition import definition
from shared.settings import Settings
from shared.turn.telemetry.metrics import METRICS, OF_CONSULTATIONS, REASONS

pytestmark = pytest.mark.synth

Resources = dict[str, dict[str, Any]]

OfType = Callable[[str], Resources]

FUNCTIONS = all_functions()

ALARM_NUMBER = re.compile(r"-\d+$")


@pytest.mark.parametrize("name", ["turn", "ingest"])
def test_the_deployed_definition_is_the_one_that_the_local_cloud_runs(name: str, of_type: OfType) -> None:
    machines = {one["Properties"]["StateMachineName"]: one["Properties"] for one in of_type(_MACHINE).values()}
    deployed = json.loads(machines[f"candor-{name}"]["DefinitionString"])
    assert deployed == definition(name, prefix="candor", table="candor")
    assert machines[f"candor-{name}"]["StateMachineType"] == "STANDARD"
    assert machines[f"candor-{name}"]["LoggingConfiguration"]["IncludeExecutionData"] is False


def test_the_table_is_the_one_that_the_local_cloud_makes(of_type: OfType) -> None:
    (table,) = list(of_type("DynamoDB::Table").values())
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
    deployed = {one["Properties"]["FunctionName"]: one["Properties"] for one in of_type("Lambda::Function").values()}
    assert set(deployed) == {f"candor-{name}" for name in FUNCTIONS}
    for name, function in FUNCTIONS.items():
        properties = deployed[f"candor-{name}"]
        assert properties["Handler"] == (function.script or f"{function.module}.handler")
        assert (properties["Timeout"], properties["MemorySize"]) == (function.seconds, function.memory_mb)
        assert properties["Runtime"] in {f"python{version}" for version in PYTHONS}
        assert properties["Architectures"] == ["arm64"]


def test_every_function_has_one_version_behind_its_live_alias(of_type: OfType) -> None:
    functions, versions = of_type("Lambda::Function"), of_type("Lambda::Version")
    aliases = list(of_type("Lambda::Alias").values())
    assert {one["Properties"]["Name"] for one in aliases} == {"live"}
    assert sorted(one["Properties"]["FunctionName"]["Ref"] for one in aliases) == sorted(functions)
    for alias in aliases:
        version = versions[alias["Properties"]["FunctionVersion"]["Fn::GetAtt"][0]]
        assert version["Properties"]["FunctionName"] == alias["Properties"]["FunctionName"]


def test_every_log_is_kept_for_a_time(of_type: OfType) -> None:
    assert all(one["Properties"]["RetentionInDays"] == 30 for one in of_type("Logs::LogGroup").values())


def test_buckets_and_queues_are_encrypted_and_closed(of_type: OfType) -> None:
    for bucket in of_type("S3::Bucket").values():
        assert bucket["Properties"]["BucketEncryption"]
        assert set(bucket["Properties"]["PublicAccessBlockConfiguration"].values()) == {True}
    for queue in of_type("SQS::Queue").values():
        assert queue["Properties"]["SqsManagedSseEnabled"] is True


def test_every_dead_letter_queue_has_an_alarm(of_type: OfType) -> None:
    watched = {_queue_of(one["Properties"]) for one in of_type("CloudWatch::Alarm").values()} - {None}
    assert watched == {name for name in of_type("SQS::Queue") if "ead" in name}


@pytest.mark.parametrize("flag", ["SnapStart", "ReservedConcurrentExecutions"])
def test_what_not_every_account_has_is_off_unless_asked_for(flag: str, of_type: OfType) -> None:
    assert all(flag not in one["Properties"] for one in of_type("Lambda::Function").values())


def test_what_fetches_whole_files_has_room_for_the_largest_and_what_it_becomes(of_type: OfType) -> None:
    sizes = {
        one["Properties"]["FunctionName"].removeprefix("candor-"): one["Properties"].get("EphemeralStorage")
        for one in of_type("Lambda::Function").values()
    }
    assert {name for name, size in sizes.items() if size} == {"ingest", "query"}
    for name in ("ingest", "query"):
        assert sizes[name]["Size"] * 2**20 > 2 * Settings().upload_most_bytes


def test_the_metrics_that_alarms_look_at_are_those_that_costs_count(of_type: OfType) -> None:
    alarms = [one["Properties"] for one in of_type("CloudWatch::Alarm").values()]
    looked_at = sum(sum("MetricStat" in one for one in alarm.get("Metrics", [])) or 1 for alarm in alarms)
    assert looked_at == alarm_metrics()


def test_every_alarm_has_its_part_in_the_operations_page(of_type: OfType) -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    names = {one["Properties"]["AlarmName"].removeprefix("candor-") for one in of_type("CloudWatch::Alarm").values()}
    assert {"api-5xx", "turn-failed"} <= names
    assert {name for name in names if f"`{ALARM_NUMBER.sub('-N', name)}`" not in page} == set()


def test_the_dashboard_shows_how_consultations_go_and_in_which_phase_they_are_abandoned(of_type: OfType) -> None:
    (dashboard,) = list(of_type("CloudWatch::Dashboard").values())
    body = json.dumps(dashboard["Properties"]["DashboardBody"])
    for name in (*OF_CONSULTATIONS, "ConsultationsAbandoned"):
        assert name in body, name
    assert "Handoffs Maximum" in body
    for phase in all_phases():
        assert f"phase {phase}" in body, phase


PARTS = ("rung", "category", "reason", "phase")
"""What figures of the dashboard are told apart by, beside the deployment."""
MODELS_OWN = {"InputTokens", "OutputTokens"}
"""Told by the price."""


def test_the_dashboard_shows_every_figure_that_a_turn_tells_and_none_that_it_does_not(of_type: OfType) -> None:
    (dashboard,) = list(of_type("CloudWatch::Dashboard").values())
    series = re.findall(r'\["Candor","(\w+)"((?:,"\w+","\w+")+)', _text(dashboard))
    assert (set(METRICS) - MODELS_OWN) | set(OF_CONSULTATIONS) == {name for name, _ in series}
    by = {pair for _, parts in series for pair in re.findall(r'"(\w+)","(\w+)"', parts)}
    assert {part for part, _ in by} == {"deployment", *PARTS}
    assert {value for part, value in by if part == "reason"} == set(REASONS)
    assert all(f'"stat":"{one}"' in _text(dashboard) for one in ("p50", "p95"))


def _text(dashboard: dict[str, Any]) -> str:
    """The dashboard's body, as far as the template knows it."""
    body = dashboard["Properties"]["DashboardBody"]
    parts = body["Fn::Join"][1] if isinstance(body, dict) else [body]
    return "".join(one for one in parts if isinstance(one, str))


def test_snapstart_tracing_guardrail_and_unprotected_data_are_flags(tmp_path: Any) -> None:
    from tests.infra.synthesis import synthesized

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


_MACHINE = "StepFunctions::StateMachine"


def _queue_of(alarm: dict[str, Any]) -> str | None:
    for dimension in alarm.get("Dimensions", []):
        if dimension["Name"] == "QueueName":
            name: str = dimension["Value"]["Fn::GetAtt"][0]
            return name
    return None
