"""`candor serve` keeps what it accepted: killed at any moment and started again, every turn gets its one reply."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from candor.wire import Wire

AGAIN = 20
"""Turns with a reply that are read again before each kill; all are after the last."""
KILLS = int(os.environ.get("CANDOR_KILLS", "2"))
"""How often it is killed: a few times in each run of the tests, a hundred each night."""
CLIENTS = 4
TURN_SECONDS = 45
MAIN = "from infra.cli import main; main()"
QUESTIONS = ("What is the total revenue?", "revenue by region", "thank you", "What is the total in Atlantis?")


class Running:
    """A process that serves the state in a folder."""

    def __init__(self, folder: Path) -> None:
        environ = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "ANTHROPIC"))}
        environ |= {"CANDOR_TURN_SECONDS": str(TURN_SECONDS)}
        environ |= {"CANDOR_MESSAGES_PER_MINUTE": "0", "CANDOR_TURNS_PER_DAY": "0"}  # no limits
        command = [sys.executable, "-c", MAIN, "serve", "--port", "0", "--aws-port", "0", "--state", str(folder)]
        self.process = subprocess.Popen(
            [*command, "--model", "deterministic", "--quiet"], stdout=subprocess.PIPE, text=True, env=environ
        )
        assert self.process.stdout
        self.url = self.process.stdout.readline().split()[1]

    def kill(self) -> None:
        """At once, without a word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()

    def call(self, method: str, path: str, body: object = None, key: str = "") -> tuple[int, Any]:
        """Status and JSON of a request. Raises OSError where nobody answers any more."""
        headers = {"Authorization": "Bearer alice", "Content-Type": "application/json"}
        headers |= {"Idempotency-Key": key} if key else {}
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.code, json.loads(refused.read())


@contextmanager
def running(folder: Path) -> Iterator[Running]:
    served = Running(folder)
    try:
        yield served
    finally:
        served.kill()


class Load:
    """Clients that ask again and again until nobody answers; `accepted` has what was answered with 202, by its key."""

    def __init__(self, dataset: str) -> None:
        self.dataset = dataset
        self.accepted: dict[str, tuple[str, str, str]] = {}
        self.refused: list[Any] = []

    def ask(self, served: Running) -> None:
        with suppress(OSError, ValueError, HTTPException):
            while True:
                status, begun = served.call("POST", "/sessions", {"dataset_ids": [self.dataset]})
                if status != 201:
                    return self.refused.append(begun)
                for _ in range(2):
                    key, question = f"key-{random.getrandbits(48):x}", random.choice(QUESTIONS)
                    path = f"/sessions/{begun['session_id']}/messages"
                    status, told = served.call("POST", path, {"question": question}, key)
                    if status != 202:
                        return self.refused.append(told)
                    self.accepted[key] = (begun["session_id"], question, told["turn_id"])
                    while served.call("GET", f"/turns/{told['turn_id']}")[1].get("status") == "running":
                        time.sleep(0.2)

    def turns(self) -> set[str]:
        return {turn_id for _, _, turn_id in list(self.accepted.values())}


def test_whatever_was_accepted_has_its_one_reply_although_the_process_is_killed_at_any_moment(tmp_path: Path) -> None:
    state, file = tmp_path / "state", tmp_path / "sales.csv"
    file.write_text("region,revenue\nWest,10\nEast,5\nWest,3.5\n")
    replies: dict[str, Any] = {}
    with running(state) as served:
        load = Load(Wire(served.url, "alice").dataset(file, {}))
    for kill in range(KILLS):
        killed_under_load(state, load, replies, accepted=bool(kill))
    assert not load.refused
    assert load.accepted
    with running(state) as served:
        for key, (session, question, turn_id) in load.accepted.items():
            _, again = served.call("POST", f"/sessions/{session}/messages", {"question": question}, key)
            assert again["turn_id"] == turn_id, "the key was forgotten"
        give_up = time.monotonic() + TURN_SECONDS + 30
        for turn_id in load.turns():
            while (told := served.call("GET", f"/turns/{turn_id}"))[1].get("status") == "running":
                assert time.monotonic() < give_up, "a turn has no reply"
                time.sleep(0.5)
            assert told[0] == 200
            note(replies, turn_id, told[1])
        assert set(replies) == load.turns()


def killed_under_load(state: Path, load: Load, replies: dict[str, Any], *, accepted: bool) -> None:
    """Serves, is asked, and is killed at a random moment; of those at which a turn is `accepted`, or of any."""
    with running(state) as served:
        asking = [threading.Thread(target=load.ask, args=(served,)) for _ in range(CLIENTS)]
        for thread in asking:
            thread.start()
        give_up = time.monotonic() + TURN_SECONDS
        while accepted and not load.accepted and time.monotonic() < give_up:
            time.sleep(0.05)
        time.sleep(random.uniform(0.3, 4.0))
        turns = sorted(load.turns())
        again = random.sample(turns, min(AGAIN, len(turns)))  # all of them after each kill would be thousands
        for turn_id in {*again, *(one for one in turns if one not in replies)}:
            with suppress(OSError, ValueError, HTTPException):
                note(replies, turn_id, served.call("GET", f"/turns/{turn_id}")[1])
        served.kill()
        for thread in asking:
            thread.join()


def note(replies: dict[str, Any], turn_id: str, reply: Any) -> None:
    """Keeps the reply that a turn has; another one than before is a second reply."""
    if reply.get("status") not in (None, "running"):
        assert replies.setdefault(turn_id, reply) == reply


def test_another_process_cannot_have_the_same_state_and_a_port_says_so(tmp_path: Path) -> None:
    with running(tmp_path / "state") as served:
        assert urlsplit(served.url).port
        command = [sys.executable, "-c", MAIN, "serve", "--port", "0", "--aws-port", "0"]
        done = subprocess.run(
            [*command, "--state", str(tmp_path / "state")], capture_output=True, text=True, timeout=60
        )
    assert done.returncode == 2
    assert "Another Candor keeps its state" in done.stderr
