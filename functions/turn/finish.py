"""Finish: what follows from a commit, whoever made it."""

from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType
from aws_lambda_powertools.utilities.data_classes.dynamo_db_stream_event import DynamoDBRecord

from shared.deps import Deps
from shared.errors import DeadlineExceeded, StoreUnavailable
from shared.function import function, place_of
from shared.log import logger
from shared.store import datasets, turns, watches
from shared.store.table import plain
from shared.turn.finish import announce_dataset, announce_message, finish
from shared.watches.conclude import conclude, note_new_data


@function(seconds=30, uses=("turns", "bus", "dead-letters", "watches", "traces"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """For each turn of the stream that has got its reply: the last event, the lease, the announcement.

    For each dataset that has got its verdict: the announcement, and its watches are due. For each message of a watch:
    the announcement. Names the changes that an outage kept from being
    handled, for the stream to bring again; one that can't be handled goes to the dead letters and holds up nothing.
    """

    processor = BatchProcessor(event_type=EventType.DynamoDBStreams, raise_on_entire_batch_failure=False)
    with processor(records=event["Records"], handler=lambda record: _finish_or_bury(record, deps)):
        processor.process()
    return dict(processor.response())


def _finish_or_bury(record: DynamoDBRecord, deps: Deps) -> None:
    """Raises StoreUnavailable, DeadlineExceeded: what another time can mend."""
    change = record.raw_event["dynamodb"]
    try:
        _finish(change, deps)
    except (StoreUnavailable, DeadlineExceeded):
        raise
    except Exception as error:  # noqa: BLE001 — whatever it is, it would be the same each time, for hours
        told = {"keys": change.get("Keys"), "sequence_number": change.get("SequenceNumber")}
        why = {"why": type(error).__name__, "at": place_of(error)}  # its text may quote a reply
        logger.error("a change of the table cannot be handled", extra={**told, **why})
        deps.bury({**told, **why})


def _finish(change: Mapping[str, Any], deps: Deps) -> None:
    new, old = (plain(change.get(image) or {}) for image in ("NewImage", "OldImage"))
    if new.get("sk") == datasets.DATASET:
        record = datasets.record_of(new)
        if record.status == "ready":
            note_new_data(record, deps)
        announce_dataset(record, old.get("status"), deps)
    if new.get("sk") == turns.TURN:
        _finish_turn(turns.record_of(new), deps)
    if str(new.get("sk", "")).startswith(watches.MESSAGES):
        announce_message(watches.message_of(new), deps)


def _finish_turn(record: turns.TurnRecord, deps: Deps) -> None:
    finish(record, deps)
    if record.reply:
        conclude(record.turn, record.reply, deps)
