"""Replies made of the sentences of `sentences.toml`: what the classifier learns from beside the development halves."""

import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

SENTENCES = Path(__file__).with_name("sentences.toml")
CONFIDENT, CERTAIN, PROBABLE = "confident", "certain", "probable"
HALF_SURE = 0.6
"""How likely a reader takes a merely probable statement for a confident one."""
_CHOICE = re.compile(r"\(([^()]*)\)")
_SLOT = re.compile(r"\{(\w+)\}")


class Example(NamedTuple):
    """A reply and how likely each label is."""

    text: str
    labels: Mapping[str, float]


def examples(count: int, seed: int) -> Iterator[Example]:
    """So many replies, the same for the same seed: a third confident, the others spread over the categories."""
    writer = Writer(random.Random(seed))
    for number in range(count):
        yield writer.example(writer.labels[number % len(writer.labels)])


class Writer:
    """Writes replies of each label."""

    def __init__(self, random_: random.Random) -> None:
        told = tomllib.loads(SENTENCES.read_text(encoding="utf-8"))
        self._slots: Mapping[str, Sequence[str]] = told.pop("slots")
        self._lines: Mapping[str, Sequence[str]] = {label: part["lines"] for label, part in told.items()}
        self._random = random_
        categories = [label for label in self._lines if label not in (CONFIDENT, CERTAIN, PROBABLE)]
        self.labels = [*categories, *[CONFIDENT] * 5, CERTAIN, PROBABLE]

    def example(self, label: str) -> Example:
        """A reply of this label, alone or among confident sentences."""
        sentences = [self._sentence(label)]
        draw = self._random.random()
        if label == CONFIDENT:
            sentences += [self._sentence(CONFIDENT) for _ in range(self._random.choice((0, 0, 1, 1, 2, 4)))]
        elif draw < 0.3:
            sentences.insert(0, self._sentence(CONFIDENT))
        elif draw < 0.4:
            sentences.append(self._sentence(label))
        elif draw < 0.45:
            sentences.append(self._sentence(CONFIDENT))
        labels = {PROBABLE: {CONFIDENT: HALF_SURE, "UNCERTAINTY": 1 - HALF_SURE}, CERTAIN: {CONFIDENT: 1.0}}
        return Example(self._typed(" ".join(sentences)), labels.get(label, {label: 1.0}))

    def _sentence(self, label: str) -> str:
        text = self._random.choice(self._lines[label])
        while _CHOICE.search(text) or _SLOT.search(text):
            text = _CHOICE.sub(lambda found: self._random.choice(found[1].split("|")), text)
            text = _SLOT.sub(lambda found: self._random.choice(self._slots[found[1]]), text)
        text = re.sub(r" {2,}", " ", text).replace(" .", ".").replace(" ,", ",").strip()
        return text[:1].upper() + text[1:]

    def _typed(self, text: str) -> str:
        """Now and then as people type who are in a hurry."""
        draw = self._random.random()
        if draw < 0.05:
            return text.replace("'", "").lower()
        return text.replace("'", "’") if draw < 0.1 else text
