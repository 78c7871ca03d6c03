"""The turn's state machine on a second, independent engine: the same answers, and then the same path, calls and end.

The first engine is moto's, with the real handlers behind it. What they answered there is recorded, and the second one
(npm's aws-local-stepfunctions, in node) runs the same definition with these answers. Whatever differs is told.
"""

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from moto.stepfunctions.parser.asl.component.common.error_name.failure_event import FailureEventException
from moto.stepfunctions.parser.asl.component.common.timeouts.timeout import EvalTimeoutError
from pydantic import Field

from infra.local.cloud import LocalCloud
from infra.local.lambda_runtime import Invocation, TooManyRequests
from infra.local.moto.emulation import bare_name
from infra.workflow.definition import LAMBDA, State, states
from shared.contracts import Contract

SCRIPT = Path(__file__).with_suffix(".mjs")
SECONDS = 120

DIFFERENCES = {
    "services": "It calls no service but Lambda by a plain ARN. A handler in each Task's place is given what the Task "
    "would send (FunctionName, Payload; the whole UpdateItem) and plays the service: it wraps what the function "
    "returned as {Payload}, and names an error as Step Functions does.",
    "time": "It measures timeouts in real time, and has no clock to move: a Task that timed out on the first engine "
    "throws States.Timeout on this one, and retries don't wait.",
    "causes": "What it gives as `Cause` is the error's bare message, where AWS gives JSON: causes are not compared.",
    "context": "Its context object has no $$.State: the moment at which a state was entered is given by hand, and the "
    "same for all.",
    "texts": "Its JSONPath finds a first element in a text, where AWS finds none: a plan whose waves are a text "
    "is taken for one with waves, and the Map over it fails with States.Runtime.",
    "endings": "An execution that is aborted or times out ends outside of any state: that is not run here, since there "
    "is no path to compare.",
    "table": "It has no table: that the last resort's write is refused or fails is not run here.",
    "limits": "It knows no limit on what travels between states: results that are too large are not run here.",
}
"""Everything that is known to differ, and what is done about it. The definition itself is never changed."""


class TaskCall(Contract):
    """What a Task sent, and to whom; None where the first engine ended it before it was sent."""

    state: str
    function: str = ""
    payload: Any = None


class Answer(Contract):
    """What a Task got back: a result, or an error by name."""

    result: Any = None
    error: str | None = None
    cause: str = ""
    catchable: bool = True


class Run(Contract):
    """One execution as an engine ran it. `words` is the text of the last resort, where it came to that."""

    path: tuple[str, ...] = ()
    calls: tuple[TaskCall, ...] = ()
    status: Literal["SUCCEEDED", "FAILED"] | None = None
    error: str | None = None
    words: str | None = None


class Recording(Contract):
    """An execution of the first engine, with what the second one needs to run it."""

    input: dict[str, Any]
    run: Run
    answers: dict[str, list[Answer]] = Field(default_factory=dict)


class RecordingCloud(LocalCloud):
    """A local cloud that records each execution of a turn: the states entered, the calls of its Tasks, the answers."""

    def __enter__(self) -> "RecordingCloud":
        self._paths: dict[str, list[str]] = {}
        self._calls: dict[str, list[TaskCall]] = {}
        self._answers: dict[str, dict[str, list[Answer]]] = {}
        self.last_entered = ""
        super().__enter__()
        return self

    def enter_state(self, state: str, execution: str) -> None:
        """Notes the state, and that nothing could catch what happened in it."""
        self._paths.setdefault(execution, []).append(state)
        self.last_entered = execution
        try:
            super().enter_state(state, execution)
        except FailureEventException:
            self._unsent(execution, state, Answer(error="States.Runtime", catchable=False))
            raise

    def enter(self, state: str, timeout: float) -> None:
        """Notes a Task that timed out before it sent anything."""
        try:
            super().enter(state, timeout)
        except EvalTimeoutError:
            self._unsent(self.last_entered, state, Answer(error="States.Timeout"))
            raise

    def invoke(self, state: str | None, function: str, payload: bytes | str | None) -> Invocation:
        """Notes what a state sent and what came back."""
        if state is None:
            return super().invoke(state, function, payload)
        sent = json.loads(payload or "{}")
        execution = sent["turn"]["turn_id"] if "turn" in sent else ""
        self._calls.setdefault(execution, []).append(TaskCall(state=state, function=function, payload=sent))
        place = f"{state} {sent.get('task', {}).get('task_id', '')}"
        try:
            answer = super().invoke(state, function, payload)
        except TooManyRequests:
            self._note(execution, place, Answer(error="Lambda.TooManyRequestsException"))
            raise
        self._note(execution, place, _told(answer))
        return answer

    def _unsent(self, execution: str, state: str, answer: Answer) -> None:
        self._calls.setdefault(execution, []).append(TaskCall(state=state))
        self._note(execution, f"{state} ", answer)

    def _note(self, execution: str, place: str, answer: Answer) -> None:
        self._answers.setdefault(execution, {}).setdefault(place, []).append(answer)

    def recording(self, turn_id: str) -> Recording:
        """The execution of this turn, which has ended."""
        execution = self.begun[turn_id]
        status: Any = execution.exec_status.value if execution.exec_status else None
        answers = dict(self._answers.get(turn_id, {}))
        if "LastResort" in self._paths[turn_id]:
            answers.setdefault("LastResort ", [Answer(result={})])
        return Recording(
            input=json.loads(json.dumps(execution.input_data)),
            answers=answers,
            run=Run(
                path=tuple(self._paths[turn_id]),
                calls=tuple(self._calls.get(turn_id, ())),
                status=status,
                error=execution.error,
                words=self._words(turn_id),
            ),
        )

    def _words(self, turn_id: str) -> str | None:
        """What the state machine wrote itself."""
        reply = self.commits[turn_id][0][1]
        return reply.text if reply.source == "last_resort" and "LastResort" in self._paths[turn_id] else None


