"""The words that say which way something went, or which of two is more."""

from dataclasses import dataclass
from typing import Final

from shared.grounding.arithmetic import DOWN, UP
from shared.pattern import LazyPattern

_MORE: Final = LazyPattern(
    rf"{UP.pattern}|\b(?:more(?! than \w+ed\b)|above|ahead|exceed\w*|beat\w*|larger|bigger|greater|longer|older|"
    r"outsold|rise)\b"
)
_LESS: Final = LazyPattern(
    rf"{DOWN.pattern}|\b(?:less|fewer|below|behind|smaller|shorter|younger|short of|decrease|slip\w*|slid|sank)\b"
)


@dataclass(frozen=True)
class Way:
    """Where a word says which way, and which: 1 for more, -1 for less."""

    start: int
    end: int
    sign: int


def ways(text: str) -> list[Way]:
    """All of a text, in order."""
    lower = text.casefold()
    found = [Way(*match.span(), 1) for match in _MORE.finditer(lower)]
    return sorted((*found, *(Way(*match.span(), -1) for match in _LESS.finditer(lower))), key=lambda one: one.start)
