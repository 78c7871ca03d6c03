"""A turn's log as a stream, as it is deployed: who answers it, how long, and how many at once."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from functions.registry import all_functions
from infra.stack.imports import ROOT
from shared.http.stream import HEARTBEAT_SECONDS, LONGEST_SECONDS

pytestmark = pytest.mark.synth
LOG = "/turns/{turn_id}/events"
OfType = Callable[[str], dict[str, dict[str, Any]]]
IDLE_SECONDS = 5 * 60
"""After so long without a byte a regional gateway ends a stream; one at the edge does after thirty seconds."""


def _streamed(of_type: OfType) -> list[Mapping[str, Any]]:
    methods = [one["Properties"] for one in of_type("ApiGateway::Method").values()]
    return [one for one in methods if one["Integration"].get("ResponseTransferMode") == "STREAM"]


def _log_method(of_type: OfType, template: Mapping[str, Any]) -> Mapping[str, Any]:
    (method,) = [one for one in _streamed(of_type) if _path(one["ResourceId"]["Ref"], template) == LOG]
    return method


def test_a_turns_log_and_what_assistants_get_and_nothing_else_is_handed_on_as_it_comes_to_those_with_a_token(
    of_type: OfType, template: Mapping[str, Any]
) -> None:
    method = _log_method(of_type, template)
    assert {_path(one["ResourceId"]["Ref"], template) for one in _streamed(of_type)} == {LOG, "/mcp"}
    assert method["HttpMethod"] == "GET"
    assert method["AuthorizationType"] == "COGNITO_USER_POOLS"
    integration = method["Integration"]
    assert integration["Type"] == "AWS_PROXY"
    assert "/response-streaming-invocations" in str(integration["Uri"])
    assert "2021-11-15" in str(integration["Uri"])
    assert "streamlive" in str(integration["Uri"])  # the alias, so that a rollback takes it along


def _path(resource: str, template: Mapping[str, Any]) -> str:
    properties = template["Resources"][resource]["Properties"]
    before = properties["ParentId"].get("Ref")
    return f"{_path(before, template) if before else ''}/{properties['PathPart']}"


def test_every_address_that_the_gateway_knows_by_name_is_answered(of_type: OfType, template: Mapping[str, Any]) -> None:
    methods = [one["Properties"] for one in of_type("ApiGateway::Method").values()]
    answered = {
        (_path(one["ResourceId"]["Ref"], template), one["HttpMethod"]) for one in methods if "Ref" in one["ResourceId"]
    }
    known = {_path(name, template) for name in of_type("ApiGateway::Resource")}
    public = {"/health", "/openapi.json", "/.well-known", "/.well-known/oauth-protected-resource"}
    for path in known - public:  # what has no method is refused as if a token were missing, and part of no wildcard
        assert {(path, "ANY"), (path, "OPTIONS")} <= answered


def test_a_stream_outlives_its_turn_and_no_limit_on_its_way_is_shorter(
    of_type: OfType, template: Mapping[str, Any]
) -> None:
    method = _log_method(of_type, template)
    (function,) = [
        one["Properties"]
        for one in of_type("Lambda::Function").values()
        if one["Properties"]["FunctionName"] == "candor-stream"
    ]
    assert LONGEST_SECONDS < function["Timeout"] <= method["Integration"]["TimeoutInMillis"] / 1000
    assert HEARTBEAT_SECONDS < IDLE_SECONDS
    (api,) = of_type("ApiGateway::RestApi").values()
    assert api["Properties"]["EndpointConfiguration"]["Types"] == ["REGIONAL"]


def test_the_function_is_a_process_behind_the_web_adapter(of_type: OfType) -> None:
    functions = {
        one["Properties"]["FunctionName"].removeprefix("candor-"): one["Properties"]
        for one in of_type("Lambda::Function").values()
    }
    behind = {name for name, one in functions.items() if "LambdaAdapterLayerArm64:" in str(one["Layers"])}
    assert behind == {name for name, one in all_functions().items() if one.script} == {"stream", "assistants"}
    for name in behind:
        told = functions[name]["Environment"]["Variables"]
        assert told["AWS_LAMBDA_EXEC_WRAPPER"] == "/opt/bootstrap"
        assert told["AWS_LWA_INVOKE_MODE"] == "response_stream"
        script = ROOT / functions[name]["Handler"]
        assert script.stat().st_mode & 0o111
        assert f"functions.api.{name} import serve" in script.read_text()
        assert len(functions[name]["Layers"]) <= 5


def test_few_streams_begin_at_once(of_type: OfType) -> None:
    (stage,) = of_type("ApiGateway::Stage").values()
    (limited,) = [one for one in stage["Properties"]["MethodSettings"] if "events" in one.get("ResourcePath", "")]
    assert (limited["HttpMethod"], limited["ResourcePath"]) == ("GET", "/~1turns~1{turn_id}~1events")
    assert limited["ThrottlingRateLimit"] < 50
    assert limited["ThrottlingBurstLimit"] <= 50


def test_what_lies_below_a_turn_but_for_its_log_is_answered_too(of_type: OfType, template: Mapping[str, Any]) -> None:
    assert "/turns/{turn_id}/{proxy+}" in {_path(name, template) for name in of_type("ApiGateway::Resource")}
