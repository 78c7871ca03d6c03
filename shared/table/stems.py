"""Stems of English words. Beside the nouns, since only what reads questions carries the stemmer to AWS."""

import threading
from typing import Any

_OWN = threading.local()


def stem(word: str) -> str:
    """The stem of one lower-case English word (Porter 2), which its forms share."""
    try:
        stemmer = _OWN.stemmer
    except AttributeError:
        stemmer = _OWN.stemmer = _stemmer()
    return str(stemmer.stemWord(word))


def _stemmer() -> Any:
    """One for a thread: it is not made for two at a time."""
    import Stemmer  # compiled: a first question has it stem two thousand words

    stemmer = Stemmer.Stemmer("english")
    stemmer.maxCacheSize = 0  # keeping a stem takes longer than finding it again
    return stemmer
