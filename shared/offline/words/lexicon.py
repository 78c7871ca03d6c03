"""The words of questions and of column names, from the data files beside this module, each read when first used."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from shared.contracts import ForfeitCode

PhraseList = tuple[str, ...]
Intent = Literal[
    "thanks", "greeting", "goodbye", "acknowledgement", "refusal", "help", "definition", "answer", "language", "data"
]  # fmt: skip

_HERE = Path(__file__).parent


@cache
def _file(name: str) -> dict[str, Any]:
    return tomllib.loads((_HERE / f"{name}.toml").read_text("utf-8"))


@cache
def operations() -> Mapping[str, Mapping[str, PhraseList]]:
    """Operation → its meaning → the phrases that ask for it."""
    return {word: _phrases(meanings) for word, meanings in _file("operations").items()}


@cache
def comparators() -> Mapping[str, PhraseList]:
    """Operator → the phrases that say it."""
    return _phrases(_file("comparators")["operators"])


@cache
def concept_comparators() -> Mapping[str, tuple[str, str]]:
    """Phrase → its operator, and the concept that it compares ("older than" is about an age)."""
    return {
        phrase: (operator, concept)
        for concept, operators in _file("comparators")["concepts"].items()
        for operator, phrases in operators.items()
        for phrase in phrases
    }


@cache
def superlatives() -> Mapping[str, tuple[str, str]]:
    """Phrase → the concept that it ranks by, and its end, "max" or "min"."""
    return {
        phrase: (concept, end)
        for concept, ends in _file("adjectives")["superlatives"].items()
        for end, phrases in ends.items()
        for phrase in phrases
    }


@cache
def comparatives() -> Mapping[str, str]:
    """Comparative → the concept that it compares."""
    return _inverted(_file("adjectives")["comparatives"])


@cache
def pointing_verbs() -> Mapping[str, str]:
    """Verb → the concept of the column that it points to."""
    return _inverted(_file("verbs")["pointing"])


def lines_of(name: str) -> list[str]:
    """The lines of a plain list, without its comments."""
    return [line for line in (_HERE / f"{name}.txt").read_text("utf-8").splitlines() if line and line[0] != "#"]


@cache
def neutral_verbs() -> frozenset[str]:
    """Verbs that add nothing to a question."""
    return frozenset(_file("verbs")["neutral"])


@cache
def stop_words() -> frozenset[str]:
    """Words that no reading needs."""
    return frozenset(word for line in lines_of("stop_words") for word in line.split())


@cache
def refused() -> Mapping[str, PhraseList]:
    """Why no table answers a question → the phrases that make it one."""
    return {entry["because"]: tuple(entry["phrases"]) for entry in _file("refused")["refused"]}


@cache
def refusal_codes() -> Mapping[str, ForfeitCode]:
    """Why no table answers a question → the code of its forfeit."""
    return {entry["because"]: entry["code"] for entry in _file("refused")["refused"]}


@cache
def units() -> frozenset[str]:
    """Words at the end of a column's name that give its unit."""
    return frozenset(_file("names")["units"])


@cache
def implied() -> Mapping[str, PhraseList]:
    """Unit at the end of a column's name → words for what the column then measures."""
    return _phrases(_file("names")["implied"])


@cache
def noun_families() -> Mapping[str, PhraseList]:
    """A word of a file's name → the nouns that its rows may be called by."""
    return _phrases(_file("names")["row_nouns"])


@cache
def utterances() -> Mapping[Intent, PhraseList]:
    """Intent → what people say for it; “it” stands for whatever a message names of a table."""
    return _phrases(_file("utterances")["intents"])  # type: ignore[return-value]  # the file's keys are intents


@cache
def foreign_utterances() -> PhraseList:
    """Questions about data in other languages that are written in the Latin script."""
    return tuple(_file("utterances")["other_languages"]["latin"])


@cache
def word_list(name: str) -> str:
    """The words of a list, separated by blanks."""
    return str(_file("lists")["lists"][name])


@cache
def phrase_list(name: str) -> frozenset[str]:
    """The phrases of a list."""
    return frozenset(_file("lists")["phrases"][name])


@cache
def word_map(name: str) -> dict[str, Any]:
    """Each word of a list with what it stands for."""
    return dict(_file("lists")["words"][name])


def _phrases(lists: Mapping[str, list[str]]) -> Mapping[str, PhraseList]:
    return {meaning: tuple(phrases) for meaning, phrases in lists.items()}


def _inverted(lists: Mapping[str, list[str]]) -> Mapping[str, str]:
    return {phrase: meaning for meaning, phrases in lists.items() for phrase in phrases}
