"""Runs the real handlers where moto would run a container: JSON in and out, limits and timeouts as Lambda has them."""

import json
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from moto.core.exceptions import JsonRESTError

from shared.clock import MovableClock
from shared.deps import Deps
from shared.errors import DeadlineExceeded
from shared.function import SHORTEST, LambdaFunction, Steps

MOST_BYTES = 6 * 1024 * 1024


@dataclass(frozen=True)
class Invocation:
    """What Lambda answers: the payload, and whether it is an error's."""

    payload: bytes
    failed: bool = False

    @classmethod
    def error(cls, kind: str, message: str) -> "Invocation":
        """An unhandled error, as Lambda tells it."""
        return cls(json.dumps({"errorType": kind, "errorMessage": message, "stackTrace": []}).encode(), failed=True)


def failed_items(payload: bytes) -> set[str]:
    """Which items of a batch a function names as failed."""
    answer = json.loads(payload) or {}
    return {failure["itemIdentifier"] for failure in answer.get("batchItemFailures", [])}


class Killed(BaseException):
    """The sandbox of a function dies on the spot: nothing that the handler does can catch it."""


class TimeIsUp(BaseException):
    """A function's time is up, as the movable clock tells it."""


class Sandbox(threading.local):
    """Which function runs on this thread, until when, how many calls it has made, and the last that was answered."""

    function: str | None = None
    invocation: int = 0
    until: datetime | None = None
    calls: int = 0
    answered: str = ""


sandbox = Sandbox()


class UnknownFunction(JsonRESTError):
    """There is no such function."""

    code = 404

    def __init__(self, name: str) -> None:
        super().__init__("ResourceNotFoundException", f"Function not found: {name}")


class TooManyRequests(JsonRESTError):
    """Lambda has no capacity for this function just now."""

    code = 429

    def __init__(self) -> None:
        super().__init__("TooManyRequestsException", "Rate Exceeded.")


class LambdaRuntime:
    """Functions by name. A handler that outlives its time is left behind and may still write, as on AWS."""

    def __init__(self, functions: Mapping[str, LambdaFunction], deps: Deps) -> None:
        self.functions = functions
        self.deps = deps
        self.calls: Counter[str] = Counter()

    def invoke(self, name: str, payload: bytes | str | None) -> Invocation:
        """Runs a function, by its name without prefix and alias. Raises UnknownFunction."""
        if name not in self.functions:
            raise UnknownFunction(name)
        function, event = self.functions[name], json.loads(payload or "{}")
        if isinstance(function, Steps):  # each of them is watched, and broken, by itself
            function = self.functions[function.part(event).name]
        self.calls[function.name] += 1
        if len(payload or "") > MOST_BYTES:
            return Invocation.error("RequestTooLarge", "the request is larger than 6 MB")
        try:
            seconds = function.budget(event, self.deps)
        except DeadlineExceeded as error:
            return Invocation.error("DeadlineExceeded", str(error))
        return self._within(seconds, function, event)

    def _within(self, seconds: float, function: LambdaFunction, event: Any) -> Invocation:
        answers: list[Invocation | None] = []
        invocation = self.calls[function.name]
        until = self.deps.clock.now() + timedelta(seconds=seconds)
        thread = threading.Thread(
            target=lambda: answers.append(_run(function, event, invocation, until)), daemon=True, name=function.name
        )
        thread.start()
        thread.join(seconds)
        if answers and answers[0]:
            return answers[0]
        if seconds < function.seconds - SHORTEST:
            return Invocation.error("DeadlineExceeded", f"stopped after {seconds:.1f} seconds")
        return Invocation.error("Sandbox.Timedout", f"Task timed out after {function.seconds} seconds")

    def spend(self, seconds: float) -> None:
        """Lets simulated time pass in the function of this thread. Raises TimeIsUp where that is more than it has."""
        clock = self.deps.clock
        left = clock.seconds_until(sandbox.until) if sandbox.until else seconds + 1
        if isinstance(clock, MovableClock):
            clock.advance(max(0.0, min(seconds, left)))
        if left <= seconds:
            raise TimeIsUp


def _run(function: LambdaFunction, event: Any, invocation: int, until: datetime) -> Invocation | None:
    """The answer; None where the time was up."""
    sandbox.function, sandbox.invocation, sandbox.until, sandbox.calls = function.name, invocation, until, 0
    sandbox.answered = ""
    try:
        return Invocation(json.dumps(function(event, None), allow_nan=False).encode())
    except TimeIsUp:
        return None
    except Killed:
        return Invocation.error("Runtime.ExitError", "RequestId: 5b2f Error: Runtime exited with error: signal: killed")
    except Exception as error:  # noqa: BLE001 — this is where Lambda turns whatever a handler raises into an answer
        return Invocation.error(type(error).__name__, str(error))
