"""A question to a deployment that sleeps: what each function takes of a processor until it has answered."""

import tempfile
from pathlib import Path

from infra.local.client import LocalClient
from tests.benchmarks.asking import EXAMPLE, QUESTION
from tests.benchmarks.report import Aim, Section
from tests.package.conftest import packaged
from tests.package.day import USER
from tests.package.machine import Machine
from tests.package.sandboxes import Sandbox, Sandboxes

AFTERWARDS = ("finish", "sweeper", "uploaded", "ingest")
"""What nobody waits for."""
BEFORE = {"sandboxes in a row": "9", "processor seconds": "2.9", "calls to AWS": "65"}
"""Version 0.9: nine functions, with bytecode; its count of calls holds 16 of whoever waited for the reply."""


def cold() -> Section:
    """One question, every function started for it, on exactly its layers and with bytecode."""
    machine = Machine()
    machine.build()
    logs = Path(tempfile.mkdtemp())
    with packaged(machine, logs, warm=False) as sandboxes:
        chain = _asked(sandboxes)
        calls = sum(count for name, count in sandboxes.counted.items() if name != "sweeper")
        invoked = sum(sandboxes.calls[name] for name in ("turn", "respond", "agent-sql_analytics"))
    rows = [(one.name, *(f"{seconds:.2f}" for seconds in _used(one))) for one in chain]
    used = sum(one.used[-1] for one in chain)
    return Section(
        title="A question to functions that sleep",
        notes=(
            f"Every function in a new process, Python {machine.bundle.python} with bytecode, on exactly its code, its "
            "layers and boto3. Seconds of processor until it can take an event (on Lambda with a whole processor), for "
            f"its events of this question, and together. {machine.not_tried}",
            f"The functions made {calls} calls to AWS for the question, from its acceptance to the last entry of its "
            f"log; the state machine called functions {invoked} times. In version 0.9 it was "
            + ", ".join(f"{figure} {what}" for what, figure in BEFORE.items())
            + ".",
        ),
        header=("function", "to start", "its events", "together"),
        rows=rows,
        aims=(
            Aim("Functions in a row", len(chain), 5, 0),
            Aim("Seconds of processor", used, 1.2, 2),
            Aim("Calls to AWS", calls, 35, 0),
        ),
    )


def _used(one: Sandbox) -> tuple[float, float, float]:
    """Seconds to start, for what it did, and together."""
    return one.started_in, one.used[-1] - one.started_in, one.used[-1]


def _asked(sandboxes: Sandboxes) -> list[Sandbox]:
    """The sandboxes that the question waited for, in the order in which they were started."""
    cloud, user = sandboxes.cloud, LocalClient(sandboxes.cloud)
    dataset = cloud.upload(EXAMPLE, USER).dataset_id
    session = user.post("/sessions", {"dataset_ids": [dataset]}).body["session_id"]
    sandboxes.restart()
    turn = user.post(f"/sessions/{session}/messages", {"question": QUESTION}).body["turn_id"]
    reply = cloud.wait(cloud.deps.turns.get(turn).turn)
    assert reply.status == "answered", reply.text
    return [one for one in sandboxes.all if one.name not in AFTERWARDS and one.used]
