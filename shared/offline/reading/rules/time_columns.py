"""Which column of a table a question means by its times, and how fine its times are."""

from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import Called
from shared.offline.reading.meanings.tokens import stem_set
from shared.offline.reading.sentence import Sentence
from shared.offline.words.lexicon import neutral_verbs, word_list
from shared.table.names import spoken, word_set, words_of
from shared.table.own_date import own_date

_PRIMARY = ("date", "timestamp", "datetime", "time", "day", "period", "month", "created at", "order date")


def time_column(sentence: Sentence, index: int | None = None) -> ColumnProfile | None:
    """The column that a time belongs to: named beside it, the only one, or the natural one."""
    temporal = [name for name in sentence.names if name.column.temporal]
    if len(temporal) <= 1:
        return _sole_time(sentence, temporal[0]) if temporal else None
    return _named_time(sentence, index) or _natural_time(sentence, temporal)


_ATTRIBUTES = stem_set(word_list("dates_of_things"))
"""Words in the name of a date that a thing has, rather than the date that its row happened on."""


def _sole_time(sentence: Sentence, name: Called) -> ColumnProfile | None:
    named = any(span.column == name.column for span in sentence.spans)
    sentence.use_column(name.column.name)
    if set(name.full) & _ATTRIBUTES and not named:
        sentence.gaps.append(f"the only date is {spoken(name.column)}, and I could not tell that it dates the figures")
        return None
    return name.column


def _named_time(sentence: Sentence, index: int | None) -> ColumnProfile | None:
    mentioned = [
        (at, span.column)
        for at, span in enumerate(sentence.spans)
        if span.column and span.column.temporal and span.kind == "column"
    ]
    if not mentioned:
        return None
    at, column = min(mentioned, key=lambda pair: abs(pair[0] - (index or 0)))
    sentence.use(at)
    return column


def _natural_time(sentence: Sentence, temporal: list[Called]) -> ColumnProfile | None:
    """The date of the row itself: called so, or named after the row's noun; else there are several, and none is it."""
    for wanted in _PRIMARY:
        exact = [name.column for name in temporal if " ".join(words_of(name.column.name)) == wanted]
        if len(exact) == 1:
            return _assumed(sentence, exact[0])
    full = [name.column for name in temporal if name.column.nulls == 0]
    full = [one for one in full if _STARTS & {*words_of(one.name)}] or [one for one in full if _first(one, sentence)]
    if len(full) == 1:
        return _assumed(sentence, full[0])
    names = ", ".join(spoken(name.column) for name in temporal)
    sentence.object(f"it could be meant by several dates ({names}), and I could not read which")
    return None


_STARTS = word_set(word_list("dates_of_events"))


def _first(column: ColumnProfile, sentence: Sentence) -> bool:
    """Whether all other dates of a row follow it (due, paid, closed) and no "received" may be about one of these."""
    done = any(word.endswith("ed") for word in sentence.said & neutral_verbs())
    return column == own_date(sentence.table) and not done and not set(Called(column).full) & _ATTRIBUTES


def _assumed(sentence: Sentence, column: ColumnProfile) -> ColumnProfile:
    sentence.assume(f"I dated rows by {spoken(column)}.", 0.86)
    return column
