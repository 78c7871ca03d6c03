"""Round numbers that a statement sets beside its figures: "below 18,000 (17,458)", "between 71 and 72 (71.6)"."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from shared.grounding.figures import TextFigure
from shared.pattern import LazyPattern

_ABOVE: Final = LazyPattern(r"\b(?:over|above|more than|at least|exceed\w*|beyond|past|just|well over)\W*$", re.I)
_BELOW: Final = LazyPattern(
    r"\b(?:under|below|less than|fewer than|at most|up to|not even|nearly|almost|short of)\W*$", re.I
)
_JOINED: Final = LazyPattern(r"\s?[–-]\s?|[*_]*\s(?:and|to)\s[*_]*")
_FAR: Final = 2.0


def bounds(said: str, bare: Sequence[TextFigure], values: Sequence[float]) -> Iterator[TextFigure]:
    """The bare figures of a statement that bound one of the values that it tells, and not from afar."""
    sizes = [abs(value) for value in values]
    for one, other in pairwise(bare):
        if _JOINED.fullmatch(said[one.end : other.start]) and any(one.value <= v <= other.value for v in sizes):
            yield from (one, other) if other.value <= _FAR * one.value else ()
    for one in bare:
        before = said[: one.start]
        if _ABOVE.search(before) and any(one.value <= v <= _FAR * one.value for v in sizes):
            yield one
        if _BELOW.search(before) and any(one.value / _FAR <= v <= one.value for v in sizes):
            yield one
