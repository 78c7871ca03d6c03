"""The words with which a statement calls a figure the first or the last of its column."""

import re
from typing import Final

from shared.pattern import LazyPattern

_HIGH: Final = "highest|largest|biggest|greatest|maximum|longest|oldest|strongest"
_LOW: Final = "lowest|smallest|least|fewest|minimum|shortest|youngest|weakest"
SUPERLATIVE: Final = LazyPattern(
    rf"\b(?:(?P<high>{_HIGH}|(?<!at )(?<!at the )(?:most(?= [a-z])|(?<=\bthe )most))|(?P<low>{_LOW}))\b"
    r"(?! (?:of(?! all\b)|likely|recent|common|important|likely|notable|interesting)\b)",
    re.IGNORECASE,
)
_NTH: Final = {"second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5}
PLACED: Final = LazyPattern(rf"(?<![\w-])(?:{'|'.join(_NTH)})(?![\w-])", re.IGNORECASE)


def ways(text: str) -> list[str]:
    """The ends of columns that a text names, in order."""
    found = [(one.start(), one.lastgroup or "") for one in SUPERLATIVE.finditer(text)]
    found += [(one.start(), "high") for one in re.finditer(r"\btop\b", text, re.IGNORECASE)]
    return [way for _, way in sorted(found)]


def nth_in(text: str) -> int:
    """Which place a text names, from 2; 0 where it names none."""
    found = PLACED.search(text)
    return _NTH[found.group().casefold()] if found else 0


def without_places(text: str) -> str:
    """The text without the words that give a place."""
    return re.sub(r"\btop\b", " ", PLACED.sub(" ", SUPERLATIVE.sub(" ", text)), flags=re.IGNORECASE)
