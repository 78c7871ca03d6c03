"""What was found about the words of a statement, and what comes of it: the one place that decides.

Refuted is what the known figures contradict, or a number that nothing gives. Where nothing contradicts and nothing
proves, the words stand, and are put to a judge if there is one.
"""

from collections.abc import Iterable
from enum import Enum, auto
from typing import Final, NamedTuple


class Basis(Enum):
    """On what a finding rests."""

    CELLS = auto()
    """The cells that the words name, or the figures that they stand beside, say otherwise."""
    NUMBER = auto()
    """A number is written that no fact, count or arithmetic gives."""
    SIZE = auto()
    """A size or count is told in words ("about a third", "the other four") that nothing known comes to."""
    ORDER = auto()
    """An order or direction is told whose measure nobody named."""


class Verdict(Enum):
    """What becomes of a statement: it goes, is put to a judge, or stands."""

    REFUTED = auto()
    UNDECIDABLE = auto()
    PROVED = auto()


_VERDICTS: Final = {
    Basis.CELLS: Verdict.REFUTED,
    Basis.NUMBER: Verdict.REFUTED,
    Basis.SIZE: Verdict.UNDECIDABLE,
    Basis.ORDER: Verdict.UNDECIDABLE,
}


class Finding(NamedTuple):
    """The words or the figure that do not hold or cannot be decided, why, and on what that rests."""

    words: str
    why: str = "this follows from no result as it is told"
    basis: Basis = Basis.CELLS

    @property
    def verdict(self) -> Verdict:
        """What it makes of its statement."""
        return _VERDICTS[self.basis]

    def __str__(self) -> str:
        return f"{self.words}: {self.why}"


def weighed(findings: Iterable[Finding]) -> Verdict:
    """The verdict on a statement of which this was found."""
    verdicts = {one.verdict for one in findings}
    return next((one for one in Verdict if one in verdicts), Verdict.PROVED)
