"""Waiting for an answer that comes piece by piece: how long for its beginning, for its next piece and for all of it."""

import time
from collections.abc import Callable
from threading import Condition, Thread
from typing import Generic, TypeVar

from shared.errors import ModelSilent, ModelTimeout

T = TypeVar("T")

STALL_SECONDS = 20.0
"""How long a model that has begun may say nothing: a server may hold back a long value until it is whole."""


class NobodyWaits(Exception):
    """Nobody waits for the answer any more."""


class Listening(Generic[T]):
    """One answer on its way, between the thread that reads it and the one that waits for it.

    The thread that reads is a daemon: a server that hangs holds up neither the process nor the turn.
    """

    def __init__(self, read: Callable[["Listening[T]"], T], begun: Callable[[str], None] | None = None) -> None:
        self._read = read
        self.begun = begun or (lambda _tool: None)
        self._changed = Condition()
        self._pieces = 0
        self._left = False
        self._result: tuple[T] | None = None
        self._error: BaseException | None = None

    def heard(self) -> None:
        """Notes a piece of the answer. Raises NobodyWaits, in the thread that reads, once nobody waits for it."""
        with self._changed:
            if self._left:
                raise NobodyWaits
            self._pieces += 1
            self._changed.notify_all()

    def result(self, seconds: float, patience: float | None) -> T:
        """The answer, within that many seconds by the wall clock; whatever the reading raised.

        With `patience`, seconds until the first piece, a model that stays silent for longer, or stalls later on, is
        given up sooner. Raises ModelSilent then, ModelTimeout where the time is up.
        """
        Thread(target=self._settle, name="claude", daemon=True).start()
        try:
            return self._awaited(time.monotonic() + seconds, patience)
        finally:
            with self._changed:
                self._left = True

    def _awaited(self, deadline: float, patience: float | None) -> T:
        with self._changed:
            while not self._settled:
                known, left = self._pieces, deadline - time.monotonic()
                if left <= 0:
                    raise ModelTimeout("no answer in time")
                quiet = left if patience is None else patience if not known else max(STALL_SECONDS, patience)
                stirred = self._changed.wait_for(lambda: self._settled or self._pieces > known, min(left, quiet))  # noqa: B023 - asked before it changes
                if not stirred and quiet < left:
                    raise ModelSilent("nothing was heard of it")
            if self._error is not None:
                raise self._error
            assert self._result is not None
            return self._result[0]

    @property
    def _settled(self) -> bool:
        return self._result is not None or self._error is not None

    def _settle(self) -> None:
        result, error = None, None
        try:
            result = (self._read(self),)
        except BaseException as raised:  # noqa: BLE001 - handed over whole to the thread that asked, which judges it
            error = raised
        with self._changed:
            self._result, self._error = result, error
            self._changed.notify_all()
