"""Misspelled words of a question, corrected to words that the table or the rules know."""

from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any

from rapidfuzz.distance import OSA

from shared.contracts import DatasetProfile
from shared.embeddings.vocabulary import tokenizer
from shared.offline.reading.meanings.nouns import spelled_nouns
from shared.offline.reading.meanings.tokens import Token, stem
from shared.offline.reading.meanings.values import entries_of
from shared.offline.words.lexicon import (
    comparators,
    neutral_verbs,
    operations,
    pointing_verbs,
    refused,
    stop_words,
    superlatives,
    word_list,
    word_map,
)
from shared.table.abbreviations import ABBREVIATIONS
from shared.table.names import words_of

_SLIPS = word_map("slips")
"""Common slips in little words."""
_SHORTEST, _LONG = 4, 9
_KINDS = ("count", "aggregate", "extreme", "percentile", "distinct", "share", "compare", "correlation", "missing")
_CALENDAR = word_list("calendar")


def corrected(tokens: tuple[Token, ...], unexplained: tuple[str, ...], table: DatasetProfile) -> tuple[Token, ...]:
    """The tokens with unexplained words replaced by the only known word that is a slip away."""
    wrong = {word for text in unexplained for word in words_of(text)}
    names, cells = _names(table), _cells(table)
    return tuple(
        _corrected(token, names, cells) if token.text in wrong and token.kind == "word" else token for token in tokens
    )


def _corrected(token: Token, names: frozenset[str], cells: frozenset[str]) -> Token:
    known = names | cells
    word = token.text
    if word in _SLIPS:
        return _respelled(token, _SLIPS[word])
    if len(word) < _SHORTEST or word in known or word in _all_words() or is_word(word) or is_word(token.raw):
        return token
    if word.endswith("ys") and is_word(plural := f"{word[:-2]}ies"):
        return _respelled(token, plural)
    most = 1 if len(word) < _LONG else 2
    for words in (known, _operation_words()):
        near = sorted((OSA.distance(word, other, score_cutoff=most), other) for other in words if other[0] == word[0])
        near = [pair for pair in near if pair[0] <= most and abs(len(pair[1]) - len(word)) <= 2]
        best = {stem(other) for distance, other in near if distance == near[0][0]}
        if len(best) == 1:
            word = near[0][1]
            return token if word in cells - names and _names_another(token, word) else _respelled(token, word)
    return token


def _names_another(token: Token, cell: str) -> bool:
    """Whether a word that is nearly a cell's may name something else: with another letter in a place (Lopes and Lopez),
    or, in a name, with one more or less (Ann and Anna); two that are swapped are a slip."""
    swapped = sorted(token.text) == sorted(cell)
    return not swapped and (token.raw[:1].isupper() or len(token.text) == len(cell))


def _respelled(token: Token, word: str) -> Token:
    raw = word.capitalize() if token.raw[:1].isupper() else word
    return replace(token, text=word, raw=raw, stem=stem(word))


def _names(table: DatasetProfile) -> frozenset[str]:
    """The words of the names of columns, rows and file."""
    words = {part for column in table.columns for word in words_of(column.name) for part in _written_out(word)}
    return _spelled(words | spelled_nouns(table) | set(words_of(table.file_name.split(".")[0])))


def _cells(table: DatasetProfile) -> frozenset[str]:
    return _spelled({word for entry in entries_of(table) for word in entry.words})


def _spelled(words: set[str]) -> frozenset[str]:
    return frozenset(word for word in words if len(word) >= _SHORTEST and word.isalpha())


def _written_out(word: str) -> tuple[str, ...]:
    return (word, *ABBREVIATIONS.get(word, "").split())


@lru_cache(maxsize=1)
def _operation_words() -> frozenset[str]:
    phrases = [phrase for kind in _KINDS for group in operations()[kind].values() for phrase in group]
    return frozenset(
        word for phrase in (*phrases, *chain(*comparators().values()), _CALENDAR) for word in words_of(phrase)
    )


@lru_cache(maxsize=1)
def _all_words() -> frozenset[str]:
    """Every word of the lexicon, whether a slip may be corrected to it or not."""
    phrases = [phrase for meanings in operations().values() for group in meanings.values() for phrase in group]
    words = {word for phrase in (*phrases, *superlatives(), *chain(*refused().values())) for word in words_of(phrase)}
    return frozenset(words | set(pointing_verbs()) | neutral_verbs() | stop_words() | _operation_words())


def is_word(word: str) -> bool:
    """Whether the word is common enough in written English to be a token of its own, and so no slip."""
    return len(_tokenizer().encode(word, add_special_tokens=False).tokens) == 1


@lru_cache(maxsize=1)
def _tokenizer() -> Any:
    return tokenizer()
