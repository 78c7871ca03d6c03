"""Looks at the account before a deployment touches anything: `python -m infra.deploy.preflight TEMPLATE`, which lies in
the folder that the CDK wrote.

What has a fixed name, needs a quota, or is one for the whole account and region is looked up; whatever would fail in
the middle of a deployment is said here, all of it at once.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from infra.deploy.account import Client, client, stack_name

Resource = Mapping[str, Any]

BOOTSTRAP = "/cdk-bootstrap/hnb659fds/version"
BOOTSTRAP_LEAST = 6
CONCURRENCY_LEAST = 50
"""How many functions must be able to run at once: a few turns with agents side by side, and people who look at them."""
NEVER_BEGAN = ("ROLLBACK_COMPLETE", "REVIEW_IN_PROGRESS", "DELETE_COMPLETE")
"""A stack that the CDK replaces, or that is not there."""
DELETE = "Delete it in the CloudFormation console (keep what it cannot delete), then deploy again."
STUCK: Mapping[str, str] = {
    "ROLLBACK_FAILED": DELETE,
    "DELETE_FAILED": DELETE,
    "UPDATE_ROLLBACK_FAILED": (
        "Don't delete it: its table, buckets and users would be left without a stack. Its events say what "
        "could not be put back; mend that, and run `aws cloudformation continue-update-rollback --stack-name {stack}` "
        "(with `--resources-to-skip` what cannot be mended), or `cdk rollback`; then deploy again."
    ),
}
"""What to do with a stack that CloudFormation has given up."""
GONE = {
    "ResourceNotFoundException",
    "NotFound",
    "NoSuchEntity",
    "StateMachineDoesNotExist",
    "ApplicationDoesNotExistException",
    "NotFoundException",
    "404",
    "ResourceNotFound",
}

NAMED: Mapping[str, tuple[str, Callable[[Client, str], object]]] = {
    "AWS::Lambda::Function": ("FunctionName", lambda aws, name: aws("lambda").get_function(FunctionName=name)),
    "AWS::DynamoDB::Table": ("TableName", lambda aws, name: aws("dynamodb").describe_table(TableName=name)),
    "AWS::Events::EventBus": ("Name", lambda aws, name: aws("events").describe_event_bus(Name=name)),
    "AWS::IAM::Role": ("RoleName", lambda aws, name: aws("iam").get_role(RoleName=name)),
    "AWS::CodeDeploy::Application": (
        "ApplicationName",
        lambda aws, name: aws("codedeploy").get_application(applicationName=name),
    ),
    "AWS::Logs::LogGroup": ("LogGroupName", lambda aws, name: _log(aws, name)),
    "AWS::StepFunctions::StateMachine": ("StateMachineName", lambda aws, name: _machine(aws, name)),
    "AWS::Cognito::UserPoolDomain": ("Domain", lambda aws, name: _domain(aws, name)),
    "AWS::CloudFront::OriginAccessControl": (
        "OriginAccessControlConfig.Name",
        lambda aws, name: _listed(aws("cloudfront").list_origin_access_controls(), "OriginAccessControlList", name),
    ),
    "AWS::CloudFront::ResponseHeadersPolicy": (
        "ResponseHeadersPolicyConfig.Name",
        lambda aws, name: _headers(aws("cloudfront").list_response_headers_policies(Type="custom"), name),
    ),
    "AWS::CloudWatch::Alarm": (
        "AlarmName",
        lambda aws, name: next(iter(aws("cloudwatch").describe_alarms(AlarmNames=[name])["MetricAlarms"]), None),
    ),
    "AWS::SNS::Topic": ("TopicName", lambda aws, name: _topic(aws, name)),
    "AWS::CloudWatch::Dashboard": (
        "DashboardName",
        lambda aws, name: aws("cloudwatch").get_dashboard(DashboardName=name),
    ),
}
"""Types whose fixed names must be free for a first deployment: the property with the name, and who knows it."""
TABLE = "AWS::DynamoDB::Table"
DENIED = ("AccessDenied", "Unauthorized", "AuthorizationError")
"""What codes of AWS for a missing right have in them."""
THERE = "exists already, outside of this stack"
NOWHERE: Mapping[str, str] = {}
OTHERS_LAYER = re.compile(r":(\d{12}:layer:[\w-]+:\d+)")
SHARED_NAMES: Mapping[str, str] = {
    "AWS::Cognito::UserPool": "UserPoolName",
    "AWS::ApiGateway::RestApi": "Name",
    "AWS::Lambda::Alias": "Name",
    "AWS::ApiGateway::Stage": "StageName",
    "AWS::ApiGateway::Authorizer": "Name",
}
"""Types whose names may be used twice, or are names within another resource of the stack."""


def trouble(template: Mapping[str, Any], stack: str, aws: Client) -> Iterator[str]:
    """Sentences about what would fail; nothing where a deployment can begin."""
    yield from _bootstrapped(aws)
    status = _status(aws, stack)
    if status and status in STUCK:
        yield f"The stack {stack} is {status}. {STUCK[status].format(stack=stack)}"
    elif status is None or status in NEVER_BEGAN:
        yield from _taken(template, aws)
    else:
        added = _added(template, stack, aws)
        yield from _other_table(added, stack, aws)
        yield from _taken(added, aws)
    yield from _quotas(template, aws)
    yield from _layers(template, aws)


def notes(aws: Client) -> Iterator[str]:
    """What a deployment changes for the whole account and region."""
    role = aws("apigateway").get_account().get("cloudwatchRoleArn")
    if role:
        yield f"API Gateway writes the logs of this region as {role}; the deployment puts a role of its own there."


def _bootstrapped(aws: Client) -> Iterator[str]:
    try:
        version = int(aws("ssm").get_parameter(Name=BOOTSTRAP)["Parameter"]["Value"])
    except ClientError as error:
        if error.response["Error"]["Code"] != "ParameterNotFound":
            raise
        version = 0
    if version < BOOTSTRAP_LEAST:
        yield "This account and region are not bootstrapped for the CDK. Run `make bootstrap`."


def _status(aws: Client, stack: str) -> str | None:
    try:
        found: str = aws("cloudformation").describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"]
    except ClientError as error:
        if "does not exist" in error.response["Error"]["Message"]:
            return None
        raise
    return found


def _taken(template: Mapping[str, Any], aws: Client) -> Iterator[str]:
    here = {"AWS::Region": aws("lambda").meta.region_name, "AWS::AccountId": _account(aws)}
    for kind, name in fixed_names(template, here):
        if kind in NAMED and _there(partial(NAMED[kind][1], aws, name)):
            yield _kept(name, aws) if kind == TABLE else f"{kind} {name} {THERE}: remove it, or take another prefix."


def _kept(table: str, aws: Client) -> str:
    """What to do with a table that is in no stack: whatever a deployment before has left is in it."""
    stream = aws("dynamodb").describe_table(TableName=table)["Table"].get("LatestStreamArn")
    first = "" if stream else "Switch on its stream (NEW_AND_OLD_IMAGES). "
    return (
        f"{TABLE} {table} {THERE}, and may hold what a deployment before has left. {first}Deploy with it, "
        f"-c table={table} -c table_stream={stream or 'ARN'}, or take another prefix."
    )


def _added(template: Mapping[str, Any], stack: str, aws: Client) -> Mapping[str, Any]:
    """Of a template what a stack does not have yet."""
    pages = aws("cloudformation").get_paginator("list_stack_resources").paginate(StackName=stack)
    there = {one["LogicalResourceId"] for page in pages for one in page["StackResourceSummaries"]}
    return {"Resources": {name: one for name, one in template["Resources"].items() if name not in there}}


def _other_table(added: Mapping[str, Any], stack: str, aws: Client) -> Iterator[str]:
    """A stack that gets a table has worked with another one until now, whose data it would no longer see."""
    if not any(one["Type"] == TABLE for one in added["Resources"].values()):
        return
    try:
        api = aws("lambda").get_function_configuration(FunctionName=f"{stack}-api")
    except ClientError as error:
        if error.response["Error"]["Code"] in GONE:
            return
        raise
    table = api.get("Environment", {}).get("Variables", {}).get("CANDOR_TABLE")
    if table:
        yield f"The stack {stack} works with the table {table}: name it again, -c table={table} -c table_stream=ARN."


def fixed_names(template: Mapping[str, Any], here: Mapping[str, str] = NOWHERE) -> Iterator[tuple[str, str]]:
    """(type, name) of each resource whose name is a text in the template, or one of it and of the account and region
    where it is deployed."""
    properties = {kind: named for kind, (named, _) in NAMED.items()} | dict(SHARED_NAMES)
    for one in template["Resources"].values():
        found: Any = one.get("Properties", {})
        for part in properties.get(one["Type"], "?").split("."):
            found = found.get(part, {})
        name = text_of(found, here)
        if name is not None:
            yield one["Type"], name


def text_of(told: Any, here: Mapping[str, str]) -> str | None:
    """What a template says, as it will read; None where that is decided by other resources."""
    if isinstance(told, str):
        return told
    if "Fn::Join" in told:
        between, parts = told["Fn::Join"]
        read = [text_of(part, here) for part in parts]
        return None if None in read else str(between).join(map(str, read))
    return here.get(told.get("Ref", ""))


def _account(aws: Client) -> str:
    account: str = aws("sts").get_caller_identity()["Account"]
    return account


def _there(look: Callable[[], object]) -> bool:
    try:
        return look() is not None
    except ClientError as error:
        if error.response["Error"]["Code"] in GONE:
            return False
        raise


def _domain(aws: Client, name: str) -> object:
    """The login page's address, which is one for all accounts of a region: an empty description of a free one."""
    return aws("cognito-idp").describe_user_pool_domain(Domain=name).get("DomainDescription") or None


