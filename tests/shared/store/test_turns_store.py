"""What the stores promise, on the emulated table."""

import threading
from datetime import timedelta

from shared.contracts import Draft
from shared.ids import made_at, new_id


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
