"""Stems of English words. Beside the nouns, since only what reads questions carries the stemmer to AWS."""

from functools import cache, lru_cache
from typing import Any


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem of one lower-case English word (Porter 2), which its forms share."""
    return str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Any:
    import snowballstemmer  # a module for each language of the world: only where words are read

    return snowballstemmer.stemmer("english")
