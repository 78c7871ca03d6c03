"""Analyses that are asked for by a word of their own ("tiers", "outliers"), as no-model mode reads them."""

import re
from collections.abc import Sequence
from typing import ClassVar, Final

from shared.analysis.base import EXPLAINED, Analysis
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.columns import column_spans, names_of
from shared.offline.reading.meanings.tokens import stem, stems_of, tokenise
from shared.offline.reading.reading import Reading
from shared.table.names import words_of

_LEVELS: Final = frozenset(stems_of("high medium low"))
_NEVER_COLUMNS: Final = _LEVELS | frozenset(stems_of("tier segment group cluster bucket value profile"))
"""Words that ask for an analysis, and would be synonyms of some column's name."""
_JOINTS: Final = frozenset(stems_of("by into of across for in per each and the from within"))
_SURE: Final = 0.85
_MOST_CUT: Final = 4
_SETTLED: Final = (
    "it does not say what to compute",
    "it asks for a share without",
    "needs a measure to rank by",
    "it asks which, and",
)
"""Gaps of a reading that such a question doesn't have: the analysis itself says what is computed."""


class Cued(Analysis):
    """An analysis that, without a model, reads a question only if that holds one of its `cues`: phrases, separated by
    semicolons. `also` are words that it explains beside them, `amounts` a regular expression for figures that it takes
    from the question ("10 %"), and `settles` what a reading objects to, in part, and this analysis answers."""

    cues: ClassVar[str]
    also: ClassVar[str] = ""
    amounts: ClassVar[str] = ""
    settles: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def understood(cls, reading: Reading, table: DatasetProfile) -> Reading:
        """The reading with cues, joints and names of columns explained, if a cue is there and nothing speaks against
        it: a rank, a comparison, a cell that is called "high"."""
        if not cls.asked_for(reading) or not _plain(reading):
            return reading
        known = {
            *stems_of(f"{cls.cues} {cls.also}"),
            *_JOINTS,
            *(s for _, run in mentions(reading, table) for s in run),
        }
        taken = cls._amounts(reading)
        left = tuple(word for word in reading.unexplained if word not in taken and not set(stems_of(word)) <= known)
        gaps = tuple(gap for gap in reading.gaps if not any(settled in gap for settled in (*_SETTLED, *cls.settles)))
        sure = reading.confidence if left or gaps else EXPLAINED
        return reading.model_copy(update={"unexplained": left, "gaps": gaps, "confidence": sure})

    @classmethod
    def asked_for(cls, reading: Reading) -> bool:
        """Whether the question holds a cue."""
        return says(reading, cls.cues)

    @classmethod
    def only_named(cls, reading: Reading) -> bool:
        """Whether the cues in the question are only names of the columns that it groups by: customers per Segment."""
        left = list(words_of(reading.question))
        for name in dict.fromkeys(group.column for group in reading.groups):
            own = next((word for word in reversed(left) if stem(word) in stems_of(name)), None)
            left = [word for at, word in enumerate(left) if own is None or at != _last(left, own)]
        cues = [words_of(cue) for cue in cls.cues.split(";")]
        return cls.asked_for(reading) and not any(_stands_in(cue, left) for cue in cues)

    @classmethod
    def _amounts(cls, reading: Reading) -> frozenset[str]:
        """The figures that it takes from the question, whole and word by word."""
        found = [match.group() for match in re.finditer(cls.amounts, reading.question, re.IGNORECASE) if match.group()]
        return frozenset(found) | {word for amount in found for word in amount.split()}


def _last(words: list[str], wanted: str) -> int:
    return len(words) - 1 - words[::-1].index(wanted)


def says(reading: Reading, phrases: str) -> bool:
    """Whether the question holds one of the phrases (separated by semicolons), in any form of their words."""
    asked = words_of(reading.question)
    return any(_stands_in(words_of(phrase), asked) for phrase in phrases.split(";"))


def _stands_in(phrase: Sequence[str], asked: Sequence[str]) -> bool:
    starts = range(len(asked) - len(phrase) + 1)
    return bool(phrase) and any(all(map(_is_form_of, phrase, asked[start : start + len(phrase)])) for start in starts)


def _is_form_of(word: str, said: str) -> bool:
    """Whether one stem makes both, and not by cutting off what tells them apart: "outlying" and "out" share theirs."""
    return stem(word) == stem(said) and said.startswith(word[: max(len(word) - _MOST_CUT, 1)])


def mentions(reading: Reading, table: DatasetProfile) -> tuple[tuple[ColumnProfile, tuple[str, ...]], ...]:
    """The columns that the question names for sure, in its order, each with the stems of the words that name it."""
    tokens = tokenise(reading.question)
    spans = [
        span
        for span in column_spans(tokens, names_of(table))
        if span.score >= _SURE and not {token.stem for token in tokens[span.start : span.end]} <= _NEVER_COLUMNS
    ]
    found: list[tuple[ColumnProfile, tuple[str, ...]]] = []
    end = 0
    for start in range(len(tokens)):
        here = sorted((span for span in spans if span.start == start >= end), key=lambda span: (-span.end, -span.score))
        tied = [span for span in here if span.end == here[0].end and span.score > here[0].score - 0.01]
        if len(tied) == 1 and tied[0].column:
            end = tied[0].end
            found.append((tied[0].column, tuple(token.stem for token in tokens[start:end])))
    return tuple(found)


def _plain(reading: Reading) -> bool:
    """Whether it asks for nothing beside segments, and "high" was not taken for a cell's value."""
    if reading.part or reading.sides or reading.having or reading.rivals:
        return False
    values = {str(value) for condition in reading.filters for value in condition.values}
    return not any(_LEVELS & set(stems_of(value)) for value in values)
