"""Finds what a text must hold to have a leak in it. `python -m infra.docs.needed` writes `shared/guard/needed.json`.

A leak's pattern is compiled and looked for only in such a text: a plain reply holds next to nothing of what the 140
patterns need, and to compile them all takes longer than to write it.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]  # the tree of a pattern, which `re` shows nowhere else
from typing import Any, Final

from shared.guard.leaks import SHAPES, folded

NEEDED: Final = Path(__file__).parents[2] / "shared" / "guard" / "needed.json"
MOST: Final = 24
"""Texts of which one is needed: more are not looked for faster than the pattern itself."""
_WITHIN: Final = (_constants.SUBPATTERN, _constants.MAX_REPEAT, _constants.MIN_REPEAT)

Needs = tuple[str, ...]
"""Texts, folded, of which every match holds at least one; empty where none are known."""


def needs(shape: str) -> Needs:
    """What every match of a pattern holds one of."""
    found = _best(_of(_parser.parse(shape, re.MULTILINE)))
    return tuple(sorted(found)) if len(found) <= MOST else ()


def page() -> str:
    """The file's text: the needs of each shape that has some."""
    found = {one.shape: needs(one.shape) for one in SHAPES}
    return json.dumps({shape: told for shape, told in found.items() if told}, indent=1, ensure_ascii=False) + "\n"


def _of(tree: Any) -> Iterator[Needs]:
    """The needs that follow from each part of a sequence."""
    run = ""
    for kind, told in tree:
        if kind is _constants.LITERAL:
            run += chr(told)
            continue
        if kind is _constants.AT:  # takes no character
            continue
        yield (folded(run),)
        run = ""
        yield _part(kind, told)
    yield (folded(run),)


def _part(kind: Any, told: Any) -> Needs:
    if kind is _constants.BRANCH:
        parts = [_best(_of(one)) for one in told[1]]
        return tuple({text for part in parts for text in part}) if all(parts) else ()
    if kind is _constants.IN and all(one is _constants.LITERAL for one, _ in told):
        return tuple({folded(chr(code)) for _, code in told})
    if kind in _WITHIN and (kind is _constants.SUBPATTERN or told[0] > 0):
        return _best(_of(told[-1]))
    return ()


def _best(found: Iterator[Needs]) -> Needs:
    """Those that are seldom met: the longest first, then the fewest."""
    known = [one for one in found if one and all(map(_seldom, one))]
    return max(known, key=lambda one: (min(map(len, one)), -len(one)), default=())


def _seldom(text: str) -> bool:
    """Whether it is more than a single letter or digit, and more than blanks."""
    return bool(text.strip()) and (len(text) > 1 or not text.isalnum())


if __name__ == "__main__":
    NEEDED.write_text(page(), encoding="utf-8")
