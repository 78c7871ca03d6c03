"""Measures what one turn takes in the local cloud, for the costs of one: `python -m infra.lab.measuring`."""

import json
import math
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import boto3

from infra.docs.measured import FILE, Measured, Run, Used
from infra.local.client import LocalClient
from infra.local.cloud import LocalCloud
from infra.local.gateway import user_of_token
from infra.local.lambda_runtime import Invocation, LambdaRuntime, sandbox
from infra.stack.imports import ROOT
from shared.settings import Settings

DATA = ROOT / "examples" / "orders.csv"
QUESTION = "Which region has the highest revenue?"
READ_BYTES, WRITE_BYTES = 4096, 1024
DATA_ROLE = "arn:aws:iam::123456789012:role/candor-data"
"""Lending rights on data is part of a turn; the local cloud does it where there is a role."""


@dataclass
class Meter:
    """Counts what functions ask of AWS, by botocore's own events."""

    reads: float = 0.0
    writes: float = 0.0
    stored: int = 0
    fetched: int = 0
    events: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def asked(self, params: dict[str, Any], context: dict[str, Any], **_: Any) -> None:
        """Before a call: what it asks for is kept until its answer comes."""
        context["candor_params"] = params

    def answered(self, parsed: dict[str, Any], model: Any, context: dict[str, Any], **_: Any) -> None:
        """After a call."""
        if sandbox.function:
            with self.lock:
                self._count(model.name, context.get("candor_params", {}), parsed)

    def _count(self, operation: str, params: dict[str, Any], parsed: dict[str, Any]) -> None:
        if operation in ("GetItem", "Query", "BatchGetItem"):
            self.reads += read_units(operation, params, parsed)
        elif operation in ("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems"):
            self.writes += write_units(operation, params, parsed)
        elif operation in ("PutObject", "ListObjectsV2"):
            self.stored += 1
        elif operation == "GetObject":
            self.fetched += 1
        elif operation == "PutEvents":
            self.events += 1


def read_units(operation: str, params: Mapping[str, Any], parsed: Mapping[str, Any]) -> float:
    """Units of a read: one for each 4 kB begun, half where it need not be consistent."""
    if operation == "BatchGetItem":
        items = [item for table in parsed["Responses"].values() for item in table]
        return float(sum(max(1, math.ceil(size(item) / READ_BYTES)) for item in items))
    items = [parsed.get("Item", {})] if operation == "GetItem" else parsed.get("Items", [])
    whole = max(1, math.ceil(sum(map(size, items)) / READ_BYTES))
    return whole if params.get("ConsistentRead") else whole / 2


def write_units(operation: str, params: Mapping[str, Any], parsed: Mapping[str, Any]) -> float:
    """Units of a write: one for each kB of the item begun, again where the index holds it, twice in a transaction."""
    if operation == "TransactWriteItems":
        writes = [(f"{kind}Item", write) for one in params["TransactItems"] for kind, write in one.items()]
        return 2 * sum(write_units(kind, write, {}) for kind, write in writes)
    item = params.get("Item") or parsed.get("Attributes") or {}
    whole = max(1, math.ceil(size(item) / WRITE_BYTES))
    indexed = "pending" in item or "pending" in params.get("UpdateExpression", "")
    return 2 * whole if indexed else whole


def size(item: Mapping[str, Any]) -> int:
    """The bytes of an item, as DynamoDB counts them: names and values."""
    return sum(len(name.encode()) + _value(value) for name, value in item.items())


def _value(value: Any) -> int:
    if isinstance(value, dict):
        return sum(_value(inner) + (0 if key.isupper() else len(key)) for key, inner in value.items())
    return sum(map(_value, value)) if isinstance(value, list) else len(str(value).encode())


class TimedRuntime(LambdaRuntime):
    """Notes how long each invocation took; a function that waits for another is billed too."""

    def __init__(self, runtime: LambdaRuntime) -> None:
        super().__init__(runtime.functions, runtime.deps)
        self.runs: list[Run] = []

    def invoke(self, name: str, payload: bytes | str | None) -> Invocation:
        """Invokes the function as the runtime does, and notes how many milliseconds that took."""
        began = time.perf_counter()
        try:
            return super().invoke(name, payload)
        finally:
            self.runs.append(Run(function=name, ms=round((time.perf_counter() - began) * 1000, 1)))


class Laboratory:
    """A local cloud under a meter."""

    def __init__(self, cloud: LocalCloud) -> None:
        self._cloud = cloud
        self._timed = TimedRuntime(cloud.runtime)
        cloud.runtime = self._timed
        self._meter = Meter()
        assert boto3.DEFAULT_SESSION  # the local cloud's, by whose session functions make their clients
        boto3.DEFAULT_SESSION.events.register("provide-client-params", lambda **told: self._meter.asked(**told))
        boto3.DEFAULT_SESSION.events.register("after-call", lambda **told: self._meter.answered(**told))
        self._client = LocalClient(cloud)

    def session(self) -> str:
        """A session on the example data, by the API."""
        dataset = self._cloud.upload(DATA, user_of_token(str(self._client.token)))
        answer = self._client.post("/sessions", {"dataset_ids": [dataset.dataset_id]})
        found: str = answer.body["session_id"]
        return found

    def turn(self, session_id: str) -> tuple[str, Used]:
        """One question, until everything that follows from it has happened."""
        self._begin()
        answer = self._client.post(f"/sessions/{session_id}/messages", {"question": QUESTION})
        turn_id: str = answer.body["turn_id"]
        self._cloud.finished(turn_id)
        return turn_id, self._used(self._transitions(turn_id))

    def look(self, turn_id: str) -> Used:
        """One GET of the turn. Raises RuntimeError where there is no answer in it."""
        self._begin()
        answer = self._client.get(f"/turns/{turn_id}")
        if answer.body.get("status") != "answered":
            raise RuntimeError(f"the turn was not answered: {answer.text[:200]}")
        return self._used(0)

    def _begin(self) -> None:
        self._meter, self._timed.runs = Meter(), []

    def _used(self, transitions: int) -> Used:
        meter = self._meter
        return Used(
            runs=tuple(self._timed.runs),
            transitions=transitions,
            reads=meter.reads,
            writes=meter.writes,
            stored=meter.stored,
            fetched=meter.fetched,
            events=meter.events,
        )

    def _transitions(self, turn_id: str) -> int:
        """States entered, and the start and the end, as AWS counts them in its own example."""
        arn = self._cloud.settings.turn_workflow_arn.replace(":stateMachine:", ":execution:") + f":{turn_id}"
        pages = self._cloud.client("stepfunctions").get_paginator("get_execution_history").paginate(executionArn=arn)
        entered = [event for page in pages for event in page["events"] if event["type"].endswith("StateEntered")]
        return 2 + len(entered)


def measure() -> Measured:
    """One turn in a local cloud that has answered the same question once before."""
    with LocalCloud(Settings(model="deterministic", data_role_arn=DATA_ROLE)) as cloud:
        laboratory = Laboratory(cloud)
        laboratory.turn(laboratory.session())
        turn_id, turn = laboratory.turn(laboratory.session())
        look = laboratory.look(turn_id)
    return Measured(measured_on=datetime.now(UTC).date().isoformat(), question=QUESTION, turn=turn, look=look)


def main() -> None:
    """Measures and keeps it; `make docs` then writes the page."""
    found = measure()
    FILE.write_text(json.dumps(found.wire(), indent=1) + "\n")
    sys.stdout.write(f"{FILE.name}: {sum(run.ms for run in found.turn.runs):.0f} ms in {len(found.turn.runs)} runs\n")


if __name__ == "__main__":
    main()
