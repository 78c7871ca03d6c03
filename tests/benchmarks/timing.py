"""Times of things that run side by side: round by round, so that a busy machine is busy for all of them."""

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Clock = Callable[[], float]
Runs = Mapping[str, Callable[[], object]]


@dataclass(frozen=True)
class Times:
    """Seconds of each round."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.seconds)

    def cells(self, scale: float = 1000.0, digits: int = 0) -> tuple[str, str, str]:
        """Least, median and most as text; `scale` 1000 for milliseconds, 1 for seconds."""
        figures = (min(self.seconds), self.median, max(self.seconds))
        return tuple(f"{figure * scale:,.{digits}f}" for figure in figures)  # type: ignore[return-value]

    def over(self, reference: "Times") -> float:
        """The median of what each round took of the reference's time in the same round."""
        return statistics.median(a / b for a, b in zip(self.seconds, reference.seconds, strict=True))

    def __add__(self, other: "Times") -> "Times":
        return Times(tuple(a + b for a, b in zip(self.seconds, other.seconds, strict=True)))


def timed(run: Callable[[], object], clock: Clock = time.perf_counter) -> float:
    """Seconds that a call takes, by this clock."""
    started = clock()
    run()
    return clock() - started


def beside(runs: Runs, *, rounds: int, warm: bool = True, clock: Clock = time.perf_counter) -> dict[str, Times]:
    """Each run once in each round; before that once unmeasured, if `warm`."""
    if warm:
        for run in runs.values():
            run()
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            found[name].append(timed(run, clock))
    return {name: Times(tuple(seconds)) for name, seconds in found.items()}
