"""What speaks against a reading as a whole, though each of its words is explained: reasons not to answer."""

from collections.abc import Callable, Iterator
from typing import Final

from shared.offline.reading.objections.asking import ASKING
from shared.offline.reading.objections.counts import COUNTS, PAGES
from shared.offline.reading.objections.figures import FIGURES
from shared.offline.reading.objections.parts import PARTS
from shared.offline.reading.sentence import Sentence

ObjectionRule = Callable[[Sentence], Iterator[str]]
"""One kind of doubt: the reasons that it finds in a sentence that all rules have read, as clauses for the user."""

OBJECTIONS: Final[tuple[ObjectionRule, ...]] = (*FIGURES, *ASKING, *COUNTS, *PARTS, *PAGES)


def objections(sentence: Sentence) -> Iterator[str]:
    """All reasons not to answer that only the parts of a reading together give."""
    for objection in OBJECTIONS:
        yield from objection(sentence)
