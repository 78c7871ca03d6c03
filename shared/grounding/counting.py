"""What a text may count: rows and groups of results, items of its lists, names in a sentence."""

import re
from collections.abc import Set

from shared.grounding.evidence import Context, Datum
from shared.grounding.figures import TextFigure
from shared.pattern import LazyPattern

_THE_TWO = LazyPattern(r"\b(?:the|these|those|between) $")
_OF_THE_TOP = LazyPattern(r"\b(?:top|first|largest|biggest|bottom|last|smallest) $")
_TAKEN_TOGETHER = LazyPattern(r"\b(?:together|combined|contribut\w+|account\w*|mak\w+ up|represent\w*)\b")
_BY = LazyPattern(r"\b(?:by|than) $")
_DISCOURSE = LazyPattern(
    r"\s+(?:\w+\s+)?(?:ways?|things?|reasons?|points?|steps?|options?|factors?|questions?|parts?|caveats?|notes?|kinds?|"
    r"observations?|findings?|patterns?|insights?|takeaways?|issues?|approaches|aspects?|sentences?|answers?|sides?)\b"
)


def countable(text: str, said: str, context: Context, known: tuple[Datum, ...]) -> set[int]:
    """What may be counted: rows and groups of results, items of the text's lists, names in the sentence."""
    items = len(re.findall(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]", text, re.MULTILINE))
    rows = max(0, len(re.findall(r"^[ \t]*\|", text, re.MULTILINE)) - 2)
    named = {label for one in known if one.origin == "cell" for label in one.labels if label in context.words}
    return {items, rows, len(named), *(int(one.value) for one in known if one.origin == "count")} - {0, 1}


def is_count(figure: TextFigure, counts: Set[int], said: str) -> bool:
    """Whether a figure of a statement is one of these counts, or counts words alone: "two reasons", "the two"."""
    before, after = said[: figure.start].casefold(), said[figure.end :]
    if figure.text.isalpha() and (_DISCOURSE.match(after) or (figure.value == 2 and _THE_TWO.search(before))):
        return True
    if figure.unit or figure.currency or _BY.search(before):
        return False
    of_the_top = _OF_THE_TOP.search(before) and _TAKEN_TOGETHER.search(said) and figure.value < max(counts, default=0)
    return figure.value in counts or bool(of_the_top)
