"""How each dependency does, from what its last calls gave: ok, slow or down; pure state, stored by others."""

from collections.abc import Mapping
from typing import Literal

from shared.contracts import Contract

State = Literal["ok", "slow", "down"]

_NAMES = {"model": "the language model", "store": "the session store", "query": "the query engine"}
_NAMES |= {"objects": "the file storage", "workflow": "the workflow"}
_EFFECTS = {
    "slow": "Answers may be limited or delayed.",
    "down": "Work without it, and say what is missing.",
}
_EXPECTED = {
    ("model", "slow"): "The language model is slow just now, so answers take longer than usual.",
    ("model", "down"): "The language model is not available just now; this was worked out by fixed rules instead.",
    ("query", "slow"): "The query engine is slow just now, so large questions may take longer.",
    ("query", "down"): "The query engine is not available just now, so figures may be missing; it is tried again soon.",
    ("objects", "slow"): "The file storage is slow just now, so answers take longer than usual.",
    ("store", "slow"): "My records are slow just now, so answers take longer than usual.",
    ("store", "down"): "My records cannot be read just now, so I may not know what was said before.",
    ("workflow", "slow"): "Work on questions starts slowly just now, so answers take longer than usual.",
    ("workflow", "down"): "Work on questions starts late just now, so answers may take a minute longer than usual.",
    ("objects", "down"): "The file storage is not available just now, so your data may be out of reach; please ask "
    "again in a minute.",
}


class CallOutcome(Contract):
    """One call: when (seconds since the epoch), how long it took (ms), whether it served."""

    at: float
    ms: float
    ok: bool


class Breaker(Contract):
    """A circuit breaker as a value: each change gives a new one, which can be stored as JSON.

    `failures` in a row open it; after `pause` seconds one call may try (half-open). It is slow where the median of the
    last `window` calls that served, and at least `least`, took longer than `slow_ms`. Outcomes older than `memory`
    seconds don't count.
    """

    outcomes: tuple[CallOutcome, ...] = ()
    opened_at: float | None = None
    trying_since: float | None = None
    failures: int = 3
    pause: float = 30.0
    window: int = 10
    least: int = 3
    slow_ms: float = 5000.0
    memory: float = 300.0

    def state(self, now: float) -> State:
        """What to tell of the dependency; of what nobody noted anything lately, nothing bad."""
        if self.opened_at is not None and self._recent(now):
            return "down"
        served = sorted(outcome.ms for outcome in self._recent(now) if outcome.ok)
        return "slow" if len(served) >= self.least and served[(len(served) - 1) // 2] > self.slow_ms else "ok"

    def troubled(self, now: float) -> bool:
        """Whether the next success is worth noting: it is not ok, or its last call lately failed or was slow."""
        last = self._recent(now)[-1:]
        return self.state(now) != "ok" or any(not one.ok or one.ms > self.slow_ms for one in last)

    def allows(self, now: float) -> bool:
        """Whether a call should be made: always while closed, one at a time after the pause."""
        if self.opened_at is None:
            return True
        trying = self.trying_since is not None and now - self.trying_since < self.pause
        return now - self.opened_at >= self.pause and not trying

    def trying(self, now: float) -> "Breaker":
        """The breaker while one call tries whether the dependency is back."""
        return self if self.opened_at is None else self.model_copy(update={"trying_since": now})

    def after(self, outcome: CallOutcome) -> "Breaker":
        """The circuit breaker after one more call: closed, opened, or still counting."""
        kept = (*self.outcomes, outcome)[-self.window :]
        if outcome.ok:
            recovered = (outcome,) if self.opened_at is not None else kept
            return self.model_copy(update={"outcomes": recovered, "opened_at": None, "trying_since": None})
        lately = [one for one in kept if outcome.at - one.at <= self.memory][-self.failures :]
        failing = len(lately) >= self.failures and not any(one.ok for one in lately)
        opened = outcome.at if failing or self.opened_at is not None else None
        return self.model_copy(update={"outcomes": kept, "opened_at": opened, "trying_since": None})

    def _recent(self, now: float) -> tuple[CallOutcome, ...]:
        return tuple(outcome for outcome in self.outcomes if now - outcome.at <= self.memory)


def health_of(breakers: Mapping[str, Breaker], now: float) -> dict[str, State]:
    """The state of each dependency by name."""
    return {name: breaker.state(now) for name, breaker in breakers.items()}


def health_sentences(health: Mapping[str, State]) -> tuple[str, ...]:
    """For prompts: one sentence for each dependency that is not ok; none where all is well."""
    return tuple(
        f"{_NAMES.get(name, name).capitalize()} is currently {state}. {_EFFECTS[state]}"
        for name, state in health.items()
        if state != "ok"
    )


def expectations(health: Mapping[str, State], *, without: tuple[str, ...] = ()) -> tuple[str, ...]:
    """For a person: what to expect of a reply while something is slow or down; nothing of what is in `without`."""
    given = ((name, state) for name, state in health.items() if name not in without)
    return tuple(_EXPECTED[one] for one in given if one in _EXPECTED)
