"""Faults that the local cloud injects: which states, which calls to AWS, and what happens there instead."""

import json
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, get_args

from botocore.awsrequest import AWSResponse
from moto.stepfunctions.parser.asl.component.common.timeouts.timeout import EvalTimeoutError

from infra.local.call_faults import Call, CallFault, CallKind
from infra.local.lambda_runtime import Invocation, Killed, LambdaRuntime, TimeIsUp, TooManyRequests, sandbox
from shared.clock import Clock, MovableClock

StateFault = Literal["is aborted", "outlasts the execution", "cannot be caught"]
"""What can happen to any state."""

TaskFault = Literal[
    "raises",
    "times out",
    "is throttled",
    "cannot reach its store",
    "fails once",
    "dies after its work",
    "loses its result once",
]
"""What can happen to any Task besides."""

LambdaFault = Literal[
    "returns null",
    "returns malformed",
    "returns NaN",
    "returns another schema",
    "returns too much",
    "dies before its work",
    "works on after its timeout",
]
"""What can happen to a Task that calls a Lambda besides."""

FaultKind = StateFault | TaskFault | LambdaFault
STATE_FAULTS: tuple[StateFault, ...] = get_args(StateFault)
TASK_FAULTS: tuple[TaskFault, ...] = get_args(TaskFault)
LAMBDA_FAULTS: tuple[LambdaFault, ...] = get_args(LambdaFault)
FAULT_KINDS: tuple[FaultKind, ...] = (*TASK_FAULTS, *LAMBDA_FAULTS, *STATE_FAULTS)

SECRET = "botocore.exceptions.EndpointConnectionError at 10.0.3.7:8443 in /var/task/shared/store/table.py"  # noqa: S105
"""What an injected error says: no reply may repeat any of it."""

MALFORMED = {
    "route": {"to": 7},
    "kind": "agents",
    "waves": "nonsense",
    "next": ["reply"],
    "committed": "yes",
    "queued": "yes",
    "error_type": 3,
    "status": None,
}
"""A result with every field that a Choice reads, each of the wrong type."""

PAYLOADS: dict[FaultKind, bytes] = {
    "returns null": b"null",
    "returns malformed": json.dumps(MALFORMED).encode(),
    "returns NaN": b'{"route": NaN, "kind": NaN, "next": NaN, "committed": NaN, "error_type": NaN}',
    "returns another schema": b'[["route", "analysis"], 7, {"unexpected": {"deep": []}}]',
    "returns too much": json.dumps({"route": "x" * 300_000}).encode(),
}


MOST_KEPT = 10_000
"""How many of the last states and calls are kept: more than a turn has, and a cloud may serve for days."""


@dataclass
class Crash:
    """The sandbox of a function dies at one of its calls; `once` only in the first invocation, or in every one."""

    function: str
    call: int
    when: Literal["before", "after"]
    once: bool = True


