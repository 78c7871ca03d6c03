"""What a text may count without any data: the items of its own lists, and kinds of talk ("two reasons")."""

import re
from collections.abc import Set

from shared.grounding.figures import TextFigure
from shared.pattern import LazyPattern

_DISCOURSE = LazyPattern(
    r"\s+(?:\w+\s+)?(?:ways?|things?|reasons?|points?|steps?|options?|factors?|questions?|parts?|caveats?|notes?|kinds?|"
    r"observations?|findings?|patterns?|insights?|takeaways?|issues?|approaches|aspects?|sentences?|answers?|sides?)\b"
)


def countable(text: str) -> frozenset[int]:
    """How many items a text's lists have, and rows its tables."""
    items = len(re.findall(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]", text, re.MULTILINE))
    rows = max(0, len(re.findall(r"^[ \t]*\|", text, re.MULTILINE)) - 2)
    return frozenset({items, rows} - {0, 1})


def is_count(figure: TextFigure, counts: Set[int], said: str) -> bool:
    """Whether a bare figure of a statement is one of these counts, or counts kinds of talk alone."""
    bare = not figure.unit and not figure.currency and not figure.sign
    return bare and (figure.value in counts or _DISCOURSE.match(said[figure.end :]) is not None)
