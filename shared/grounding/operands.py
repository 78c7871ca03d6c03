"""Which known numbers may be computed with each other, and what several of them amount to."""

import re
from collections import defaultdict
from collections.abc import Iterator

from shared.grounding.evidence import Datum, words
from shared.grounding.subjects import tokens
from shared.pattern import LazyPattern

SUM = LazyPattern(r"\b(?:together|combined|total\w*|sum|summed|in all|both|altogether|overall|add\w* up|jointly)\b")
MEAN = LazyPattern(r"\b(?:average\w*|mean|on average)\b")
_ALL_OF_THEM = LazyPattern(r"\b(?:together|combined|altogether|jointly|in all|all of them|each|on average)\b")
_BETWEEN = LazyPattern(r"\b(?:gap|spread|difference|range) (?:between|from)\b")
_MOST_OF_A_FAMILY = 60

Operands = tuple[Datum, ...]


def alike(one: Datum, other: Datum) -> bool:
    """Whether the two may be compared: sales with sales, or in one row the mean wait with the median wait."""
    if one.unit != other.unit or one.currency != other.currency:
        return False
    of_a_row = bool(one.parts) and one.parts == other.parts
    return one.family == other.family or not (one.parts and other.parts) or (of_a_row and _akin(one, other))


def _akin(one: Datum, other: Datum) -> bool:
    """Whether the names of two figures of a row share a word, and each has one of its own: price_2023, price_2024."""
    here, there = (kind_of(known) for known in (one, other))
    return bool(here & there and here - there and there - here)


def kind_of(one: Datum) -> frozenset[str]:
    """The words of what it counts or measures, without those of its row: "points (Team Alpha)", "points"."""
    return frozenset(word for _, _, word in tokens(re.split(r" \(|, ", one.name)[0]))


def year_of(name: str) -> tuple[int, int, int] | None:
    """The year that a column's name ends with or begins with."""
    match = re.search(r"(?<!\d)(?:19|20)\d\d(?!\d)", name)
    return (int(match[0]), 1, 1) if match else None


def totals(operands: list[Datum], said: str, summing: LazyPattern = SUM) -> Iterator[float]:
    if len(operands) < 2:
        return
    total = sum(one.value for one in operands)
    if SUM.search(said) or summing.search(said):
        yield total
        yield from (a.value + b.value for place, a in enumerate(operands) for b in operands[place + 1 :])
    if MEAN.search(said):
        yield total / len(operands)


def of_a_family(every: Operands, said: str) -> Iterator[float]:
    """Totals and averages of all values of a kind, and how far apart they lie, where that is told of all of them."""
    all_of_them, apart = _ALL_OF_THEM.search(said), _BETWEEN.search(said)
    if not all_of_them and not apart:
        return
    families: defaultdict[str, list[Datum]] = defaultdict(list)
    for one in every:
        if one.family and one.unit == "":
            families[one.family].append(one)
    for members in families.values():
        if not 1 < len(members) <= _MOST_OF_A_FAMILY or any(set(words(said)) & one.labels for one in members):
            continue
        yield from totals(members, said) if all_of_them else ()
        values = [one.value for one in members]
        yield from (max(values) - min(values),) if apart else ()