def _listed(answer: Mapping[str, Any], inside: str, name: str) -> object:
    return next((one for one in answer[inside].get("Items", ()) if one["Name"] == name), None)


def _headers(answer: Mapping[str, Any], name: str) -> object:
    policies = [one["ResponseHeadersPolicy"] for one in answer["ResponseHeadersPolicyList"].get("Items", ())]
    return next((one for one in policies if one["ResponseHeadersPolicyConfig"]["Name"] == name), None)


def _log(aws: Client, name: str) -> object:
    found = aws("logs").describe_log_groups(logGroupNamePrefix=name)["logGroups"]
    return next((one for one in found if one["logGroupName"] == name), None)


def _topic(aws: Client, name: str) -> object:
    caller = aws("sts").get_caller_identity()
    partition, region = caller["Arn"].split(":")[1], aws("sns").meta.region_name
    return aws("sns").get_topic_attributes(TopicArn=f"arn:{partition}:sns:{region}:{caller['Account']}:{name}")


def _machine(aws: Client, name: str) -> object:
    pages = aws("stepfunctions").get_paginator("list_state_machines").paginate()
    return next((one for page in pages for one in page["stateMachines"] if one["name"] == name), None)


def _quotas(template: Mapping[str, Any], aws: Client) -> Iterator[str]:
    functions = [one["Properties"] for one in template["Resources"].values() if one["Type"] == "AWS::Lambda::Function"]
    reserved = sum(int(one.get("ReservedConcurrentExecutions", 0)) for one in functions)
    limit = aws("lambda").get_account_settings()["AccountLimit"]
    if limit["ConcurrentExecutions"] < CONCURRENCY_LEAST:
        yield (
            f"Lambda runs at most {limit['ConcurrentExecutions']} functions at once in this account; Candor needs "
            f"{CONCURRENCY_LEAST}. Ask for more in Service Quotas (L-B99A9384); it is free."
        )
    if reserved and limit["UnreservedConcurrentExecutions"] - reserved < 100:
        yield (
            f"{reserved} of Lambda's concurrency can't be reserved: AWS wants 100 left. Deploy with "
            "-c reserved=0 -c streams=0."
        )


