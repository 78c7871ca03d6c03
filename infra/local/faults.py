"""Faults that the local cloud injects: where, and what happens there instead."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from moto.stepfunctions.parser.asl.component.common.timeouts.timeout import EvalTimeoutError

from infra.local.lambda_runtime import Invocation, TooManyRequests
from shared.clock import Clock, MovableClock

FaultKind = Literal["raises", "times out", "returns null", "returns malformed", "is throttled"]
FAULT_KINDS: tuple[FaultKind, ...] = ("raises", "times out", "returns null", "returns malformed", "is throttled")

SECRET = "botocore.exceptions.EndpointConnectionError at 10.0.3.7:8443 in /var/task/shared/store/table.py"  # noqa: S105
"""What an injected error says: no reply may repeat any of it."""

MALFORMED = {
    "route": {"to": 7},
    "kind": "agents",
    "waves": "nonsense",
    "next": ["reply"],
    "committed": "yes",
    "error_type": 3,
    "status": None,
}
"""A result with every field that a Choice reads, each of the wrong type."""


class Injected(Exception):
    """What a service integration without a Lambda raises when it is broken."""


@dataclass
class Faults:
    """Which states are broken and how; `hits` counts how often each was, `entered` are the tasks that began."""

    broken: dict[str, FaultKind] = field(default_factory=dict)
    hits: dict[str, int] = field(default_factory=dict)
    entered: list[str] = field(default_factory=list)
    status_event_lost: bool = False

    def enter(self, state: str, timeout: float, clock: Clock, *, lambda_: bool) -> None:
        """A task begins: a timeout happens here, and all that happens to a task without a Lambda."""
        self.entered.append(state)
        kind = self.broken.get(state)
        if kind is None:
            return
        if kind == "times out":
            self._hit(state)
            if isinstance(clock, MovableClock):
                clock.advance(timeout)
            raise EvalTimeoutError
        if not lambda_ and kind in ("raises", "is throttled"):
            self._hit(state)
            raise Injected(SECRET)

    def invoke(self, state: str | None, name: str, run: Callable[[], Invocation]) -> Invocation:
        """A function is called: by a state, or by something else."""
        kind = self.broken.get(state or f"function {name}")
        if kind is None:
            return run()
        self._hit(state or name)
        return _broken(kind, run)

    def reset(self, broken: dict[str, FaultKind] | None = None) -> None:
        """Mends everything, then breaks what is given."""
        self.broken, self.hits, self.entered = dict(broken or {}), {}, []

    def loses_status_event(self) -> bool:
        """Whether the event that tells of an execution's end is lost."""
        return self.status_event_lost

    def _hit(self, state: str) -> None:
        self.hits[state] = self.hits.get(state, 0) + 1


def _broken(kind: FaultKind, run: Callable[[], Invocation]) -> Invocation:
    if kind == "raises":
        return Invocation.error("RuntimeError", SECRET)
    if kind == "returns null":
        return Invocation(b"null")
    if kind == "returns malformed":
        return Invocation(json.dumps(MALFORMED).encode())
    if kind == "is throttled":
        raise TooManyRequests
    return run()


NO_FAULTS = Faults()
