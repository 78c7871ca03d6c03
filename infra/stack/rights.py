"""What calls to AWS ask for, as IAM reads them, and whether a role's statements allow it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import unquote

from infra.stack.grants import Resources, Statement

Given = Mapping[str, Any]
"""The parameters of a call, as a client of boto3 takes them."""


@dataclass(frozen=True, order=True)
class Asked:
    """An action and its resource; `looked_at` is what a condition tests: an item's partition, a listing's prefix."""

    action: str
    resource: str
    looked_at: str = ""


def asked_of(service: str, operation: str, given: Given, at: Resources) -> list[Asked]:
    """The actions behind a call; `service` is botocore's name of it. Raises KeyError for one that none may call."""
    return READERS[service](operation, given, at)


def allows(statement: Statement, asked: Asked) -> bool:
    """Whether IAM would let this through by this statement."""
    conditions = [patterns for test in statement.conditions.values() for patterns in test.values()]
    return (
        asked.action in statement.actions
        and any(fnmatchcase(asked.resource, pattern) for pattern in statement.resources)
        and all(any(fnmatchcase(asked.looked_at, pattern) for pattern in patterns) for patterns in conditions)
    )


def refused(asked: Iterable[Asked], allowed: Iterable[Statement]) -> list[Asked]:
    """What the statements do not allow of this."""
    statements = list(allowed)
    return sorted({one for one in asked if not any(allows(statement, one) for statement in statements)})


def unused(asked: Iterable[Asked], allowed: Iterable[Statement]) -> list[str]:
    """The actions, each with the resources it is allowed on, that nothing of this needs."""
    seen = list(asked)
    return sorted(
        f"{action} on {', '.join(_scope(statement))}"
        for statement in allowed
        for action in statement.actions
        if not any(one.action == action and allows(statement, one) for one in seen)
    )


def _scope(statement: Statement) -> tuple[str, ...]:
    patterns = [patterns for test in statement.conditions.values() for patterns in test.values()]
    return tuple(pattern for found in patterns for pattern in found) or statement.resources


def _dynamodb(operation: str, given: Given, at: Resources) -> list[Asked]:
    if operation == "TransactWriteItems":
        writes = [(f"{kind}Item", write) for one in given["TransactItems"] for kind, write in one.items()]
        return [asked for kind, write in writes for asked in _dynamodb(kind, write, at)]
    if operation == "BatchGetItem":
        reads = [{"TableName": name, "Key": key} for name, one in given["RequestItems"].items() for key in one["Keys"]]
        return [
            replace(one, action="dynamodb:BatchGetItem") for read in reads for one in _dynamodb("GetItem", read, at)
        ]
    table = at.table_arn if given["TableName"] == at.table else given["TableName"]
    if "IndexName" in given:
        return [Asked(f"dynamodb:{operation}", f"{table}/index/{given['IndexName']}")]
    key = given.get("Key") or given.get("Item") or {"pk": given["ExpressionAttributeValues"][":pk"]}
    return [Asked(f"dynamodb:{operation}", table, key["pk"]["S"])]


def _s3(operation: str, given: Given, at: Resources) -> list[Asked]:
    bucket = at.bucket_arn if given["Bucket"] == at.bucket else given["Bucket"]
    if operation == "ListObjectsV2":
        return [Asked("s3:ListBucket", bucket, given["Prefix"])]
    if operation == "DeleteObjects":
        return [Asked("s3:DeleteObject", f"{bucket}/{one['Key']}") for one in given["Delete"]["Objects"]]
    if operation == "CopyObject":
        to = {"Bucket": given["Bucket"], "Key": given["Key"]}
        return [*_s3("GetObject", _copied(given["CopySource"]), at), *_s3("PutObject", to, at)]
    operation = "GetObject" if operation == "HeadObject" else operation  # IAM knows one right for both
    action = f"s3:{operation}Version" if given.get("VersionId") else f"s3:{operation}"
    return [Asked(action, f"{bucket}/{given['Key']}")]


def _copied(source: Given | str) -> Given:
    """The object that is copied: boto3 writes it as a path, quoted, before it signs the call."""
    if not isinstance(source, str):
        return source
    path, _, version = source.partition("?versionId=")
    bucket, _, key = unquote(path).partition("/")
    return {"Bucket": bucket, "Key": key, **({"VersionId": version} if version else {})}


def _lambda(operation: str, given: Given, at: Resources) -> list[Asked]:
    name: str = given["FunctionName"]
    if operation == "GetAlias":
        return [Asked("lambda:GetAlias", at.turn_arn if name == f"{at.prefix}-turn" else name)]
    computing = {"query": at.query_arn, "statistics": at.statistics_arn, "document": at.document_arn}
    known = {f"{at.prefix}-{function}:live": arn for function, arn in computing.items()}
    return [Asked("lambda:InvokeFunction", known.get(name, name))]


def _states(operation: str, given: Given, _at: Resources) -> list[Asked]:
    return [Asked(f"states:{operation}", str(given.get("stateMachineArn") or given["executionArn"]))]


def _events(operation: str, given: Given, at: Resources) -> list[Asked]:
    buses = [one.get("EventBusName", "default") for one in given["Entries"]]
    return [Asked(f"events:{operation}", at.bus_arn if bus == at.bus else bus) for bus in buses]


def _sqs(operation: str, given: Given, at: Resources) -> list[Asked]:
    url: str = given["QueueUrl"]
    queues = {
        at.reply_queue_url: at.reply_queue_arn,
        at.dead_letters_url: at.dead_letters_arn,
        at.delivery_queue_url: at.delivery_queue_arn,
    }
    return [Asked(f"sqs:{operation}", queues.get(url, url))]


def _secrets(operation: str, given: Given, at: Resources) -> list[Asked]:
    known = {at.traces_secret: at.traces_secret_arn}.get(given["SecretId"], at.secret_arn)
    return [Asked(f"secretsmanager:{operation}", known or given["SecretId"])]


def _sts(operation: str, given: Given, _at: Resources) -> list[Asked]:
    return [Asked(f"sts:{operation}", given["RoleArn"])]


READERS: Mapping[str, Callable[[str, Given, Resources], list[Asked]]] = {
    "dynamodb": _dynamodb,
    "s3": _s3,
    "lambda": _lambda,
    "stepfunctions": _states,
    "events": _events,
    "sqs": _sqs,
    "sts": _sts,
    "secretsmanager": _secrets,
}
