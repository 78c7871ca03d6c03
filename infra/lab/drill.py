"""Forces each rung of the ladder in a deployed stack and looks for the one reply: `make drill DRILL="--dry-run"`.

It needs an account, a token and a dataset, breaks a stack on purpose, and puts each thing back before the next. Never
against a stack that people use. After a drill that was killed, `--restore` makes everything whole.
"""

import argparse
import json
import signal
import sys
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from functions.registry import all_functions
from infra.lab.disturbances import Client, Disturbance, Throttled, WithoutModel, WithoutRule, WithoutSchedule
from shared.clock import Clock
from shared.deps import Deps
from shared.settings import Settings

TOTAL = "What is the total of every number in the data?"
NONSENSE = "What was the weather in Atlantis on the day of the last order?"
SETTLES_SECONDS = 15.0
"""How long AWS may take until everybody knows of a change."""

LOOK_EVERY = 2.0
LATEST_AFTER = 90.0
"""Rungs 7 to 9 reply this long after the deadline at the latest."""


class Door(Protocol):
    """The API, as one user sees it."""

    def ask(self, question: str) -> str:
        """Asks in a new session; gives the turn's id."""
        ...

    def turn(self, turn_id: str) -> dict[str, Any]:
        """The reply object."""
        ...

    def events(self, turn_id: str) -> list[dict[str, Any]]:
        """The turn's log."""
        ...


@dataclass(frozen=True)
class Step:
    """One rung: what breaks, what is asked, and what may come back.

    `abort` ends the execution once it has begun. `look_after` is how many seconds nobody looks at the turn, since
    looking at an overdue turn is itself a rung.
    """

    rung: str
    breaks: tuple[Disturbance, ...] = ()
    question: str = TOTAL
    statuses: tuple[str, ...] = ("failed",)
    sources: tuple[str, ...] = ()
    abort: bool = False
    look_after: float = 0.0

    def plan(self) -> Iterator[str]:
        """What happens, line by line."""
        yield f"rung {self.rung}"
        yield from (f"  {one.told}" for one in self.breaks)
        yield f"  ask: {self.question}"
        if self.abort:
            yield "  abort its execution"
        if self.look_after:
            yield f"  look after {self.look_after:g} s"
        yield f"  expect one reply, {' or '.join(self.statuses)}" + (
            f", from {' or '.join(self.sources)}" if self.sources else ""
        )


def steps(prefix: str, region: str, account: str, turn_seconds: float) -> list[Step]:
    """The ladder, for one stack."""

    def live(name: str) -> str:
        return f"arn:aws:lambda:{region}:{account}:function:{prefix}-{name}:live"

    asking = tuple(f"{prefix}-{name}" for name, one in all_functions().items() if "model" in one.uses)
    agents = tuple(Throttled(one) for one in asking if one.startswith(f"{prefix}-agent-"))
    slow = Throttled(f"{prefix}-turn")
    no_model, no_rescuer = WithoutModel(asking), WithoutRule(live("rescuer"))
    anything = ("answered", "partial", "forfeited", "failed")
    late = turn_seconds + LATEST_AFTER
    return [
        Step("0: nothing breaks", statuses=("answered", "partial", "forfeited")),
        Step("1: the data can't answer", question=NONSENSE, statuses=("forfeited",)),
        Step("2: the agents", agents, statuses=("partial", "forfeited", "failed")),
        Step("3: the model", (no_model,), statuses=anything, sources=("deterministic", "template")),
        Step("4: a critical state", (slow,), sources=("claude", "deterministic", "template")),
        Step("5: the model while it explains", (slow, no_model), sources=("deterministic", "template")),
        Step("6: Respond", (Throttled(f"{prefix}-respond"),), sources=("last_resort",)),
        Step("7: the execution", (slow,), sources=("rescue",), abort=True),
        Step("8: the event", (slow, no_rescuer), sources=("rescue",), abort=True, look_after=late),
        Step(
            "9: all of that",
            (slow, no_rescuer, WithoutSchedule(live("sweeper"))),
            sources=("rescue",),
            abort=True,
            look_after=late,
        ),
    ]


