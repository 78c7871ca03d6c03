"""Whether an answer says no more than the cell that it cites, so that nobody has to judge its words."""

from collections.abc import Iterable
from typing import Final

from shared.grounding import orders
from shared.grounding.cited import Cited
from shared.grounding.names import tokens

_FORM: Final = frozenset(
    {
        *(
            "a",
            "an",
            "the",
            "of",
            "in",
            "on",
            "at",
            "by",
            "for",
            "from",
            "to",
            "and",
            "with",
            "is",
            "are",
            "was",
            "were",
        ),
        *("has", "have", "had", "do", "does", "did", "it", "its", "there", "we", "our", "what", "which", "how", "much"),
        *("many", "come", "came"),
    }
)
"""Words that only hold a sentence together: none of them compares, denies or bounds."""


def is_borne(words: str, question: str, cited: Cited) -> bool:
    """Whether every word beside a cited figure, and of the question, says what its column is computed from, names its
    row, is what its query compares with, or the place that it has in its column; and whether each name and condition is
    told: "Revenue in West was 90", asked for the revenue in West, or for the region with the highest. Of a verb,
    another column's name or another place, the cell says nothing."""
    named = _words((*cited.names, *cited.conditions))
    told = _words(_unplaced(text, cited) for text in (words, question))
    return bool(cited.meaning) and named <= told and told - _FORM <= named | _words((cited.meaning,))


def _unplaced(text: str, cited: Cited) -> str:
    """A text without the superlatives that the figure is, alone, among all of its column."""
    among = cited.groups.get("", ())
    alone = among.count(cited.value) == 1
    places = {way for way, extreme in (("high", max), ("low", min)) if alone and extreme(among) == cited.value}
    for match in reversed(list(orders.SUPERLATIVE.finditer(text))):
        if match.lastgroup in places:
            text = f"{text[: match.start()]} {text[match.end() :]}"
    return text


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for _, _, word in tokens(text.replace("_", " ")))
