"""What was found about the words of a statement, and what comes of it: the one place that decides.

Refuted is a number that nothing gives, and that alone. Of words that the known figures seem to contradict their writer
is asked. Where nothing contradicts and nothing proves, or the writer says them again, the words stand, and are put to a
judge if there is one.
"""

import re
from collections.abc import Iterable
from enum import Enum, auto
from typing import Final, NamedTuple

from shared.grounding.figures import TextFigure
from shared.grounding.subjects import Topics
from shared.pattern import LazyPattern

_ROUND: Final = 2
"""Up to so many digits a number in words is a round one."""
_ROUGHLY: Final = LazyPattern(
    r"\b(?:(?:fewer|less|more|greater|larger|smaller|higher|lower) than|under|over|below|above|about|around|"
    r"roughly|nearly|almost|some|unter|über|(?:weniger|mehr) als|rund|etwa|fast|knapp|gut|(?:moins|plus|près) de|"
    r"environ|presque|(?:menos|más) de|cerca de|casi|unos|unas) $",
    re.IGNORECASE,
)
"""What a round number behind it bounds or tells roughly."""
_DECIMALS: Final = LazyPattern(r"[.,]\d{1,2}(?!\d)")
_ONE_IN: Final = LazyPattern(r"\b1 (?:in|out of|von|sur|en|de cada) \d+")
_REST: Final = LazyPattern(r"\b(?:other|remaining|rest of the|all) $", re.IGNORECASE)
_MOST_QUOTED: Final = 160


class Basis(Enum):
    """On what a finding rests."""

    CELLS = auto()
    """The cells that the words name say otherwise: a finding in a plain statement, and one way to read another."""
    STRUCTURE = auto()
    """A table's header or row, or the unit and sign that are written at a figure, say otherwise."""
    NUMBER = auto()
    """A number is written that no fact, count or arithmetic gives."""
    LABEL = auto()
    """A number is written that stands in a name, a label or a condition, or a year between those that are known."""
    SIZE = auto()
    """A size or count is told in words ("about a third", "the other four") that nothing known comes to."""
    ORDER = auto()
    """An order or direction is told whose measure nobody named."""
    DERIVED = auto()
    """A number is written that arithmetic gives, of figures that the words beside it do not cite."""
    READING = auto()
    """Figures do not go together in one way to read the words, and may in another."""


class Verdict(Enum):
    """What becomes of a statement: it goes; its writer is asked about it once, and a judge where it is said again; a
    judge alone is asked; or it stands."""

    REFUTED = auto()
    DOUBTED = auto()
    UNDECIDABLE = auto()
    PROVED = auto()


_VERDICTS: Final = {
    Basis.CELLS: Verdict.DOUBTED,
    Basis.STRUCTURE: Verdict.DOUBTED,
    Basis.NUMBER: Verdict.REFUTED,
    Basis.LABEL: Verdict.UNDECIDABLE,
    Basis.SIZE: Verdict.UNDECIDABLE,
    Basis.ORDER: Verdict.UNDECIDABLE,
    Basis.DERIVED: Verdict.UNDECIDABLE,
    Basis.READING: Verdict.UNDECIDABLE,
}


class Objection(NamedTuple):
    """The words or the figure that do not hold or cannot be decided, why, on what that rests, and the statement."""

    words: str
    why: str = "this follows from no result as it is told"
    basis: Basis = Basis.CELLS
    said: str = ""

    @property
    def verdict(self) -> Verdict:
        """What it makes of its statement."""
        return _VERDICTS[self.basis]

    def __str__(self) -> str:
        return f"“{_quoted(self.said, self.words)}”: {self.words}: {self.why}"


def _quoted(said: str, around: str) -> str:
    """So much of a statement as is quoted, in whole words, with those that the objection is about in it."""
    said, around = " ".join(said.split()), " ".join(around.split())
    if len(said) <= _MOST_QUOTED:
        return said
    at = max(0, said.find(around))
    room = max(0, _MOST_QUOTED - len(around)) // 2
    start = said.rfind(" ", 0, at - room) + 1 if at > room else 0
    end = at + len(around) + (room if start else _MOST_QUOTED - at - len(around))
    end = len(said) if end >= len(said) else max(said.rfind(" ", 0, end), at + len(around))
    return f"{'… ' if start else ''}{said[start:end]}{' …' if end < len(said) else ''}"


def as_read(objection: Objection, *, plain: bool) -> Objection:
    """The objection for what it is worth: what words say against cells counts where they can be read in one way."""
    return objection if plain or objection.basis is not Basis.CELLS else objection._replace(basis=Basis.READING)


def weighed(findings: Iterable[Objection]) -> Verdict:
    """The verdict on a statement of which this was found."""
    verdicts = {one.verdict for one in findings}
    return next((one for one in Verdict if one in verdicts), Verdict.PROVED)


def basis_of(figure: TextFigure, spoken: Topics, most: int, *, labelled: bool) -> Basis:
    """What an objection to a figure rests on that nothing gives as it is told.

    `most` is the largest of the counts that are known; `labelled` says whether its number stands in a label.
    """
    if _is_round(figure, spoken) or any(
        one.start() <= figure.start < one.end() for one in _ONE_IN.finditer(spoken.text)
    ):
        return Basis.SIZE
    if re.search(r"\d", figure.text):
        return Basis.LABEL if labelled else Basis.NUMBER
    beyond = figure.value > most and _REST.search(spoken.text[: figure.start])
    return Basis.NUMBER if figure.unit == "" and (beyond or _is_exact(figure.value)) else Basis.SIZE


def _is_round(figure: TextFigure, spoken: Topics) -> bool:
    """Whether a number in digits tells a size as words do: fewer than 300, below 4 %."""
    round_one = len(f"{figure.value:g}".strip("0.")) == 1 and not _DECIMALS.search(figure.text)
    return round_one and _ROUGHLY.search(f"{spoken.text[: figure.start].rstrip()} ") is not None


def _is_exact(value: float) -> bool:
    """Whether a number in words is told as exactly as one in digits: four hundred and twenty-one."""
    return len(f"{value:.0f}".rstrip("0")) > _ROUND
