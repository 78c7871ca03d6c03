"""A turn's log as server-sent events."""

import asyncio
import json
from datetime import UTC, datetime

from shared.contracts import Event, Reply
from shared.errors import StoreUnavailable
from shared.http.stream import BEGINNING, HEARTBEAT, LONGEST_SECONDS, frames

AT = datetime(2026, 5, 1, tzinfo=UTC)
REPLY = Reply(turn_id="turn_1", session_id="sess_1", status="answered", text="The total is 12.\nThat is all.")


def event(seq, kind="action", title="A step"):
    return Event(seq=seq, type=kind, at=AT, agent="candor", step_number=1, title=title)


class World:
    """A log that grows with time, and a clock that moves by sleeping alone."""

    def __init__(self, comes):
        self.comes = comes  # (moment, event) or (moment, error)
        self.now = 0.0
        self.replies = 0

    def log(self, after):
        for moment, what in self.comes:
            if isinstance(what, Exception) and moment == self.now:
                raise what
        known = [what for moment, what in self.comes if moment <= self.now and isinstance(what, Event)]
        return [one for one in known if one.seq > after]

    def reply(self):
        self.replies += 1
        return REPLY

    async def sleep(self, seconds):
        self.now += seconds

    def told(self, after=0, over=lambda: False):
        async def all_():
            given = frames(self.log, self.reply, after=after, over=over, clock=lambda: self.now, sleep=self.sleep)
            return [frame async for frame in given]

        return asyncio.run(all_())


def parsed(frame):
    """A frame as a browser reads it: (id, event, data)."""
    fields = dict(line.split(": ", 1) for line in frame.decode().strip().split("\n"))
    return int(fields["id"]), fields["event"], json.loads(fields["data"])


ENDED = [(0.0, event(1)), (3.0, event(2)), (3.5, event(3, "complete", "Reply committed"))]


def test_entries_come_in_order_as_they_are_written_and_the_stream_ends_with_complete():
    begun, *rest = World(ENDED).told()
    assert begun == BEGINNING
    assert [parsed(one)[:2] for one in rest] == [(1, "action"), (2, "action"), (3, "complete")]


def test_the_reply_comes_once_with_complete_and_no_line_of_it_breaks_a_frame():
    last = parsed(World(ENDED).told()[-1])
    assert last[2]["reply"]["text"] == REPLY.text
    assert b"The total is" not in b"".join(World(ENDED).told()[:-1])


def test_whoever_comes_back_gets_what_came_since():
    assert [parsed(one)[0] for one in World(ENDED).told(after=2)[1:]] == [3]


def test_whoever_comes_back_behind_the_end_is_told_the_end_again():
    for after in (3, 500):
        (frame,) = World([(0.0, one) for _, one in ENDED]).told(after=after)[1:]
        assert parsed(frame)[:2] == (3, "complete")
        assert parsed(frame)[2]["reply"]["text"] == REPLY.text


def test_silence_is_filled_with_a_sign_of_life_every_fifteen_seconds_and_an_overdue_turn_is_looked_at():
    world = World([(0.0, event(1)), (50.0, event(2, "complete"))])
    told = world.told()
    assert told.count(HEARTBEAT) == 3
    assert world.replies == 4


def test_a_store_that_does_not_answer_for_a_moment_loses_nothing():
    told = World([(0.0, StoreUnavailable("down")), (0.5, StoreUnavailable("down")), *ENDED]).told()
    assert [parsed(one)[0] for one in told[1:]] == [1, 2, 3]


def test_a_stream_ends_before_the_platform_cuts_it_and_when_nobody_listens():
    world = World([(0.0, event(1))])
    world.told()
    assert world.now >= LONGEST_SECONDS
    assert World([(0.0, event(1))]).told(over=lambda: True) == [BEGINNING]
