"""A consultation in a world where any step of a turn fails in any way: phase, snapshots and history always agree.

A few steps here; `make consultations` sets CANDOR_CONSULTATION_STEPS to 10,000, in worlds of A_WORLD steps: each query
of the local table looks at all that it holds. A failure prints its steps, there cut to the fewest: that takes minutes.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from functions.registry import all_phases
from infra.lab.matrix.consultation import disagreements
from infra.lab.matrix.judge import coherent, leaks
from infra.local.call_faults import CallFault
from infra.local.cloud import LocalCloud
from infra.local.faults import Faults
from shared.clock import MovableClock
from shared.contracts import Reply, Turn
from shared.deps import Deps
from shared.errors import DeadlineExceeded, ModelOverloaded, StoreUnavailable
from shared.store.turns import SessionBusy
from shared.turn.acceptance.cancel import cancel
from shared.turn.rescue.rescue import commit_from_outside
from tests.conftest import SALES
from tests.shared.consultation.driving import Drive, phases_of

FEW = 75
A_WORLD = 500
STEPS = int(os.environ.get("CANDOR_CONSULTATION_STEPS", FEW))
A_RUN = 25
MESSAGES = (
    "which region has the highest revenue",
    "We want to know which region has the highest revenue, it's for the board",
    "whether to close a branch",
    "the sales team",
    "a clear ranking",
    "the second",
    "mostly",
    "none",
    "I don't know",
    "go back",
    "keep it",
    "why do you ask?",
    "What is the average number of units?",
    "the audience is the customers",
    "no, I meant something else",
    "the key figure is units",
    "that is all, thanks",
    "ok",
)
ERRORS = (DeadlineExceeded("out of time"), ModelOverloaded("throttled"), StoreUnavailable("down"), RuntimeError("died"))
STEP_NAMES = ("converse", "handoff", "agents", "respond")
WHENS = ("before", "after")


class Broken:
    """Has the nth visit to a step fail, before its work or after it."""

    def __init__(self) -> None:
        self.at: tuple[str, int, str, Exception] | None = None
        self.visits: dict[str, int] = {}

    def __call__(self, name: str, step: Callable[[], Any]) -> Any:
        self.visits[name] = self.visits.get(name, 0) + 1
        if self.at is None or (name, self.visits[name]) != self.at[:2]:
            return step()
        _, _, when, error = self.at
        if when == "after":
            step()
        raise error


class ConsultationWorld(RuleBasedStateMachine):
    """One consultation of one user."""

    cloud: ClassVar[LocalCloud]
    dataset_id: ClassVar[str]
    steps: ClassVar[int] = 0

    @initialize(count=st.sampled_from([0, 1, 3, 5]))
    def begin(self, count: int) -> None:
        self.cloud.faults.reset()
        self.deps = self.cloud.deps
        self.broken = Broken()
        self.phases = phases_of(count) if count else all_phases()
        self.session = self.cloud.session((self.dataset_id,), mode="consultation")
        self.turns: list[Turn] = []

    def drive(self) -> Drive:
        return Drive(self.deps, self.phases, self.broken)

    def begun(self, message: str) -> Turn | None:
        with suppress(SessionBusy):
            self.turns.append(self.drive().accepted(self.session, message))
            return self.turns[-1]
        return None

    def ended(self, turn: Turn) -> None:
        """The turn comes to its reply, by its workflow or from outside."""
        try:
            self.drive().through(turn)
        except Exception:  # noqa: BLE001 — Respond failed: the rescuer replies
            self.broken.at = None
            commit_from_outside(turn, "unknown", "Workflow", self.deps)
            self.deps.turns.release(turn)
        self.broken.at, self.broken.visits = None, {}

    @rule(message=st.sampled_from(MESSAGES))
    def says(self, message: str) -> None:
        if turn := self.begun(message):
            self.ended(turn)

    @rule(
        message=st.sampled_from(MESSAGES),
        step=st.sampled_from(STEP_NAMES),
        visit=st.integers(1, 3),
        when=st.sampled_from(WHENS),
        error=st.sampled_from(ERRORS),
    )
    def says_while_a_step_fails(self, message: str, step: str, visit: int, when: str, error: Exception) -> None:
        self.broken.at = (step, visit, when, error)
        self.says(message)

    @rule(message=st.sampled_from(MESSAGES), kind=st.sampled_from(["loses its answer", "is down"]))
    def says_while_the_commit_is_lost(self, message: str, kind: Any) -> None:
        turn = self.begun(message)
        if turn is None:
            return
        operation = "dynamodb.TransactWriteItems"
        with self.cloud.faults.inside():
            fault = CallFault("commit", lambda call: call.operation == operation, kind, times=1)
            self.cloud.faults.calls.append(fault)
            self.ended(turn)
        self.cloud.faults.reset()

    @rule(message=st.sampled_from(MESSAGES))
    def says_and_every_step_is_delivered_twice(self, message: str) -> None:
        turn = self.begun(message)
        if turn is None:
            return

        def twice(_name: str, step: Callable[[], Any]) -> Any:
            step()
            return step()

        first = Drive(self.deps, self.phases, twice).through(turn)
        again = self.drive().through(turn)
        assert again.text == first.text

    @rule(message=st.sampled_from(MESSAGES), other=st.sampled_from(MESSAGES))
    def says_two_things_at_once(self, message: str, other: str) -> None:
        turn = self.begun(message)
        if turn is None:
            return
        assert self.begun(other) is None
        self.ended(turn)

    @rule(message=st.sampled_from(MESSAGES), other=st.sampled_from(MESSAGES))
    def says_another_thing_when_the_lease_is_over(self, message: str, other: str) -> None:
        first = self.begun(message)
        if first is None:
            return
        with suppress(Exception):
            self.drive().talked(first)
        self.cloud.clock.sleep(300)
        if second := self.begun(other):
            self.turns.sort(key=lambda turn: turn is first)  # it is replied to last
            self.ended(second)
        self.ended(first)

    @rule(message=st.sampled_from(MESSAGES), talked=st.booleans())
    def says_and_cancels(self, message: str, talked: bool) -> None:
        turn = self.begun(message)
        if turn is None:
            return
        if talked:
            with suppress(Exception):
                self.drive().talked(turn)
        with suppress(Exception):
            cancel(self.deps.turns.get(turn.turn_id), self.deps)
        self.ended(turn)

    @rule()
    def restarts(self) -> None:
        before = self.deps
        self.deps = Deps(before.settings, clock=before.clock, model=before.model)
        for client in ("table", "objects", "health"):  # slow to make, and without memory
            self.deps.__dict__[client] = getattr(before, client)

    def replies(self) -> list[Reply]:
        """Those of all its turns, as the session tells them."""
        records = {one.turn.turn_id: one for one in self.cloud.deps.turns.of_session(self.session.session_id)}
        assert records.keys() == {turn.turn_id for turn in self.turns}
        replies = [records[turn.turn_id].reply for turn in self.turns]
        assert all(replies), "a turn has no reply"
        return [reply for reply in replies if reply]

    @invariant()
    def phase_snapshots_and_history_agree(self) -> None:
        if not hasattr(self, "session"):
            return
        type(self).steps += 1
        replies = sorted(self.replies(), key=lambda one: one.consultation.revision if one.consultation else 0)
        stored = self.cloud.deps.sessions.consultation(self.session.session_id)
        assert list(disagreements(replies, stored, None)) == []
        for reply in replies[-1:]:
            assert coherent(reply), reply
            assert not leaks(reply), reply


def chosen(steps: int) -> settings:
    """Hypothesis's settings for so many steps, or fewer: the same ones each time where they are few."""
    few = STEPS <= FEW
    return settings(
        max_examples=-(-steps // A_RUN),
        stateful_step_count=A_RUN,
        deadline=None,
        derandomize=few,
        phases=(Phase.generate,) if few else tuple(Phase),
        suppress_health_check=list(HealthCheck),
    )


@contextmanager
def world(file: Path) -> Iterator[type[ConsultationWorld]]:
    """A world of its own, in which nothing has happened yet."""
    with LocalCloud(clock=MovableClock(), faults=Faults()) as cloud:
        ConsultationWorld.cloud = cloud
        ConsultationWorld.dataset_id = cloud.upload(file).dataset_id
        yield ConsultationWorld


def test_phase_snapshots_and_history_agree_whatever_happens(tmp_path: Path) -> None:
    file = tmp_path / "sales.csv"
    file.write_text(SALES)
    while ConsultationWorld.steps < STEPS:  # many a consultation ends early
        with world(file) as fresh:
            run_state_machine_as_test(fresh, settings=chosen(min(A_WORLD, STEPS - fresh.steps)))
        print(f"{ConsultationWorld.steps:,} steps", flush=True)
        if STEPS <= FEW:
            return
