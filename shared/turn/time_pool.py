"""A pool of time: the seconds that one piece of work has, whatever they are spent on."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shared.contracts import Turn
    from shared.deps import Deps


class TimePool:
    """Seconds of one function's work at a turn, counted from now: the function's own, and those of the turn before its
    reserve; less `finishing`, which the response takes."""

    def __init__(self, turn: Turn, deps: Deps, *, seconds: float, finishing: float) -> None:
        self._clock = deps.clock
        before_reserve = turn.deadline - timedelta(seconds=deps.settings.reserve_seconds)
        self._until = min(deps.clock.now() + timedelta(seconds=seconds), before_reserve) - timedelta(seconds=finishing)

    def left(self) -> float:
        """Seconds until the work has to end; negative once that has passed."""
        return self._clock.seconds_until(self._until)
