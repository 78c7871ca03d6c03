"""The words of a question that no cell says of the figures that were computed for it.

Somebody may find that they mean nothing that the query leaves out. An answer may then repeat them of these figures, and
is held against its cells in all other words.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import dropwhile, takewhile
from typing import Final, NamedTuple

from shared.contracts import DatasetProfile
from shared.grounding import orders
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheet, Sheets
from shared.grounding.vocabulary import ASKING, AVERAGING, CHOOSING, FORM, Vocabulary, numbered, words
from shared.pattern import LazyPattern

_MOST_WORDS, _MOST_UNSAID, _MOST_ROWS = 24, 4, 60
_COUNTED: Final = LazyPattern(r"\b(?:how many|(?:number|count) of)\b", re.IGNORECASE)
_YES_OR_NO: Final = LazyPattern(
    r"^\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might)\b|\b(?:if|whether|why|or)\b",
    re.IGNORECASE,
)
"""Of a question whose words may be denied, or of which one alone holds."""


class UnsaidWords(NamedTuple):
    """The words of a question that no cell says, and the result column that they are said of; `alone` where it has one
    figure."""

    words: tuple[str, ...]
    column: str
    alone: bool


class Granted:
    """What a text may say of the figures of a column beside what its cells say: words that somebody found to be asked
    for by what was computed. None may be said of one group alone, which it might not hold of."""

    def __init__(self, found: UnsaidWords | None, question: str) -> None:
        self._found, self._ways = found, orders.ways(question)
        self._roots = frozenset(map(_root, found.words)) if found else frozenset[str]()
        self._of_each = frozenset[str]()
        counted = _COUNTED.search(question)
        asked = dropwhile(ASKING.__contains__, words(question[counted.end() if counted else 0 :]))
        self._counted = frozenset(map(_root, takewhile(lambda word: word not in ASKING, asked)))
        """What the question counts, or asks for first: "participants in each arm"."""

    def is_of(self, said: Vocabulary) -> bool:
        """Whether a figure is of that column, so that its query is what is asked for."""
        return self._found is not None and said.cited.column == self._found.column

    def but(self, left: Iterable[str], of: Iterable[Vocabulary]) -> list[str]:
        """The words of `left` that may not be said: all of them, unless every figure of `of` is of the column that was
        asked for; else those that nobody found to be asked for."""
        roots = self._roots if all(map(self.is_of, of)) else frozenset[str]()
        return [word for word in left if _root(word) not in roots]

    def counts(self, before: str, behind: str, said: Vocabulary) -> bool:
        """Whether a figure counts, by the words behind it or first before it, what its column or the question counts,
        and not another of those words: "153 customers placed purchases" is no count of purchases."""
        if not self._roots or not self.is_of(said):
            return True
        own = frozenset(map(_root, said.measured)) | self._counted
        named = takewhile(lambda word: word not in FORM, words(behind) if re.match(r"[\s*_`]*\w", behind) else [])
        first = next((root for root in map(_root, named) if root in own | self._roots), None)
        if first is None and said.counts_rows:
            first = next((root for root in map(_root, words(before)) if root in own | self._roots), None)
        return first is None or first in own

    def is_said(self, left: frozenset[str], said: Vocabulary, clause: str) -> bool:
        """Whether these words of a clause may be said of its figure: that stands alone, or has the place that is asked
        for, or its sentence says them of every group; or they name the figure and nothing that a group did."""
        if not left:
            return True
        if self.but(left, (said,)):
            return False
        ways = orders.ways(clause)
        has_place = len(ways) == 1 and ways == self._ways
        is_alone = self._found is not None and self._found.alone
        return is_alone or has_place or left <= self._of_each or left <= self._naming(clause)

    def _naming(self, clause: str) -> frozenset[str]:
        """The words that were found and stand in a clause as the name of what is averaged: "average order value"."""
        given = words(clause)
        behind = [given[at:] for at, word in enumerate(given, start=1) if word in AVERAGING]
        return frozenset(one for rest in behind for one in takewhile(lambda word: _root(word) in self._roots, rest))

    def read(self, clauses: Sequence[tuple[str, str]], given: Sequence[Vocabulary]) -> None:
        """Takes in the words before and behind the figures of a sentence, and what their cells say. What it says of
        every group stands in each clause, or behind the first figure as what is counted."""
        self._of_each = frozenset()
        groups = {tuple(one.cited.rows[0].items()) for one in given if one.cited.rows}
        if len(clauses) == len(groups) and all(self.is_of(one) and one.rows == len(groups) for one in given):
            each = [frozenset(words(f"{before} {behind}")) for before, behind in clauses]
            counted = words(clauses[0][1])[:1] if re.match(r"[\s*_`]*\w", clauses[0][1]) else []
            self._of_each = frozenset.intersection(*each) | frozenset(counted)


def _root(word: str) -> str:
    """A word without its ending: "score" and "scored" have one, "ship" and "shipped"."""
    bare = re.sub(r"(?:ing|ed|e)$", "", word)
    return re.sub(r"([b-df-hj-np-tv-z])\1$", r"\1", bare) if len(bare) > 2 else word


def unsaid_words(question: str, sheets: Sheets, datasets: Iterable[DatasetProfile]) -> UnsaidWords | None:
    """The words of a plain question that no cell of the only result says, for its first column of figures; None where
    all are said, or one of them is a number, chooses, compares or denies, or is a value of the data, which nobody may
    take for another."""
    sheet = next(iter(sheets), None)
    if sheet is None or len(sheets) > 1 or not sheet.whole or not 0 < len(sheet.rows) <= _MOST_ROWS:
        return None
    said = _said(sheet, sheets)
    asked = words(orders.without_places(question))
    if not said or len(asked) > _MOST_WORDS or _YES_OR_NO.search(question):
        return None
    told = frozenset(asked)
    named = frozenset(word for one in said for forms in one.names.values() for form in forms for word in form)
    left = told - ASKING - named - said[0].meaning(told) - said[0].said_of_conditions()
    own = said[0].measured | frozenset(word for one in said[0].cited.conditions for word in words(one))
    barred = (CHOOSING | _values_of(datasets)) - own
    if any(word in barred or numbered(word) or not word.isalpha() for word in left):
        return None
    if not 0 < len(left) <= min(_MOST_UNSAID, len(told) / 2):
        return None
    return UnsaidWords(
        tuple(one for one in dict.fromkeys(asked) if one in left), said[0].cited.column, len(sheet.rows) == 1
    )


def _said(sheet: Sheet, sheets: Sheets) -> list[Vocabulary]:
    """What the cells of its first column of figures say, row by row; nothing where it has none, or it is not known what
    one is computed from."""
    figures = [
        column.key
        for at, column in enumerate(sheet.columns)
        if any(isinstance(row[at], int | float) for row in sheet.rows) and not sheet.is_named(0, at)
    ]
    if not figures:
        return []
    every = " ".join(f"{{r{sheet.first_row + at}.{figures[0]}}}" for at in range(len(sheet.rows)))
    said = [Vocabulary(one) for one in resolve(every, sheets).cited]
    return said if all(one.cited.meanings for one in said) else []


def _values_of(datasets: Iterable[DatasetProfile]) -> frozenset[str]:
    """The words of the values that are known."""
    columns = [column for one in datasets for column in one.columns]
    told = [str(one.value) for column in columns for one in column.top_values]
    return frozenset(
        word for text in (*told, *(one for column in columns for one in column.samples)) for word in words(text)
    )
