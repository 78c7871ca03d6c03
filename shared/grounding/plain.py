"""Whether a statement can be read in one way only: one figure and one name of a kind, or a label with its figures.

Of everything richer ("18 of 29 under CBT and 11 of 26 among the controls") words alone cannot be held against a figure.
"""

import re
from collections.abc import Iterable, Sequence, Set
from typing import Final

from shared.grounding.figures import TextFigure
from shared.grounding.statements import Text
from shared.grounding.subjects import Mention
from shared.pattern import LazyPattern

_LABEL: Final = LazyPattern(r"[ \t>]*(?:[-*+|]|\d+[.)])[ \t]+[*_`\"“]*")
_LABELLED: Final = LazyPattern(r"[*_`\"”]*\s*(?::|\||[—–]\s)")
"""What follows a label: "- West: 90,077", "| West | 90,077 |"."""
_WORD: Final = LazyPattern(r"[^\W\d_]{2,}")
_RULE: Final = LazyPattern(r"\s*\|[-:| ]+\|?\s*")
"""What stands below the header of a table."""
_HEADING: Final = LazyPattern(r"^#{1,6} .*$|^\*\*.*\*\*:?$", re.MULTILINE)


def has_words(told: Text, place: int) -> bool:
    """Whether a table's row is its head, or says something in words in a cell behind the first: neither a figure nor a
    name of the data."""
    said = told.said(place)
    below = told.said(place + 1) if place + 1 < len(told.statements) else ""
    return bool(_RULE.fullmatch(below)) or any(_is_said(cell, told) for cell in said.strip().strip("|").split("|")[1:])


def _is_said(cell: str, told: Text) -> bool:
    return not re.search(r"\d", cell) and _WORD.search(_unnamed(cell, told.subjects.mentions(cell))) is not None


def _unnamed(said: str, mentions: Iterable[Mention]) -> str:
    """The text with the names of the data blanked out."""
    for one in mentions:
        said = said[: one.start] + " " * (one.end - one.start) + said[one.end :]
    return said


def is_label_of_figures(said: str, mentions: Sequence[Mention]) -> bool:
    """Whether a list item or a table's row begins with a name, as the label of what follows."""
    start = _LABEL.match(said)
    first = mentions[0] if start and mentions and mentions[0].start <= start.end() else None
    return first is not None and bool(_LABELLED.match(said[first.end :]))


def is_plain(said: str, mentions: Sequence[Mention], figures: Iterable[TextFigure], kinds: Iterable[Set[str]]) -> bool:
    """Whether there is one figure, or a label with its figures, and of each of the `kinds` of names one at most."""
    several = any(len({one.parts for one in mentions if one.parts & kind}) > 1 for kind in kinds)
    return not several and (len(set(figures)) == 1 or is_label_of_figures(said, mentions))


def named_around(told: Text, place: int) -> frozenset[str]:
    """The names in what a statement goes on from: the sentence before it and the headings above; of a label's figures
    the headings alone."""
    said = told.said(place)
    above = _HEADING.findall(told.text[: told.statements[place].start])[-1:]
    mentions = told.subjects.mentions(said)
    lead = [] if is_label_of_figures(said, mentions) or not place else [told.said(place - 1), told.lead(place)]
    return frozenset(part for text in (*above, *lead) for one in told.subjects.mentions(text) for part in one.parts)
