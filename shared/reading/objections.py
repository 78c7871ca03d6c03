"""What speaks against a reading as a whole, though each of its words is explained."""

from collections.abc import Iterator
from itertools import pairwise

from shared.reading.columns import never_summed, spoken
from shared.reading.doubts import doubts
from shared.reading.mismatches import mismatches
from shared.reading.misreadings import misreadings
from shared.reading.nouns import MASS
from shared.reading.qualifiers import qualifiers
from shared.reading.sentence import Sentence
from shared.reading.strays import strays
from shared.reading.tokens import stems_of


def objections(sentence: Sentence) -> Iterator[str]:
    """Reasons not to answer that only all parts together give."""
    yield from _fixed(sentence)
    if len({metric.function in ("count", "distinct") for metric in sentence.metrics}) > 1:
        yield "it asks for a count and another figure at once"
    if _asks_twice(sentence) and len(sentence.metrics) + len(sentence.sides) < 2:
        yield "it asks for two things at once"
    yield from qualifiers(sentence)
    yield from misreadings(sentence)
    yield from doubts(sentence)
    yield from strays(sentence)
    yield from mismatches(sentence)
    for at, span in enumerate(sentence.spans):
        if span.kind == "value" and span.how == "part" and span.text.islower() and _ended(sentence, at):
            yield f"“{span.text}” could be part of {span.value}, or what is looked for"
    if _who_or_which(sentence):
        yield "it asks which, and all that I could give is a figure"
    for metric in sentence.metrics:
        if metric.function == "sum" and metric.column and never_summed(sentence.table.column(metric.column)):
            yield f"adding up {spoken(sentence.table.column(metric.column))} means nothing"
    yield from _priced(sentence)
    if _ratio_of_values(sentence):
        yield "a ratio of two groups is no share, and I only compute shares"


def _ratio_of_values(sentence: Sentence) -> bool:
    """ "ratio of males to females": not the share of both."""
    return (
        sentence.has("share")
        and "ratio" in {token.text for token in sentence.tokens}
        and any(len(item.values) > 1 for item in sentence.part)
    )


def _fixed(sentence: Sentence) -> list[str]:
    """A figure of a column that a condition fixes to one value says nothing."""
    fixed = {
        item.filter.column
        for item in sentence.filters
        if item.filter.operator == "=" and not (item.period or item.filter.otherwise)
    }
    senseless = [metric.column for metric in sentence.metrics if metric.column in fixed and metric.function != "rate"]
    return [f"the condition already fixes {senseless[0]}"] if senseless else []


def _priced(sentence: Sentence) -> Iterator[str]:
    """ "which month had the highest revenue", where there are only prices: an average price is no revenue."""
    means = {metric.column for metric in sentence.metrics if metric.function == "mean"}
    asked = sentence.has("aggregate")
    for span in sentence.spans:
        amount = span.kind == "noun" or (span.kind == "column" and span.how == "synonym")
        if amount and set(stems_of(span.text)) & MASS and means and not asked:
            yield f"an average of {', '.join(sorted(filter(None, means)))} is not “{span.text}”"


def _ended(sentence: Sentence, at: int) -> bool:
    """ "the latest appointment": an extreme stands before, and nothing that it is of behind."""
    following = sentence.span(sentence.after(at))
    of = following is not None and (
        following.kind in ("noun", "value") or bool(following.column and not following.column.temporal)
    )
    return sentence.is_operation(sentence.before(at), "adjective", "extreme") and not of


def _who_or_which(sentence: Sentence) -> bool:
    """ "which bakers of series 1 ...": things are asked for, and no figure over all of them."""
    plain = sentence.shape in (None, "value") and not sentence.groups and bool(sentence.metrics)
    following = sentence.span(1)
    things = following is not None and (following.kind in ("noun", "column") or following.grain is not None)
    extreme = sentence.has("extreme", "adjective", "quality", "frequent")
    return (
        plain
        and not extreme
        and sentence.tokens[0].text in ("which", "who")
        and (things or sentence.tokens[0].text == "who")
    )


_ASKING = ("share", "count", "much", "missing")


def _asks_twice(sentence: Sentence) -> bool:
    """ "what share of A and what share of B": two figures, not one of both."""
    asked = [at for at, span in enumerate(sentence.spans) if span.kind == "operation" and span.word in _ASKING]
    pairs = [(a, b) for a, b in pairwise(asked) if sentence.spans[a].text == sentence.spans[b].text]
    return any(sentence.is_operation(at, "and") for a, b in pairs for at in range(a + 1, b))
