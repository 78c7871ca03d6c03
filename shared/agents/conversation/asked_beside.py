"""A judge who is asked while an answer is being written: whether what was computed is what the question asks for."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import TypeVar

from shared.grounding.asked import UnsaidWords
from shared.model.rounds import ANSWERING

GivenT = TypeVar("GivenT")
Fits = Callable[[UnsaidWords], bool]
"""Whether these words of the question, which no cell says, are in what was computed; False where nobody is asked."""


class AskedBeside:
    """Asks about the words of a question once, as soon as a model begins to answer: what it computed first may have
    been a look around, of which no answer tells. `found` are those that the judge bore out, None where there are none.

    Nothing waits for the judge but what is being done beside, and no text is judged: that one is not whole yet.
    """

    def __init__(self, fits: Fits | None = None) -> None:
        self._fits = fits
        self._last: UnsaidWords | None = None
        self._agreed = False
        self._judging: Future[bool] | None = None
        self._ask: Callable[[], Future[bool]] | None = None
        self.found: UnsaidWords | None = None

    def begun(self, tool: str) -> None:
        """A model begins to call that tool; the judge is asked where it is the one that answers."""
        if tool == ANSWERING and self._ask is not None and self._judging is None:
            self._judging = self._ask()

    def doing(self, work: Callable[[], GivenT], about: UnsaidWords | None) -> GivenT:
        """What the work gives, a judge asked about these words beside it from the moment on when it has `begun` to be
        an answer. Raises what the work raises."""
        if self._fits is None or about is None or about == self._last:
            self.found = about if about == self._last and self._agreed else None
            return work()
        self._judging, self.found, context = None, None, copy_context()
        with ThreadPoolExecutor(1, thread_name_prefix="judge") as pool:
            self._ask = partial(pool.submit, context.run, self._fits, about)
            try:
                given = work()
            finally:
                self._ask = None
        if self._judging is not None:
            self._last, self._agreed = about, self._judging.result()
            self.found = about if self._agreed else None
        return given
