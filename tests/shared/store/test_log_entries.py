"""Entries of a log that are written together are as gapless, and as seldom told twice, as those that are not."""

from datetime import timedelta

from shared.store.events import MOST_AT_ONCE, EventLog
from shared.store.turns import turn_key


def items(candor, turn_id):
    return candor.deps.table.query(turn_key(turn_id), "EVENT#")


def log_of(candor, turn_id="turn_log"):
    return candor.deps.events.of(turn_id), turn_id


def test_an_entry_that_need_only_be_there_soon_is_written_with_the_next(candor):
    log, turn_id = log_of(candor, "turn_together")
    now = candor.cloud.clock.now()
    assert log.append("received", "one", at=now, soon=True) is None
    assert items(candor, turn_id) == []
    written = log.append("thinking", "two", at=now + timedelta(seconds=1))
    assert written.seq == 2
    assert len(items(candor, turn_id)) == 1
    assert [(event.seq, event.title) for event in candor.deps.events.read(turn_id)] == [(1, "one"), (2, "two")]


def test_a_reader_gets_the_rest_of_what_was_written_together(candor):
    log, turn_id = log_of(candor, "turn_rest")
    for number in range(1, MOST_AT_ONCE):
        log.append("thinking", str(number), at=candor.cloud.clock.now(), soon=True)
    log.append("result", "last", at=candor.cloud.clock.now())
    for after in range(MOST_AT_ONCE + 1):
        assert [event.seq for event in candor.deps.events.read(turn_id, after)] == list(
            range(after + 1, MOST_AT_ONCE + 1)
        )


def test_racing_writers_leave_no_gap_and_lose_nothing(candor):
    one, turn_id = log_of(candor, "turn_race")
    other = EventLog(candor.deps.table, keep_days=1).of(turn_id)
    now = candor.cloud.clock.now()
    one.append("received", "first", at=now)
    other.append("received", "second", at=now)
    for log, who in ((one, "a"), (other, "b"), (one, "c")):
        log.append("thinking", f"{who}1", at=now, agent=who, soon=True)
        log.append("thinking", f"{who}2", at=now, agent=who)
    told = candor.deps.events.read(turn_id)
    assert [event.seq for event in told] == list(range(1, 9))
    assert sorted(event.title for event in told) == ["a1", "a2", "b1", "b2", "c1", "c2", "first", "second"]


def test_what_a_retry_says_again_is_not_written_again(candor):
    log, turn_id = log_of(candor, "turn_again")
    for _ in range(2):
        log.append("received", "one", at=candor.cloud.clock.now(), soon=True)
        log.append("thinking", "two", at=candor.cloud.clock.now())
    assert [event.title for event in candor.deps.events.read(turn_id)] == ["one", "two"]


def test_many_items_are_read_at_once_and_those_that_are_not_there_are_left_out(candor):
    table = candor.deps.table
    for number in range(3):
        table.put({"pk": f"TURN#many{number}", "sk": "TURN", "body": str(number)})
    found = table.get_many([(f"TURN#many{number}", "TURN") for number in (0, 2, 7)])
    assert sorted(item["body"] for item in found) == ["0", "2"]
    assert table.get_many([]) == []
