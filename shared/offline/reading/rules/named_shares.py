"""Rules for words beside a column that only say again what it holds: its base, a share, a rate."""

from shared.contracts import ColumnProfile
from shared.offline.reading.sentence import Sentence
from shared.offline.reading.vocabulary.words import word_set
from shared.table.names import words_of

_HEADS = word_set("people persons inhabitants residents person inhabitant resident population capita head")


def read_bases(sentence: Sentence) -> None:
    """ "marriages per 1000 people", where the column is marriages per 1000: the base says no more."""
    for index, column in list(sentence.free_columns()):
        following = sentence.span(index + 1)
        if "per" in words_of(column.name) and following is not None and following.text in _HEADS:
            sentence.use(index + 1)


def read_named_shares(sentence: Sentence) -> None:
    """ "median urban share", where the column holds percentages: share is what it is called."""
    for index in sentence.free("operation", "share", "rate"):
        if sentence.spans[index].text not in _CALLED:
            continue
        if sentence.spans[index].text in ("share", "percentage", "shares") and _only_shares(sentence):
            sentence.use(index)
            continue
        for at in (index - 1, sentence.after(index)):
            column = sentence.column_at(at)
            if column is None or not column.numeric or sentence.has("by"):
                continue
            if column.unit == "%" or (at == index - 1 and _timed(column) and "rate" in sentence.spans[index].text):
                sentence.use(index)


def _only_shares(sentence: Sentence) -> bool:
    """ "where did Trump get his highest share", where the only measure named holds percentages."""
    named = {column.name: column for _, column in sentence.free_columns() if column.numeric}
    asked = sentence.has("extreme", "aggregate") and not sentence.has("rate")
    return asked and len(named) == 1 and all(column.unit == "%" for column in named.values())


_CALLED = word_set("share percentage percent proportion rate pct rates percentages shares") | {
    "share of", "percentage of", "percent of", "proportion of", "rate of",
}  # fmt: skip
_TIME_NAMES = word_set(
    "annual yearly monthly weekly daily quarterly jan feb mar apr may jun jul aug sep oct nov dec january february "
    "march "
    "april june july august september october november december"
)


def _timed(column: ColumnProfile) -> bool:
    """Whether the column is only called after its time, so that what it measures is said beside it: annual rate."""
    return set(words_of(column.name)) <= _TIME_NAMES
