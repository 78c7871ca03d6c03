"""What every Lambda function of Candor is: a run(event, deps) with its needs declared beside it."""

import gc
import json
import math
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from traceback import walk_tb
from types import FrameType
from typing import Any, Literal

from shared.deps import Deps, current
from shared.errors import DeadlineExceeded, DependencyError
from shared.log import logger
from shared.settings import started_for

Use = Literal[
    "turns", "turns:delete", "deployment:write", "datasets", "datasets:read", "datasets:lent", "datasets:delete",
    "uploads:read", "uploads:write", "uploads:delete", "query", "statistics", "document", "model", "guardrail", "bus",
    "turn-workflow", "turn-workflow:stop", "ingest-workflow", "reply-queue", "dead-letters", "health", "watches",
    "watches:delete", "webhooks", "webhooks:delete", "delivery-queue", "versions", "traces",
]  # fmt: skip
"""What a function may touch; `infra/stack/grants.py` turns each into the least IAM for it."""

Run = Callable[[dict[str, Any], Deps], Any]

MAX_RETURN_BYTES = 32 * 1024
SHORTEST = 0.2
WARM = {"warm": True}
"""The event of the schedule that keeps a function warm."""
RARE_AT_THE_END: tuple[Use, ...] = ("model", "datasets:read")
"""What those who keep the reserve for the reply need on bad days only, and build then."""
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


OURS = (DeadlineExceeded, DependencyError)
"""Errors whose messages are our own, of fixed words and codes. Any other may quote a cell or a question, and what is
raised stays in the history of an execution and in logs."""


def place_of(error: BaseException) -> str:
    """Where it was raised: the last of our modules on the way, and the line."""
    frames = [(frame.f_globals.get("__name__", ""), line) for frame, line in walk_tb(error.__traceback__)]
    ours = [frame for frame in frames if frame[0].startswith(("shared.", "functions."))]
    name, line = (ours or frames or [("", 0)])[-1]
    return f"{name}:{line}"


def named_alike(error: Exception, place: str) -> Exception:
    """An error by which a Retry or a Catch knows the first one, and that says only where it was."""
    name, told = type(error).__name__, {"__str__": lambda _self: place}
    try:
        alike: Exception = Exception.__new__(type(name, (type(error),), told))
    except TypeError:  # a class that cannot be made like this
        alike = type(name, (Exception,), told)()
    return alike


class LambdaFunction:
    """The handler that Lambda calls.

    `seconds` is the function's timeout. A function with `reserve` leaves the deployment's reserve of the turn's time
    to Respond: it starts only while there is more left than that, and stops when the reserve begins. What it needs is
    built, and `at_start` run, while Lambda starts it: there it has a whole processor; but not what it uses `rarely`.
    With a `script`, a file of the code, that is what Lambda starts, and its process answers HTTP behind the web adapter
    (shared/http/adapter.py).
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
        at_start: Callable[[Deps], object] | None = None,
        rarely: tuple[Use, ...] = (),
        script: str = "",
    ) -> None:
        self.run = run
        self.seconds = seconds
        self.memory_mb = memory_mb
        self.uses = uses
        self.reserve = reserve
        self.returns_bytes = returns_bytes
        self.disk_mb = disk_mb
        self.script = script
        self.module = module or run.__module__
        self.__doc__ = run.__doc__
        started, own = started_for(), f"{self.module}.handler"
        if started == own:
            rare = rarely if reserve else (*rarely, *RARE_AT_THE_END)
            current().prepare(use for use in uses if use not in rare)
            if at_start:
                at_start(current())
            gc.freeze()  # what is there now stays: nobody looks through it again
        if started == own or not started.endswith(".handler"):
            gc.enable()  # turned off in functions/__init__.py

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
        if event == WARM:
            return None
        deps = current()
        try:
            with stopped_after(self.budget(event, deps)):
                return self.checked(self.run(event, deps))
        except Exception as error:
            place = place_of(error)
            logger.error("function failed", extra={"function": self.name, "kind": type(error).__name__, "at": place})
            if isinstance(error, OURS):
                raise
            raise named_alike(error, place) from None

    def checked(self, value: Any) -> Any:
        """The returned value, if it may travel: JSON without NaN, and small. Raises ValueError, OversizedReturn."""
        size = len(json.dumps(value, allow_nan=False))
        if size > self.returns_bytes:
            raise OversizedReturn(f"{self.name} returned {size} bytes")
        return value


class Steps(LambdaFunction):
    """Several handlers in one Lambda function, whose events say as `step` which of them is meant.

    It has the rights of all of them, and the time and memory of the largest; each keeps its own time.
    """

    def __init__(
        self,
        module: str,
        *parts: LambdaFunction,
        at_start: Callable[[Deps], object] | None = None,
        rarely: tuple[Use, ...] = (),
    ) -> None:
        super().__init__(
            self._step,
            seconds=max(part.seconds for part in parts),
            memory_mb=max(part.memory_mb for part in parts),
            uses=tuple(dict.fromkeys(use for part in parts for use in part.uses)),
            reserve=all(part.reserve for part in parts),
            returns_bytes=max(part.returns_bytes for part in parts),
            disk_mb=max(part.disk_mb for part in parts),
            module=module,
            at_start=at_start,
            rarely=rarely,
        )
        self.parts = {part.name: part for part in parts}
        self.__doc__ = f"The steps {', '.join(self.parts)}."

    def part(self, event: Mapping[str, Any]) -> LambdaFunction:
        """The handler that an event means. Raises KeyError."""
        return self.parts[event["step"]]

    def _step(self, event: dict[str, Any], deps: Deps) -> Any:
        return self.part(event).run(event, deps)

    def budget(self, event: Any, deps: Deps) -> float:
        """Seconds that the step may take. Raises DeadlineExceeded where it should not begin."""
        return self.part(event).budget(event, deps)


def function(
    *,
    seconds: int,
    uses: tuple[Use, ...] = (),
    memory_mb: int = 512,
    reserve: bool = True,
    returns_bytes: int = MAX_RETURN_BYTES,
    disk_mb: int = LAMBDAS_DISK_MB,
    at_start: Callable[[Deps], object] | None = None,
    script: str = "",
) -> Callable[[Run], LambdaFunction]:
    """Declares a handler: its timeout in seconds, its memory, its disk, what it may touch and does when it starts."""

    def declare(run: Run) -> LambdaFunction:
        return LambdaFunction(
            run,
            seconds=seconds,
            memory_mb=memory_mb,
            uses=uses,
            reserve=reserve,
            returns_bytes=returns_bytes,
            disk_mb=disk_mb,
            at_start=at_start,
            script=script,
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
