"""Statements that compare in words and that nothing known decides: what only a judge can hold against the figures."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from shared.grounding.directions import MOVED, way_of
from shared.grounding.parallels import ParallelStanding
from shared.grounding.rankings import Rankings
from shared.grounding.subjects import Span
from shared.pattern import LazyPattern

_COMPARES: Final = LazyPattern(r"\b(?:than|most|least|best|worst|ahead|behind|[a-z]{3,}est)\b")
"""Words that set something above or below something else, by their form: slowest, happiest, slower than."""
_FROM_TO: Final = LazyPattern(r"\bfrom\b.{0,60}?\d.{0,40}?\bto\b.{0,30}?\d", re.IGNORECASE | re.DOTALL)


def compares_unchecked(said: str, told: Sequence[ParallelStanding], rankings: Rankings) -> bool:
    """Whether a statement that nothing contradicts says who is first, who is ahead, or which way something went, in
    words that no column and no figure beside them bears out."""
    compares = _COMPARES.search(said) is not None and not rankings.borne()
    return bool(compares or rankings.undecided() or list(_unborne(said, told)))


def _unborne(said: str, told: Sequence[ParallelStanding]) -> Iterator[Span]:
    """The verbs of movement that are of no figure whose direction is known."""
    found = (one.span() for one in MOVED.finditer(said))
    ways = (way_of(one.cited, (one.start, one.end), said) for one in told)
    borne = [(way.start, way.end) for way in ways if way]
    if not _FROM_TO.search(said):
        yield from (one for one in found if not any(start < one[1] and one[0] < end for start, end in borne))
