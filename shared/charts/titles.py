"""Titles of charts: what is drawn, of which rows, and no longer than a title may be."""

import re
from collections.abc import Sequence
from typing import Final

from shared.engine.results.telling_words import telling_words

MOST_LISTED: Final = 3
"""Of more values in a row the others are counted."""
LONGEST: Final = 200
"""A longer title, in characters, says that there are more conditions and not which."""
_VALUE: Final = r"“[^“”]*”"
_LISTED: Final = re.compile(rf"{_VALUE}(?:,? (?:\w+ )?{_VALUE}){{{MOST_LISTED},}}")
_MORE: Final = " …"


def scoped(title: str, met: Sequence[str], tag: str) -> str:
    """The title of a chart with the conditions that its rows meet, each in the words of the language of that tag, but
    for those of which it has every value already."""
    words = telling_words(tag)
    title, left = shortened(title), [_counted(one) for one in met if not _says(title, one)]
    kept = [one for at, one in enumerate(left) if len(title) + sum(map(len, left[: at + 1])) <= LONGEST]
    told = f" {words.both} ".join(kept)
    more = _MORE if len(kept) < len(left) else ""
    return f"{_counted(words.of_all.format(title, told) if told else title)}{more}"


def shortened(title: str) -> str:
    """The title, of lists of more than MOST_LISTED values the first two and how many there are, and no more words than
    LONGEST has room for."""
    told = _counted(title)
    return told if len(told) <= LONGEST else f"{told[:LONGEST].rpartition(' ')[0]}{_MORE}"


def _counted(title: str) -> str:
    def counted(found: re.Match[str]) -> str:
        values = re.findall(_VALUE, found[0])
        return f"{', '.join(values[:2])}, … ({len(values)})"

    return _LISTED.sub(counted, title)


def _says(title: str, condition: str) -> bool:
    """Whether a title has each value of a condition, or all words of one that names none."""
    values = re.findall(r"“([^“”]*)”|\b(\d[\d.,-]*)", condition)
    named = [quoted or number for quoted, number in values] or condition.split()
    return all(one.casefold() in title.casefold() for one in named)
