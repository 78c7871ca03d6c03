"""What the local cloud changes about moto holds for agents side by side too."""

import contextlib
import datetime as dt
import json
import sys
import threading
from collections.abc import Iterator
from typing import Any
from unittest import mock

import boto3
import pytest
from moto import mock_aws

from infra.local.lambda_runtime import Invocation
from infra.local.moto.emulation import Events, emulated

ITEMS = 12
EACH = {
    "StartAt": "All",
    "States": {
        "All": {
            "Type": "Map",
            "ItemProcessor": {
                "ProcessorConfig": {"Mode": "INLINE"},
                "StartAt": "Run",
                "States": {
                    "Run": {
                        "Type": "Task",
                        "Resource": "arn:aws:states:::lambda:invoke",
                        "Parameters": {"FunctionName": "work", "Payload": {}},
                        "End": True,
                    }
                },
            },
            "End": True,
        }
    },
}


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def test_every_task_side_by_side_says_which_state_calls(hasty: None) -> None:
    called: list[str | None] = []
    ended = threading.Semaphore(0)
    events: Any = mock.Mock(spec=Events)
    events.slot = contextlib.nullcontext
    events.now = lambda: dt.datetime.now(dt.UTC)
    events.call = lambda event, url, state, send: send()
    events.ended = lambda execution: ended.release()

    def invoke(state: str | None, function: str, payload: object) -> Invocation:
        called.append(state)
        return Invocation(b"{}")

    events.invoke = invoke
    config: Any = {"lambda": {"use_docker": False}, "stepfunctions": {"execute_state_machine": True}}
    with mock_aws(config=config), emulated(events):
        client = boto3.client("stepfunctions", region_name="us-east-1")
        role = "arn:aws:iam::123456789012:role/any"
        machine = client.create_state_machine(name="each", definition=json.dumps(EACH), roleArn=role)
        for items in (1, ITEMS):  # one alone first: moto makes its models of a service then, and not thread-safely
            called.clear()
            given = json.dumps([{}] * items)
            client.start_execution(stateMachineArn=machine["stateMachineArn"], name=f"of-{items}", input=given)
            assert ended.acquire(timeout=120)
    assert called == ["Run"] * ITEMS
