"""Which way the words say that a figure went, against which way it went."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from shared.grounding.cited import Cited
from shared.grounding.figures import TextFigure
from shared.grounding.parallels import ParallelStanding, words
from shared.grounding.spelled import MONTHS
from shared.grounding.subjects import Mention, Span
from shared.grounding.ways import Way, ways
from shared.pattern import LazyPattern

_FROM_TO: Final = LazyPattern(r"\b(?P<end>from|to)\W+$")
_FROM: Final = LazyPattern(r"\bfrom\b", re.IGNORECASE)
_BREAK: Final = LazyPattern(r"[.;:,()\n]|\s[-–—]\s|\b(?:and|but|while|whereas|though|although|then)\b")
_BY: Final = LazyPattern(r"\b(?:by|of)\s+(?:about |around |nearly |almost |roughly |some |only |just )?$")
_BESIDE: Final = LazyPattern(r"\s*(?:points?\s+|percentage points?\s+|pp\s+|[a-zA-Z]+\s+)?$")
MOVED: Final = LazyPattern(
    r"\b(?:rose|risen|rises|rising|grew|grown|grows|fell|fallen|falls|falling|dropped|shrank|declined|increased|decreased)\b",
    re.IGNORECASE,
)
"""Verbs whose direction a later clause keeps: "fell in all three: by 12 in …"."""
_LOWERED: Final = LazyPattern(r"\b(?:lower(?:ed|s|ing)|reduc(?:ed|es|ing))\b[^.;:,]*$")
"""Verbs that make more of less: "lowered it by 11 more than Placebo"."""
_DIFFERENCE: Final = LazyPattern(r"(?:abs\()?diff\((?P<one>.+?), ?(?P<other>(?:\w+\()?[\w.]+\)?)\)\)?")
_THAN: Final = LazyPattern(r"\bthan (?:in |for |of |the |among )*(?P<whom>\w+)", re.IGNORECASE)
_NOT: Final = LazyPattern(r"\b(?:no|not|never|neither|nor|without|instead of|rather than)\b|n't\b")


def turned(
    cited: Cited, at: Span, said: str, mentions: tuple[Mention, ...], told: Sequence[ParallelStanding] = ()
) -> str:
    """Why the direction of a change that stands by reference is not the one that the words state."""
    way = way_of(cited, at, said)
    if way is None or cited.change is None or _NOT.search(said[max(0, way.start - 12) : way.start].casefold()):
        return ""
    sign = 1 if cited.change > 0 else -1
    if cited.is_difference and not cited.between:
        sign *= of_columns(cited.form, said)
    elif cited.between and way.start > at[0] and not all(cited.rows):
        sign *= 1 if cited.rows[0] else -1
    elif cited.between and way.start > at[0] and (against := _against_whom(cited, way, mentions)):
        sign *= against
    elif cited.between and not cited.timely:
        sign *= _told_in_order(cited, at, told)
    else:
        sign *= (0 if MOVED.fullmatch(said[way.start : way.end]) else _of_the_named(cited, at, mentions)) or cited.order
    if cited.between and way.start > at[0] and _LOWERED.search(said[: at[0]]):
        sign = -sign
    if not sign:
        return ""
    return "" if sign == way.sign else "the data has the other direction"


def way_of(cited: Cited, at: Span, said: str) -> Way | None:
    """The word that says which way a change went that stands by reference; None where none does, or it is none."""
    if not cited.change or (cited.is_difference and not cited.between and not of_columns(cited.form, said)):
        return None
    return _told_behind(at, said) or _told_before(at, said)


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
        moved = [one for one in ways(said[: at[0]]) if MOVED.fullmatch(said[one.start : one.end])]
        return moved[-1] if len({one.sign for one in moved}) == 1 else None
    if not found or not (_BY.search(said[: at[0]]) or len(found) == 1):
        return None
    return Way(found[-1].start + start, found[-1].end + start, found[-1].sign)


def of_columns(form: str, said: str) -> int:
    """Of a difference of two columns: 1 where the first is the later one, or the text sets it against the second ("more
    than females"); -1 where it is the other way round; 0 where nothing says which."""
    parts = _DIFFERENCE.fullmatch(form)
    if parts is None:
        return 0
    one, other = words(parts["one"]), words(parts["other"])
    times = [_place_in_time(own) for own in (one - other, other - one)]
    if all(times) and times[0] != times[1]:
        return 1 if times[0] > times[1] else -1
    than = _THAN.search(said)
    against = words(than["whom"]) if than else frozenset[str]()
    if bool(against & (one - other)) == bool(against & (other - one)):
        return 0
    return 1 if against & (other - one) else -1


def _place_in_time(named: frozenset[str]) -> int:
    """Which month or year the words name, as a number in the order of time; 0 where none or several."""
    months = {at for at, month in enumerate(MONTHS, start=1) if {month.lower(), month[:3].lower()} & named}
    years = {int(word) for word in named if re.fullmatch(r"(?:19|20)\d\d", word)}
    if len(months) > 1 or len(years) > 1:
        return 0
    return 12 * max(years, default=0) + max(months, default=0)


def _against_whom(cited: Cited, way: Way, mentions: tuple[Mention, ...]) -> int:
    """1 where the difference's second row is named behind the word, -1 where the first is, 0 where neither."""
    named = next((one.parts for one in mentions if one.start >= way.end), frozenset[str]())
    first, second = (frozenset(row.values()) for row in cited.rows[:2])
    if bool(named & (second - first)) == bool(named & (first - second)):
        return 0
    return 1 if named & (second - first) else -1


def _of_the_named(cited: Cited, at: Span, mentions: tuple[Mention, ...]) -> int:
    """1 where the last name before the difference is its first row's, -1 where it is the second's, 0 where neither:
    "in 1982 it was 3.2 weeks longer"."""
    if not cited.is_difference or len(cited.rows) != len(("new", "old")):
        return 0
    first, second = (frozenset(row.values()) for row in cited.rows)
    named = [one.parts for one in mentions if one.end <= at[0] and one.parts & (first ^ second)]
    return (1 if named[-1] & (first - second) else -1) if named else 0


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
    told = ways(said[: min(start.start, end.start)])[-1:] or (ways(said) if len(_FROM.findall(said)) == 1 else [])
    signs = {one.sign for one in told}
    before, after = (figure.value * (figure.sign or 1) for figure in (start, end))
    return len(signs) == 1 and (after - before) * signs.pop() < 0
