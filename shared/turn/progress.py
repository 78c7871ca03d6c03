"""What a person sees of a task while it is worked on: entries of the turn's log, few and each worth reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Final

from shared.contracts import by_themselves
from shared.errors import StoreUnavailable
from shared.model.port import Detour

if TYPE_CHECKING:
    from shared.clock import Clock
    from shared.contracts import EventType, Fact
    from shared.store.events import TurnLog

BEAT_SECONDS: Final = 5.0
"""How often a sign of life is given while a model is asked, or something is computed."""
FIRST_FIGURES: Final = 3


class Progress:
    """The steps of one task, or of the coordinator, in a turn's log; an agent may have two tasks in one turn, and each
    tells its own."""

    def __init__(
        self, log: TurnLog, clock: Clock, agent: str, *, task_id: str = "", every: float = BEAT_SECONDS
    ) -> None:
        self._log, self._clock, self._agent, self._every = log, clock, agent, every
        self._about = {"task_id": task_id} if task_id else {}
        self._writing = Lock()
        self._requests = 0
        self._figures = False

    def tell(
        self, kind: EventType, title: str, step: int, data: dict[str, Any] | None = None, *, soon: bool = False
    ) -> None:
        """An entry; one that need only be there `soon` is written with the next."""
        about = {**self._about, **(data or {})}
        with self._writing:
            self._log.append(
                kind, title, at=self._clock.now(), agent=self._agent, step_number=step, data=about, soon=soon
            )

    def computing(self, purposes: Sequence[str]) -> None:
        """What each query that is about to run is for; nothing is told where none is."""
        if purposes:
            self.tell("action", "Executing queries", 4, {"count": len(purposes), "purposes": list(purposes)})

    def computed(self, facts: Sequence[Fact]) -> None:
        """Sends an event with the first figures, by what they are computed from and no name that a model gave; only the
        first call that has any sends one."""
        told = [fact.text for fact in by_themselves(facts)[:FIRST_FIGURES]]
        if told and not self._figures:
            self._figures = True
            self.tell("result", "First figures", 4, {"figures": told})

    def changed(self, detour: Detour, following: bool) -> None:
        """A model did not answer; whether another one is asked now. What is told of it is not worth failing for."""
        then = "another one is asked" if following else "I go on without one"
        with suppress(StoreUnavailable):
            self.tell("thinking", f"The language model {detour.reason}; {then}", 3)

    def asking(self, step: int = 3) -> AbstractContextManager[None]:
        """While a model is asked, at that step: a sign of life every few seconds."""
        return self._alive("Waiting for the language model", step)

    def working(self, step: int = 4) -> AbstractContextManager[None]:
        """While something is computed, at that step: a sign of life every few seconds."""
        return self._alive("Still computing", step)

    @contextmanager
    def _alive(self, title: str, step: int) -> Iterator[None]:
        self._requests += 1
        done = Event()
        beating = Thread(target=self._beat, args=(done, title, self._requests, step), name="progress", daemon=True)
        beating.start()
        try:
            yield
        finally:
            done.set()
            beating.join()

    def _beat(self, done: Event, title: str, request: int, step: int) -> None:
        beats = 0
        while not done.wait(self._every):
            beats += 1
            waited = {"request": request, "seconds": round(beats * self._every, 3)}
            with suppress(StoreUnavailable):
                self.tell("thinking", title, step, waited)
