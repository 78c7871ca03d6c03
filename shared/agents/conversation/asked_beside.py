"""A judge who is asked while an answer is being written: whether what was computed is what the question asks for."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from shared.grounding.asked import UnsaidWords

GivenT = TypeVar("GivenT")
Fits = Callable[[UnsaidWords], bool]
"""Whether these words of the question, which no cell says, are in what was computed; False where nobody is asked."""


class AskedBeside:
    """Asks about the words of a question once; `found` are those that the judge bore out, None where there are none.

    Nothing waits for the judge but what is being done beside, and no text is judged: that one is not whole yet.
    """

    def __init__(self, fits: Fits | None = None) -> None:
        self._fits = fits
        self._last: UnsaidWords | None = None
        self._agreed = False
        self.found: UnsaidWords | None = None

    def doing(self, work: Callable[[], GivenT], about: UnsaidWords | None) -> GivenT:
        """What the work gives, a judge asked beside it about these words. Raises what the work raises."""
        if self._fits is None or about is None or about == self._last:
            self.found = about if about == self._last and self._agreed else None
            return work()
        self._last, self._agreed, self.found = about, False, None
        with ThreadPoolExecutor(1, thread_name_prefix="judge") as pool:
            agreed = pool.submit(copy_context().run, self._fits, about)
            given = work()
        self._agreed = agreed.result()
        self.found = about if self._agreed else None
        return given
