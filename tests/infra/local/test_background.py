"""What goes on by itself beside the served API."""

import threading
from contextlib import ExitStack
from typing import Any, cast

from infra.local.cloud import LocalCloud
from infra.local.server import background
from infra.local.wiring import CONSUMERS


class HeldUp:
    """A cloud in which one queue's consumer never ends; it knows what was done all the same."""

    def __init__(self, queue: str) -> None:
        self.queue, self.free = queue, threading.Event()
        self.done = {name: threading.Event() for name in ("sweep", "tick", *CONSUMERS)}
        self.wiring: Any = self

    def consume(self, name: str) -> int:
        self.done[name].set()
        if name == self.queue:
            self.free.wait(20)
        return 0

    def pump(self) -> int:
        return sum(self.consume(name) for name in CONSUMERS)

    def sweep(self) -> None:
        self.done["sweep"].set()

    def tick(self) -> None:
        self.done["tick"].set()


def test_a_queue_that_is_held_up_holds_up_neither_the_others_nor_the_clock() -> None:
    for queue in CONSUMERS:
        cloud = HeldUp(queue)
        with ExitStack() as stack:
            background(stack, cast(LocalCloud, cloud))
            for name, done in cloud.done.items():
                assert done.wait(5), f"{name} waits for {queue}"
            cloud.free.set()
