"""Who waits for a change in the table is woken by that change, and by no other."""

import threading
from collections.abc import Callable, Mapping


class News:
    """Changes by topic: a partition of the table and the kind of item in it, which its sort key begins with."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[str, int] = {}
        self._waiting: dict[str, list[threading.Event]] = {}

    def tell(self, keys: Mapping[str, Mapping[str, str]]) -> None:
        """An item has changed; `keys` are its keys as the stream has them."""
        topic = topic_of(keys["pk"]["S"], keys["sk"]["S"])
        with self._lock:
            self._counts[topic] = self.count(topic) + 1
            for bell in self._waiting.pop(topic, ()):
                bell.set()

    def count(self, topic: str) -> int:
        """How many changes there were."""
        return self._counts.get(topic, 0)

    def wait(self, topic: str, before: int, seconds: float) -> bool:
        """Whether there were more changes than `before`; waits so many seconds for one."""
        bell = threading.Event()
        with self._lock:
            if self.count(topic) != before:
                return True
            self._waiting.setdefault(topic, []).append(bell)
        if bell.wait(seconds):
            return True
        with self._lock:
            others = [other for other in self._waiting.pop(topic, ()) if other is not bell]
            if others:
                self._waiting[topic] = others
        return bell.is_set()

    def hear(self, topic: str, before: int, seconds: float, meanwhile: Callable[[], bool]) -> None:
        """Waits for more changes than `before`, or until `meanwhile`, which is called each so many seconds, is true."""
        while not self.wait(topic, before, seconds):
            if meanwhile():
                return


def topic_of(pk: str, sk: str) -> str:
    """The topic of an item."""
    return f"{pk} {sk.partition('#')[0]}"