@dataclass
class Faults:
    """What is broken. `hits` counts how often each was, `entered` are the states that began, `made` the calls.

    `meanwhile` is what the world does at the moment at which a state begins, once: no race decides what comes first.
    `unanswered` counts, by operation, the calls that were carried out and whose answer did not come to anything: it got
    lost, or its function died over it.
    """

    broken: dict[str, FaultKind] = field(default_factory=dict)
    calls: list[CallFault] = field(default_factory=list)
    crash: Crash | None = None
    status_event: Literal["told", "lost", "told twice"] = "told"
    stream: Literal["told", "told twice"] = "told"
    hits: dict[str, int] = field(default_factory=dict)
    unanswered: Counter[str] = field(default_factory=Counter)
    entered: deque[str] = field(default_factory=lambda: deque(maxlen=MOST_KEPT))
    made: deque[tuple[str, int, str]] = field(default_factory=lambda: deque(maxlen=MOST_KEPT))
    leftovers: list[Callable[[], object]] = field(default_factory=list)
    meanwhile: dict[str, Callable[[], object]] = field(default_factory=dict)
    outside: int = field(default_factory=threading.get_ident)

    def reset(self, broken: dict[str, FaultKind] | None = None) -> None:
        """Mends everything and forgets what was counted, then breaks what is given."""
        self.mend()
        self.broken = dict(broken or {})
        self.hits, self.leftovers = {}, []
        self.unanswered.clear()
        self.entered.clear()
        self.made.clear()

    def mend(self) -> None:
        """Mends everything; what was counted stays."""
        self.broken, self.calls, self.crash = {}, [], None
        self.meanwhile.clear()
        self.status_event = self.stream = "told"

    @contextmanager
    def inside(self) -> Iterator[None]:
        """For this block, this thread is part of the system and its calls can fail, as those of every other thread."""
        before, self.outside = self.outside, -1
        try:
            yield
        finally:
            self.outside = before

    # states ----------------------------------------------------------------------------------------------------------

    def at_state(self, state: str) -> StateFault | None:
        """A state begins: what any state may suffer then."""
        self.entered.append(state)
        if happens := self.meanwhile.pop(state, None):
            happens()
        for kind in STATE_FAULTS:
            if self.broken.get(state) == kind:
                self.hit(state)
                return kind
        return None

    def enter(self, state: str, timeout: float, clock: Clock) -> None:
        """A task begins: a timeout happens here."""
        if self.broken.get(state) == "times out":
            self.hit(state)
            if isinstance(clock, MovableClock):
                clock.advance(timeout)
            raise EvalTimeoutError

    def invoke(self, state: str | None, name: str, run: Callable[[], Invocation]) -> Invocation:
        """A function is called: by a state, or by something else. `broken` may name the state or the function."""
        place = f"function {name}" if f"function {name}" in self.broken else state or ""
        kind = self.broken.get(place)
        if kind is None or kind in STATE_FAULTS:
            return run()
        if kind in ("fails once", "loses its result once") and place in self.hits:
            return run()
        self.hit(place)
        return self._instead(kind, run)

    def _instead(self, kind: FaultKind, run: Callable[[], Invocation]) -> Invocation:
        if kind in PAYLOADS:
            return Invocation(PAYLOADS[kind])
        if kind == "is throttled":
            raise TooManyRequests
        if kind in ("dies after its work", "loses its result once"):
            run()
        if kind in ERRORS:
            return Invocation.error(ERRORS[kind], SECRET)
        if kind == "works on after its timeout":
            self.leftovers.append(run)
            return Invocation.error("Sandbox.Timedout", f"Task timed out after 3.00 seconds {SECRET}")
        return Invocation.error("Runtime.ExitError", f"Runtime exited with error: signal: killed {SECRET}")

    # calls -----------------------------------------------------------------------------------------------------------

    def call(self, call: Call, runtime: LambdaRuntime, send: Callable[[], AWSResponse | None]) -> AWSResponse | None:
        """A call to AWS, with what is broken about it. Raises what botocore raises, Killed, TimeIsUp."""
        if threading.get_ident() == self.outside:
            return send()
        if call.function is None:
            return self._faulty(call, runtime, send)
        carried_out: list[str] = []

        def noted() -> AWSResponse | None:
            answer = send()
            carried_out.append(call.operation)
            return answer

        try:
            answer = self._of_function(call, runtime, noted)
        except BaseException as death:
            told = sandbox.answered if isinstance(death, (Killed, TimeIsUp)) else ""
            self.unanswered.update(carried_out or [told])
            raise
        sandbox.answered = call.operation
        return answer

    def _of_function(
        self, call: Call, runtime: LambdaRuntime, send: Callable[[], AWSResponse | None]
    ) -> AWSResponse | None:
        sandbox.calls += 1
        self.made.append((call.function or "", sandbox.calls, call.operation))
        self._crash("before")
        runtime.spend(0)
        answer = self._faulty(call, runtime, send)
        runtime.spend(0)
        self._crash("after")
        return answer

    def ask(self, request: str, answer: Callable[[], object]) -> object:
        """A call to the model, which counts as one of the function's calls."""
        sandbox.calls += 1
        self.made.append((sandbox.function or "", sandbox.calls, request))
        self._crash("before")
        given = answer()
        self._crash("after")
        return given

    def _faulty(self, call: Call, runtime: LambdaRuntime, send: Callable[[], AWSResponse | None]) -> AWSResponse | None:
        for fault in (*self.calls, *self._of_task(call)):
            if fault.strikes(call):
                self.hit(fault.name)
                return fault.instead(call, runtime.spend, send)
        return send()

    def _of_task(self, call: Call) -> Iterator[CallFault]:
        """The fault of a Task that calls AWS without a Lambda."""
        kind = self.broken.get(call.state or "")
        if call.function is not None or kind is None or call.operation.startswith("lambda."):
            return
        again = kind not in ("fails once", "loses its result once") or (call.state or "") not in self.hits
        if again and (shape := OF_TASK.get(kind)):
            yield CallFault(call.state or "", lambda _call: True, shape)

    def _crash(self, when: str) -> None:
        crash = self.crash
        if crash is None or (crash.function, crash.when) != (sandbox.function, when):
            return
        if crash.call == sandbox.calls and not (crash.once and "crash" in self.hits):
            self.hit("crash")
            raise Killed

    def hit(self, place: str) -> None:
        """Counts a fault that struck."""
        self.hits[place] = self.hits.get(place, 0) + 1


ERRORS: dict[FaultKind, str] = {
    "raises": "RuntimeError",
    "fails once": "RuntimeError",
    "cannot reach its store": "StoreUnavailable",
}

OF_TASK: dict[FaultKind, CallKind] = {
    "raises": "is broken",
    "cannot reach its store": "is down",
    "is throttled": "is throttled",
    "fails once": "is broken",
    "dies after its work": "loses its answer",
    "loses its result once": "loses its answer",
}
"""What a fault of a Task means where the Task is a call to AWS."""