def _layers(template: Mapping[str, Any], aws: Client) -> Iterator[str]:
    """Layers of other accounts, which they may have in this region or not."""
    region = aws("lambda").meta.region_name
    for layer in sorted(set(OTHERS_LAYER.findall(json.dumps(template)))):
        try:
            aws("lambda").get_layer_version_by_arn(Arn=f"arn:aws:lambda:{region}:{layer}")
        except ClientError:
            yield f"The layer {layer} is not available in {region}. Take another region, or a layer of your own."


def refused(error: ClientError) -> str:
    """What a person is told of a call that AWS refused: which call, and what AWS says of it."""
    told = error.response["Error"]
    said = told.get("Message") or told["Code"]
    if not any(word in told["Code"] for word in DENIED):
        return f"The account could not be looked at: {error.operation_name} was refused ({told['Code']}). {said}"
    return (
        f"The account could not be looked at: your credentials may not call {error.operation_name}. {said} Whoever "
        "deploys needs that right; nothing was touched."
    )


def main() -> None:
    """Says what would fail, and ends with an error where anything would."""
    file = Path(sys.argv[1])
    try:
        found = list(trouble(json.loads(file.read_text()), stack_name(file), client))
        told = list(notes(client))
    except ClientError as error:
        sys.exit(refused(error))
    except BotoCoreError as error:
        sys.exit(f"The account could not be looked at ({type(error).__name__}). Are there credentials and a region?")
    sys.stdout.writelines(f"{line}\n" for line in told)
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
