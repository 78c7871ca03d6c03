"""Whether a statement can be read in one way only: one figure and one name of a kind, or a label with its figures.

Of everything richer ("18 of 29 under CBT and 11 of 26 among the controls") words alone cannot be held against a figure.
"""

import re
from collections.abc import Iterable, Sequence, Set
from typing import Final

from shared.grounding.figures import TextFigure
from shared.grounding.statements import Text
from shared.grounding.subjects import Mention

_LABEL: Final = re.compile(r"[ \t>]*(?:[-*+|]|\d+[.)])[ \t]+[*_`\"“]*")
_LABELLED: Final = re.compile(r"[*_`\"”]*\s*(?::|\||[—–]\s)")
"""What follows a label: "- West: 90,077", "| West | 90,077 |"."""
_WORDS: Final = re.compile(r"[^\W\d_]{3,}\W+[^\W\d_]{2,}\W+[^\W\d_]{2,}")
_HEADING: Final = re.compile(r"^#{1,6} .*$|^\*\*.*\*\*:?$", re.MULTILINE)


def has_words(row: str) -> bool:
    """Whether a table's row says something in words, beside its label and its figures."""
    return any(_WORDS.search(cell) for cell in row.strip().strip("|").split("|")[1:])


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
