"""What every Lambda function of Candor is: a run(event, deps) with its needs declared beside it."""

import json
import math
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from types import FrameType
from typing import Any, Literal

from shared.deps import Deps, current
from shared.errors import DeadlineExceeded
from shared.log import logger

Use = Literal[
    "turns", "turns:delete", "datasets", "datasets:read", "datasets:lent", "datasets:delete", "uploads:read",
    "uploads:write", "query", "model", "guardrail", "bus", "turn-workflow", "turn-workflow:stop", "ingest-workflow",
    "reply-queue", "dead-letters", "health",
]  # fmt: skip
"""What a function may touch; `infra/stack/grants.py` turns each into the least IAM for it."""

Run = Callable[[dict[str, Any], Deps], Any]

MAX_RETURN_BYTES = 32 * 1024
SHORTEST = 0.2
LAMBDAS_DISK_MB = 512
"""What every function has. More costs a little, and excludes starting from a snapshot."""


class OversizedReturn(Exception):
    """A handler returned more than may travel between states."""


def deadline_of(event: Any) -> datetime | None:
    """The deadline of the turn that an event is about, or None where it is about none."""
    turn = event.get("turn") if isinstance(event, Mapping) else None
    deadline = turn.get("deadline") if isinstance(turn, Mapping) else None
    return datetime.fromisoformat(deadline) if isinstance(deadline, str) else None


def name_of(module: str) -> str:
    """The name of the function in a module `functions.<folder>.<file>`."""
    _, folder, *rest = module.split(".")
    kind = {"agents": "agent-", "phases": "phase-"}.get(folder, "")
    return kind + rest[0]


class LambdaFunction:
    """The handler that Lambda calls.

    `seconds` is the function's timeout. A function with `reserve` leaves the deployment's reserve of the turn's time
    to Respond: it starts only while there is more left than that, and stops when the reserve begins.
    """

    def __init__(
        self,
        run: Run,
        *,
        seconds: int,
        memory_mb: int,
        uses: tuple[Use, ...],
        reserve: bool = True,
        returns_bytes: int = MAX_RETURN_BYTES,
        disk_mb: int = LAMBDAS_DISK_MB,
        module: str | None = None,
    ) -> None:
        self.run = run
        self.seconds = seconds
        self.memory_mb = memory_mb
        self.uses = uses
        self.reserve = reserve
        self.returns_bytes = returns_bytes
        self.disk_mb = disk_mb
        self.module = module or run.__module__
        self.__doc__ = run.__doc__

    @property
    def name(self) -> str:
        """The function's name without the deployment's prefix, from its file: `intake`, `agent-segmentation`."""
        return name_of(self.module)

    def budget(self, event: Any, deps: Deps) -> float:
        """Seconds that this invocation may take. Raises DeadlineExceeded where it should not begin."""
        allowed = self.seconds - SHORTEST
        deadline = deadline_of(event)
        if deadline is None or not self.reserve:
            return allowed
        left = deps.clock.seconds_until(deadline) - deps.settings.reserve_seconds
        if left < SHORTEST:
            raise DeadlineExceeded("less than the reserve is left of the turn's time")
        return min(allowed, left)

    def __call__(self, event: dict[str, Any], _context: object) -> Any:
        deps = current()
        try:
            with stopped_after(self.budget(event, deps)):
                return self.checked(self.run(event, deps))
        except Exception:
            logger.exception("function failed", extra={"function": self.name})
            raise

    def checked(self, value: Any) -> Any:
        """The returned value, if it may travel: JSON without NaN, and small. Raises ValueError, OversizedReturn."""
        size = len(json.dumps(value, allow_nan=False))
        if size > self.returns_bytes:
            raise OversizedReturn(f"{self.name} returned {size} bytes")
        return value


def function(
    *,
    seconds: int,
    uses: tuple[Use, ...] = (),
    memory_mb: int = 512,
    reserve: bool = True,
    returns_bytes: int = MAX_RETURN_BYTES,
    disk_mb: int = LAMBDAS_DISK_MB,
) -> Callable[[Run], LambdaFunction]:
    """Declares a handler: its timeout in seconds, its memory, its disk and what it may touch."""

    def declare(run: Run) -> LambdaFunction:
        return LambdaFunction(
            run,
            seconds=seconds,
            memory_mb=memory_mb,
            uses=uses,
            reserve=reserve,
            returns_bytes=returns_bytes,
            disk_mb=disk_mb,
        )

    return declare


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Raises DeadlineExceeded in the block once `seconds` are over, whatever it hangs in.

    By a signal, so on the main thread only: that is where Lambda runs a handler. The local cloud stops its threads
    itself.
    """
    if threading.current_thread() is not threading.main_thread() or not math.isfinite(seconds):
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise DeadlineExceeded(f"stopped after {seconds:.1f} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
