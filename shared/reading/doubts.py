"""Parts of words that were taken for the whole, and totals that mean nothing: reasons not to answer."""

from collections.abc import Iterator
from typing import Final

from shared.contracts import ColumnProfile
from shared.reading.columns import each, in_percent, spoken
from shared.reading.nouns import unique
from shared.reading.reading import Metric
from shared.reading.sentence import Sentence
from shared.reading.spans import Span
from shared.reading.tokens import stem, stem_set, words_of
from shared.reading.words import word_set

_SELVES: Final = word_set("i we you they he she")
_IDENTIFYING: Final = word_set("number numbers no id ids code codes")
_SHARES: Final = word_set("rate rates ratio percentage")
_GIVING: Final = word_set("given awarded written assigned reported submitted granted issued suggested requested")
_HAVING: Final = word_set("had has have having saw with")
_OVERALL: Final = word_set("overall total whole combined")
_TRADES: Final = stem_set("sale sell sold order purchase invoice transaction receipt line basket shop store item")


def doubts(sentence: Sentence) -> Iterator[str]:
    """Reasons not to answer that lie in words taken for only a part of what they say."""
    for at, span in enumerate(sentence.spans):
        yield from _done(sentence, at, span)
        yield from _rated(sentence, at, span)
        yield from _numbered(sentence, at, span)
        yield from _singled(sentence, span)
        yield from _per_head(sentence, span)
    yield from _givers(sentence)
    yield from _times_without_measure(sentence)
    yield from _overall(sentence)
    yield from _sold(sentence)


def _done(sentence: Sentence, at: int, span: Span) -> Iterator[str]:
    """ "how much do I save", where an account is called Savings: something is done, and no value is meant."""
    before = sentence.tokens[span.start - 1].text if span.start else ""
    if span.kind == "value" and span.how in ("form", "part", "near") and before in _SELVES and span.text.islower():
        yield f"“{span.text}” is what {before} do, and {span.value} need not be that"


def _rated(sentence: Sentence, at: int, span: Span) -> Iterator[str]:
    """ "cancellation rate", where a rate is a price per night: a share could be meant."""
    before = sentence.span(at - 1) if at else None
    lone = span.kind == "column" and span.how == "part" and span.text.lower() in _SHARES
    if lone and before is not None and before.kind == "value":
        yield f"“{before.text} {span.text}” could be a share, and not {_called(span)}"


def _numbered(sentence: Sentence, at: int, span: Span) -> Iterator[str]:
    """ "room number", where only the type of a room is known."""
    following = sentence.tokens[span.end].text if span.end < len(sentence.tokens) else ""
    part = span.kind == "column" and span.column is not None and span.how in ("part", "synonym")
    asked = sentence.tokens[0].text in ("which", "what")
    if asked and part and span.column is not None and following in _IDENTIFYING - set(words_of(span.column.name)):
        yield f"{spoken(span.column)} is not the {following} of {span.text}"


def _singled(sentence: Sentence, span: Span) -> Iterator[str]:
    """ "how many international airports", where one of them has that in its name."""
    if span.kind != "value" or span.how != "part" or span.column is None or not span.text.islower():
        return
    names = unique(span.column, sentence.table) or 2 * span.column.distinct > sentence.table.row_count
    if names and sentence.metrics[:1] == [Metric(function="count")]:
        yield f"“{span.text}” is only a part of the name {span.value}"


def _per_head(sentence: Sentence, span: Span) -> Iterator[str]:
    """ "the GDP of Germany", where only that per head is known."""
    said = {token.text for token in sentence.tokens}
    if span.kind == "column" and span.column is not None and each(span.column) and not said & _HEADS:
        yield f"{spoken(span.column)} is per head, and the question does not say so"


_HEADS: Final = word_set("per capita head person percap percapita pc gdppercap")


def _givers(sentence: Sentence) -> Iterator[str]:
    """ "scores given by managers": the condition would be on who has the score, not on who gave it."""
    for item in sentence.filters:
        span = sentence.spans[item.at]
        before = [token.text for token in sentence.tokens[max(0, span.start - 3) : span.start]]
        for at, word in enumerate(before[:-1]):
            if word in _GIVING and before[at + 1] == "by" and stem(word) not in _stems(item.filter.column):
                yield f"nothing says what was “{word} by” {span.text}"


def _times_without_measure(sentence: Sentence) -> Iterator[str]:
    """ "which year had the highest unemployment", read as the highest year."""
    first = sentence.span(sentence.after(0)) if sentence.is_operation(0, "which") else None
    if first is None or first.column is None:
        return
    extreme = any(
        item.function in ("max", "min") and item.column == first.column.name and not item.per
        for item in sentence.metrics
    )
    if extreme and {token.text for token in sentence.tokens} & _HAVING:
        yield f"it asks for one {spoken(first.column)} by a measure that it does not name"


def _overall(sentence: Sentence) -> Iterator[str]:
    """ "overall turnout", where each row has its own percentage: their mean is not that of all together."""
    said = {token.text for token in sentence.tokens} & _OVERALL
    for metric in sentence.metrics:
        column = sentence.table.column(metric.column) if metric.column else None
        mean = column is not None and metric.function == "mean" and in_percent(column)
        if said and column is not None and mean and not sentence.has("aggregate"):
            yield f"the mean of {spoken(column)} is not the {min(said)} one"


def _sold(sentence: Sentence) -> Iterator[str]:
    """ "how many homes were sold", where nothing says of a row whether it was."""
    plain = sentence.metrics == [Metric(function="count")] and not sentence.groups and sentence.shape in (None, "value")
    passed = [at for at, span in enumerate(sentence.spans) if span.kind == "stop" and span.text == "sold"]
    names = (sentence.table.file_name.rsplit("/", 1)[-1].split(".")[0], *(c.name for c in sentence.table.columns))
    if plain and passed and not any(_TRADES & _stems(name) for name in names):
        yield "nothing says which of them were sold"


def _called(span: Span) -> str:
    return spoken(span.column) if isinstance(span.column, ColumnProfile) else span.text


def _stems(name: str) -> set[str]:
    return {stem(word) for word in words_of(name)}
