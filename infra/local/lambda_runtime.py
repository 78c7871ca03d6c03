"""Runs the real handlers where moto would run a container: JSON in and out, limits and timeouts as Lambda has them."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moto.core.exceptions import JsonRESTError

from shared.deps import Deps
from shared.failure.errors import DeadlineExceeded
from shared.function import SHORTEST, LambdaFunction

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
        self.calls: list[str] = []

    def invoke(self, name: str, payload: bytes | str | None) -> Invocation:
        """Runs a function, by its name without prefix and alias. Raises UnknownFunction."""
        if name not in self.functions:
            raise UnknownFunction(name)
        self.calls.append(name)
        function, event = self.functions[name], json.loads(payload or "{}")
        if len(payload or "") > MOST_BYTES:
            return Invocation.error("RequestTooLarge", "the request is larger than 6 MB")
        try:
            seconds = function.budget(event, self.deps)
        except DeadlineExceeded as error:
            return Invocation.error("DeadlineExceeded", str(error))
        return self._within(seconds, function, event)

    def _within(self, seconds: float, function: LambdaFunction, event: Any) -> Invocation:
        answers: list[Invocation] = []
        thread = threading.Thread(target=lambda: answers.append(_run(function, event)), daemon=True)
        thread.start()
        thread.join(seconds)
        if answers:
            return answers[0]
        if seconds < function.seconds - SHORTEST:
            return Invocation.error("DeadlineExceeded", f"stopped after {seconds:.1f} seconds")
        return Invocation.error("Sandbox.Timedout", f"Task timed out after {function.seconds} seconds")


def _run(function: LambdaFunction, event: Any) -> Invocation:
    try:
        return Invocation(json.dumps(function(event, None), allow_nan=False).encode())
    except Exception as error:  # noqa: BLE001 — this is where Lambda turns whatever a handler raises into an answer
        return Invocation.error(type(error).__name__, str(error))
