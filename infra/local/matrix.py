"""The fault matrix: every Task of the state machine, broken in every way, one accepted turn a cell."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from infra.local.cloud import USER, LocalCloud
from infra.local.faults import FAULT_KINDS, SECRET, FaultKind, Faults
from infra.local.paths import Way, ways
from shared.clock import MovableClock
from shared.contracts import Contract, Reply, SessionMode, Turn
from shared.failure.errors import BadRequest
from shared.reply.accept import accept
from shared.reply.rescue import read_turn

TABLE = "region,revenue\nWest,10.5\nEast,20\nWest,30\nNorth,4.25\nEast,1\nSouth,7\n"
QUESTION = "What is the total revenue?"
ANSWER = 72.75
LEAK = re.compile(
    r"botocore|Traceback|/var/task|10\.0\.3\.7|RuntimeError|\bException\b|States\.|arn:aws|Sandbox|Lambda\b|errorType"
)
REAL_SECONDS = 30.0
OUTSIDE_SECONDS = 90.0
SHORTEST_TEXT = 15


class Cell(Contract):
    """One turn with one fault. `hits` is how often the fault struck; `seconds` the time to the reply, as simulated."""

    state: str
    fault: str
    way: tuple[str, ...]
    hits: int
    replies: int
    status: str = ""
    source: str = ""
    coherent: bool = False
    leak: bool = False
    false_success: bool = False
    duplicate: bool = False
    late: bool = False
    seconds: float = 0.0
    text: str = ""

    @property
    def holds(self) -> bool:
        """Whether the promise was kept."""
        broken = self.leak or self.false_success or self.duplicate or self.late
        return self.replies == 1 and self.coherent and not broken and self.hits > 0


class Skipped(Contract):
    """A cell that makes no sense, and why."""

    state: str
    fault: str
    reason: str


class Matrix(Contract):
    """All cells."""

    cells: tuple[Cell, ...]
    skipped: tuple[Skipped, ...] = ()

    @property
    def totals(self) -> dict[str, int]:
        """What is counted."""
        return {
            "cells": len(self.cells),
            "replies": sum(cell.replies for cell in self.cells),
            "coherent": sum(cell.coherent for cell in self.cells),
            "leaks": sum(cell.leak for cell in self.cells),
            "false_successes": sum(cell.false_success for cell in self.cells),
            "duplicates": sum(cell.duplicate for cell in self.cells),
            "late": sum(cell.late for cell in self.cells),
        }

    @property
    def holds(self) -> bool:
        """Whether the promise was kept in every cell."""
        return bool(self.cells) and all(cell.holds for cell in self.cells)

    def wire(self) -> dict[str, Any]:
        return {"totals": self.totals, **super().wire()}


def run_matrix(
    *,
    state: str | None = None,
    fault: str | None = None,
    on_cell: Callable[[Cell], None] = lambda _cell: None,
) -> Matrix:
    """Runs the cells of the given state and fault, or all. Raises BadRequest for an unknown one."""
    with laboratory() as bench:
        found = ways(bench.cloud.definition("turn"), bench.healthy())
        _require(state, found, "state")
        _require(fault, FAULT_KINDS, "fault")
        cells, skipped = [], []
        for name, way in found.items():
            for kind in FAULT_KINDS:
                if (state or name) != name or (fault or kind) != kind:
                    continue
                if reason := _senseless(name, kind, bench.cloud.definition("turn")):
                    skipped.append(Skipped(state=name, fault=kind, reason=reason))
                    continue
                cells.append(bench.cell(name, kind, way))
                on_cell(cells[-1])
    return Matrix(cells=tuple(cells), skipped=tuple(skipped))


def _require(given: str | None, known: Any, what: str) -> None:
    if given is not None and given not in known:
        raise BadRequest(f"There is no {what} {given!r}; known: {', '.join(known)}.")


def _senseless(name: str, kind: FaultKind, machine: dict[str, Any]) -> str | None:
    from infra.workflow import LAMBDA, states

    resource = dict(states(machine))[name]["Resource"]
    if resource != LAMBDA and kind in ("returns null", "returns malformed"):
        return "nothing of what this service integration returns is read"
    return None


@contextmanager
def laboratory() -> Iterator["Laboratory"]:
    """A local cloud with a small dataset, to break."""
    with LocalCloud(clock=MovableClock(), faults=Faults()) as cloud, TemporaryDirectory() as folder:
        file = Path(folder) / "sales.csv"
        file.write_text(TABLE)
        yield Laboratory(cloud, cloud.upload(file).dataset_id)


class Laboratory:
    """Turns with faults, each in a session of its own."""

    def __init__(self, cloud: LocalCloud, dataset_id: str) -> None:
        self.cloud = cloud
        self.dataset_id = dataset_id
        self._listen()

    def _listen(self) -> None:
        """Collects what the bus is told, to count announcements."""
        self._sqs = self.cloud.client("sqs")
        self._queue = self._sqs.create_queue(QueueName="announcements")["QueueUrl"]
        arn = self._sqs.get_queue_attributes(QueueUrl=self._queue, AttributeNames=["QueueArn"])["Attributes"][
            "QueueArn"
        ]
        events, bus = self.cloud.client("events"), self.cloud.settings.bus
        events.put_rule(Name="all", EventBusName=bus, EventPattern='{"source": ["candor"]}')
        events.put_targets(Rule="all", EventBusName=bus, Targets=[{"Id": "queue", "Arn": arn}])

    def announcements(self) -> list[dict[str, Any]]:
        """What was announced since the last call."""
        found: list[dict[str, Any]] = []
        while messages := self._sqs.receive_message(QueueUrl=self._queue, MaxNumberOfMessages=10).get("Messages"):
            for message in messages:
                found.append(json.loads(message["Body"]))
                self._sqs.delete_message(QueueUrl=self._queue, ReceiptHandle=message["ReceiptHandle"])
        return found

    def healthy(self) -> dict[str, set[str]]:
        """The states that healthy turns come through, by mode."""
        modes: tuple[SessionMode, ...] = ("analysis", "consultation")
        entered: dict[str, set[str]] = {}
        for mode in modes:
            self.cloud.faults.reset()
            self.cloud.wait(self._accept(mode))
            entered[mode] = set(self.cloud.faults.entered)
        self.announcements()
        return entered

    def cell(self, state: str, kind: FaultKind, way: Way) -> Cell:
        """Breaks the state, asks, and looks at what comes."""
        self.cloud.faults.reset({**dict.fromkeys(way.broken, "raises"), state: kind})
        turn = self._accept("consultation" if way.mode == "consultation" else "analysis")
        reply = self._reply(turn)
        hits = self.cloud.faults.hits.get(state, 0)
        self.cloud.faults.reset()
        base = {"state": state, "fault": kind, "way": way.broken, "hits": hits}
        if reply is None:
            return Cell(**base, replies=0)
        return Cell(**base, replies=1, **self._judged(turn, reply, way))

    def _accept(self, mode: SessionMode) -> Turn:
        session = self.cloud.session((self.dataset_id,), mode=mode)
        return accept(session, QUESTION, self.cloud.deps)

    def _reply(self, turn: Turn) -> Reply | None:
        """The reply, once the log is complete; None where there is none. Helps with time, as the real world would."""
        give_up = time.monotonic() + REAL_SECONDS
        while time.monotonic() < give_up:
            record = self.cloud.deps.turns.get(turn.turn_id)
            if record.reply and self._is_complete(turn):
                return record.reply
            if turn.turn_id in dict(self.cloud.ended_executions) and not record.reply:
                self._let_time_pass(turn)
            time.sleep(0.01)
        return None

    def _is_complete(self, turn: Turn) -> bool:
        return any(event.type == "complete" for event in self.cloud.deps.events.read(turn.turn_id))

    def _let_time_pass(self, turn: Turn) -> None:
        time.sleep(0.3)  # the rescuer is on its way
        if self.cloud.deps.turns.get(turn.turn_id).reply:
            return
        clock = self.cloud.clock
        if isinstance(clock, MovableClock):
            clock.advance(max(0.0, clock.seconds_until(turn.deadline)) + 60)
        self.cloud.sweep()
        read_turn(turn.turn_id, USER, self.cloud.deps)

    def _judged(self, turn: Turn, reply: Reply, way: Way) -> dict[str, Any]:
        seconds = (self.cloud.clock.now() - turn.asked_at).total_seconds()
        allowed = (turn.deadline - turn.asked_at).total_seconds() + OUTSIDE_SECONDS * (reply.source == "rescue")
        told = [event for event in self.announcements() if event["detail"]["turn_id"] == turn.turn_id]
        ends = [event for event in self.cloud.deps.events.read(turn.turn_id) if event.type == "complete"]
        return {
            "status": reply.status,
            "source": reply.source,
            "text": reply.text,
            "coherent": coherent(reply),
            "leak": bool(LEAK.search(json.dumps(reply.wire())) or SECRET in json.dumps(reply.wire())),
            "false_success": way.mode == "analysis" and false_success(reply),
            "duplicate": len(told) > 1 or len(ends) != 1,
            "late": seconds > allowed,
            "seconds": round(seconds, 2),
        }


def coherent(reply: Reply) -> bool:
    """Whether it is a reply: a final status, a text that says something, and that text as its message."""
    whole = reply.status != "running" and len(reply.text) >= SHORTEST_TEXT
    explained = reply.status != "forfeited" or reply.forfeit is not None
    return whole and explained and any(message.content for message in reply.messages)


def false_success(reply: Reply) -> bool:
    """Whether it says that it answered, without the right figure."""
    if reply.status not in ("answered", "partial"):
        return False
    return not any(fact.value == ANSWER for fact in reply.facts) or f"{ANSWER}" not in reply.text
