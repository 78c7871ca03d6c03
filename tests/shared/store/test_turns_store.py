"""What the stores promise, on the emulated table."""

import threading
from datetime import timedelta

import pytest

from functions.registry import all_phases
from infra.local.call_faults import CallFault
from shared.contracts import AgentResponse, Draft, Message, Plan, Reply
from shared.errors import UnknownResource
from shared.ids import made_at, new_id
from shared.phases.advance import begun
from shared.store.table import Refused, Table
from shared.store.turns import TurnStore
from shared.turn.acceptance.accept import new_turn


class GivenBackMeanwhile(Table):
    """A table in which the session's lease is given back between a refusal and the look at why."""

    def __init__(self, table, session_id):
        super().__init__(table._client, table._name)
        self.session_id, self.refusals = session_id, 0

    def transact(self, writes):
        try:
            super().transact(writes)
        except Refused:
            self.refusals += 1
            self.update(f"SESSION#{self.session_id}", "SESSION", "REMOVE running_turn, lease_until")
            raise


def test_a_question_takes_the_lease_that_is_given_back_while_it_asks(candor):
    session = candor.cloud.session()
    candor.deps.turns.accept(new_turn(session, "What is the total?", candor.deps))
    table = GivenBackMeanwhile(candor.deps.table, session.session_id)
    following = new_turn(session, "And the average?", candor.deps)
    TurnStore(table, candor.deps.objects, keep_days=1, lease_grace_seconds=5).accept(following)
    assert table.refusals == 1
    assert candor.deps.turns.running(session.session_id) == following.turn_id


def test_an_identifier_tells_when_it_was_made(candor):
    assert abs(made_at(new_id("turn")) - candor.cloud.clock.now()) < timedelta(days=2)
    assert made_at("turn_unknown") is None


def test_everything_of_a_turn_ages_out(candor):
    turn = candor.accept()
    candor.cloud.wait(turn)
    items = candor.deps.table.query(f"TURN#{turn.turn_id}")
    assert len(items) > 10
    assert all(item.get("expires") for item in items), [item["sk"] for item in items if not item.get("expires")]


def test_the_first_value_that_was_kept_stays(candor):
    turn_id = new_id("turn")
    assert candor.deps.turns.save(turn_id, "DRAFT", Draft(text="first", source="template"))
    assert not candor.deps.turns.save(turn_id, "DRAFT", Draft(text="second", source="template"))
    assert candor.deps.turns.load(turn_id, "DRAFT", Draft).text == "first"


def test_racing_writers_leave_no_gap_in_a_log_and_nothing_follows_complete(candor):
    turn_id, now = new_id("turn"), candor.cloud.clock.now()

    def write(number):
        for step in range(4):
            candor.deps.events.of(turn_id).append("thinking", f"working, {number} at {step}", at=now)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    candor.deps.events.of(turn_id).append("complete", "done", at=now)
    assert candor.deps.events.of(turn_id).append("thinking", "too late", at=now) is None
    events = candor.deps.events.read(turn_id)
    assert [event.seq for event in events] == list(range(1, 18))
    assert events[-1].type == "complete"


def test_a_log_is_read_from_where_one_stopped(candor):
    turn_id, now = new_id("turn"), candor.cloud.clock.now()
    for title in "abc":
        candor.deps.events.of(turn_id).append("thinking", title, at=now)
    assert [event.title for event in candor.deps.events.read(turn_id, after=1)] == ["b", "c"]


def test_who_knows_the_last_entry_need_not_look_and_who_is_mistaken_leaves_no_gap(candor):
    turn_id, now = new_id("turn"), candor.cloud.clock.now()
    first, second = (candor.deps.events.of(turn_id, known=()) for _ in range(2))
    assert first.append("received", "a", at=now).seq == 1
    assert first.append("thinking", "b", at=now).seq == 2
    assert second.append("thinking", "c", at=now).seq == 3
    second.append("complete", "done", at=now)
    assert first.append("thinking", "too late", at=now) is None
    assert [event.title for event in candor.deps.events.read(turn_id)] == ["a", "b", "c", "done"]


def test_what_is_said_already_is_not_said_again_whoever_says_it_and_whenever(candor):
    turn_id, now = new_id("turn"), candor.cloud.clock.now()
    first, second = (candor.deps.events.of(turn_id, known=()) for _ in range(2))
    for log in (first, second):
        log.append("thinking", "a", at=now, data={"task_id": "1"})
    assert second.append("thinking", "a", at=now + timedelta(seconds=1), data={"task_id": "1"}).seq == 1
    assert second.append("thinking", "a", at=now, data={"task_id": "2"}).seq == 2
    assert [event.seq for event in candor.deps.events.read(turn_id)] == [1, 2]


