"""Events in, on one machine: uploads and questions on the bus reach their functions, as the deployed rules have it."""

import json
from collections.abc import Mapping
from typing import Any, Protocol

from infra.local.lambda_runtime import Invocation, LambdaRuntime, failed_items
from shared.contracts import ANNOUNCEMENTS
from shared.settings import Settings
from shared.webhooks.deliver import BACKOFF

CONSUMERS = {"replies": "reply_queue", "questions": "asked", "deliveries": "deliver"}
"""Which function takes from which queue."""

TRIES = 5
VISIBILITY_SECONDS = 5
DELIVERED_WITHIN = 200
"""Seconds for which deliveries that are under way are not brought again: a batch of webhooks that don't answer takes
most of a minute."""
BATCH = 10
UPLOADS = {
    "source": ["aws.s3"],
    "detail-type": ["Object Created"],
    "detail": {"object": {"key": [{"prefix": "uploads/"}]}},
}
ENDED_BADLY = ["FAILED", "TIMED_OUT", "ABORTED"]
ASKED = {"detail-type": ["QuestionAsked"]}
ANNOUNCED = {"source": ["candor"], "detail-type": list(ANNOUNCEMENTS)}


def queue_url(prefix: str, name: str, account: str, region: str) -> str:
    """Where a queue of the local cloud is."""
    return f"https://sqs.{region}.amazonaws.com/{account}/{prefix}-{name}"


class Wired(Protocol):
    """What is wired: a cloud with clients of its services, and functions that can be called."""

    settings: Settings
    runtime: LambdaRuntime

    def client(self, service: str) -> Any:
        """A client of a service."""

    def function_arn(self, name: str) -> str:
        """Where a function is."""

    def invoke(self, state: str | None, function: str, payload: bytes | str | None) -> Invocation:
        """Calls a function."""


class Wiring:
    """The bucket's events, failed turns, the questions' rule, and the queues with their consumers."""

    def __init__(self, cloud: Wired) -> None:
        self._cloud = cloud
        self._sqs = cloud.client("sqs")
        self._queues = {name: self._queue(name) for name in CONSUMERS}
        self._sqs.create_queue(QueueName=f"{cloud.settings.prefix}-finish-dead")

    def connect(self) -> None:
        """What happens in the bucket and on the bus is delivered from now on."""
        cloud, s3, events = self._cloud, self._cloud.client("s3"), self._cloud.client("events")
        bucket, bus = cloud.settings.bucket, cloud.settings.bus
        s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        s3.put_bucket_notification_configuration(
            Bucket=bucket, NotificationConfiguration={"EventBridgeConfiguration": {}}
        )
        failed = {
            "source": ["aws.states"],
            "detail-type": ["Step Functions Execution Status Change"],
            "detail": {"status": ENDED_BADLY, "stateMachineArn": [cloud.settings.turn_workflow_arn]},
        }
        events.put_rule(Name="rescue", EventPattern=json.dumps(failed))
        events.put_targets(Rule="rescue", Targets=[{"Id": "rescuer", "Arn": cloud.function_arn("rescuer")}])
        uploaded = cloud.function_arn("uploaded")
        events.put_rule(Name="uploads", EventPattern=json.dumps(UPLOADS))
        events.put_targets(Rule="uploads", Targets=[{"Id": "uploaded", "Arn": uploaded}])
        events.put_rule(Name="announced", EventBusName=bus, EventPattern=json.dumps(ANNOUNCED))
        events.put_targets(
            Rule="announced",
            EventBusName=bus,
            Targets=[{"Id": "deliveries", "Arn": self._arn(self._queues["deliveries"])}],
        )
        events.put_rule(Name="asked", EventBusName=bus, EventPattern=json.dumps(ASKED))
        events.put_targets(
            Rule="asked", EventBusName=bus, Targets=[{"Id": "questions", "Arn": self._arn(self._queues["questions"])}]
        )

    def pump(self) -> int:
        """Has each consumer take one batch from its queue; gives how many messages were taken."""
        return sum(self.consume(name) for name in CONSUMERS)

    def dead(self, name: str) -> list[dict[str, Any]]:
        """Takes the messages that a queue gave up on."""
        url = self.url(f"{name}-dead")
        found: list[dict[str, Any]] = []
        while messages := self._sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=BATCH).get("Messages"):
            for message in messages:
                found.append(json.loads(message["Body"]))
                self._sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
        return found

    def hurry(self) -> None:
        """What failed is tried again at once from now on, for tests."""
        for url in self._queues.values():
            self._sqs.set_queue_attributes(QueueUrl=url, Attributes={"VisibilityTimeout": "0"})

    def consume(self, name: str) -> int:
        """Has a queue's consumer take one batch; gives how many messages were taken."""
        function, url = CONSUMERS[name], self._queues[name]
        if function not in self._cloud.runtime.functions:
            return 0
        messages = self._sqs.receive_message(
            QueueUrl=url, MaxNumberOfMessages=BATCH, AttributeNames=["ApproximateReceiveCount"]
        ).get("Messages", [])
        if not messages:
            return 0
        event = {"Records": [_record(message, self._arn(url)) for message in messages]}
        answer = self._cloud.invoke(None, f"{self._cloud.settings.prefix}-{function}", json.dumps(event))
        failed = {message["MessageId"] for message in messages} if answer.failed else failed_items(answer.payload)
        for message in messages:
            if message["MessageId"] not in failed:
                self._sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
        return len(messages)

    def _queue(self, name: str) -> str:
        prefix = self._cloud.settings.prefix
        dead = self._sqs.create_queue(QueueName=f"{prefix}-{name}-dead")["QueueUrl"]
        redrive = {
            "deadLetterTargetArn": self._arn(dead),
            "maxReceiveCount": len(BACKOFF) + 1 if name == "deliveries" else TRIES,
        }
        hidden = DELIVERED_WITHIN if name == "deliveries" else VISIBILITY_SECONDS
        made = self._sqs.create_queue(
            QueueName=f"{prefix}-{name}",
            Attributes={"RedrivePolicy": json.dumps(redrive), "VisibilityTimeout": str(hidden)},
        )
        url: str = made["QueueUrl"]
        return url

    def url(self, name: str) -> str:
        """The URL of the queue of that name, as SQS gives it."""
        url: str = self._sqs.get_queue_url(QueueName=f"{self._cloud.settings.prefix}-{name}")["QueueUrl"]
        return url

    def _arn(self, url: str) -> str:
        attributes = self._sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])["Attributes"]
        arn: str = attributes["QueueArn"]
        return arn


def _record(message: Mapping[str, Any], arn: str) -> dict[str, Any]:
    """A message as Lambda's event source mapping hands it over."""
    return {
        "messageId": message["MessageId"],
        "receiptHandle": message["ReceiptHandle"],
        "body": message["Body"],
        "attributes": message.get("Attributes", {}),
        "messageAttributes": {},
        "md5OfBody": message.get("MD5OfBody", ""),
        "eventSource": "aws:sqs",
        "eventSourceARN": arn,
        "awsRegion": arn.split(":")[3],
    }
