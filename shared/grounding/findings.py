"""What was found about the words of a statement, and what comes of it: the one place that decides.

Refuted is a number that nothing gives, hedged or not, and that alone. Of a figure in a place or unit that is not its
own the writer is asked. What arithmetic gives, and all that is said in words, is for a judge.
"""

import re
from collections.abc import Iterable
from enum import Enum, auto
from typing import Final, NamedTuple

from shared.grounding.figures import TextFigure
from shared.grounding.hedges import ABOUT
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
_HEDGED: Final = LazyPattern(rf"{ABOUT}\s*$", re.IGNORECASE)
_MANY: Final = 100
"""From here on a number in words that no hedge stands before is told as one in digits."""
_FAR: Final = 2.0
_MOST_QUOTED: Final = 160


class Basis(Enum):
    """On what a finding rests."""

    STRUCTURE = auto()
    """A table's header or row, or the unit and sign that are written at a figure, say otherwise."""
    NUMBER = auto()
    """A number is written that no fact, count or arithmetic gives."""
    LABEL = auto()
    """A number is written that stands in a name, a label or a condition, or a year between those that are known."""
    SIZE = auto()
    """A small count is told in words ("the other four") that nothing known comes to."""
    DERIVED = auto()
    """A number is written that arithmetic gives, and no cell; or a round bound of a figure beside it, or a size that
    is told in words ("almost half")."""
    STEP = auto()
    """A number is written that one step of arithmetic gives from the figures that its own sentence tells."""


class Verdict(Enum):
    """What becomes of a statement: it goes; its writer is asked about it once, and where it is said again it goes, too,
    unless a judge bears it out; a judge alone is asked; or it stands."""

    REFUTED = auto()
    DOUBTED = auto()
    UNDECIDABLE = auto()
    PROVED = auto()


_VERDICTS: Final = {
    Basis.STRUCTURE: Verdict.DOUBTED,
    Basis.NUMBER: Verdict.REFUTED,
    Basis.LABEL: Verdict.UNDECIDABLE,
    Basis.SIZE: Verdict.UNDECIDABLE,
    Basis.DERIVED: Verdict.UNDECIDABLE,
    Basis.STEP: Verdict.UNDECIDABLE,
}


class Objection(NamedTuple):
    """The words or the figure that do not hold or cannot be decided, why, on what that rests, and the statement; `few`
    where it is a count that a reader makes himself."""

    words: str
    why: str = "this follows from no result as it is told"
    basis: Basis = Basis.NUMBER
    said: str = ""
    few: bool = False

    @property
    def verdict(self) -> Verdict:
        """The verdict on its statement that follows from what the objection rests on."""
        return _VERDICTS[self.basis]


def told_of(objections: Iterable[Objection]) -> tuple[str, ...]:
    """What was found, as its writer is told: each statement once, with the figures that one thing is found of."""
    of_statement: dict[str, dict[str, dict[str, None]]] = {}
    for one in objections:
        of_statement.setdefault(one.said, {}).setdefault(one.why, {})[one.words] = None
    return tuple(
        f"“{_quoted(said, next(iter(next(iter(found.values())))))}”: "
        + "; ".join(f"{', '.join(words)}: {why}" for why, words in found.items())
        for said, found in of_statement.items()
    )


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


def weighed(findings: Iterable[Objection]) -> Verdict:
    """The verdict on a statement of which this was found."""
    verdicts = {one.verdict for one in findings}
    return next((one for one in Verdict if one in verdicts), Verdict.PROVED)


def basis_of(figure: TextFigure, said: str, beside: Iterable[float], *, labelled: bool) -> Basis:
    """What an objection to a figure of a statement rests on that nothing gives.

    `beside` are the figures by reference near it, `labelled` says whether its number stands in a label.
    """
    if is_in_words(figure):
        return Basis.NUMBER if _is_exact(figure) and not _HEDGED.search(said[: figure.start]) else Basis.SIZE
    if figure.named:
        return Basis.LABEL if labelled else Basis.DERIVED
    significant = len(f"{figure.value:g}".strip("0.")) if not _DECIMALS.search(figure.text) else _ROUND + 1
    hedged = _ROUGHLY.search(f"{said[: figure.start].rstrip()} ") is not None
    if (significant == 1 and hedged) or any(one.start() <= figure.start < one.end() for one in _ONE_IN.finditer(said)):
        return Basis.SIZE
    if labelled:
        return Basis.LABEL
    near = any(figure.value / _FAR <= abs(one) <= figure.value * _FAR for one in beside)
    return Basis.DERIVED if near and significant <= _ROUND else Basis.NUMBER


def is_rough(figure: TextFigure, said: str) -> bool:
    """Whether a size in a statement rounds something, so that something known has to come to it as to any figure: it
    is hedged, is told in digits, as a share or as so many times something, or in hundreds."""
    hedged = _HEDGED.search(said[: figure.start]) is not None or figure.low == figure.value
    return hedged or figure.unit != "" or not is_in_words(figure)


def is_in_words(figure: TextFigure) -> bool:
    """Whether it is written in letters, without a digit."""
    return any(map(str.isalpha, figure.text)) and not any(map(str.isdigit, figure.text))


def _is_exact(figure: TextFigure) -> bool:
    """Whether a number in words is told as exactly as one in digits: four hundred, seventy per cent."""
    return figure.unit in ("%", "pp") or (figure.unit == "" and figure.value >= _MANY)
