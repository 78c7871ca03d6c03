"""The first or last time that something held: "first year with over 2,000,000 marriages"."""

from typing import Final

from shared.analysis.metrics import Function, Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.time_columns import grain_of
from shared.offline.reading.sentence import Sentence
from shared.offline.reading.vocabulary.words import word_set
from shared.table.names import words_of

_ENDS: Final[dict[str, Function]] = {"first": "min", "earliest": "min", "last": "max", "latest": "max"}
_TIMES: Final = word_set("year month quarter week day date season")
_LINKS: Final = word_set("did it was is were in when that which where the a with had there to ever get got exceed")


def read_firsts(sentence: Sentence) -> None:
    """Where rows are times of their own, the first time is the least of those whose row passes the conditions."""
    if sentence.metrics or sentence.shape is not None or not _conditioned(sentence):
        return
    texts = [token.text for token in sentence.tokens]
    ends = [at for at, text in enumerate(texts) if text in _ENDS]
    named = next((text for text in texts if text in _TIMES), None)
    if len(ends) != 1 or named is None or not _beside_time(texts, ends[0]):
        return
    column = _dating(sentence, named)
    if column is None:
        sentence.gaps.append(f"it asks for the {texts[ends[0]]} time, and rows are not single times")
        return
    sentence.metrics.append(Metric(function=_ENDS[texts[ends[0]]], column=column.name))
    sentence.use_column(column.name)
    for at, span in enumerate(sentence.spans):
        words = set(span.text.split())
        if words <= _LINKS | {named, texts[ends[0]]} | {"when", "what", "which"}:
            sentence.use(at)


def _beside_time(texts: list[str], end: int) -> bool:
    """ "first year", "which year first", "when did it first"."""
    return bool({*texts[end + 1 : end + 2]} & _TIMES) or bool(set(texts[:end]) & (_TIMES | {"when"}))


def _conditioned(sentence: Sentence) -> bool:
    return any(item.filter.operator in (">", ">=", "<", "<=") and not item.period for item in sentence.filters)


def _dating(sentence: Sentence, named: str) -> ColumnProfile | None:
    """The column whose every row is another time of the kind that is asked for."""
    rows = sentence.table.row_count
    for column in sentence.table.columns:
        alone = column.distinct == rows and not column.nulls
        called = words_of(column.name)[-1] == named and (column.numeric or column.temporal)
        dated = column.temporal and (grain_of(column) or "day") == named
        if alone and (called or dated):
            return column
    return None
