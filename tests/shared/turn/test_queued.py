"""A reply that the table cannot take waits in the queue; a turn still has one reply, and a read meanwhile is a 503."""

from collections.abc import Iterator

import pytest

from infra.lab.matrix import Laboratory, laboratory
from infra.lab.matrix.laboratory import QUESTION
from infra.local.call_faults import Call, CallFault
from shared.contracts import Turn
from shared.errors import StoreUnavailable
from shared.store.turns import TurnRecord
from shared.turn.acceptance.accept import accept
from shared.turn.reply.commit_queue import commit_queued
from shared.turn.rescue.rescue import commit_from_outside, read_turn


@pytest.fixture(scope="module")
def bench() -> Iterator[Laboratory]:
    with laboratory() as made:
        yield made


def commits(call: Call) -> bool:
    return call.operation == "dynamodb.UpdateItem"


def asked_while_the_table_takes_no_commits(bench: Laboratory) -> Turn:
    bench.cloud.faults.reset()
    session = bench.cloud.session((bench.dataset_id,))
    bench.cloud.faults.calls.append(CallFault("commit", commits, "is down"))
    turn = accept(session, QUESTION, bench.cloud.deps)
    bench.cloud.finished(turn.turn_id)
    return turn


def record(bench: Laboratory, turn: Turn) -> TurnRecord:
    return bench.cloud.deps.turns.get(turn.turn_id)


def test_a_reply_waits_in_the_queue_and_is_committed_when_the_table_is_back(bench: Laboratory) -> None:
    turn = asked_while_the_table_takes_no_commits(bench)
    assert record(bench, turn).reply is None
    bench.cloud.faults.mend()
    bench.cloud.wiring.pump()
    bench.cloud.settle()
    reply = record(bench, turn).reply
    assert reply
    assert reply.status == "answered"
    assert "72.75" in reply.text


def test_the_queue_keeps_a_reply_that_the_table_still_cannot_take(bench: Laboratory) -> None:
    bench.cloud.wiring.hurry()
    turn = asked_while_the_table_takes_no_commits(bench)
    bench.cloud.wiring.pump()
    assert record(bench, turn).reply is None
    bench.cloud.faults.mend()
    bench.cloud.wiring.pump()
    bench.cloud.settle()
    assert record(bench, turn).status == "answered"


def test_a_reply_from_the_queue_that_comes_second_changes_nothing(bench: Laboratory) -> None:
    turn = asked_while_the_table_takes_no_commits(bench)
    bench.cloud.faults.mend()
    first = commit_from_outside(turn, "timeout", "Workflow", bench.cloud.deps)
    bench.cloud.wiring.pump()
    assert record(bench, turn).reply == first


def test_a_reply_for_a_turn_that_is_gone_is_done_with(bench: Laboratory) -> None:
    turn = asked_while_the_table_takes_no_commits(bench)
    bench.cloud.faults.mend()
    reply = commit_from_outside(turn, "timeout", "Workflow", bench.cloud.deps)
    assert commit_queued(reply.model_copy(update={"turn_id": "turn_gone"}).model_dump_json(), bench.cloud.deps)


def test_a_read_while_the_table_is_down_finds_no_reply_and_makes_none(bench: Laboratory) -> None:
    turn = asked_while_the_table_takes_no_commits(bench)
    bench.cloud.faults.calls.append(CallFault("table", lambda call: call.service == "dynamodb", "is down"))
    with bench.cloud.faults.inside(), pytest.raises(StoreUnavailable):
        read_turn(turn.turn_id, turn.user_id, bench.cloud.deps)
    bench.cloud.faults.mend()
    assert bench.cloud.commits.get(turn.turn_id) is None
