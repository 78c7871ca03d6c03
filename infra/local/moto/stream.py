"""The table's stream, as Lambda's event source mapping brings it to `finish`: in batches, again where they fail."""

import json
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from infra.local.lambda_runtime import Invocation, failed_items

Change = dict[str, Any]

TRIES = 3
BATCH = 10


class Stream:
    """Changes in their order, one batch at a time. What fails too often waits until it is brought again."""

    def __init__(self, call: Callable[[str], Invocation]) -> None:
        self._call = call
        self._waiting: deque[Change] = deque()
        self._left: list[Change] = []
        self._working = ThreadPoolExecutor(max_workers=1)

    def tell(self, change: Change) -> None:
        """A change has happened."""
        self._waiting.append(change)
        self._working.submit(self._next_batch)

    def again(self) -> None:
        """What the stream does while a batch fails: it brings the changes again, for hours."""
        again, self._left = self._left, []
        for change in again:
            self.tell(change)

    def settle(self) -> None:
        """Waits until everything that was told has been worked on."""
        self._working.submit(lambda: None).result()

    def close(self) -> None:
        """Ends what works on it."""
        self._working.shutdown()

    def _next_batch(self) -> None:
        batch = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
        for _ in range(TRIES):
            batch = self._left_of(batch)
        self._left += batch

    def _left_of(self, batch: Sequence[Change]) -> list[Change]:
        """What is to be brought again: from the first change that failed. A batch that kills its function is halved."""
        if not batch:
            return []
        answer = self._call(json.dumps({"Records": batch}))
        if not answer.failed:
            failed = failed_items(answer.payload)
            first = (at for at, one in enumerate(batch) if one["dynamodb"]["SequenceNumber"] in failed)
            return list(batch[next(first, len(batch)) :])
        if len(batch) == 1:
            return list(batch)
        middle = len(batch) // 2
        left = self._left_of(batch[:middle])
        return [*left, *batch[middle:]] if left else self._left_of(batch[middle:])
