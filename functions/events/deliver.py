"""Deliver: events of the bus go to the webhooks of their users, again and again until those take them."""

from typing import Any

from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

from shared.deps import Deps
from shared.function import function
from shared.webhooks.deliver import take, wait_before_next
from shared.webhooks.post import NotDelivered

SECONDS = 180
ENOUGH = 60.0
"""Seconds that one message may take at the most, with the look-up of its name, which has no limit of its own."""


class LeftForNext(Exception):
    """There is not enough time left for this message; it comes again at once."""


@function(seconds=SECONDS, uses=("webhooks", "webhooks:delete", "delivery-queue"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Handles each message of the batch; names those that failed, which come again after a while, and at last go to the
    dead letters. What there is no time left for is not begun: cut off, it would be sent twice."""
    begun = deps.clock.now()

    def handle(record: SQSRecord) -> None:
        if SECONDS + deps.clock.seconds_until(begun) < ENOUGH:
            deps.delay_delivery(record.receipt_handle, 1)
            raise LeftForNext
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
