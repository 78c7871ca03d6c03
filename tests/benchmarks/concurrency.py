"""Many turns at once, through the door: `python -m tests.benchmarks.concurrency [TURNS]`.

Counts replies, turns past their deadline, and compares the time with that of the same turns one after another.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime

from infra.local.client import LocalClient
from infra.local.cloud import LocalCloud
from infra.local.gateway import user_of_token
from shared.clock import Clock
from shared.settings import Settings

QUESTION = "What is the total revenue by region?"
SALES = "region,revenue\nWest,10\nEast,5\nWest,3.5\n"
MOST_SECONDS = 240.0


@dataclass(frozen=True)
class Run:
    """What became of the turns of a run."""

    turns: int
    replies: int
    answered: int
    late: int
    complete: int
    seconds: float


def at_once(cloud: LocalCloud, turns: int) -> Run:
    """All turns at the same time, each of a user of its own."""
    return _run(cloud, turns, workers=turns, name=f"many-{turns}")


def one_by_one(cloud: LocalCloud, turns: int) -> Run:
    """The same turns, each after the one before."""
    return _run(cloud, turns, workers=1, name=f"single-{turns}")


def _run(cloud: LocalCloud, turns: int, *, workers: int, name: str) -> Run:
    users = [LocalClient(cloud, f"{name}-{number}") for number in range(turns)]
    sessions = [_furnished(cloud, user) for user in users]
    started = time.monotonic()
    with ThreadPoolExecutor(workers) as pool:
        replies = list(pool.map(_turn, users, sessions))
    seconds = time.monotonic() - started
    found = [reply for reply in replies if reply]
    return Run(
        turns=turns,
        replies=len({reply["turn_id"] for reply in found}),
        answered=sum(reply["status"] == "answered" for reply in found),
        late=sum(_late(reply) for reply in found),
        complete=sum(reply["complete"] == 1 for reply in found),
        seconds=round(seconds, 1),
    )


def _furnished(cloud: LocalCloud, user: LocalClient) -> str:
    begun = user.post("/datasets", {"file_name": "sales.csv"}).body
    key, dataset_id = begun["upload"]["fields"]["key"], begun["dataset"]["dataset_id"]
    cloud.client("s3").put_object(Bucket=cloud.settings.bucket, Key=key, Body=SALES.encode())
    while cloud.deps.datasets.get(dataset_id, user_of_token(user.token or "")).status == "waiting":
        time.sleep(0.02)
    session_id: str = user.post("/sessions", {"dataset_ids": [dataset_id]}).body["session_id"]
    return session_id


def _turn(user: LocalClient, session_id: str) -> dict[str, object] | None:
    asked = user.post(f"/sessions/{session_id}/messages", {"question": QUESTION})
    if asked.status != 202:
        return None
    turn_id, give_up = asked.body["turn_id"], time.monotonic() + MOST_SECONDS
    while time.monotonic() < give_up:
        events = user.get(f"/turns/{turn_id}/events").body["events"]
        if any(event["type"] == "complete" for event in events):
            ends = sum(event["type"] == "complete" for event in events)
            return {**user.get(f"/turns/{turn_id}").body, "complete": ends}
        time.sleep(0.1)
    return None


def _late(reply: dict[str, object]) -> bool:
    timing = reply["timing"]
    assert isinstance(timing, dict)
    return datetime.fromisoformat(timing["completed_at"]) > datetime.fromisoformat(timing["deadline"])


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with LocalCloud(Settings(model="deterministic"), clock=Clock()) as system:
        at_once(system, 1)  # loads what is loaded once
        together, apart = at_once(system, wanted), one_by_one(system, wanted)
    print(f"at once     {together}")
    print(f"one by one  {apart}")
    print(f"ratio       {together.seconds / apart.seconds:.2f}")
