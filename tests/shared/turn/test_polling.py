"""How a reply is polled for."""

from datetime import datetime

from shared.clock import MovableClock
from shared.turn.polling import FIRST_LOOK, LAST_LOOK, LONGER, waited_for


class _Watched(MovableClock):
    def __init__(self) -> None:
        super().__init__()
        self.slept: list[float] = []
        self.began = datetime(2026, 5, 1)

    def now(self) -> datetime:
        return self.began + self._offset

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        super().sleep(seconds)


def test_what_is_there_at_once_is_not_waited_for() -> None:
    clock = _Watched()
    assert waited_for(lambda: "reply", bool, clock, 10) == "reply"
    assert clock.slept == []


def test_somebody_looks_less_and_less_often_but_at_least_every_so_often() -> None:
    clock, looks = _Watched(), iter([""] * 9 + ["reply", "another"])
    assert waited_for(lambda: next(looks), bool, clock, 60) == "reply"
    assert clock.slept[:2] == [FIRST_LOOK, FIRST_LOOK * LONGER]
    assert clock.slept == sorted(clock.slept)
    assert max(clock.slept) == clock.slept[-1] == LAST_LOOK


def test_after_the_seconds_the_last_look_stands() -> None:
    clock = _Watched()
    assert waited_for(lambda: "", bool, clock, 3) == ""
    assert 3 <= sum(clock.slept) < 3 + LAST_LOOK
