"""Time as a dependency, so that a test can move it."""

import time
from datetime import UTC, datetime, timedelta


class Clock:
    """The real time, in UTC."""

    def now(self) -> datetime:
        """This moment."""
        return datetime.now(UTC)

    def seconds_until(self, moment: datetime) -> float:
        """Seconds from now to `moment`; negative once it has passed."""
        return (moment - self.now()).total_seconds()

    def sleep(self, seconds: float) -> None:
        """Waits."""
        time.sleep(seconds)


class MovableClock(Clock):
    """Real time plus an offset; a simulated wait moves the offset instead of waiting."""

    def __init__(self) -> None:
        self._offset = timedelta()

    def now(self) -> datetime:
        return super().now() + self._offset

    def advance(self, seconds: float) -> None:
        """Moves time forward."""
        self._offset += timedelta(seconds=seconds)

    def sleep(self, seconds: float) -> None:
        self.advance(seconds)
