"""The log of a turn where the table does not take it."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.errors import StoreUnavailable
from shared.store.events import TurnLog

NOW = datetime(2026, 5, 1, tzinfo=UTC)


class Deaf:
    """A table that takes nothing."""

    def __init__(self):
        self.asked = 0

    def put_new(self, _item):
        self.asked += 1
        raise StoreUnavailable("deaf")


def test_an_entry_that_cannot_be_written_is_left_out_and_not_tried_again():
    table = Deaf()
    log = TurnLog(table, "turn_01", timedelta(days=1), [])
    assert log.append("thinking", "one", at=NOW) is None
    assert log.append("thinking", "two", at=NOW) is None
    assert table.asked == 1


def test_an_entry_that_is_needed_says_that_it_is_lost():
    log = TurnLog(Deaf(), "turn_01", timedelta(days=1), [])
    log.append("thinking", "one", at=NOW)
    with pytest.raises(StoreUnavailable):
        log.append("complete", "end", at=NOW, needed=True)
