"""A direction that is told of a row without a figure, beside the figure of the same change of another row."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from shared.grounding.comparisons import Column
from shared.grounding.parallels import ParallelStanding, words
from shared.grounding.subjects import Mention
from shared.grounding.ways import Way, ways
from shared.pattern import LazyPattern

_DIFFERENCE: Final = LazyPattern(r"^(?:abs\()?(?:diff|change)\(r\.(?P<new>\w+), ?r\.(?P<old>\w+)\)\)?$")
_ENDS: Final = LazyPattern(r"[,;.]")
_FAR: Final = 12


def moved(
    said: str, told: Sequence[ParallelStanding], mentions: Sequence[Mention], columns: Sequence[Column]
) -> Iterator[tuple[str, str]]:
    """(words, why) of those that the columns contradict: "East lost 4,339, whereas North shrank", where North grew."""
    for one in told:
        form, way = _DIFFERENCE.search(one.cited.form), ways(said[: one.start])[-1:]
        own = _change(form, one.cited.names, columns) if form and way else None
        for name, its_way in _told_alone(said, mentions, one.end) if own else ():
            change = _change(form, name.parts, columns)
            if own and change and (change * own > 0) != (its_way.sign == way[0].sign):
                yield said[its_way.start : its_way.end], "the data has it the other way"


def _told_alone(said: str, mentions: Sequence[Mention], since: int) -> Iterator[tuple[Mention, Way]]:
    """The names behind a place that a direction follows, and no figure."""
    for name in mentions:
        tail = _ENDS.split(said[name.end :])[0]
        way = next(iter(ways(tail)), None)
        if name.start >= since and way and way.start <= _FAR and not re.search(r"\d", tail):
            yield name, Way(way.start + name.end, way.end + name.end, way.sign)


def _change(form: re.Match[str] | None, names: frozenset[str], columns: Sequence[Column]) -> float | None:
    """What the form comes to for the one row of these names; None where a column of it is not known."""
    found = [
        next((one for one in columns if form and one.words == words(form[side]) and len(one.rows_of(names)) == 1), None)
        for side in ("new", "old")
    ]
    new, old = found
    return new.value_of(names) - old.value_of(names) if new and old else None
