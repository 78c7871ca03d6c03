"""What is on its way to webhooks is not begun where there is no time to end it."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest

from functions.events import deliver
from infra.local.cloud import LocalCloud
from shared.clock import Clock
from shared.deps import Deps


class Passing(Clock):
    """So many seconds later each time one looks."""

    def __init__(self, seconds: float) -> None:
        self._each, self._passed = timedelta(seconds=seconds), timedelta()

    def now(self) -> datetime:
        self._passed += self._each
        return super().now() + self._passed


def record(number: int) -> dict[str, Any]:
    """A message of the queue that concerns no webhook."""
    return {
        "messageId": f"m{number}",
        "receiptHandle": f"r{number}",
        "body": json.dumps({"detail-type": "Unknown"}),
        "attributes": {"ApproximateReceiveCount": "1"},
    }


@pytest.mark.parametrize(("each", "left"), [(10, []), (50, ["m2", "m3"])])
def test_messages_that_no_time_is_left_for_come_again_and_those_before_do_not(
    cloud: LocalCloud, each: int, left: list[str]
) -> None:
    slow = Deps(cloud.deps.settings, clock=Passing(each))
    answer = deliver.handler.run({"Records": [record(number) for number in range(4)]}, slow)
    assert [one["itemIdentifier"] for one in answer["batchItemFailures"]] == left
