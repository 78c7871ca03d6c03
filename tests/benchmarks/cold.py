"""A question to a deployment whose functions are cold: what each takes of a processor until it has answered."""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median

from infra.docs.costs import PRICES, gb_seconds, memory_sizes, total, turn_bill
from infra.docs.measured import Run, recorded
from infra.local.client import LocalClient
from tests.benchmarks.asking import EXAMPLE, QUESTION
from tests.benchmarks.report import Aim, Section
from tests.package.conftest import packaged
from tests.package.day import USER
from tests.package.machine import LIBRARIES, Machine
from tests.package.sandboxes import Sandboxes

AFTERWARDS = ("finish", "sweeper", "uploaded", "ingest")
"""What nobody waits for."""
BEFORE = (
    ("measured earlier, with a function a step", "9", "2.90", "65", ""),
    ("measured earlier, with the turn's steps in one function", "5", "2.51", "33", ""),
)
"""What was measured earlier, on other days: compare the counts; seconds only with the reference of the same run."""
BARE = """
import os
import boto3
boto3.client("dynamodb", region_name="us-east-1")
print(sum(os.times()[:2]))
"""
"""What every function pays that touches the table: Python, boto3, one client."""
ROUNDS, WARM_ROUNDS = 3, 5
AIM_BEFORE = "it was 1.2 until decision 57, which says what nobody gets below"


def cold() -> Section:
    """One question, every function started for it, on exactly its layers and with bytecode."""
    machine = Machine()
    machine.build()
    logs = Path(tempfile.mkdtemp())
    with packaged(machine, logs, warm=False) as sandboxes:
        asks = _asks(sandboxes, 1 + WARM_ROUNDS)
        sandboxes.restart()
        waited = next(asks)
        chain = [
            (one.name, one.started_in, one.used[-1]) for one in sandboxes.all if one.name not in AFTERWARDS and one.used
        ]
        calls = sum(count for name, count in sandboxes.counted.items() if name not in AFTERWARDS)
        asked = "; ".join(f"{name} {_asked(sandboxes, name)}" for name, _, _ in chain)
        later, asked_later = _finished(sandboxes), _asked(sandboxes, "finish")
        invoked = sum(sandboxes.calls[name] for name in ("turn", "respond", "agent-sql_analytics"))
        warm = median(asks)
    bare = min(_bare(machine) for _ in range(ROUNDS))
    used = sum(together for _, _, together in chain)
    dollars = _dollars({name: started for name, started, _ in chain})
    rows = [
        (name, f"{started:.2f}", f"{together - started:.2f}", f"{together:.2f}") for name, started, together in chain
    ]
    rows.append(("*boto3 and a client of the table alone*", f"{bare:.2f}", "", f"{bare:.2f}"))
    return Section(
        title="A question to cold functions",
        notes=(
            f"Every function in a new process, Python {machine.bundle.python} with bytecode, on exactly its code, its "
            "layers and boto3. Seconds of processor until it can take an event (on Lambda with a whole processor), for "
            f"its events of this question, and together. {machine.not_tried}",
            f"The functions made {calls} calls to AWS for the question, from its acceptance to its reply: "
            f"{asked}; and {later} after it, for which nobody waits ({asked_later}). "
            f"The state machine called functions {invoked} times. "
            f"From the POST to the reply it took {waited:.1f} s on the wall, and {warm:.1f} s with the same functions "
            f"warm (the median of {WARM_ROUNDS}), with what plays AWS on the same processors. "
            + _earlier(("this run", str(len(chain)), f"{used:.2f}", str(calls), f"{dollars:.2f}")),
        ),
        header=("function", "to start", "its events", "together"),
        rows=rows,
        aims=(
            Aim("Functions in a row", len(chain), 5, 0),
            Aim("Seconds of processor", used, 2.0, 2, AIM_BEFORE),
            Aim("Seconds of processor × those of boto3 and a client alone, as often", used / bare / len(chain), 2, 2),
            Aim("Calls to AWS", calls, 35, 0),
            Aim("US dollars for 1,000 such questions, each of them cold, without a model", dollars, 1, 2),
        ),
    )


def _finished(sandboxes: Sandboxes) -> int:
    """The calls to AWS of what ends a turn after its reply."""
    deadline = time.monotonic() + 10
    while not sandboxes.counted["finish"]:
        assert time.monotonic() < deadline, "the turn was not finished"
        time.sleep(0.05)
    return sandboxes.counted["finish"]


def _asked(sandboxes: Sandboxes, name: str) -> str:
    """What a function asked of AWS, and how often: "GetItem 2, StartExecution 1"."""
    made = {operation: count for (who, operation), count in sandboxes.operations.items() if who == name}
    return ", ".join(f"{operation} {made[operation]}" for operation in sorted(made, key=lambda one: (-made[one], one)))


def _earlier(now: tuple[str, ...]) -> str:
    """This run in a sentence with those before it."""
    told = (
        f"{when}: {functions} functions in a row, {seconds} s of processor, {calls} calls"
        + (f", ${dollars} for 1,000" if dollars else "")
        for when, functions, seconds, calls, dollars in (*BEFORE, now)
    )
    return "; ".join(told).capitalize() + "."


def _bare(machine: Machine) -> float:
    """Seconds of processor of a process that does nothing but have a client of the table."""
    environ = {"PATH": os.defpath, "LD_LIBRARY_PATH": f"/{LIBRARIES}", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [machine.python, "-P", "-c", BARE]
    return float(subprocess.run(command, env=environ, capture_output=True, text=True, check=True).stdout)


def _dollars(started: Mapping[str, float]) -> float:
    """What 1,000 such questions cost at most: a warm one's bill, and the time that the functions take to start."""
    memory = memory_sizes()
    starts = [Run(function=name, ms=1000 * seconds) for name, seconds in started.items()]
    warm = total(turn_bill(recorded(), memory, looks=0))[1]
    return 1000 * (warm + gb_seconds(starts, memory)[0] * PRICES["Lambda, arm64, GB-second"])


def _asks(sandboxes: Sandboxes, times: int) -> Iterator[float]:
    """Asks the question, each time in another session that was there before, and gives the seconds until its reply."""
    cloud, user = sandboxes.cloud, LocalClient(sandboxes.cloud)
    dataset = cloud.upload(EXAMPLE, USER).dataset_id
    sessions = [user.post("/sessions", {"dataset_ids": [dataset]}).body["session_id"] for _ in range(times)]

    def asked(session: str) -> float:
        begun = time.perf_counter()
        turn = user.post(f"/sessions/{session}/messages", {"question": QUESTION}).body["turn_id"]
        reply = cloud.wait(cloud.deps.turns.get(turn).turn)
        assert reply.status == "answered", reply.text
        return time.perf_counter() - begun

    return map(asked, sessions)
