"""The door: REST API, token and firewall in front of the one function that answers HTTP."""

import json
from typing import Any

from aws_cdk import CfnOutput, Duration, RemovalPolicy, Stack
from aws_cdk import aws_apigateway as apigateway
from aws_cdk import aws_cognito as cognito
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from aws_cdk import aws_wafv2 as wafv2
from constructs import Construct

from infra.stack.acknowledged import acknowledge, unchecked
from infra.stack.users import OF_ACCESS_TOKENS
from shared.http.caller import WHO
from shared.mcp import PATH

FUNCTION, STREAMS, ASSISTANTS = "api", "stream", "assistants"
STAGE = "v1"
REQUESTS_A_SECOND, BURST = 50, 100
STREAMS_A_SECOND, STREAMS_BURST = 10, 50
"""Each holds a function until its turn has ended: no more begin than those that follow turns would."""
STREAMED = "/turns/{turn_id}/events"
LONGEST_STREAM = Duration.minutes(15)
MOST_FROM_ONE_ADDRESS = 1000
"""In five minutes."""

OPEN = (("health", "GET"), ("openapi.json", "GET"))
"""What everybody may read."""
WHERE_TO_SIGN_IN = (".well-known", "oauth-protected-resource")
"""Where an assistant that was refused reads at whose page its user signs in (RFC 9728)."""
MOST_ASSISTED = Duration.seconds(60)

REFUSED = "This request was not let in. Check the address, the token in the Authorization header, and your rate."
UNSURE = "We may have your question; repeat it with the same Idempotency-Key."
BODIES = {"4XX": ("refused", REFUSED), "5XX": ("unavailable", UNSURE)}
"""What the gateway says where the function was not asked, or did not answer: in the one shape of every error."""

PUBLIC = "Health, the OpenAPI document, where to sign in and CORS preflights are public; all else needs a token."
ACKNOWLEDGED = {
    "AwsSolutions-APIG2": "The function validates each request against its types and answers in the one error shape.",
    "AwsSolutions-APIG4": PUBLIC,
    "AwsSolutions-COG4": PUBLIC,
    "Serverless-APIGWXrayEnabled": "Tracing would end at the function, which is not traced; logs carry the request id.",
    "AwsSolutions-APIG6": "Execution logs would hold requests; access is logged.",
}
MAY_LOG = "arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs"
ONE_FOR_ALL = "It is the role of all gateways of the account and region, and AWS names the policy that it must have."


