"""What the local cloud takes for each state of a turn, besides the handlers; beside moto's bare Pass states."""

import json
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from moto.stepfunctions.parser.backend.execution import Execution

from infra.local.cloud import ROLE, LocalCloud
from infra.local.lambda_runtime import Invocation
from shared.clock import Clock
from shared.settings import Settings
from tests.benchmarks.asking import EXAMPLE, QUESTION
from tests.benchmarks.report import Aim, Section
from tests.benchmarks.timing import Times

ROUNDS = 10
PASSES = 20


@dataclass
class Watched:
    """What happened in one execution."""

    began: float = 0.0
    ended: float = 0.0
    states: int = 0
    handlers: float = 0.0
    calls: list[str] = field(default_factory=list)

    @property
    def per_state(self) -> float:
        """Seconds for each state, without those in handlers."""
        return (self.ended - self.began - self.handlers) / self.states


class WatchedCloud(LocalCloud):
    """A local cloud that notes when executions begin and end, and what their handlers take."""

    watched = Watched()

    def began(self, execution: Execution) -> None:
        """An execution was started."""
        self.watched.began = time.perf_counter()
        super().began(execution)

    def ended(self, execution: Execution) -> None:
        """An execution has ended."""
        self.watched.ended = time.perf_counter()
        super().ended(execution)

    def enter_state(self, state: str, execution: str) -> None:
        """A state begins."""
        self.watched.states += 1
        super().enter_state(state, execution)

    def invoke(self, state: str | None, function: str, payload: bytes | str | None) -> Invocation:
        """Runs a function; what a handler has others do is in its own time already."""
        started = time.perf_counter()
        try:
            return super().invoke(state, function, payload)
        finally:
            if state is not None:
                self.watched.handlers += time.perf_counter() - started

    def call(self, event: str, url: str, state: str | None, send: Any) -> Any:
        """A call to AWS."""
        self.watched.calls.append(event.removeprefix("before-send."))
        return super().call(event, url, state, send)


def states() -> Section:
    """A turn of one agent, again and again, beside a machine of Pass states."""
    with WatchedCloud(Settings(model="deterministic"), clock=Clock()) as cloud:
        session = cloud.session((cloud.upload(_copy()).dataset_id,))
        cloud.ask(session, QUESTION)
        arn = _passes(cloud)
        turns, bare = [], []
        for number in range(ROUNDS):
            turns.append(_turn(cloud, session))
            bare.append(_bare(cloud, arn, number))
    return _section(turns, bare)


def _copy() -> Path:
    target = Path(tempfile.mkdtemp()) / EXAMPLE.name
    target.write_bytes(EXAMPLE.read_bytes())
    return target


def _turn(cloud: WatchedCloud, session: Any) -> Watched:
    cloud.watched = Watched()
    reply = cloud.ask(session, QUESTION)
    cloud.finished(reply.turn_id)
    return cloud.watched


def _bare(cloud: WatchedCloud, arn: str, number: int) -> Watched:
    cloud.watched = watched = Watched()
    cloud.client("stepfunctions").start_execution(stateMachineArn=arn, name=f"passes-{number}", input="{}")
    cloud.begun.setdefault(f"passes-{number}", None)  # type: ignore[arg-type]
    cloud.finished(f"passes-{number}")
    return watched


def _passes(cloud: LocalCloud) -> str:
    """A state machine that does nothing, in so many states."""
    passes: dict[str, Any] = {f"P{number}": {"Type": "Pass", "Next": f"P{number + 1}"} for number in range(PASSES - 1)}
    passes[f"P{PASSES - 1}"] = {"Type": "Pass", "End": True}
    machine = json.dumps({"StartAt": "P0", "States": passes})
    made = cloud.client("stepfunctions").create_state_machine(name="passes", definition=machine, roleArn=ROLE)
    arn: str = made["stateMachineArn"]
    return arn


def _section(turns: list[Watched], bare: list[Watched]) -> Section:
    ours, theirs = (Times(tuple(run.per_state for run in runs)) for runs in (turns, bare))
    whole = Times(tuple(turn.ended - turn.began for turn in turns))
    last = turns[-1]
    tables = sum(call.startswith("dynamodb") for call in last.calls)
    return Section(
        title="Overhead per state in the local cloud",
        notes=(
            f"A turn of one agent passes {last.states} states and makes {len(last.calls)} calls to the local AWS, "
            f"{tables} of them to the table, those that wait for its end included. Overhead is the time of the "
            f"execution without that of its handlers, for each state; beside it {PASSES} Pass states. Milliseconds.",
        ),
        header=("", "least", "median", "most"),
        rows=(
            ("a state of a turn", *ours.cells(digits=1)),
            ("a Pass state", *theirs.cells(digits=1)),
            ("the whole execution of a turn", *whole.cells()),
        ),
        aims=(Aim("Overhead per state, median, ms", ours.median * 1000, 30),),
    )
