"""Asked: questions that came over the bus become turns; one that cannot goes back, and at last to the dead letters."""

from typing import Any

from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

from shared.deps import Deps
from shared.function import function
from shared.turn.acceptance.bus_question import QuestionEvent, take_question


@function(seconds=30, uses=("turns", "turn-workflow", "health"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Accepts each question of the batch; names those messages that failed."""

    def take(record: SQSRecord) -> None:
        take_question(QuestionEvent.model_validate_json(record.body), deps)

    processor = BatchProcessor(event_type=EventType.SQS, raise_on_entire_batch_failure=False)
    with processor(records=event["Records"], handler=take):
        processor.process()
    return dict(processor.response())
