"""The instrument notices: the system is broken on purpose, one promise at a time, and a cell goes red for it."""

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import pytest

from infra.lab.matrix import Case, Cell, Laboratory, laboratory
from infra.local.cloud import LocalCloud
from infra.local.faults import SECRET
from shared.contracts import Event, Fact, Message, Reply
from shared.deps import Deps
from shared.function import LambdaFunction
from shared.store.table import plain
from shared.store.turns import TurnStore, record_of, stamp, turn_key
from shared.turn.finish import ANNOUNCEMENT
from shared.turn.finish import finish as true_finish

Run = Callable[[dict[str, Any], Deps], Any]


class WithoutCatch(LocalCloud):
    """The state machine as it is, but for one Catch."""

    def definition(self, name: str) -> dict[str, Any]:
        machine = copy.deepcopy(super().definition(name))
        machine["States"].get("Coordinate", {}).pop("Catch", None)
        return machine


class Careless(TurnStore):
    """Commits whatever it is given, however often."""

    def commit(self, reply: Reply, now: datetime) -> Reply:
        self._table.update(
            turn_key(reply.turn_id),
            "TURN",
            "SET reply = :reply, #status = :status, completed_at = :now REMOVE pending",
            {":reply": reply.model_dump_json(), ":status": reply.status, ":now": stamp(now)},
            names={"#status": "status"},
        )
        return reply


@contextmanager
def broken(function: str | None = None, run: Run | None = None, *, careless: bool = False) -> Iterator[Laboratory]:
    """A laboratory whose system has one function replaced, or a store without a condition."""
    with laboratory() as bench:
        if function and run:
            stock = bench.cloud.runtime.functions[function]
            changed = LambdaFunction(
                run, seconds=stock.seconds, memory_mb=128, uses=(), reserve=False, module=stock.module
            )
            bench.cloud.runtime.functions = {**bench.cloud.runtime.functions, function: changed}
        if careless:
            settings, deps = bench.cloud.settings, bench.cloud.deps
            deps.__dict__["turns"] = Careless(
                deps.table,
                deps.objects,
                keep_days=settings.keep_days,
                lease_grace_seconds=settings.lease_grace_seconds,
            )
        yield bench


def case(state: str, fault: Any, **fields: Any) -> Case:
    return Case(family="state", state=state, fault=fault, broken={state: fault}, **fields)


def said(event: dict[str, Any], deps: Deps, text: str, **fields: Any) -> Reply:
    """A reply with that text, committed."""
    turn = deps.turns.get(event["turn"]["turn_id"]).turn
    reply = Reply(
        turn_id=turn.turn_id,
        session_id=turn.session_id,
        status="answered",
        text=text,
        messages=(Message(role="assistant", agent="candor", content=text),),
        timing=turn.timing(deps.clock.now()),
        **fields,
    )
    return deps.turns.commit(reply, deps.clock.now())


HEALTHY = case("Assess", "fails once", rungs=(0,))
"""A fault that a retry mends: the reply is what the system gives when all goes well."""


def test_the_system_as_it_is_passes_where_the_broken_ones_below_do_not() -> None:
    with laboratory() as bench:
        assert bench.run(HEALTHY).holds
        assert bench.run(case("Coordinate", "raises", rungs=(4,))).holds
        assert bench.run(case("Respond", "works on after its timeout", rungs=(6,))).holds


def test_a_missing_catch_is_noticed() -> None:
    with laboratory(WithoutCatch) as bench:
        cell = bench.run(case("Coordinate", "raises", rungs=(4,)))
    assert not cell.holds
    assert cell.rung == 7
    assert "rung 7 answered, where rung 4 ought to have" in cell.broken_promises


def test_a_commit_without_its_condition_is_noticed() -> None:
    with broken(careless=True) as bench:
        cell = bench.run(case("Respond", "works on after its timeout"))
    assert cell.duplicate
    assert not cell.holds


