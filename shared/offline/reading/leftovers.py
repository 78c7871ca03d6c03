"""Which words of a question a reading leaves unexplained, and which of those it may pass over."""

from typing import Final

from shared.analysis.metrics import Metric
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.sentence import Sentence
from shared.table.names import word_set
from shared.table.telling_apart import unique

_NEUTRAL: Final = ("verb", "and", "which", "who", "much", "row", "descending", "list", "order", "where")


def unexplained(sentence: Sentence) -> tuple[str, ...]:
    """The words that no part of the reading uses and that could change the answer, in their order."""
    return tuple(span.text for span in _left(sentence))


def unapplied(sentence: Sentence) -> tuple[str, ...]:
    """Those among them that say what to do ("top", "percentage of"), but found nothing to do it with."""
    return tuple(span.text for span in _left(sentence) if span.kind in _DOING)


_DOING: Final = ("operation", "comparator", "number")


def _left(sentence: Sentence) -> list[Span]:
    return [
        span
        for at, span in enumerate(sentence.spans)
        if at not in sentence.used and span.kind != "stop" and span.text and not _harmless(sentence, at, span)
    ]


def _harmless(sentence: Sentence, at: int, span: Span) -> bool:
    if span.kind == "operation":
        return span.word in _NEUTRAL
    if span.kind == "noun":
        return True
    if span.kind == "comparator":
        following = sentence.span(sentence.after(at))
        links = span.text in ("=", "under", "over", "exactly")
        return links and following is not None and following.kind == "value"
    if span.kind == "unknown":
        return _explained(sentence, at)
    if span.kind == "column" and span.column is not None:
        used = {metric.column for metric in sentence.metrics} | {group.column for group in sentence.groups}
        if span.text in _SOLD and span.how != "exact" and sentence.metrics == [Metric(function="count")]:
            return True
        return span.column.name in used | set(sentence.columns) or unique(span.column, sentence.table)
    return False


_FORMS = word_set("distribution r coefficient column variable")
"""What a figure is called beside its name: the fare distribution, a correlation (r)."""


def _explained(sentence: Sentence, at: int) -> bool:
    """ "planes (tailnum)", "left in June": a word that the column in brackets, or the time, explains."""
    span, following, inside = sentence.spans[at], sentence.span(at + 1), sentence.span(at + 2)
    if span.text == "left":
        after = sentence.span(sentence.after(at, past=("verb",)))
        return after is not None and after.kind == "period" and sum(c.temporal for c in sentence.table.columns) < 2
    if span.text in _FORMS and (sentence.shape == "correlation" or sentence.has("aggregate")):
        return True
    bracketed = following is not None and following.text == "(" and inside is not None and inside.column is not None
    used = {metric.column for metric in sentence.metrics} | {group.column for group in sentence.groups}
    return bracketed and inside is not None and inside.column is not None and inside.column.name in used


_SOLD = word_set("sold bought purchased ordered")
