"""Which way the words say that a figure went, against which way it went."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from shared.grounding.arithmetic import DOWN, UP
from shared.grounding.cited import Cited
from shared.grounding.figures import TextFigure
from shared.grounding.subjects import Mention, Span

_MORE: Final = re.compile(
    rf"{UP.pattern}|\b(?:more|above|ahead|exceed\w*|beat\w*|larger|bigger|greater|longer|older|outsold|rise)\b"
)
_LESS: Final = re.compile(
    rf"{DOWN.pattern}|\b(?:less|fewer|below|behind|smaller|shorter|younger|short of|decrease|slip\w*|slid|sank)\b"
)
_FROM_TO: Final = re.compile(r"\b(?P<end>from|to)\W+$")
_BREAK: Final = re.compile(r"[.;:,()\n]|\s[-–—]\s|\b(?:and|but|while|whereas|though|although|then)\b")
_BY: Final = re.compile(r"\b(?:by|of)\s+(?:about |around |nearly |almost |roughly |some |only |just )?$")
_BESIDE: Final = re.compile(r"\s*(?:points?\s+|percentage points?\s+|pp\s+|[a-z]+\s+)?$")
_NOT: Final = re.compile(r"\b(?:no|not|never|neither|nor|without|instead of|rather than)\b|n't\b")


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


def turned(cited: Cited, at: Span, said: str, mentions: tuple[Mention, ...]) -> str:
    """Why the direction of a change that stands by reference is not the one that the words state."""
    if not cited.change or (cited.is_difference and not cited.between):
        return ""
    way = _told_behind(at, said) or _told_before(at, said)
    if way is None or _NOT.search(said[max(0, way.start - 12) : way.start].casefold()):
        return ""
    sign = 1 if cited.change * cited.order > 0 else -1
    if cited.between and way.start > at[0] and not all(cited.rows):
        sign *= 1 if cited.rows[0] else -1
    elif cited.between and way.start > at[0] and (against := _against_whom(cited, way, mentions)):
        sign *= against
    elif cited.between and not cited.timely:
        return ""
    return "" if sign == way.sign else "the data has the other direction"


def _told_behind(at: Span, said: str) -> Way | None:
    """The word right behind the figure: "12 % higher"."""
    behind = said[at[1] :]
    stop = _BREAK.search(behind)
    near = next(iter(ways(behind[: stop.start()] if stop else behind)), None)
    if near is None or not _BESIDE.fullmatch(behind[: near.start].strip(" %*_") + " "):
        return None
    return Way(near.start + at[1], near.end + at[1], near.sign)


def _told_before(at: Span, said: str) -> Way | None:
    """The word of the clause before the figure: "fell by 12 %", "an increase of 12 %"."""
    start = max((match.end() for match in _BREAK.finditer(said[: at[0]])), default=0)
    found = ways(said[start : at[0]])
    if not found or not (_BY.search(said[: at[0]]) or len(found) == 1):
        return None
    return Way(found[-1].start + start, found[-1].end + start, found[-1].sign)


def _against_whom(cited: Cited, way: Way, mentions: tuple[Mention, ...]) -> int:
    """1 where the difference's second row is named behind the word, -1 where the first is, 0 where neither."""
    named = next((one.parts for one in mentions if one.start >= way.end), frozenset[str]())
    first, second = (frozenset(row.values()) for row in cited.rows[:2])
    if bool(named & (second - first)) == bool(named & (first - second)):
        return 0
    return 1 if named & (second - first) else -1


def misdirected(found: tuple[TextFigure, ...], said: str) -> Iterator[TextFigure]:
    """The figures of "rose from 12 to 9", "fell to 12 from 9": the words say one way, the figures the other."""
    for one, other in pairwise(found):
        marks = [_FROM_TO.search(said[: figure.start].casefold()) for figure in (one, other)]
        if (
            not all(marks)
            or _BREAK.search(said[one.end : other.start])
            or (one.unit, one.currency) != (other.unit, other.currency)
        ):
            continue
        ends = {mark["end"]: figure for mark, figure in zip(marks, (one, other), strict=True) if mark}
        if len(ends) == 2 and _contradicts(said, ends["from"], ends["to"]):
            yield from (one, other)


def _contradicts(said: str, start: TextFigure, end: TextFigure) -> bool:
    """Whether the last word before both, or the only ones of the sentence, say the other way."""
    told = ways(said[: min(start.start, end.start)])[-1:] or ways(said)
    signs = {one.sign for one in told}
    before, after = (figure.value * (figure.sign or 1) for figure in (start, end))
    return len(signs) == 1 and (after - before) * signs.pop() < 0
