"""A sentence in clauses: each figure that stands by reference, with the words before and behind it that are its own."""

import re
from collections.abc import Collection
from itertools import pairwise
from typing import Final

from shared.grounding.cited import Cited
from shared.grounding.statements import Referenced
from shared.grounding.vocabulary import TIME, Vocabulary
from shared.pattern import LazyPattern

_CONNECTS: Final = LazyPattern(
    r"[,;:()–—]|(?<![\w-])(?:and|while|whereas|against|versus|vs|compared (?:with|to)|followed by|ahead of|after|"
    r"behind|to)(?![\w-])",
    re.IGNORECASE,
)
"""Where one figure's words end and the next one's begin."""
_OF: Final = LazyPattern(r" (?:out )?of (?:the |all |all the )?", re.IGNORECASE)

Clauses = list[tuple[tuple[str, str], Cited]]
"""The words before and behind each figure, and the figure."""


def clauses_of(text: str, given: tuple[Referenced, ...], names: Collection[str]) -> Clauses | None:
    """Each figure with the words before and behind it that are its own; None where nothing parts two figures."""
    ends = [0]
    masked = _masked(text, names)
    for one, other in pairwise(given):
        found = _CONNECTS.search(masked, one.end, other.start)
        parts = _OF.fullmatch(text[one.end : other.start]) and is_part(one.cited, other.cited)
        if found is None and not parts:
            return None
        ends.append(one.end if parts or found is None else found.start())
    ends.append(len(text))
    return [
        ((text[start : one.start], text[one.end : end]), one.cited)
        for one, start, end in zip(given, ends, ends[1:], strict=False)
    ]


def with_their_wholes(clauses: Clauses) -> Clauses:
    """The clauses, the words behind "3 of 10" given to the three."""
    found: Clauses = []
    for (before, after), one in clauses:
        if found and _OF.fullmatch(before) and not found[-1][0][1] and is_part(found[-1][1], one):
            (first, _), some = found.pop()
            found += [((first, after), some), (("", ""), one)]
        else:
            found.append(((before, after), one))
    return found


def is_part(one: Cited, whole: Cited) -> bool:
    """Whether a figure is of some of the rows of another, or of the total that it is in."""
    if whole.function == "total":
        (part,) = whole.parts
        same = one.column == part.column and one.meanings.get(one.column) == part.meanings.get(one.column)
        return same and one.conditions == part.conditions
    some, all_ = Vocabulary(one), Vocabulary(whole)
    same = one.rows == whole.rows and one.conditions == whole.conditions and some.measured == all_.measured
    return same and bool(some.of_those) and not all_.of_those


def is_beside(one: Vocabulary, other: Vocabulary) -> bool:
    """Whether two cells are of one column of one result, so that places in it can be compared."""
    among = one.cited.groups.get("")
    return bool(among) and among == other.cited.groups.get("") and one.measured == other.measured


def _masked(text: str, names: Collection[str]) -> str:
    """The text with what connects blanked out in names of several words."""
    lower = text.casefold()
    for name in names:
        if _CONNECTS.search(name) and name in lower and len(lower) == len(text):
            text = re.sub(re.escape(name), lambda found: "x" * len(found.group()), text, flags=re.IGNORECASE)
    return text


def left_of(text: str) -> str:
    """The words before a figure, without the signs that are written around it."""
    return re.sub(r"[*_`\s]+$", "", text)


def is_later(one: Cited, other: Cited) -> bool:
    """Whether two figures of a column are told of rows that differ in a time alone, the first of the later."""
    mine, others = one.rows[0] if one.rows else {}, other.rows[0] if other.rows else {}
    columns = [column for column in mine if mine[column] != others.get(column)]
    if one.column != other.column or len(columns) != 1:
        return False
    times = mine[columns[0]], others.get(columns[0], "")
    return all(map(TIME.fullmatch, times)) and times[0] > times[1]
