"""What a question asks for that no single cell shows."""

import re
from collections.abc import Collection
from math import inf
from typing import Final

from shared.grounding import orders
from shared.grounding.vocabulary import ASKING, Vocabulary, words
from shared.pattern import LazyPattern
from shared.query.words.values import MONTHS

_MONTH: Final = "|".join((*MONTHS, *(f"{one[:3]}" for one in MONTHS)))
_TIME: Final = (
    r"(?:the )?(?:(?:end|start|beginning|middle) of )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?"
    rf"(?:{_MONTH}|q[1-4]|(?:1[5-9]|20)\d\d)\b"
)
_WIDENED: Final = LazyPattern(
    rf"\b(?:from|to|by|through|between|via) {_TIME}|\b{_TIME} (?:and )?on(?:wards?)?\b|"
    r"\bat (?:the )?(?:least|most|minimum|maximum|best|worst)\b",
    re.IGNORECASE,
)
_FROM_TO: Final = LazyPattern(rf"\bfrom {_TIME} to {_TIME}", re.IGNORECASE)
_BOTH: Final = 2
_OF_EACH: Final = frozenset(words("by per each every over develop compare comparison between breakdown"))


def not_repeated(question: str, text: str) -> frozenset[str]:
    """The words of a question that a query could leave out and that a text does not have; a superlative may be told by
    another one of the same end."""
    same = set(orders.ways(question)) <= set(orders.ways(text)) and not orders.nth_in(question)
    asked = orders.without_places(question) if same else question
    return frozenset(words(asked)) - ASKING - frozenset(words(text))


def widens(text: str, cells: Collection[Vocabulary] = ()) -> bool:
    """Whether a text tells of more than a time or a figure that it names: "from 2024 on", "to March", "at least"; not
    "from January to March" beside cells of two rows that are called so, which are enough for it."""
    rows = {tuple(one.cited.rows[0].items()) for one in cells if one.cited.rows}
    names = {word for one in cells for forms in one.names.values() for form in forms for word in form}
    is_of_both = len(rows) == _BOTH

    def left(found: re.Match[str]) -> str:
        return " " if is_of_both and {*words(found.group())} - {"from", "to", "the"} <= names else found.group()

    return _WIDENED.search(_FROM_TO.sub(left, text)) is not None


def tells_each(question: str, cells: Collection[Vocabulary]) -> bool:
    """Whether a text with these cells tells all rows of its result where the question asks for each, two where it asks
    how something developed, or all those that the question names."""
    asked = frozenset(words(question))
    each = asked & _OF_EACH - ({"by"} if re.search(r"\bby (?:what|how)\b", question, re.IGNORECASE) else set())
    if not each or orders.ways(question) or orders.nth_in(question):
        return True
    told = [one.cited.rows[0] for one in cells if one.cited.rows]
    rivals = {column: names for one in cells for column, names in one.cited.rivals.items()}
    named = {(column, one) for column, names in rivals.items() for one in names if frozenset(words(one)) <= asked}
    if named:
        return named <= {name for row in told for name in row.items()}
    rows, most = len({tuple(row.items()) for row in told}), 2 if "develop" in asked else inf
    return all(rows >= min(one.rows, most) for one in cells)