class Api(Construct):
    """`origin` is the address without the stage, by which a browser knows it."""

    def __init__(
        self,
        scope: Construct,
        prefix: str,
        function: lambda_.IFunction,
        *,
        streams: lambda_.IFunction,
        assistants: lambda_.IFunction,
        users: cognito.IUserPool,
    ) -> None:
        super().__init__(scope, "Api")
        self._known = users
        self.api = self._api(prefix)
        self.origin = f"https://{self.api.rest_api_id}.execute-api.{Stack.of(self).region}.{Stack.of(self).url_suffix}"
        self._answer_in_plain_words()
        self._routes(function, streams, assistants)
        self._say_where_to_sign_in()
        self._firewall(prefix)
        acknowledge(self, ACKNOWLEDGED)
        CfnOutput(Stack.of(self), "Url", value=self.api.url)

    def _api(self, prefix: str) -> apigateway.RestApi:
        log = logs.LogGroup(
            self,
            "AccessLog",
            log_group_name=f"/aws/apigateway/{prefix}",
            retention=logs.RetentionDays.ONE_MONTH,
            removal_policy=RemovalPolicy.DESTROY,
        )
        api = apigateway.RestApi(
            self,
            "Rest",
            rest_api_name=prefix,
            endpoint_types=[apigateway.EndpointType.REGIONAL],
            cloud_watch_role=True,
            cloud_watch_role_removal_policy=RemovalPolicy.RETAIN,
            deploy_options=apigateway.StageOptions(
                stage_name=STAGE,
                throttling_rate_limit=REQUESTS_A_SECOND,
                throttling_burst_limit=BURST,
                method_options={
                    f"{STREAMED}/GET": apigateway.MethodDeploymentOptions(
                        throttling_rate_limit=STREAMS_A_SECOND, throttling_burst_limit=STREAMS_BURST
                    )
                },
                access_log_destination=apigateway.LogGroupLogDestination(log),
                access_log_format=apigateway.AccessLogFormat.custom(ACCESS_LOG),
            ),
        )
        # a stage with a log is refused in an account of which API Gateway may not write logs
        acknowledge(api, {f"AwsSolutions-IAM4[Policy::{MAY_LOG}]": ONE_FOR_ALL})
        return api

    def _answer_in_plain_words(self) -> None:
        any_page = {"Access-Control-Allow-Origin": "'*'"}
        for kind, (code, message) in BODIES.items():
            self.api.add_gateway_response(
                f"plain-{kind}",
                type=apigateway.ResponseType.of(f"DEFAULT_{kind}"),
                response_headers={**any_page, "Retry-After": "'5'"},
                templates={"application/json": gateway_body(code, message)},
            )
        where = f"{self.origin}/{STAGE}/{'/'.join(WHERE_TO_SIGN_IN)}"
        self.api.add_gateway_response(
            "unknown",
            type=apigateway.ResponseType.UNAUTHORIZED,
            response_headers={
                **any_page,
                "Access-Control-Expose-Headers": "'WWW-Authenticate'",
                "WWW-Authenticate": f"'Bearer resource_metadata=\"{where}\"'",
            },
            templates={"application/json": gateway_body("unauthorized", WHO)},
        )

    def _routes(self, function: lambda_.IFunction, streams: lambda_.IFunction, assistants: lambda_.IFunction) -> None:
        """Everything goes to the function, which knows the routes; a token is asked for before it is called.

        A turn's log goes to a function of its own, as it comes, and so does what assistants ask. What lies on the way
        to the log must be said to be the first function's: the gateway takes an address that it knows for no part of
        everything.
        """
        # the gateway's own console may not call functions: that would be a permission more for each method
        answered = apigateway.LambdaIntegration(
            function, proxy=True, timeout=Duration.seconds(29), allow_test_invoke=False
        )
        known = apigateway.CognitoUserPoolsAuthorizer(self, "Token", cognito_user_pools=[self._known])
        protected: dict[str, Any] = {
            "authorizer": known,
            "authorization_type": apigateway.AuthorizationType.COGNITO,
            "authorization_scopes": [OF_ACCESS_TOKENS],
        }
        followed, assisted = (
            apigateway.LambdaIntegration(
                one,
                proxy=True,
                timeout=timeout,
                response_transfer_mode=apigateway.ResponseTransferMode.STREAM,
                allow_test_invoke=False,
            )
            for one, timeout in ((streams, LONGEST_STREAM), (assistants, MOST_ASSISTED))
        )
        turns = self.api.root.add_resource("turns")
        turn = turns.add_resource("{turn_id}")
        log = turn.add_resource("events")
        log.add_method("GET", followed, **protected)
        below = turn.add_resource("{proxy+}")
        for address in (self.api.root.add_resource("{proxy+}"), turns, turn, below, log):
            address.add_method("ANY", answered, **protected)
            address.add_method("OPTIONS", answered)
        tools = self.api.root.add_resource(PATH.strip("/"))
        tools.add_method("ANY", assisted, **protected)
        tools.add_method("OPTIONS", answered)
        for path, method in OPEN:
            unchecked(self.api.root.add_resource(path).add_method(method, answered), {"CKV_AWS_59": PUBLIC})

    def _say_where_to_sign_in(self) -> None:
        """A document that never changes: the gateway has it itself."""
        region, pool = Stack.of(self).region, self._known.user_pool_id
        told = {
            "resource": f"{self.origin}/{STAGE}{PATH}",
            "authorization_servers": [f"https://cognito-idp.{region}.amazonaws.com/{pool}"],
            "scopes_supported": [OF_ACCESS_TOKENS],
            "bearer_methods_supported": ["header"],
        }
        fixed = apigateway.MockIntegration(
            request_templates={"application/json": '{"statusCode": 200}'},
            integration_responses=[
                apigateway.IntegrationResponse(
                    status_code="200",
                    response_parameters={"method.response.header.Access-Control-Allow-Origin": "'*'"},
                    response_templates={"application/json": Stack.of(self).to_json_string(told)},
                )
            ],
        )
        resource = self.api.root
        for part in WHERE_TO_SIGN_IN:
            resource = resource.add_resource(part)
        told_by = apigateway.MethodResponse(
            status_code="200", response_parameters={"method.response.header.Access-Control-Allow-Origin": True}
        )
        unchecked(resource.add_method("GET", fixed, method_responses=[told_by]), {"CKV_AWS_59": PUBLIC})

    def _firewall(self, prefix: str) -> None:
        """No address may ask without end."""
        seen = wafv2.CfnWebACL.VisibilityConfigProperty(
            cloud_watch_metrics_enabled=True, metric_name=prefix, sampled_requests_enabled=False
        )
        rate = wafv2.CfnWebACL.RateBasedStatementProperty(aggregate_key_type="IP", limit=MOST_FROM_ONE_ADDRESS)
        rule = wafv2.CfnWebACL.RuleProperty(
            name="rate",
            priority=0,
            statement=wafv2.CfnWebACL.StatementProperty(rate_based_statement=rate),
            action=wafv2.CfnWebACL.RuleActionProperty(
                block=wafv2.CfnWebACL.BlockActionProperty(
                    custom_response=wafv2.CfnWebACL.CustomResponseProperty(
                        response_code=429,
                        custom_response_body_key="slow-down",
                        response_headers=[  # without it a browser hides from the page that it should wait
                            wafv2.CfnWebACL.CustomHTTPHeaderProperty(name="Access-Control-Allow-Origin", value="*")
                        ],
                    )
                )
            ),
            visibility_config=seen,
        )
        firewall = wafv2.CfnWebACL(
            self,
            "Firewall",
            scope="REGIONAL",
            default_action=wafv2.CfnWebACL.DefaultActionProperty(allow=wafv2.CfnWebACL.AllowActionProperty()),
            rules=[rule],
            custom_response_bodies={"slow-down": SLOW_DOWN},
            visibility_config=seen,
        )
        wafv2.CfnWebACLAssociation(
            self, "Guarded", resource_arn=self.api.deployment_stage.stage_arn, web_acl_arn=firewall.attr_arn
        )


ACCESS_LOG = json.dumps(
    {
        name: f"$context.{field}"
        for name, field in {
            "request": "requestId",
            "at": "requestTime",
            "method": "httpMethod",
            "resource": "resourcePath",
            "status": "status",
            "ms": "responseLatency",
            "error": "error.responseType",
        }.items()
    }
)
"""Who asked what is not in it: no address, no user, no path with ids."""


def gateway_body(code: str, message: str) -> str:
    """A body of the gateway's own, in the one shape of every error."""
    error = json.dumps({"error": {"code": code, "message": message, "request_id": "ID"}})
    return error.replace('"ID"', '"$context.requestId"')


SLOW_DOWN = wafv2.CfnWebACL.CustomResponseBodyProperty(
    content_type="APPLICATION_JSON",
    content=json.dumps(
        {"error": {"code": "too_many_requests", "message": "Too many requests from this address; wait five minutes."}}
    ),
)
