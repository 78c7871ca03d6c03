"""The local stream does with a batch that fails what Lambda's event source mapping does."""

import json
from collections.abc import Callable, Iterator

import pytest

from infra.local.lambda_runtime import Invocation
from infra.local.moto.stream import Stream


class Consumer:
    """Fails as it is told to; keeps every batch that it was given."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.fails: Callable[[list[str]], list[str] | None] = lambda _batch: []

    def __call__(self, event: str) -> Invocation:
        batch = [record["dynamodb"]["SequenceNumber"] for record in json.loads(event)["Records"]]
        self.batches.append(batch)
        failed = self.fails(batch)
        if failed is None:
            return Invocation.error("Runtime.ExitError", "killed")
        return Invocation(json.dumps({"batchItemFailures": [{"itemIdentifier": one} for one in failed]}).encode())


@pytest.fixture
def consumer() -> Consumer:
    return Consumer()


@pytest.fixture
def stream(consumer: Consumer) -> Iterator[Stream]:
    made = Stream(consumer)
    yield made
    made.close()


def told(stream: Stream, count: int) -> None:
    """So many changes, in one batch."""
    stream._waiting.extend({"dynamodb": {"SequenceNumber": str(number)}} for number in range(count - 1))
    stream.tell({"dynamodb": {"SequenceNumber": str(count - 1)}})
    stream.settle()


def test_from_the_first_change_that_failed_a_batch_is_brought_again(stream: Stream, consumer: Consumer) -> None:
    consumer.fails = lambda batch: ["1"] if len(consumer.batches) == 1 else []
    told(stream, 3)
    assert consumer.batches == [["0", "1", "2"], ["1", "2"]]


def test_a_batch_that_kills_its_function_is_halved_until_the_one_that_does_it_is_alone(
    stream: Stream, consumer: Consumer
) -> None:
    consumer.fails = lambda batch: None if "2" in batch else []
    told(stream, 4)
    assert consumer.batches[:4] == [["0", "1", "2", "3"], ["0", "1"], ["2", "3"], ["2"]]
    assert ["0", "1"] not in consumer.batches[4:]


def test_what_fails_too_often_is_kept_and_brought_again_when_it_is_time(stream: Stream, consumer: Consumer) -> None:
    consumer.fails = lambda batch: batch
    told(stream, 1)
    consumer.fails = lambda _batch: []
    before = len(consumer.batches)
    stream.again()
    stream.settle()
    assert consumer.batches[before:] == [["0"]]