def test_one_look_finds_everything_of_a_turn(candor):
    turn = candor.accept()
    reply = candor.cloud.wait(turn)
    found = candor.deps.turns.belongings(turn.turn_id)
    assert found.record.reply == reply
    assert found.one("PLAN", Plan) == candor.deps.turns.load(turn.turn_id, "PLAN", Plan)
    assert found.one("NOTHING", Plan) is None
    assert tuple(found.all("RESPONSE", AgentResponse)) == reply.responses


def test_whoever_finds_a_log_complete_writes_nothing_behind_its_end(candor):
    turn_id, now = new_id("turn"), candor.cloud.clock.now()
    assert candor.deps.turns.belongings(turn_id).events == ()
    asked = candor.deps.events.of(turn_id).append("received", "asked", at=now)
    assert candor.deps.turns.belongings(turn_id).events == (asked,)
    candor.deps.events.of(turn_id).append("complete", "done", at=now)
    known = candor.deps.turns.belongings(turn_id).events
    assert candor.deps.events.of(turn_id, known).append("thinking", "late", at=now) is None


def test_a_turn_that_nobody_knows_has_no_belongings(candor):
    with pytest.raises(UnknownResource):
        _ = candor.deps.turns.belongings(new_id("turn")).record


def test_the_turns_of_a_session_come_newest_first_and_without_the_one_left_out(candor):
    session = candor.session()
    turns = []
    for _ in range(3):
        turns.append(candor.accept(session=session))
        candor.cloud.wait(turns[-1])
    found = [record.turn.turn_id for record in candor.deps.turns.of_session(session.session_id, but=turns[2].turn_id)]
    assert found == [turns[1].turn_id, turns[0].turn_id]


def test_a_turn_that_has_its_reply_is_pending_no_more(candor):
    turn = new_turn(candor.cloud.session(), "What is the total?", candor.deps)
    candor.deps.turns.accept(turn)
    assert turn.turn_id in {one.turn_id for one in candor.deps.turns.pending()}
    candor.deps.turns.commit(rescued(turn), candor.cloud.clock.now())
    assert turn.turn_id not in {one.turn_id for one in candor.deps.turns.pending()}


def test_a_reply_that_comes_second_moves_no_consultation(candor):
    session, now = candor.cloud.session(mode="consultation"), candor.cloud.clock.now()
    turn = new_turn(session, "What is the total?", candor.deps)
    candor.deps.turns.accept(turn)
    first = candor.deps.turns.commit(rescued(turn), now)
    moved = begun(session, all_phases(), now).model_copy(update={"revision": 1})
    late = rescued(turn).model_copy(update={"text": "Too late.", "consultation": moved})
    assert candor.deps.turns.commit(late, now).text == first.text
    assert candor.deps.sessions.consultation(session.session_id) is None


def test_a_lease_whose_turn_has_its_reply_holds_nobody_up(candor):
    session = candor.cloud.session()
    turn = new_turn(session, "What is the total?", candor.deps)
    candor.deps.turns.accept(turn)
    candor.deps.turns.commit(rescued(turn), candor.cloud.clock.now())
    candor.cloud.settle()
    candor.deps.table.update(
        f"SESSION#{session.session_id}", "SESSION", "SET running_turn = :turn", {":turn": turn.turn_id}
    )
    assert candor.deps.turns.running(session.session_id) is None


def test_a_question_whose_execution_could_not_be_started_waits_for_the_sweeper(candor):
    candor.cloud.faults.calls.append(
        CallFault("workflow", lambda made: made.operation.endswith("StartExecution"), "is down")
    )
    with candor.cloud.faults.inside():
        turn = candor.accept(session=candor.cloud.session())
    candor.cloud.faults.reset()
    assert turn.turn_id in {one.turn_id for one in candor.deps.turns.pending()}
    candor.cloud.clock.advance(20)
    candor.cloud.sweep()
    assert candor.cloud.wait(turn).status != "failed"


def rescued(turn):
    """A reply from outside of the workflow."""
    text = "I could not finish this in time."
    return Reply(
        turn_id=turn.turn_id,
        session_id=turn.session_id,
        status="failed",
        text=text,
        source="rescue",
        messages=(Message(role="assistant", agent="candor", content=text),),
        timing=turn.timing(turn.deadline),
    )
