"""Which words of a question a reading leaves unexplained, and which of those it may pass over."""

from typing import Final

from shared.analysis.metrics import Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import Name
from shared.offline.reading.meanings.nouns import unique
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.tokens import stem, stem_set
from shared.offline.reading.sentence import Sentence
from shared.table.names import word_set

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
        return span.word in _NEUTRAL or _pays(sentence, span)
    if span.kind == "noun":
        return True
    if span.kind == "comparator":
        following = sentence.span(sentence.after(at))
        links = span.text in ("=", "under", "over", "exactly")
        return links and following is not None and following.kind == "value"
    if span.kind == "unknown":
        return _repeats_a_name(sentence, span) or _pays(sentence, span) or _explained(sentence, at)
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
        return after is not None and after.kind == "period"
    if span.text in _WINNING and _wins_measure(sentence):
        return True
    if span.text in _FORMS and (sentence.shape == "correlation" or sentence.has("aggregate")):
        return True
    bracketed = following is not None and following.text == "(" and inside is not None and inside.column is not None
    used = {metric.column for metric in sentence.metrics} | {group.column for group in sentence.groups}
    return bracketed and inside is not None and inside.column is not None and inside.column.name in used


_SOLD = word_set("sold bought purchased ordered")
_WINNING = word_set("won win wins winning scored score scores got get earned took take lost lose")


def _wins_measure(sentence: Sentence) -> bool:
    """ "won the most gold medals": the verb says no more than the measure that it has as its object."""
    computed = {metric.column for metric in sentence.metrics} | {item.filter.column for item in sentence.filters}
    results = any(stem_set("win winner won result outcome score points") & set(name.full) for name in sentence.names)
    named = [span for span in sentence.spans if span.kind == "column" and span.column and span.column.name in computed]
    return not results and any(
        span.column and span.column.numeric and span.how in ("exact", "form", "core") for span in named
    )


_PAYING = word_set("pay pays paid paying charge charges charged cost costs costing spend spends spent billed")


def _pays(sentence: Sentence, span: Span) -> bool:
    """Whether the word only says that money is paid, where money is what is computed ("the fare that they paid")."""
    columns = [sentence.table.column(metric.column) for metric in sentence.metrics if metric.column]
    columns += [sentence.table.column(name) for name in sentence.columns if sentence.shape == "correlation"]
    named = any(stem(span.text) in name.full for name in sentence.names)
    return (
        span.text in _PAYING and not named and any(column.money for column in columns) and _all_money(sentence, columns)
    )


def _all_money(sentence: Sentence, columns: list[ColumnProfile]) -> bool:
    """Of a correlation one column is enough: "between class and the fare paid"."""
    money = [column.money for column in columns]
    return any(money) if sentence.shape == "correlation" else bool(money) and all(money)


def _repeats_a_name(sentence: Sentence, span: Span) -> bool:
    """Whether the word only says again a word in the name of the column that is computed ("units" of units made)."""
    names = [Name(sentence.table.column(metric.column)) for metric in sentence.metrics if metric.column]
    word = stem(span.text)
    return any(word in name.full or (word == "minut" and "minimum" in name.full) for name in names)
