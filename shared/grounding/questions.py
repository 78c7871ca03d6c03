"""What a question asks for that no single cell shows."""

import re
from collections.abc import Collection, Iterable
from math import inf
from typing import Final

from shared.grounding import orders
from shared.grounding.statements import Text
from shared.grounding.vocabulary import ASKING, TIME, Vocabulary, words
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
_MONTHS: Final = frozenset(one.casefold()[:long] for one in MONTHS for long in (3, None))


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


def tells_each(question: str, cells: Collection[Vocabulary], *, of_two: bool = False) -> bool:
    """Whether a text with these cells tells all rows of its result, unless the question asks for a place among them:
    two where it asks how something developed, or is `of_two` of them, or all those that the question names."""
    asked = frozenset(words(question))
    if not asked or orders.ways(question) or orders.nth_in(question):
        return True
    told = [one.cited.rows[0] for one in cells if one.cited.rows]
    rivals = {column: names for one in cells for column, names in one.cited.rivals.items()}
    named = {(column, one) for column, names in rivals.items() for one in names if frozenset(words(one)) <= asked}
    if named:
        return named <= {name for row in told for name in row.items()}
    each = asked & _OF_EACH - ({"by"} if re.search(r"\bby (?:what|how)\b", question, re.IGNORECASE) else set())
    most = 2 if "develop" in asked or (of_two and not each) else inf
    rows = len({tuple(row.items()) for row in told})
    return all(rows >= min(one.rows, most) for one in cells)


def stands_by_itself(told: Text, question: str, before: str, values: Iterable[str]) -> bool:
    """Whether a question that may follow another says itself what the first figure of its answer measures, and whether
    the figures are of each value of the data and each time that the one before asked for."""
    if not told.cited:
        return False
    said = [Vocabulary(part) for one in told.cited for part in one.parts or (one,) if part.column]
    asked = frozenset(words(question))
    if not said or said[0].head not in asked:
        return False
    known = frozenset(word for one in values for word in words(one)) | _MONTHS
    left = frozenset(words(before)) - ASKING - asked - said[0].foreign
    limits = {word for word in left if word in known or TIME.fullmatch(word)}
    return all(
        limits <= one.said_of_conditions().union(*(form for forms in one.names.values() for form in forms))
        for one in said
    )
