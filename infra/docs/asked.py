"""The example questions of an analysis as a page prints them: two fields are two columns, and number agrees."""

import re
from itertools import cycle
from string import Formatter
from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.fields import SAMPLE_SIDES, FieldKind, samples, slots
from shared.table.nouns import plural

_AMOUNTS: Final = ("revenue", "cost", "profit")
_GROUPS: Final = ("region", "channel", "branch")
_WHO: Final = ("customer", "product")
_FILLED: Final[dict[FieldKind, tuple[str, ...]]] = {
    "measure": _AMOUNTS, "number": _AMOUNTS, "order": _AMOUNTS, "dimension": _GROUPS, "any": _GROUPS, "entity": _WHO,
}  # fmt: skip
_OWN: Final = {"price": "price", "quantity": "quantity", "spend": "spend", "column": "comments"}
"""Fields that are called after what they hold."""
_OF_ONE: Final = re.compile(r"(\b(each|every|a)|\bis the best) $"), re.compile(r" (is|has|sets)\b")
_ONE_ALONE: Final = frozenset({*_AMOUNTS, "comments", *SAMPLE_SIDES})
_OF_SEVERAL: Final = re.compile(r"\b(across|among|between) $"), re.compile(r" (go|are|have|stand)\b")


def asked(kind: type[Analysis]) -> tuple[str, ...]:
    """The examples with the columns of a shop's orders in place of the fields."""
    words = {name: str(word) for name, word in samples(kind).items()}
    pools: dict[tuple[str, ...], cycle[str]] = {pool: cycle(pool) for pool in (_AMOUNTS, _GROUPS, _WHO)}
    for slot in slots(kind):
        if pool := _FILLED.get(slot.kind):
            own = None if slot.name == "column" and pool is _AMOUNTS else _OWN.get(slot.name)
            words[slot.name] = own or next(pools[pool])
    things = frozenset(slot.name for slot in slots(kind) if slot.kind == "entity")
    return tuple(dict.fromkeys(_filled(example, words, things) for example in kind.examples))


def _filled(example: str, words: dict[str, str], things: frozenset[str]) -> str:
    parts = list(Formatter().parse(example))
    said = ""
    for at, (text, name, *_) in enumerate(parts):
        said += text
        if name is None:
            continue
        after = parts[at + 1][0] if at + 1 < len(parts) else ""
        one = bool(_OF_ONE[0].search(said) or _OF_ONE[1].match(after))
        several = bool(_OF_SEVERAL[0].search(said) or _OF_SEVERAL[1].match(after))
        several = not one if name in things else several and words[name] not in _ONE_ALONE
        said += plural(words[name]) if several else words[name]
    return said
