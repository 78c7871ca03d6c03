"""Which way the words say that a figure went, against which way it went."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from shared.grounding.cited import Cited
from shared.grounding.figures import TextFigure
from shared.grounding.parallels import ParallelStanding
from shared.grounding.subjects import Mention, Span
from shared.grounding.ways import Way, ways

_FROM_TO: Final = re.compile(r"\b(?P<end>from|to)\W+$")
_BREAK: Final = re.compile(r"[.;:,()\n]|\s[-–—]\s|\b(?:and|but|while|whereas|though|although|then)\b")
_BY: Final = re.compile(r"\b(?:by|of)\s+(?:about |around |nearly |almost |roughly |some |only |just )?$")
_BESIDE: Final = re.compile(r"\s*(?:points?\s+|percentage points?\s+|pp\s+|[a-zA-Z]+\s+)?$")
_MOVED: Final = re.compile(
    r"(?:rose|risen|rises|rising|grew|grown|grows|fell|fallen|falls|falling|dropped|shrank|declined|increased|decreased)",
    re.IGNORECASE,
)
"""Verbs whose direction a later clause keeps: "fell in all three: by 12 in …"."""
_LOWERED: Final = re.compile(r"\b(?:lower(?:ed|s|ing)|reduc(?:ed|es|ing))\b[^.;:,]*$")
"""Verbs that make more of less: "lowered it by 11 more than Placebo"."""
_NOT: Final = re.compile(r"\b(?:no|not|never|neither|nor|without|instead of|rather than)\b|n't\b")


def turned(
    cited: Cited, at: Span, said: str, mentions: tuple[Mention, ...], told: Sequence[ParallelStanding] = ()
) -> str:
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
        sign *= _told_in_order(cited, at, told)
    if cited.between and way.start > at[0] and _LOWERED.search(said[: at[0]]):
        sign = -sign
    if not sign:
        return ""
    return "" if sign == way.sign else "the data has the other direction"


def _told_in_order(cited: Cited, at: Span, told: Sequence[ParallelStanding]) -> int:
    """1 where the two figures that are compared stand before it in their order, -1 in the other; 0 where they don't."""
    rows = [one.cited.at for one in told if one.end <= at[0] and one.cited.column]
    places = [rows.index((row,)) if (row,) in rows else -1 for row in cited.at]
    if len(places) != 2 or min(places) < 0 or places[0] == places[1]:
        return 0
    return 1 if places[0] < places[1] else -1


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
    if not found and _BY.search(said[: at[0]]):
        moved = [one for one in ways(said[: at[0]]) if _MOVED.fullmatch(said[one.start : one.end])]
        return moved[-1] if len({one.sign for one in moved}) == 1 else None
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
