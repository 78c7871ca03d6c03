"""Assistants in AWS: the tools behind the same door, with the token and the rights of who asks."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from functions.registry import all_functions
from shared.http.errors import ErrorBody
from shared.mcp import PATH
from shared.mcp.server import WAIT_SECONDS

pytestmark = pytest.mark.synth
OfType = Callable[[str], dict[str, dict[str, Any]]]


def _method(of_type: OfType, part: str, verb: str) -> Mapping[str, Any]:
    (resource,) = [
        name for name, one in of_type("ApiGateway::Resource").items() if one["Properties"]["PathPart"] == part
    ]
    (method,) = [
        one["Properties"]
        for one in of_type("ApiGateway::Method").values()
        if one["Properties"]["ResourceId"] == {"Ref": resource} and one["Properties"]["HttpMethod"] == verb
    ]
    return method


def test_the_tools_are_asked_with_a_token_and_answered_by_a_function_of_their_own(of_type: OfType) -> None:
    method = _method(of_type, PATH.strip("/"), "ANY")
    assert method["AuthorizationType"] == "COGNITO_USER_POOLS"
    assert method["AuthorizationScopes"] == ["aws.cognito.signin.user.admin"]
    assert "assistantslive" in str(method["Integration"]["Uri"])
    function = all_functions()["assistants"]
    assert WAIT_SECONDS < function.seconds <= method["Integration"]["TimeoutInMillis"] / 1000


def test_who_is_refused_learns_where_to_sign_in(of_type: OfType) -> None:
    (refused,) = [
        one["Properties"]
        for one in of_type("ApiGateway::GatewayResponse").values()
        if one["Properties"]["ResponseType"] == "UNAUTHORIZED"
    ]
    header = json.dumps(refused["ResponseParameters"]["gatewayresponse.header.WWW-Authenticate"])
    assert "Bearer resource_metadata=" in header
    assert "/v1/.well-known/oauth-protected-resource" in header
    body = refused["ResponseTemplates"]["application/json"].replace("$context.requestId", "some-id")
    assert ErrorBody.model_validate_json(body).error.code == "unauthorized"
    public = _method(of_type, "oauth-protected-resource", "GET")
    assert public["AuthorizationType"] == "NONE"
    (answer,) = public["Integration"]["IntegrationResponses"]
    told = json.dumps(answer["ResponseTemplates"])
    for part in ("authorization_servers", "cognito-idp.", "scopes_supported", f"/v1{PATH}"):
        assert part in told


def test_assistants_may_ask_and_read_and_delete_nothing() -> None:
    uses = set(all_functions()["assistants"].uses)
    assert "turn-workflow" in uses
    assert not [
        use for use in uses if use.endswith(":delete") or use in ("datasets", "uploads:write", "query", "model")
    ]
