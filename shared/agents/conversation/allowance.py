"""How many rounds a conversation with a mind may have, and when it has to come to an end."""

from dataclasses import dataclass
from typing import Final

from shared.model.rounds import RoundsLeft

MOST_ROUNDS: Final = 4
ROUND_SECONDS: Final = 12.0
"""With less left than that, or than two requests take, a mind is told to answer with what there is."""


@dataclass
class Allowance:
    """`most` rounds, and one more, once, where what was asked in the last one of computing was refused: whoever made a
    slip there may put it right. An answer that is handed back may take one more query to be mended, once. `found` says
    whether anything is computed, `seconds` how many are left and `pace` how many the slowest request took; `done` are
    the rounds so far."""

    most: int = MOST_ROUNDS
    mended: bool = False

    def left(self, done: int, *, found: bool, seconds: float, pace: float) -> RoundsLeft:
        """How many rounds of computing are left after `done`; "none" where the next must be the answer. As long as
        nothing is computed, a query is worth more than an answer: what it gives is told as it is where nobody is left
        to word it."""
        if _is_short(found=found, seconds=seconds, pace=pace) or (found and self.is_last(done)):
            return "none"
        return "one" if done >= self.most - 2 else "several"

    def is_last(self, done: int) -> bool:
        """Whether the next round is the last one."""
        return done == self.most - 1

    def objected(self, done: int, *, found: bool, seconds: float, pace: float) -> None:
        """Notes that the answer of that round is not right: once there is room for one of computing, if there is time
        for it, and for the answer after it."""
        if not self.mended and not _is_short(found=found, seconds=seconds, pace=pace):
            self.most, self.mended = max(self.most, done + 2), True

    def refused(self, done: int, *, found: bool, seconds: float, pace: float) -> None:
        """Notes that something that was asked in the round before could not be meant. Where nothing is computed at all,
        every round was one of computing, so that there was time to put it right."""
        ended = found and self.is_last(done) and self.most == MOST_ROUNDS
        if ended and not _is_short(found=found, seconds=seconds, pace=pace):
            self.most += 1


def _is_short(*, found: bool, seconds: float, pace: float) -> bool:
    needed = max(ROUND_SECONDS, 2 * pace)
    return seconds < (needed if found else needed / 2)
