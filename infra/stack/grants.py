"""What a function declares that it uses → the least IAM and the settings for it. Pure Python."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from shared.function import LambdaFunction, Use
from shared.store.turns import FOLDER

READ = ("dynamodb:GetItem", "dynamodb:Query")
READ_TURNS = (*READ, "dynamodb:BatchGetItem")
WRITE = ("dynamodb:PutItem", "dynamodb:UpdateItem")
WEBHOOK_PARTITIONS = ("WEBHOOK", "USER")
WATCH_PARTITIONS = ("WATCH", "WATCHES", "USER")
TURN_PARTITIONS = ("TURN", "SESSION", "KEY", "LEDGER", "TALLY", "USER", "REVIEWS")
NOT_FOR_QUERIES_MB = 448
"""What the query function needs itself, and a process for the next query that starts meanwhile."""


@dataclass(frozen=True)
class Resources:
    """Where everything is, as ARNs; `prefix` and `table` are names, the environments what a deployment chose."""

    region: str
    prefix: str
    table: str
    table_arn: str
    bucket: str
    bucket_arn: str
    bus: str
    bus_arn: str
    turn_workflow_arn: str
    ingest_workflow_arn: str
    reply_queue_url: str
    reply_queue_arn: str
    dead_letters_url: str
    dead_letters_arn: str
    delivery_queue_url: str
    delivery_queue_arn: str
    query_arn: str
    statistics_arn: str
    document_arn: str
    turn_arn: str
    data_role_arn: str
    model_arns: tuple[str, ...] = ()
    secret_arn: str = ""
    traces_secret: str = ""
    traces_secret_arn: str = ""
    model_environment: Mapping[str, str] = field(default_factory=dict)
    settings_environment: Mapping[str, str] = field(default_factory=dict)
    guardrail_arn: str = ""
    guardrail_environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Statement:
    """One thing that is allowed."""

    actions: tuple[str, ...]
    resources: tuple[str, ...]
    conditions: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Grant:
    """What one use needs."""

    environment: Mapping[str, str]
    statements: tuple[Statement, ...]


def grants(function: LambdaFunction, resources: Resources) -> tuple[Grant, ...]:
    """A grant for each thing that the function uses."""
    return tuple(GRANTS[use](resources) for use in function.uses)


def environment(function: LambdaFunction, resources: Resources) -> dict[str, str]:
    """The settings of a function: where it is, and where the things are that it uses."""
    found = {**resources.settings_environment, "CANDOR_REGION": resources.region, "CANDOR_PREFIX": resources.prefix}
    for grant in grants(function, resources):
        found |= grant.environment
    return found


def query_environment(function: LambdaFunction) -> dict[str, str]:
    """How much of its function's memory a query may have."""
    if "datasets:lent" not in function.uses:
        return {}
    return {"CANDOR_QUERY_MEMORY_MB": str(function.memory_mb - NOT_FOR_QUERIES_MB)}


def statements(function: LambdaFunction, resources: Resources) -> list[Statement]:
    """What a function may do, but for its log."""
    return [statement for grant in grants(function, resources) for statement in grant.statements]


