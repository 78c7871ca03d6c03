"""Conditions that "or" joins: those of which one is enough are not read."""

from itertools import pairwise
from typing import Final

from shared.offline.reading.sentence import Placed, Sentence

_OR: Final = frozenset({"or", "either", "or in"})


def read_alternatives(sentence: Sentence) -> None:
    """ "over 60 or under 5" asks for rows that meet one of both, and conditions are read as holding together."""
    placed = sorted(sentence.filters, key=lambda item: item.at)
    for first, second in pairwise(placed):
        between = {span.text for span in sentence.spans[first.at + 1 : second.at]}
        if between & _OR and not _same(first, second):
            sentence.gaps.append("it joins conditions by “or”, and I only read those that hold together")
            return


def _same(first: Placed, second: Placed) -> bool:
    """Whether both ask for a value of one column, of which either is meant anyway."""
    a, b = first.filter, second.filter
    return a.column == b.column and a.operator == b.operator and a.operator in ("=", "!=")
