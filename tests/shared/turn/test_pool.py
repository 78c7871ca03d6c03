"""The time of one piece of work is one pool."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from shared.clock import Clock
from shared.settings import Settings
from shared.turn.time_pool import TimePool

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


class Still(Clock):
    """A clock that stands still until it is moved."""

    def __init__(self):
        self.moment = NOW

    def now(self):
        return self.moment


@pytest.mark.parametrize(
    ("of_the_turn", "left"),
    [(90.0, 42.0), (50.0, 22.0), (26.0, -2.0)],
    ids=["the function's", "the turn's before its reserve", "none"],
)
def test_the_pool_ends_with_the_function_or_the_turns_reserve_whichever_is_first(of_the_turn, left):
    clock = Still()
    turn = SimpleNamespace(deadline=NOW + timedelta(seconds=of_the_turn))
    pool = TimePool(turn, SimpleNamespace(clock=clock, settings=Settings()), seconds=45, finishing=3)
    assert pool.left() == left
    clock.moment += timedelta(seconds=10)
    assert pool.left() == left - 10