def partitions(*prefixes: str) -> Mapping[str, Any]:
    """The condition that only items of these partitions are touched, in each part of a batch or transaction."""
    return {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": [f"{prefix}#*" for prefix in prefixes]}}


def _turns(at: Resources) -> Grant:
    """Turns, sessions and the ledger, and what of them is too large for the table; of datasets only the record."""
    return Grant(
        {"CANDOR_TABLE": at.table, "CANDOR_BUCKET": at.bucket},
        (
            Statement((*READ_TURNS, *WRITE), (at.table_arn,), partitions(*TURN_PARTITIONS)),
            Statement(("dynamodb:GetItem",), (at.table_arn,), partitions("DATASET", "DEPLOYMENT")),
            Statement(("dynamodb:Query",), (f"{at.table_arn}/index/pending",)),
            Statement(("s3:GetObject", "s3:PutObject"), (f"{at.bucket_arn}/{FOLDER}/*",)),
        ),
    )


def _turns_delete(at: Resources) -> Grant:
    """To forget sessions with their turns."""
    return Grant(
        {},
        (
            Statement(("dynamodb:DeleteItem",), (at.table_arn,), partitions(*TURN_PARTITIONS)),
            Statement(("s3:DeleteObject",), (f"{at.bucket_arn}/{FOLDER}/*",)),
            Statement(("s3:ListBucket",), (at.bucket_arn,), {"StringLike": {"s3:prefix": [f"{FOLDER}/*"]}}),
        ),
    )


def _deployment_write(at: Resources) -> Grant:
    """To set what holds for everybody."""
    return Grant({}, (Statement(("dynamodb:PutItem",), (at.table_arn,), partitions("DEPLOYMENT")),))


def _datasets(at: Resources) -> Grant:
    """Datasets: their records, and what is derived from the upload; not the turns."""
    return Grant(
        {"CANDOR_TABLE": at.table, "CANDOR_BUCKET": at.bucket},
        (
            Statement((*READ, *WRITE), (at.table_arn,), partitions("DATASET", "USER")),
            Statement(("s3:GetObject", "s3:PutObject"), (f"{at.bucket_arn}/datasets/*",)),
        ),
    )


def _datasets_delete(at: Resources) -> Grant:
    """To forget datasets with everything that came of them."""
    objects = tuple(f"{at.bucket_arn}/{folder}/*" for folder in ("datasets", "uploads"))
    ours = {"StringLike": {"s3:prefix": ["datasets/*", "uploads/*"]}}
    return Grant(
        {},
        (
            Statement(("dynamodb:DeleteItem",), (at.table_arn,), partitions("DATASET", "USER")),
            Statement(("s3:DeleteObject",), objects),
            Statement(("s3:ListBucket",), (at.bucket_arn,), ours),
        ),
    )


def _datasets_read(at: Resources) -> Grant:
    return Grant({"CANDOR_BUCKET": at.bucket}, (Statement(("s3:GetObject",), (f"{at.bucket_arn}/datasets/*",)),))


def _uploads_read(at: Resources) -> Grant:
    """Uploads, bound to a version where one is named; and whether one has come."""
    return Grant(
        {"CANDOR_BUCKET": at.bucket},
        (
            Statement(("s3:GetObject", "s3:GetObjectVersion"), (f"{at.bucket_arn}/uploads/*",)),
            Statement(("s3:ListBucket",), (at.bucket_arn,), {"StringLike": {"s3:prefix": ["uploads/*"]}}),
        ),
    )


def _uploads_write(at: Resources) -> Grant:
    """Signs uploads, since whoever holds a presigned POST acts with its signer's right; and copies them."""
    return Grant({"CANDOR_BUCKET": at.bucket}, (Statement(("s3:PutObject",), (f"{at.bucket_arn}/uploads/*",)),))


def _uploads_delete(at: Resources) -> Grant:
    """To remove what was sent for a dataset that is gone."""
    return Grant({"CANDOR_BUCKET": at.bucket}, (Statement(("s3:DeleteObject",), (f"{at.bucket_arn}/uploads/*",)),))


def _datasets_lent(at: Resources) -> Grant:
    """Reads the bucket by rights that the caller lends, and has none itself."""
    return Grant({"CANDOR_BUCKET": at.bucket}, ())


def data_role(bucket_arn: str) -> Statement:
    """What the role may do that is lent, narrowed to the datasets of one query."""
    return Statement(("s3:GetObject",), (f"{bucket_arn}/datasets/*",))


def _query(at: Resources) -> Grant:
    """To have SQL run, over datasets on which rights are lent."""
    return Grant(
        {"CANDOR_DATA_ROLE_ARN": at.data_role_arn, "CANDOR_BUCKET": at.bucket},
        (
            Statement(("lambda:InvokeFunction",), (at.query_arn,)),
            Statement(("sts:AssumeRole",), (at.data_role_arn,)),
        ),
    )


def _statistics(at: Resources) -> Grant:
    """To have statistics computed, of columns that are handed over with the request."""
    return Grant({}, (Statement(("lambda:InvokeFunction",), (at.statistics_arn,)),))


def _document(at: Resources) -> Grant:
    """To have a document written, from what is handed over with the request."""
    return Grant({}, (Statement(("lambda:InvokeFunction",), (at.document_arn,)),))


def _model(at: Resources) -> Grant:
    invoked = (Statement(("bedrock:InvokeModel", "bedrock:InvokeModelWithResponseStream"), at.model_arns),)
    key = (Statement(("secretsmanager:GetSecretValue",), (at.secret_arn,)),)
    return Grant(at.model_environment, (*(invoked if at.model_arns else ()), *(key if at.secret_arn else ())))


def _guardrail(at: Resources) -> Grant:
    """To have a text checked, by the one guardrail that a deployment names."""
    allowed = (Statement(("bedrock:ApplyGuardrail",), (at.guardrail_arn,)),)
    return Grant(at.guardrail_environment, allowed if at.guardrail_arn else ())


def _bus(at: Resources) -> Grant:
    return Grant({"CANDOR_BUS": at.bus}, (Statement(("events:PutEvents",), (at.bus_arn,)),))


def _turn_workflow(at: Resources) -> Grant:
    return Grant(
        {"CANDOR_TURN_WORKFLOW_ARN": at.turn_workflow_arn},
        (Statement(("states:StartExecution",), (at.turn_workflow_arn,)),),
    )


def _turn_workflow_stop(at: Resources) -> Grant:
    """Executions are named by their turns."""
    executions = at.turn_workflow_arn.replace(":stateMachine:", ":execution:") + ":*"
    return Grant(
        {"CANDOR_TURN_WORKFLOW_ARN": at.turn_workflow_arn}, (Statement(("states:StopExecution",), (executions,)),)
    )


def _ingest_workflow(at: Resources) -> Grant:
    return Grant(
        {"CANDOR_INGEST_WORKFLOW_ARN": at.ingest_workflow_arn},
        (Statement(("states:StartExecution",), (at.ingest_workflow_arn,)),),
    )


def _reply_queue(at: Resources) -> Grant:
    return Grant(
        {"CANDOR_REPLY_QUEUE_URL": at.reply_queue_url}, (Statement(("sqs:SendMessage",), (at.reply_queue_arn,)),)
    )


def _dead_letters(at: Resources) -> Grant:
    """To leave to people what can't be handled."""
    return Grant(
        {"CANDOR_DEAD_LETTERS_URL": at.dead_letters_url}, (Statement(("sqs:SendMessage",), (at.dead_letters_arn,)),)
    )


def _health(at: Resources) -> Grant:
    """The circuit breakers' items."""
    actions = ("dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem")
    return Grant({"CANDOR_TABLE": at.table}, (Statement(actions, (at.table_arn,), partitions("HEALTH")),))


def _watches(at: Resources) -> Grant:
    """Watches and what they told, and which there are of a user and of a dataset."""
    return Grant(
        {"CANDOR_TABLE": at.table},
        (
            Statement((*READ, *WRITE), (at.table_arn,), partitions(*WATCH_PARTITIONS)),
            Statement(("dynamodb:Query",), (f"{at.table_arn}/index/pending",)),
        ),
    )


def _watches_delete(at: Resources) -> Grant:
    """To forget watches with what they told."""
    return Grant({}, (Statement(("dynamodb:DeleteItem",), (at.table_arn,), partitions(*WATCH_PARTITIONS)),))


def _webhooks(at: Resources) -> Grant:
    """Webhooks with their secrets, and which there are of a user."""
    return Grant(
        {"CANDOR_TABLE": at.table}, (Statement((*READ, *WRITE), (at.table_arn,), partitions(*WEBHOOK_PARTITIONS)),)
    )


def _webhooks_delete(at: Resources) -> Grant:
    """To forget webhooks."""
    return Grant({}, (Statement(("dynamodb:DeleteItem",), (at.table_arn,), partitions(*WEBHOOK_PARTITIONS)),))


def _delivery_queue(at: Resources) -> Grant:
    """To send events on their way to webhooks, and to have them brought again later."""
    actions = ("sqs:SendMessage", "sqs:ChangeMessageVisibility")
    return Grant({"CANDOR_DELIVERY_QUEUE_URL": at.delivery_queue_url}, (Statement(actions, (at.delivery_queue_arn,)),))


def _versions(at: Resources) -> Grant:
    """To see whether a new version takes calls: of the function that each deployment of code changes."""
    return Grant({}, (Statement(("lambda:GetAlias",), (at.turn_arn,)),))


def _traces(at: Resources) -> Grant:
    """To read what a collector of traces asks for, where a deployment names a secret with it."""
    if not at.traces_secret_arn:
        return Grant({}, ())
    allowed = Statement(("secretsmanager:GetSecretValue",), (at.traces_secret_arn,))
    return Grant({"CANDOR_TRACES_SECRET": at.traces_secret}, (allowed,))


GRANTS: Mapping[Use, Callable[[Resources], Grant]] = {
    "turns": _turns,
    "turns:delete": _turns_delete,
    "deployment:write": _deployment_write,
    "datasets": _datasets,
    "datasets:delete": _datasets_delete,
    "datasets:read": _datasets_read,
    "datasets:lent": _datasets_lent,
    "uploads:read": _uploads_read,
    "uploads:write": _uploads_write,
    "uploads:delete": _uploads_delete,
    "query": _query,
    "statistics": _statistics,
    "document": _document,
    "model": _model,
    "guardrail": _guardrail,
    "bus": _bus,
    "turn-workflow": _turn_workflow,
    "turn-workflow:stop": _turn_workflow_stop,
    "ingest-workflow": _ingest_workflow,
    "reply-queue": _reply_queue,
    "dead-letters": _dead_letters,
    "health": _health,
    "watches": _watches,
    "watches:delete": _watches_delete,
    "webhooks": _webhooks,
    "webhooks:delete": _webhooks_delete,
    "delivery-queue": _delivery_queue,
    "versions": _versions,
    "traces": _traces,
}
