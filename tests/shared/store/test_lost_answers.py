"""A write that was carried out, and whose answer got lost: botocore writes again, and nothing is done twice."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from infra.local.call_faults import Call, CallFault
from shared.contracts import Draft
from shared.errors import StoreUnavailable
from shared.health.state import Breaker, CallOutcome
from shared.health.store import HealthStore
from shared.ids import new_id
from shared.store.quotas import Quotas, UserLimits
from shared.turn.acceptance.accept import new_turn


@contextmanager
def lost(candor, operation: str, times: int | None = 1) -> Iterator[None]:
    """The answers of that many calls get lost, after the calls were carried out."""

    def reaches(call: Call) -> bool:
        return call.operation == operation

    fault = CallFault("lost", reaches, "loses its answer", times=times)
    candor.cloud.faults.calls.append(fault)
    with candor.cloud.faults.inside():
        yield
    candor.cloud.faults.calls.remove(fault)
    assert candor.cloud.faults.hits["lost"]


def test_the_first_of_two_values_is_known_to_be_the_first_though_the_answer_got_lost(candor):
    turn_id = new_id("turn")
    with lost(candor, "dynamodb.PutItem"):
        assert candor.deps.turns.save(turn_id, "DRAFT", Draft(text="first", source="template"))
    with lost(candor, "dynamodb.PutItem"):
        assert not candor.deps.turns.save(turn_id, "DRAFT", Draft(text="first", source="template"))


def test_an_entry_of_the_log_whose_answer_got_lost_stands_there_once(candor):
    turn_id, now = new_id("turn"), candor.cloud.clock.now()
    with lost(candor, "dynamodb.PutItem"):
        assert candor.deps.events.of(turn_id).append("thinking", "a", at=now).seq == 1
    with lost(candor, "dynamodb.PutItem", None), pytest.raises(StoreUnavailable):
        candor.deps.events.of(turn_id).append("thinking", "b", at=now, needed=True)
    candor.deps.events.of(turn_id).append("thinking", "b", at=now)
    assert [(event.seq, event.title) for event in candor.deps.events.read(turn_id)] == [(1, "a"), (2, "b")]


def test_tokens_are_counted_once_for_a_turn_however_often_its_end_is_told(candor):
    turn, now = new_turn(candor.session(None), "What?", candor.deps), candor.cloud.clock.now()
    quotas = Quotas(candor.deps.table, UserLimits(tokens_per_day=100))
    with lost(candor, "dynamodb.TransactWriteItems"):
        quotas.spend(turn, 7, now)
    quotas.spend(turn, 7, now)
    spent = candor.deps.table.query(f"USER#{turn.user_id}", "QUOTA#day#")
    assert [item["tokens"] for item in spent] == [7]


def test_an_accepted_question_takes_one_place_of_its_quota_and_is_accepted(candor):
    turn = new_turn(candor.session(None), "What?", candor.deps, "key")
    quotas = Quotas(candor.deps.table, UserLimits(messages_per_minute=1))
    with lost(candor, "dynamodb.TransactWriteItems"):
        candor.deps.turns.accept(turn, quotas=quotas)
    assert candor.deps.turns.running(turn.session_id) == turn.turn_id
    minutes = candor.deps.table.query(f"USER#{turn.user_id}", "QUOTA#minute#")
    assert [item["taken"] for item in minutes] == [1]


def test_what_happened_to_a_dependency_is_noted_once(candor):
    store, down = HealthStore(candor.deps.table, lambda _name: Breaker()), CallOutcome(at=1.0, ms=5.0, ok=False)

    def failing(breaker: Breaker) -> Breaker:
        return breaker.after(down)

    with lost(candor, "dynamodb.UpdateItem"):
        assert store.change("query", failing)
    breakers, _ = store.load()
    assert breakers["query"].outcomes == (down,)


def test_a_reply_whose_answer_got_lost_is_the_one_that_won(candor):
    turn = candor.accept()
    candor.cloud.wait(turn)
    candor.deps.table.update(f"TURN#{turn.turn_id}", "TURN", "REMOVE reply")
    reply = candor.ask("What is the total revenue?").model_copy(update={"turn_id": turn.turn_id})
    with lost(candor, "dynamodb.UpdateItem"):
        assert candor.deps.turns.commit(reply, candor.cloud.clock.now()) == reply


WRITES: dict[str, Callable] = {
    "a session": lambda candor, session: candor.deps.sessions.update(session),
    "a lease": lambda candor, session: candor.deps.turns.release(new_turn(session, "What?", candor.deps)),
}


@pytest.mark.parametrize("what", WRITES)
def test_what_may_be_written_twice_is_written_without_complaint(candor, what):
    session = candor.session(None)
    with lost(candor, "dynamodb.UpdateItem"):
        WRITES[what](candor, session)
    assert candor.deps.sessions.find(session.session_id)
