"""The door of the synthesized stack: its tokens, its limits, and what the gateway answers by itself."""

from collections.abc import Callable
from typing import Any

import pytest

from shared.http.errors import ErrorBody

pytestmark = pytest.mark.synth

Resources = dict[str, dict[str, Any]]

OfType = Callable[[str], Resources]


def test_the_door_takes_access_tokens_as_the_documents_say(of_type: OfType) -> None:
    methods = [one["Properties"] for one in of_type("ApiGateway::Method").values()]
    protected = [one for one in methods if one["AuthorizationType"] == "COGNITO_USER_POOLS"]
    # without a scope API Gateway takes ID tokens only; a user who signs in with a password has this one
    assert all(one["AuthorizationScopes"] == ["aws.cognito.signin.user.admin"] for one in protected)


def test_the_gateway_itself_answers_in_the_shape_of_every_error(of_type: OfType) -> None:
    responses = {
        one["Properties"]["ResponseType"]: one["Properties"] for one in of_type("ApiGateway::GatewayResponse").values()
    }
    assert set(responses) == {"DEFAULT_4XX", "DEFAULT_5XX", "UNAUTHORIZED"}
    for kind, response in responses.items():
        body = response["ResponseTemplates"]["application/json"].replace("$context.requestId", "some-id")
        assert ErrorBody.model_validate_json(body).error.request_id == "some-id"
        assert ("Idempotency-Key" in body) == (kind == "DEFAULT_5XX")


def test_nothing_of_a_user_is_open(of_type: OfType) -> None:
    methods = [one["Properties"] for one in of_type("ApiGateway::Method").values()]
    unprotected = [one for one in methods if one["AuthorizationType"] != "COGNITO_USER_POOLS"]
    assert sorted(one["HttpMethod"] for one in unprotected if one["HttpMethod"] != "OPTIONS") == ["GET"] * 3
    (pool,) = list(of_type("Cognito::UserPool").values())
    assert pool["Properties"]["AdminCreateUserConfig"] == {"AllowAdminCreateUserOnly": True}


def test_the_door_is_regional_throttled_and_behind_a_rate_rule(of_type: OfType) -> None:
    (api,), (stage,) = list(of_type("ApiGateway::RestApi").values()), list(of_type("ApiGateway::Stage").values())
    assert api["Properties"]["EndpointConfiguration"]["Types"] == ["REGIONAL"]
    assert all(one["ThrottlingRateLimit"] > 0 for one in stage["Properties"]["MethodSettings"])
    assert "/*" in [one["ResourcePath"] for one in stage["Properties"]["MethodSettings"]]
    (firewall,) = list(of_type("WAFv2::WebACL").values())
    (rule,) = firewall["Properties"]["Rules"]
    assert rule["Statement"]["RateBasedStatement"]["AggregateKeyType"] == "IP"
    (headers,) = [rule["Action"]["Block"]["CustomResponse"].get("ResponseHeaders", [])]
    # without it a browser hides from the page that it should wait
    assert {"Name": "Access-Control-Allow-Origin", "Value": "*"} in headers
    assert "Association" in str(next(iter(of_type("WAFv2::WebACLAssociation").values()))["Type"])


def test_the_stage_is_made_once_the_gateway_may_write_logs_which_a_fresh_account_does_not_allow(
    of_type: OfType, template: dict[str, Any]
) -> None:
    ((account, one),) = of_type("ApiGateway::Account").items()
    (stage,) = list(of_type("ApiGateway::Stage").values())
    assert account in _list(stage["DependsOn"])
    assert stage["Properties"]["AccessLogSetting"]["DestinationArn"]
    role = template["Resources"][one["Properties"]["CloudWatchRoleArn"]["Fn::GetAtt"][0]]
    assert "AmazonAPIGatewayPushToCloudWatchLogs" in str(role["Properties"]["ManagedPolicyArns"])
    assert {one["DeletionPolicy"], role["DeletionPolicy"]} == {"Retain"}  # other gateways of the account log by it too


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
