"""Words that mean the same column or the same cell value, from the lists of `words/`."""

from functools import cache
from typing import NamedTuple

from shared.offline.reading.meanings.tokens import stem
from shared.offline.words.lexicon import lines_of

Stems = tuple[str, ...]
"""A phrase as its stemmed words."""


class _Group(NamedTuple):
    """Phrases that mean alike: each other, or ("!") only their head; ("@") of things rather than of amounts."""

    mutual: bool
    things: bool
    phrases: tuple[Stems, ...]


@cache
def _groups(kind: str) -> tuple[_Group, ...]:
    return tuple(map(_group, lines_of(f"{kind}_synonyms")))


def _group(line: str) -> _Group:
    marks, phrases = line[: len(line) - len(line.lstrip("@!"))], line.lstrip("@!").split(";")
    return _Group("!" not in marks, "@" in marks, tuple(_stems(phrase) for phrase in phrases))


def _stems(phrase: str) -> Stems:
    return tuple(stem(word) for word in phrase.split())


@cache
def _synonyms(kind: str, *, things: bool = True) -> dict[Stems, frozenset[Stems]]:
    index: dict[Stems, frozenset[Stems]] = {}
    for group in _groups(kind):
        for phrase in group.phrases if things or not group.things else ():
            meant = group.phrases if group.mutual or phrase == group.phrases[0] else group.phrases[:1]
            index[phrase] = index.get(phrase, frozenset()) | frozenset(meant) - {phrase}
    return index


@cache
def _heads() -> dict[Stems, frozenset[Stems]]:
    """Only the head of a group is known by all its members: the others need not mean each other."""
    index: dict[Stems, frozenset[Stems]] = {}
    for _, _, phrases in _groups("column"):
        index[phrases[0]] = index.get(phrases[0], frozenset()) | frozenset(phrases[1:])
        for phrase in phrases[1:]:
            index[phrase] = index.get(phrase, frozenset()) | {phrases[0]}
    return index


def column_synonyms(stems: Stems, *, of_amounts: bool = False) -> frozenset[Stems]:
    """The names that a column may have where a question says these stems; no thing names a column of amounts
    ("districts" are in no column of amounts called Area)."""
    return _synonyms("column", things=not of_amounts).get(stems, frozenset())


def concept_names(concept: str) -> tuple[Stems, ...]:
    """The names of columns that hold a concept, the concept itself first."""
    return (own := _stems(concept), *sorted(_heads().get(own, frozenset())))


def value_synonyms(stems: Stems) -> frozenset[Stems]:
    """The cell values that mean the same as these stems."""
    return _synonyms("value").get(stems, frozenset())
