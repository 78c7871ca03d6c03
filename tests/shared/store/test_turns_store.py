"""What the stores promise, on the emulated table."""

import threading
from datetime import timedelta

from shared.contracts import Draft
from shared.ids import made_at, new_id
from shared.reply.accept import new_turn
from shared.store.table import Refused, Table
from shared.store.turns import TurnStore


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
    TurnStore(table, keep_days=1, lease_grace_seconds=5).accept(following)
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

    def write():
        for _ in range(4):
            candor.deps.events.append(turn_id, "thinking", "working", at=now)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    candor.deps.events.append(turn_id, "complete", "done", at=now)
    assert candor.deps.events.append(turn_id, "thinking", "too late", at=now) is None
    events = candor.deps.events.read(turn_id)
    assert [event.seq for event in events] == list(range(1, 18))
    assert events[-1].type == "complete"


def test_a_log_is_read_from_where_one_stopped(candor):
    turn_id, now = new_id("turn"), candor.cloud.clock.now()
    for title in "abc":
        candor.deps.events.append(turn_id, "thinking", title, at=now)
    assert [event.title for event in candor.deps.events.read(turn_id, after=1)] == ["b", "c"]