def _told(invocation: Invocation) -> Answer:
    """What Step Functions makes of what Lambda answers; NaN is no JSON, and a result that is none fails the Task."""
    try:
        given = json.loads(invocation.payload, parse_constant=_refuse)
    except ValueError:
        return Answer(error="States.Runtime", catchable=False)
    if invocation.failed:
        return Answer(error=given["errorType"], cause=json.dumps(given))
    return Answer(result={"Payload": given, "StatusCode": 200, "ExecutedVersion": "$LATEST"})


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def second_runs(machine: State, recordings: Sequence[Recording], now: str) -> list[Run]:
    """Each recording as the second engine runs it. Raises RuntimeError where it cannot run the definition at all."""
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("node is not here: `make synth` brings it")
    scenarios = [
        {"input": one.input, "answers": {place: _plain(given) for place, given in one.answers.items()}, "now": now}
        for one in recordings
    ]
    told = subprocess.run(  # noqa: S603 - our own script, with no argument from outside
        [node, str(SCRIPT)],
        input=json.dumps({"machine": machine, "scenarios": scenarios}),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    if told.returncode:
        raise RuntimeError(told.stderr)
    return [_read(one, machine) for one in json.loads(told.stdout)]


def _plain(answers: list[Answer]) -> list[dict[str, Any]]:
    return [answer.model_dump(mode="json") for answer in answers]


def _read(told: dict[str, Any], machine: State) -> Run:
    """What the script told, with the calls of Lambda Tasks apart from what the last resort wrote."""
    functions = {name for name, state in states(machine) if state.get("Resource") == LAMBDA}
    calls = [call for call in told["calls"] if call["state"] in functions]
    written = [call["given"] for call in told["calls"] if call["state"] not in functions]
    end = told["end"] or {"status": None, "error": None}
    return Run(
        path=told["path"],
        calls=tuple(
            TaskCall(
                state=call["state"], function=bare_name(call["given"]["FunctionName"]), payload=call["given"]["Payload"]
            )
            for call in calls
        ),
        status=end["status"],
        error=end["error"],
        words=_written(written[0]) if written else None,
    )


def _written(update: dict[str, Any]) -> str:
    reply = json.loads(update["ExpressionAttributeValues"][":reply"]["S"])
    text: str = reply["text"]
    return text


def differences(machine: State, first: Run, second: Run) -> Iterator[str]:
    """What differs between two runs, each as a line; nothing where the engines agree."""
    inside = {name for name, _ in states(machine)} - set(machine["States"])
    outer, inner = (
        [[name for name in run.path if (name in inside) is there] for run in (first, second)] for there in (False, True)
    )
    if outer[0] != outer[1]:
        yield f"path: {outer[0]} on the first, {outer[1]} on the second"
    if Counter(inner[0]) != Counter(inner[1]):
        yield f"inside the Maps: {inner[0]} on the first, {inner[1]} on the second"
    yield from _calls_differ(first, second)
    for what in ("status", "error", "words"):
        if getattr(first, what) != getattr(second, what):
            yield f"{what}: {getattr(first, what)!r} on the first, {getattr(second, what)!r} on the second"


def _calls_differ(first: Run, second: Run) -> Iterator[str]:
    one, other = (Counter(_comparable(call) for call in run.calls) for run in (first, second))
    unsent = Counter(call.state for call in first.calls if call.payload is None)
    for call in (one - other).elements():
        if json.loads(call)["payload"] is not None:
            yield f"only the first calls {call}"
    for call in (other - one).elements():
        state = json.loads(call)["state"]
        if unsent[state] <= 0:
            yield f"only the second calls {call}"
        unsent[state] -= 1


def _comparable(call: TaskCall) -> str:
    return json.dumps({**call.model_dump(), "payload": _without_causes(call.payload)}, sort_keys=True)


def _without_causes(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_causes(inner) for name, inner in value.items() if name != "Cause"}
    return [_without_causes(inner) for inner in value] if isinstance(value, list) else value
