"""Whether what a query's writer calls a column, or a result, says no more than what is computed there."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from shared.contracts import Fact
from shared.grounding.cited import Cited
from shared.grounding.vocabulary import FORM, Vocabulary, words
from shared.pattern import LazyPattern
from shared.table.abbreviations import ABBREVIATIONS
from shared.table.units import unit_in_name

_SHORT: Final = {"n": "number", "cnt": "count", "avg": "average", "tot": "total", "perc": "percent"}
_GROUPED: Final = LazyPattern(r"\b(?:by|per|(?:for|in|of) each)\b", re.IGNORECASE)
_PARTS: Final = LazyPattern(r"[,;:()]|\b(?:and|with|by|per|for|in|(?:for|in|of) each)\b", re.IGNORECASE)
_STATING: Final = frozenset(words("is are was were has have had do does did there this these that so also we our"))
"""What makes a statement of the name of a result."""
_PLAIN: Final = FORM - _STATING | frozenset(words("all row table value list each every data"))
_ORDERED: Final = frozenset(words("top bottom highest lowest most least first last largest smallest rank ranked order"))
_CODES: Final = {"€": "EUR", "$": "USD", "£": "GBP"}
_NOTHING: Final = Fact(id="", name="", value=None, text="")


def names_only(
    name: str,
    meanings: Mapping[str, str],
    conditions: Sequence[str] = (),
    unit: str | None = None,
    found: Iterable[str] = (),
) -> bool:
    """Whether the words of a column's name are those of what it is computed from, with its statistic, of other columns
    behind "by" or "per", of the query's conditions, its `unit`, or words that somebody `found` to be what was computed.
    `meanings` are what the result's columns are, by their names; of a column without one nothing is known."""
    if not meanings.get(name):
        return False
    cell = _cell(name, meanings, conditions)
    own, groups = _grouped(_bare(name, unit))
    told = _spelled(own, cell.measured)
    by = frozenset(word for other, said in meanings.items() if other != name for word in words(said))
    left = cell.leaves(told, cell.naming(told) | cell.of_those | frozenset(found))
    return not left and frozenset(words(groups)) <= FORM | by and _is_whole(cell, told)


def tells_only(
    purpose: str,
    meanings: Mapping[str, str],
    figures: Collection[str],
    conditions: Sequence[str],
    others: Iterable[str],
) -> bool:
    """Whether a purpose says of a result no more than its columns' `meanings` and its query's conditions do: each part
    of it is of one of the `figures`, or of the other columns. `others` are words that may stand in each part: what the
    rows are called, an order and a limit."""
    known = _PLAIN | frozenset(others)
    cells = {name: _cell(name, meanings, conditions) for name, said in meanings.items() if said}
    labels = [cell for name, cell in cells.items() if name not in figures]
    parts = [frozenset(words(part)) for part in _PARTS.split(purpose) if part.strip()]
    if not parts or any(part & _STATING for part in parts):
        return False

    def is_of(cell: Vocabulary, part: frozenset[str]) -> bool:
        return not cell.leaves(part, known | cell.naming(part) | cell.of_those) and _is_whole(cell, part)

    def fits(part: frozenset[str]) -> bool:
        named = frozenset(word for cell in labels for word in cell.measuring(part) | cell.naming(part))
        said = frozenset(word for cell in cells.values() for word in cell.said_of_conditions())
        return part <= known | named | said or any(is_of(cells[name], part) for name in figures if name in cells)

    return all(map(fits, parts))


def ordered_words(most: int) -> frozenset[str]:
    """The words in which a purpose may say that a query orders its rows and gives `most` of them, 0 for all."""
    return _ORDERED | ({str(most)} if most else set())


def _cell(name: str, meanings: Mapping[str, str], conditions: Sequence[str]) -> Vocabulary:
    return Vocabulary(Cited(0, 0, _NOTHING, column=name, meanings={name: meanings[name]}, conditions=tuple(conditions)))


def _is_whole(cell: Vocabulary, told: frozenset[str]) -> bool:
    """Whether what has to be said of a figure is: its statistic, and of which rows alone it is."""
    return all(ones & told for ones in cell.statistics) and cell.of_those <= told


def _grouped(name: str) -> tuple[str, str]:
    """A name without what is said of groups in it, and that."""
    spaced = name.replace("_", " ")
    found = _GROUPED.search(spaced)
    return (spaced[: found.start()], spaced[found.end() :]) if found else (spaced, "")


def _bare(name: str, unit: str | None) -> str:
    """A name without the unit that its figures have."""
    stated = unit_in_name(name)
    if not stated or not unit or _CODES.get(unit, unit) != _CODES.get(stated, stated):
        return name
    return re.sub(r"[\s_(\[]+[^\s_]+$", "", name)


def _spelled(name: str, known: Collection[str]) -> frozenset[str]:
    """The words of a name, short ones written out but for those that are `known` as they are."""
    told: list[str] = []
    for one in words(name):
        long = _SHORT.get(one) or ABBREVIATIONS.get(one)
        told += words(long) if long and one not in known else [one]
    return frozenset(told)
