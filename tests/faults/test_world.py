"""Anything in any order: questions, repeats, faults, crashes, waits, sweeps, reads, cancellations. The history holds.

A few runs here; `make world` sets CANDOR_WORLD_RUNS. A failure prints its steps and its seed.
"""

import os
from contextlib import ExitStack, suppress
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from infra.lab.matrix import Laboratory, laboratory
from infra.lab.matrix.history import Told, violations
from infra.lab.matrix.judge import coherent, leaks
from infra.lab.matrix.laboratory import QUESTION
from infra.local.call_faults import CALL_KINDS, Call, CallFault
from infra.local.cloud import USER
from infra.local.faults import FAULT_KINDS, Crash
from infra.workflow.definition import definition, states
from shared.contracts import Session, Turn
from shared.errors import StoreUnavailable
from shared.store.turns import SessionBusy, session_key
from shared.turn.acceptance.accept import accept
from shared.turn.acceptance.cancel import cancel
from shared.turn.rescue.rescue import read_turn

RUNS = int(os.environ.get("CANDOR_WORLD_RUNS", "8"))
STATES = [name for name, state in states(definition("turn", prefix="x", table="x")) if state["Type"] == "Task"]
FUNCTIONS = ["intake", "coordinate", "agent-sql_analytics", "synthesize", "assess", "guard", "respond", "finish"]
SERVICES = ["dynamodb.", "s3.", "lambda.Invoke", "eventbridge.", "sqs."]


class World(RuleBasedStateMachine):
    """One session of one user, in a world where anything breaks."""

    bench: ClassVar[Laboratory]

    @initialize()
    def begin(self) -> None:
        self.cloud = self.bench.cloud
        self.cloud.faults.reset()
        self.session: Session = self.cloud.session((self.bench.dataset_id,))
        self.turns: list[Turn] = []
        self.asked = 0

    @rule(again=st.booleans())
    def ask(self, again: bool) -> None:
        """A question, or the last one once more with its key. A refusal is no turn."""
        self.asked += not (again and self.asked)
        with suppress(SessionBusy, StoreUnavailable), self.cloud.faults.inside():
            turn = accept(
                self.session, QUESTION, self.cloud.deps, idempotency_key=f"{self.session.session_id}-{self.asked}"
            )
            if turn.turn_id not in {known.turn_id for known in self.turns}:
                self.turns.append(turn)
        for turn in self.turns[-1:]:
            self.cloud.finished(turn.turn_id)

    @rule(state=st.sampled_from(STATES), kind=st.sampled_from(FAULT_KINDS))
    def break_state(self, state: str, kind: Any) -> None:
        self.cloud.faults.broken[state] = kind

    @rule(service=st.sampled_from(SERVICES), kind=st.sampled_from(CALL_KINDS), times=st.integers(1, 20))
    def break_calls(self, service: str, kind: Any, times: int) -> None:
        def reaches(call: Call) -> bool:
            return call.operation.startswith(service) and call.function is not None

        self.cloud.faults.calls.append(CallFault(service, reaches, kind, times=times))

    @rule(function=st.sampled_from(FUNCTIONS), call=st.integers(1, 20), when=st.sampled_from(["before", "after"]))
    def crash(self, function: str, call: int, when: Any) -> None:
        self.cloud.faults.hits.pop("crash", None)
        self.cloud.faults.crash = Crash(function, call, when)

    @rule(fate=st.sampled_from(["told", "lost", "told twice"]))
    def status_events(self, fate: Any) -> None:
        self.cloud.faults.status_event = fate

    @rule()
    def mend(self) -> None:
        self.cloud.faults.mend()

    @rule(seconds=st.sampled_from([1, 20, 60, 120]))
    def wait(self, seconds: int) -> None:
        self.cloud.clock.sleep(seconds)

    @rule()
    def sweep(self) -> None:
        self.cloud.wiring.pump()
        self.cloud.stream_again()
        self.cloud.sweep()
        self._settle()

    @rule()
    def read(self) -> None:
        for turn in self.turns[-1:]:
            with suppress(StoreUnavailable):
                read_turn(turn.turn_id, USER, self.cloud.deps)
            self.cloud.settle()

    @rule()
    def stop(self) -> None:
        """The user cancels the last turn."""
        for turn in self.turns[-1:]:
            with suppress(StoreUnavailable):
                cancel(self.cloud.deps.turns.get(turn.turn_id), self.cloud.deps)
            self.cloud.settle()

    def _settle(self) -> None:
        for turn in self.turns:
            self.cloud.finished(turn.turn_id)

    def teardown(self) -> None:
        """The world heals; time passes; then the promise must have been kept."""
        if not hasattr(self, "turns"):
            return
        self.cloud.faults.mend()
        self.cloud.clock.sleep(120)
        for _ in range(2):
            self.sweep()
        self.read()
        assert violations([self._told(turn) for turn in self.turns], self._listed()) == ()
        for turn in self.turns:
            reply = self.cloud.deps.turns.get(turn.turn_id).reply
            assert reply
            assert coherent(reply), reply
            assert not leaks(reply), reply.text

    def _told(self, turn: Turn) -> Told:
        return Told(
            turn_id=turn.turn_id,
            session_id=turn.session_id,
            commits=tuple(reply for _, reply in self.cloud.commits.get(turn.turn_id, [])),
            read=self.cloud.deps.turns.get(turn.turn_id).reply,
            events=tuple(self.cloud.deps.events.read(turn.turn_id)),
            announced=tuple(self.bench.announcements(turn.turn_id)),
            unanswered=self.cloud.faults.unanswered["eventbridge.PutEvents"],
        )

    def _listed(self) -> list[str]:
        items = self.cloud.deps.table.query(session_key(self.session.session_id), "TURN#")
        return [item["sk"].removeprefix("TURN#") for item in items]


def test_whatever_happens_in_whatever_order_each_turn_has_one_reply(capsys: pytest.CaptureFixture[str]) -> None:
    with ExitStack() as stack:
        World.bench = stack.enter_context(laboratory())
        run_state_machine_as_test(
            World,
            settings=settings(
                max_examples=RUNS,
                stateful_step_count=8,
                deadline=None,
                print_blob=True,
                database=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
    with capsys.disabled():
        print(f"\n{RUNS} worlds held")
