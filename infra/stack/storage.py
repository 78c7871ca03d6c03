"""What is kept: the table, the bucket, the bus and the queues."""

from typing import Any

from aws_cdk import Duration, RemovalPolicy, Stack
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_events as events
from aws_cdk import aws_s3 as s3
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.stack.acknowledged import acknowledge, unchecked
from shared.store.turns import FOLDER, PENDING_INDEX

UPLOADS_DAYS = 30
LOGS_DAYS = 90
VISIBLE_AGAIN = 6
"""After so many times its function's timeout a message that was taken is visible again, as AWS advises."""
TRIES = 5
UPLOADS_FROM_BROWSERS = s3.CorsRule(
    allowed_methods=[s3.HttpMethods.POST], allowed_origins=["*"], allowed_headers=["*"], max_age=3600
)
"""A page may send a form; what it may send is in the form's signature, wherever the page came from."""
NO_LOG_OF_LOGS = "This bucket holds the access logs; logging it would log its own logging."
THE_END = "This is a dead-letter queue itself: people look at what ends here."


class Storage(Construct):
    """One table, one bucket, one bus. `protected` data outlives the stack; a restored `table` takes, with its stream,
    the place of the stack's own.

    `unfinished` is where changes of the table end that `finish` could not handle.
    """

    def __init__(
        self, scope: Construct, *, prefix: str, protected: bool, keep_days: int, table: str = "", table_stream: str = ""
    ) -> None:
        super().__init__(scope, "Storage")
        self._removal = outlives(protected=protected)
        self._kept = bucket_outlives(protected=protected)
        self.table = self._restored(table, table_stream) if table else self._table(prefix)
        self.bucket = self._bucket(keep_days)
        self.bus = events.EventBus(self, "Bus", event_bus_name=prefix)
        self.unfinished = dead_letters(self, "finish-dead")

    def _restored(self, name: str, stream: str) -> dynamodb.ITable:
        """A table that was made by restoring another one to a point in time."""
        arn = Stack.of(self).format_arn(service="dynamodb", resource="table", resource_name=name)
        return dynamodb.Table.from_table_attributes(self, "Restored", table_arn=arn, table_stream_arn=stream)

    def _table(self, name: str) -> dynamodb.Table:
        table = dynamodb.Table(
            self,
            "Table",
            table_name=name,
            partition_key=_text("pk"),
            sort_key=_text("sk"),
            billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
            stream=dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
                point_in_time_recovery_enabled=True
            ),
            time_to_live_attribute="expires",
            removal_policy=self._removal,
        )
        table.add_global_secondary_index(
            index_name=PENDING_INDEX, partition_key=_text("pending"), sort_key=_text("deadline")
        )
        return table

    def _bucket(self, keep_days: int) -> s3.Bucket:
        logs = s3.Bucket(
            self,
            "AccessLogs",
            **closed(),
            **self._kept,
            lifecycle_rules=[s3.LifecycleRule(expiration=Duration.days(LOGS_DAYS))],
        )
        acknowledge(logs, {"AwsSolutions-S1": NO_LOG_OF_LOGS})
        unchecked(logs, {"CKV_AWS_18": NO_LOG_OF_LOGS, "CKV_AWS_21": "Access logs are written once, by S3 itself."})
        bucket = s3.Bucket(
            self,
            "Bucket",
            **closed(),
            versioned=True,
            cors=[UPLOADS_FROM_BROWSERS],
            **self._kept,
            server_access_logs_bucket=logs,
            server_access_logs_prefix="bucket/",
            lifecycle_rules=[
                s3.LifecycleRule(prefix="uploads/", expiration=Duration.days(UPLOADS_DAYS)),
                s3.LifecycleRule(prefix=f"{FOLDER}/", expiration=Duration.days(keep_days)),
                # what a user deletes is gone the next day
                s3.LifecycleRule(noncurrent_version_expiration=Duration.days(1)),
                s3.LifecycleRule(abort_incomplete_multipart_upload_after=Duration.days(1)),
            ],
        )
        # CDK's own way to switch this on is a custom resource with rights on every bucket; the property is enough
        resource = bucket.node.default_child
        assert isinstance(resource, s3.CfnBucket)
        on = "NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled"
        resource.add_property_override(on, True)
        return bucket


def outlives(*, protected: bool) -> RemovalPolicy:
    """What becomes of data when the stack goes: it stays where it is protected, but for a stack that never came to be,
    since what stays has names that a second try could not take."""
    return RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE if protected else RemovalPolicy.DESTROY


def bucket_outlives(*, protected: bool) -> dict[str, Any]:
    """The same of a bucket, which is emptied before it goes: CloudFormation deletes none that holds anything."""
    return {"removal_policy": outlives(protected=protected), "auto_delete_objects": not protected}


class Queue(Construct):
    """A queue with its dead-letter queue: a message that fails again and again stops nothing else. `seconds` is the
    timeout of the function that takes from it."""

    def __init__(self, scope: Construct, name: str, seconds: int, tries: int | None = None) -> None:
        super().__init__(scope, name)
        tries = tries or TRIES
        self.dead = dead_letters(self, "Dead")
        self.queue = sqs.Queue(
            self,
            "Queue",
            encryption=sqs.QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            visibility_timeout=Duration.seconds(VISIBLE_AGAIN * seconds),
            retention_period=Duration.days(4),
            dead_letter_queue=sqs.DeadLetterQueue(max_receive_count=tries, queue=self.dead),
        )


def dead_letters(scope: Construct, name: str) -> sqs.Queue:
    """A queue for what could not be handled; an alarm watches each."""
    queue = sqs.Queue(
        scope,
        name,
        encryption=sqs.QueueEncryption.SQS_MANAGED,
        enforce_ssl=True,
        retention_period=Duration.days(14),
    )
    acknowledge(queue, dict.fromkeys(("AwsSolutions-SQS3", "Serverless-SQSRedrivePolicy"), THE_END))
    return queue


def _text(name: str) -> dynamodb.Attribute:
    return dynamodb.Attribute(name=name, type=dynamodb.AttributeType.STRING)


def closed() -> dict[str, object]:
    """What every bucket has: encrypted, by TLS only, never public."""
    return {
        "encryption": s3.BucketEncryption.S3_MANAGED,
        "enforce_ssl": True,
        "block_public_access": s3.BlockPublicAccess.BLOCK_ALL,
        "object_ownership": s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
    }
