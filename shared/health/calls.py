"""Health at work: who may be called, what each call gave, and what is told of it. Never critical: unknown is ok."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from shared.clock import Clock
from shared.errors import (
    DeadlineExceeded,
    DependencyError,
    ForfeitException,
    ModelMisanswered,
    ModelRefused,
    ModelTimeout,
    QueryThrottled,
    QueryTimedOut,
    StoreTimedOut,
    StoreUnavailable,
)
from shared.health.state import Breaker, CallOutcome, State
from shared.health.store import HealthStore
from shared.log import logger

MODEL, STORE, WORKFLOW, EMBEDDINGS = "model", "store", "workflow", "embeddings"
SLOW_MS = {STORE: 2_000.0, MODEL: 20_000.0, "query": 10_000.0, "objects": 3_000.0, WORKFLOW: 3_000.0}
"""From when on a call is slow: well above what a healthy one takes, cold start included."""

PATIENCE_MS = 5_000.0
"""A call that was cut off sooner says nothing of the dependency: there was too little time left for it."""

TIMED_OUT: Mapping[str, type[DeadlineExceeded]] = {"objects": StoreTimedOut, "query": QueryTimedOut}
"""What a call is cut off by, for those dependencies by which a failure is told."""

SERVED = (ForfeitException, ModelRefused, ModelMisanswered)
"""Failures that are about the question: the model is there."""

PASSING = (QueryThrottled,)
"""Failures that say only how much is asked at once: the dependency does well, and what is asked next may be served."""

States = Mapping[str, State]


def limits(name: str) -> Breaker:
    """The breaker of a dependency of which nothing is known; a model's name is `model:` and its own."""
    return Breaker(slow_ms=SLOW_MS.get(name.partition(":")[0], 5_000.0))


class Health:
    """What is known of the dependencies.

    `read` gives the states of those that gave trouble lately, and Intake reads it once a turn. Each call is told what
    was read: of a dependency that is not in it, only a failure or slowness is noted, so that a healthy turn costs one
    read and no write. Of one that is in it, each call looks what is stored, and notes its success.
    """

    def __init__(self, store: HealthStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def read(self, served: tuple[str, ...] = ()) -> dict[str, State]:
        """The dependencies that gave trouble lately; `served` are those that have just served the caller.

        The session store is known by this very read: it has no breaker, since where it is down, nobody could read one.
        """
        begun = self._now()
        try:
            found = self.states()
        except StoreUnavailable:
            logger.warning("health could not be read")
            return {STORE: "down"}
        for name in (name for name in served if name in found):
            self._note(name, found, 0.0, ok=True)
            del found[name]
        slow: dict[str, State] = {STORE: "slow"} if (self._now() - begun) * 1000 > SLOW_MS[STORE] else {}
        return found | slow

    def states(self) -> dict[str, State]:
        """The same; raises StoreUnavailable. All models together are `model`: down once every one is."""
        breakers, models = self._store.load()
        now = self._now()
        troubled = {name: breaker for name, breaker in breakers.items() if breaker.troubled(now)}
        found = {name: breaker.state(now) for name, breaker in troubled.items() if ":" not in name}
        if any(":" in name for name in troubled):
            found[MODEL] = _first([breakers.get(name, limits(name)).state(now) for name in models or troubled])
        return found

    def current(self, known: States) -> dict[str, State]:
        """What Intake read, as it is now; nothing is read where nothing was known."""
        return self.read() if known else {}

    def may(self, name: str, known: States) -> bool:
        """Whether to call it. Where it is down but its pause is over, True for one caller at a time, which tries it."""
        if not _watched(name, known):
            return True
        with suppress(StoreUnavailable):
            breaker = self._store.load()[0].get(name, limits(name))
            return breaker.opened_at is None or (breaker.allows(self._now()) and self._tries(name))
        return True

    def _tries(self, name: str) -> bool:
        """Whether this caller is the one that tries: it has noted so before any other."""
        now = self._now()
        return self._store.change(name, lambda breaker: breaker.trying(now) if breaker.allows(now) else None)

    @contextmanager
    def noting(self, name: str, known: States, models: tuple[str, ...] = ()) -> Iterator[None]:
        """One call: notes how it ended, if that is news. An error goes on its way; one that cut the call off says what
        it waited for."""
        begun = self._now()
        try:
            yield
        except (DependencyError, DeadlineExceeded, ForfeitException) as error:
            ms = (self._now() - begun) * 1000
            if isinstance(error, SERVED):
                self._note(name, known, ms, ok=True, models=models)
            elif isinstance(error, PASSING):
                pass
            elif ms >= PATIENCE_MS or not isinstance(error, (ModelTimeout, DeadlineExceeded)):
                self._note(name, known, ms, ok=False, models=models)
            if type(error) is DeadlineExceeded and name in TIMED_OUT:
                raise TIMED_OUT[name](str(error)) from error
            raise
        self._note(name, known, (self._now() - begun) * 1000, ok=True, models=models)

    def forget(self) -> None:
        """Everything counts as well again, as after a repair. Raises StoreUnavailable."""
        self._store.forget()

    def _note(self, name: str, known: States, ms: float, *, ok: bool, models: tuple[str, ...] = ()) -> None:
        news = not ok or ms > limits(name).slow_ms
        if not news and not _watched(name, known):
            return
        now = self._now()

        def noted(breaker: Breaker) -> Breaker | None:
            return breaker.after(CallOutcome(at=now, ms=round(ms, 1), ok=ok)) if news or breaker.troubled(now) else None

        with suppress(StoreUnavailable):
            self._store.change(name, noted, models)

    def _now(self) -> float:
        return self._clock.now().timestamp()


def _watched(name: str, known: States) -> bool:
    return name.partition(":")[0] in known


def _first(states: list[State]) -> State:
    """The state of several of which one will do, in the order in which they are asked: of the first that is up."""
    return next((state for state in states if state != "down"), "down")
