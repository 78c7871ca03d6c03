"""What a statement says of a figure by reference that the figure's own result refutes: its place, its direction, its
statistic, whose it is in a list, and a share of more than all.

Words are held against figures only where every other word of the statement is one of its cells', so that none is
guessed at.
"""

import re
from collections.abc import Iterator
from typing import Final

from shared.grounding import orders
from shared.grounding.borne import FELL, ROSE, WHOLE
from shared.grounding.cited import Cited
from shared.grounding.clauses import is_later
from shared.grounding.statements import Text
from shared.grounding.vocabulary import AVERAGING, Vocabulary, words
from shared.pattern import LazyPattern

_ITEM: Final = LazyPattern(r"\s*(?:[-*+•]|\d+[.)])\s+[*_]*(?P<label>[^:|\n]{1,60}?)[*_]*\s*:")
_OF_ALL: Final = LazyPattern(r"\s*of (?:all|the total)\b", re.IGNORECASE)
_ALL: Final = 100


def contradicted(told: Text, place: int) -> Iterator[tuple[Cited, str]]:
    """The figures of a statement with what of it they refute."""
    given = told.told(place)
    if given and (why := _of_another(told, place, given[0].cited)):
        yield given[0].cited, why
    said = told.said(place)
    for one in given:
        if one.cited.function == "pct" and one.cited.value > _ALL and _OF_ALL.match(said[one.end :]):
            yield one.cited, "no part is more than all"
    if given and not told.statements[place].in_table:
        edges = [0, *(edge for one in given for edge in (one.start, one.end)), len(said)]
        bare = " ".join(said[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
        yield from _of_words(bare, [one.cited for one in given])


def _of_words(text: str, given: list[Cited]) -> Iterator[tuple[Cited, str]]:
    cells = [Vocabulary((*one.parts, one)[0]) for one in given]
    rose, fell = frozenset(words(text)) & ROSE, frozenset(words(text)) & FELL
    if len(given) == 1 and not given[0].parts:
        yield from _of_place(text, given[0], cells[0])
        yield from _of_statistic(frozenset(words(text)), given[0], cells[0])
    if bool(rose) == bool(fell) or _left(frozenset(words(text)) - ROSE - FELL - {"from", "to"}, cells):
        return
    for one, value in _moves(given):
        if value and (value > 0) != bool(rose):
            yield one, f"this went {'up' if value > 0 else 'down'}, and the words say otherwise"


def _left(told: frozenset[str], cells: list[Vocabulary]) -> frozenset[str]:
    """The words that none of the cells says."""
    return frozenset.intersection(*(one.leaves(told) for one in cells)) if cells else told


def _moves(given: list[Cited]) -> Iterator[tuple[Cited, float]]:
    """Each change to a later time that is told, and from one figure to a later one."""
    for one in given:
        if one.function in ("change", "diff") and len(one.parts) > 1 and is_later(*one.parts[:2]):
            yield one, one.value
    plain = [one for one in given if not one.parts]
    if len(plain) == 2 and is_later(plain[1], plain[0]):
        yield plain[1], plain[1].value - plain[0].value


def _of_place(text: str, one: Cited, said: Vocabulary) -> Iterator[tuple[Cited, str]]:
    found, nth = list(orders.SUPERLATIVE.finditer(text)), orders.nth_in(text)
    if (
        len(found) != 1
        or {*words(found[0].group())} <= said.measured
        or _left(frozenset(words(orders.without_places(text))), [said])
    ):
        return
    way = found[0].lastgroup or ""
    place = said.place(way)
    if place and place != (nth or 1) and said.named(frozenset(words(text))):
        yield (
            one,
            f"this is number {place} of {said.rows or 'them'} from the {'highest' if way == 'high' else 'lowest'}",
        )


def _of_statistic(told: frozenset[str], one: Cited, said: Vocabulary) -> Iterator[tuple[Cited, str]]:
    is_average = bool(said.measured & AVERAGING)
    as_total, as_average = told & WHOLE, told & AVERAGING
    if is_average and as_total and not as_average and not _left(told - WHOLE, [said]):
        yield one, f"this is {' or '.join(sorted(said.measured & AVERAGING))}, and no total"
    if said.adds_up and as_average and not as_total and not _left(told - AVERAGING, [said]):
        yield one, "this is a total, and no average"


def _of_another(told: Text, place: int, one: Cited) -> str:
    """Why the first figure of a list's item is not of the row that the item begins with."""
    item = _ITEM.match(told.said(place))
    named = told.names.written(item["label"]) if item else frozenset[str]()
    own = one.names | one.shared
    others = [named & rivals for rivals in one.rivals.values() if named & rivals and not named & own]
    if not others or not own:
        return ""
    return f"this is the figure of {_listed(one.names)}, and the item says {_listed(others[0])}"


def _listed(names: frozenset[str]) -> str:
    return " and ".join(sorted(names)[:4])