def test_a_reply_that_is_committed_twice_is_noticed() -> None:
    def twice(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
        said(event, deps, "The total revenue is 72.75.")
        said(event, deps, "The total revenue is 72.75, once more.")
        return {"committed": True}

    with broken("respond", twice, careless=True) as bench:
        assert bench.run(HEALTHY).duplicate


def test_a_raw_error_text_is_noticed() -> None:
    def raw(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
        said(event, deps, f"Error: {SECRET}")
        return {"committed": True}

    with broken("respond", raw) as bench:
        assert bench.run(HEALTHY).leak


def test_a_wrong_figure_is_noticed() -> None:
    def wrong(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
        fact = Fact(id="f", name="total", value=70.0, text="The total revenue is 70.")
        said(event, deps, "The total revenue is 70.", facts=(fact,))
        return {"committed": True}

    with broken("respond", wrong) as bench:
        assert bench.run(HEALTHY).false_success


def test_a_respond_that_only_says_that_it_committed_is_noticed() -> None:
    with broken("respond", lambda _event, _deps: {"committed": True}) as bench:
        cell = bench.run(HEALTHY)
    assert cell.source == "rescue"
    assert not cell.holds


def test_a_dead_rescuer_is_noticed_though_the_sweeper_answers() -> None:
    with broken("rescuer", lambda _event, _deps: {"rescued": False}) as bench:
        cell = bench.run(case("Coordinate", "cannot be caught", rungs=(7,)))
    assert cell.replies == 1
    assert not cell.holds
    assert cell.broken_promises == ("rung 8 answered, where rung 7 ought to have",)


def test_a_dead_sweeper_is_noticed_though_the_reader_answers() -> None:
    def swept(_event: dict[str, Any], _deps: Deps) -> dict[str, Any]:
        return {}

    lost: Any = "the event of the ended execution is lost"
    with broken("sweeper", swept) as bench:
        cell = bench.run(case("Coordinate", "cannot be caught", scene=lost, rungs=(8,)))
    assert not cell.holds
    assert cell.broken_promises == ("rung 9 answered, where rung 8 ought to have",)


def test_a_turn_that_nobody_announces_is_noticed() -> None:
    with broken("finish", careless_finish("silence")) as bench:
        cell = bench.run(HEALTHY)
    assert "never announced" in cell.broken_promises


def test_an_entry_that_a_retried_state_writes_again_is_noticed() -> None:
    def forgetful(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
        turn_id = event["turn"]["turn_id"]
        for seq in (len(deps.events.read(turn_id)) + number for number in (1, 2)):
            entry = Event(seq=seq, type="thinking", at=deps.clock.now(), agent="a", step_number=1, title="Again")
            item = {"pk": turn_key(turn_id), "sk": f"EVENT#{seq:06}", "body": entry.model_dump_json()}
            deps.table.put(item)
        return {"drafted": False}

    with broken("synthesize", forgetful) as bench:
        assert any("the log says 2 times" in line for line in bench.run(HEALTHY).broken_promises)


@pytest.mark.parametrize("after", ["event", "lease", "announcement"])
def test_a_finish_that_breaks_its_word_is_noticed(after: str) -> None:
    with broken("finish", careless_finish(after)) as bench:
        cell = bench.run(HEALTHY)
    assert not cell.holds
    expected = {"event": "follow `complete`", "lease": "no further question", "announcement": "announced 2 times"}
    assert any(expected[after] in line for line in cell.broken_promises), cell.broken_promises


def careless_finish(what: str) -> Run:
    def run(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
        for change in event["Records"]:
            image = change["dynamodb"]["NewImage"]
            if image["sk"] == {"S": "TURN"}:
                _spoil(what, change["dynamodb"]["NewImage"], deps)
        return {}

    return run


def _spoil(what: str, image: dict[str, Any], deps: Deps) -> None:
    record = record_of(plain(image))
    if what == "silence":
        deps.turns.note_done(record.turn.turn_id, ANNOUNCEMENT)
    true_finish(record, deps)
    if what == "lease":
        deps.table.update(f"SESSION#{record.turn.session_id}", "SESSION", "SET running_turn = :t", {":t": "another"})
    if what == "announcement":
        turn_id = record.turn.turn_id
        deps.publish("TurnCompleted", {"announcement_id": turn_id, "turn_id": turn_id, "status": record.status})
    if what == "event":
        last = deps.events.read(record.turn.turn_id)[-1]
        late = last.model_copy(update={"seq": last.seq + 1, "type": "message"})
        item = {"pk": turn_key(record.turn.turn_id), "sk": f"EVENT#{late.seq:06}", "body": late.model_dump_json()}
        deps.table.put(item)


def test_a_cell_whose_fault_never_struck_does_not_count_as_held() -> None:
    with laboratory() as bench:
        cell: Cell = bench.run(Case(family="state", state="Explain", fault="raises", broken={"Explain": "raises"}))
    assert cell.hits == 0
    assert not cell.holds
