"""Deliver: events of the bus go to the webhooks of their users, again and again until those take them."""

from typing import Any

from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

from shared.deps import Deps
from shared.function import function
from shared.webhooks.deliver import take, wait_before_next
from shared.webhooks.post import NotDelivered


@function(seconds=180, uses=("webhooks", "webhooks:delete", "delivery-queue"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Handles each message of the batch; names those that failed, which come again after a while, and at last go to the
    dead letters."""

    def handle(record: SQSRecord) -> None:
        try:
            take(record.body, deps)
        except NotDelivered:
            tries = int(record.attributes.approximate_receive_count or 1)
            deps.delay_delivery(record.receipt_handle, wait_before_next(tries))
            raise

    processor = BatchProcessor(event_type=EventType.SQS, raise_on_entire_batch_failure=False)
    with processor(records=event["Records"], handler=handle):
        processor.process()
    return dict(processor.response())
