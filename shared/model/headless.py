"""A text whose answer was taken out: facts stand for it."""

from collections.abc import Iterable
from typing import Final

from shared.contracts import Fact, by_themselves
from shared.grounding.evidence import known_fact
from shared.grounding.figures import TextFigure, figures
from shared.grounding.languages import language_of
from shared.grounding.removal import Shortened
from shared.model.phrases import phrases_in
from shared.model.templates import known

_MOST: Final = 3
"""Facts that stand for an answer that was taken out."""


def with_its_answer(rest: Shortened, facts: Iterable[Fact], tag: str) -> str:
    """What is left of a text in the language of a BCP 47 tag. Where its first statement was taken out, which is its
    answer, facts stand before it: those whose figures that statement told, else the first, but for those that the rest
    tells."""
    if not (rest.headless and rest.text):
        return rest.text
    given = by_themselves(facts)
    said, left = (figures(language_of(tag).read(text)) for text in (rest.removed[0], rest.text))
    told = [fact for fact in given if _is_told(fact, said)]
    new = [fact for fact in (told or given)[:_MOST] if not _is_told(fact, left)]
    first = known(new, phrases_in(tag))
    return f"{first}\n\n{rest.text}" if first else rest.text


def _is_told(fact: Fact, said: Iterable[TextFigure]) -> bool:
    """Whether one of these figures is its own."""
    if not isinstance(fact.value, int | float):
        return False
    known_to_be = known_fact(fact, fact.value)
    return any(known_to_be.is_told_by(one, in_table=False) for one in said)