@dataclass(frozen=True)
class Drill:
    """Runs steps against one stack. `workflow_arn` is the turn's state machine."""

    client: Client
    door: Door
    clock: Clock
    workflow_arn: str
    turn_seconds: float

    def run(self, ladder: Sequence[Step], say: Callable[[str], object]) -> int:
        """Every step, whatever becomes of the others; gives how many failed."""
        failures = 0
        for step in ladder:
            found = self.check(step)
            failures += bool(found)
            say(f"{'FAILED' if found else 'ok    '} rung {step.rung}" + "".join(f"\n         {one}" for one in found))
        return failures

    def check(self, step: Step) -> list[str]:
        """What is wrong with the reply; everything is whole again when this returns, or raises what ends a program."""
        try:
            with ExitStack() as broken:
                for one in step.breaks:
                    broken.enter_context(one.held(self.client))
                if step.breaks:
                    self.clock.sleep(SETTLES_SECONDS)
                turn_id = self.door.ask(step.question)
                if step.abort:
                    self._abort(turn_id)
                self.clock.sleep(step.look_after)
                reply = self._reply(turn_id)
            return list(self._wrong(step, turn_id, reply))
        except Exception as error:  # noqa: BLE001 — a step that can't be taken is a finding, and the next one is taken
            return [f"{type(error).__name__}: {error}"]

    def _abort(self, turn_id: str) -> None:
        arn = f"{self.workflow_arn.replace(':stateMachine:', ':execution:')}:{turn_id}"
        self.client("stepfunctions").stop_execution(executionArn=arn, error="Drill", cause="a drill")

    def _reply(self, turn_id: str) -> dict[str, Any]:
        """The turn once it has ended. Raises TimeoutError."""
        waited = 0.0
        while (reply := self.door.turn(turn_id))["status"] == "running":
            if waited > self.turn_seconds + LATEST_AFTER:
                raise TimeoutError(f"no reply after {waited:.0f} s")
            self.clock.sleep(LOOK_EVERY)
            waited += LOOK_EVERY
        return reply

    def _wrong(self, step: Step, turn_id: str, reply: dict[str, Any]) -> Iterator[str]:
        if reply["status"] not in step.statuses:
            yield f"status {reply['status']}, not {' or '.join(step.statuses)}"
        if step.sources and reply["source"] not in step.sources:
            yield f"source {reply['source']}, not {' or '.join(step.sources)}"
        if not str(reply.get("text") or "").strip():
            yield "a reply without text"
        self.clock.sleep(SETTLES_SECONDS)
        if self.door.turn(turn_id) != reply:
            yield "a second look shows another reply"
        kinds = [event["type"] for event in self.door.events(turn_id)]
        if kinds.count("complete") != 1 or kinds[-1] != "complete":
            yield f"the log does not end with its one `complete`: {', '.join(kinds)}"


def restore(ladder: Sequence[Step], client: Client) -> None:
    """Makes whole whatever any step breaks."""
    for one in dict.fromkeys(one for step in ladder for one in step.breaks):
        one.undo(client)


@dataclass(frozen=True)
class HttpDoor:
    """The API by HTTPS. `token` is the user's access token."""

    url: str
    token: str
    dataset_id: str

    def ask(self, question: str) -> str:
        """Asks in a new session."""
        session = self._call("POST", "/sessions", {"dataset_ids": [self.dataset_id]})["session_id"]
        found: str = self._call("POST", f"/sessions/{session}/messages", {"question": question})["turn_id"]
        return found

    def turn(self, turn_id: str) -> dict[str, Any]:
        """The reply object."""
        return self._call("GET", f"/turns/{turn_id}")

    def events(self, turn_id: str) -> list[dict[str, Any]]:
        """The turn's log."""
        found: list[dict[str, Any]] = self._call("GET", f"/turns/{turn_id}/events")["events"]
        return found

    def _call(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        asked = urllib.request.Request(  # noqa: S310 — https only, see `main`
            self.url.rstrip("/") + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(asked, timeout=30) as answer:  # noqa: S310
            found: dict[str, Any] = json.load(answer)
        return found


def parsed(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(prog="python -m infra.lab.drill", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--dry-run", action="store_true", help="print what would be done, without an account")
    parser.add_argument("--restore", action="store_true", help="only put everything back")
    parser.add_argument("--only", default="", help="rungs to take, such as 4,7")
    parser.add_argument("--prefix", default="candor")
    parser.add_argument("--region", default="us-east-1")
    parser.add_argument("--url", default="", help="the stack's output Url")
    parser.add_argument("--token-file", type=Path, help="a file with a user's access token")
    parser.add_argument("--dataset", default="", help="a dataset of that user")
    parser.add_argument("--turn-seconds", type=float, default=Settings().turn_seconds)
    arguments = parser.parse_args(given)
    needed = (arguments.url.startswith("https://"), arguments.token_file, arguments.dataset)
    if not (arguments.dry_run or arguments.restore or all(needed)):
        parser.error("a drill needs --url https://…, --token-file and --dataset")
    return arguments


def chosen(ladder: Sequence[Step], only: str) -> list[Step]:
    """The steps that `--only` names; all where it names none."""
    return [step for step in ladder if not only or step.rung.split(":")[0] in only.split(",")]


def main(given: Sequence[str] | None = None) -> int:
    """The exit code: 0 where every rung gave its one reply."""
    arguments = parsed(given)
    client = cache(Deps(Settings(region=arguments.region)).client)
    account = "ACCOUNT" if arguments.dry_run else client("sts").get_caller_identity()["Account"]
    ladder = steps(arguments.prefix, arguments.region, account, arguments.turn_seconds)
    taken = chosen(ladder, arguments.only)
    if arguments.dry_run:
        sys.stdout.write("\n".join(line for step in taken for line in step.plan()) + "\n")
        return 0
    if arguments.restore:
        restore(ladder, client)
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what is broken is put back
    drill = Drill(
        client,
        HttpDoor(arguments.url, arguments.token_file.read_text().strip(), arguments.dataset),
        Clock(),
        f"arn:aws:states:{arguments.region}:{account}:stateMachine:{arguments.prefix}-turn",
        arguments.turn_seconds,
    )
    return min(drill.run(taken, lambda line: sys.stdout.write(line + "\n")), 1)


if __name__ == "__main__":
    sys.exit(main())
