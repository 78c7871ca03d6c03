"""Polling for a turn's reply: the longer it takes, the less often somebody looks."""

from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from shared.clock import Clock
from shared.deps import Deps
from shared.store.turns import TurnRecord
from shared.turn.rescue.rescue import read_turn

FIRST_LOOK, LAST_LOOK, LONGER = 0.15, 1.0, 1.5
"""Seconds between two looks, from the first to the last, and by how much each is longer than the one before."""
Found = TypeVar("Found")


def waited_for(look: Callable[[], Found], enough: Callable[[Found], bool], clock: Clock, seconds: float) -> Found:
    """Polls `look`, less and less often, until its result is `enough` or the seconds have passed; the last result."""
    give_up, pause = clock.now() + timedelta(seconds=seconds), FIRST_LOOK
    while not enough(found := look()) and clock.now() < give_up:
        clock.sleep(pause)
        pause = min(pause * LONGER, LAST_LOOK)
    return found


def replied(turn_id: str, user_id: str, deps: Deps, seconds: float) -> TurnRecord:
    """Waits at most so many seconds for the turn's reply; the turn as it then stands. Raises UnknownResource,
    StoreUnavailable."""
    return waited_for(lambda: read_turn(turn_id, user_id, deps), _has_reply, deps.clock, seconds)


def _has_reply(record: TurnRecord) -> bool:
    return record.reply is not None
