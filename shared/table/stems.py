"""Stems of English words. Beside the nouns, since only what reads questions carries the stemmer to AWS."""

from functools import cache
from typing import Any


def stem(word: str) -> str:
    """The stem of one lower-case English word (Porter 2), which its forms share."""
    return str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Any:
    import Stemmer  # compiled: a first question has it stem two thousand words

    stemmer = Stemmer.Stemmer("english")
    stemmer.maxCacheSize = 0  # keeping a stem takes longer than finding it again
    return stemmer
