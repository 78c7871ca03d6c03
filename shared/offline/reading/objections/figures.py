"""Figures that mean nothing, or are of another thing, unit or whole than the question's words."""

from collections.abc import Iterator
from typing import Final

from shared.offline.reading.meanings.columns import Called, concept_columns
from shared.offline.reading.meanings.nouns import MASS
from shared.offline.reading.meanings.tokens import stem_set, stems_of
from shared.offline.reading.rules.extremes import WORSE
from shared.offline.reading.sentence import Sentence
from shared.offline.words.lexicon import stop_words
from shared.table.names import spoken, word_set, words_of
from shared.table.telling_apart import unique
from shared.table.units import in_another_unit

_AMOUNTS: Final = MASS | stem_set("money")


def _added_up(sentence: Sentence) -> Iterator[str]:
    for metric, column in sentence.measured:
        if metric.function == "sum" and column.additivity == "non_additive":
            yield f"I read it as adding up {spoken(column)}, which means nothing"


def _priced(sentence: Sentence) -> Iterator[str]:
    """ "which month had the highest revenue", where there are only prices: an average price is no revenue."""
    means = {metric.column for metric, _ in sentence.measured if metric.function == "mean"}
    if not means or sentence.has("aggregate"):
        return
    for span in sentence.spans:
        named = span.kind in ("noun", "operation") or (span.kind == "column" and span.how == "synonym")
        if named and set(stems_of(span.text)) & _AMOUNTS:
            names = ", ".join(sorted(filter(None, means)))
            yield f"I do not add up {names}, and an average of {names} is not “{span.text}”"


def _lone_share(sentence: Sentence) -> Iterator[str]:
    """ "what percentage did X get": one row is always the same share of all rows, so that a figure of it is meant."""
    lone = [item for item in sentence.part if item.operator == "=" and len(item.values) == 1]
    if sentence.shape != "share" or any(metric.function != "count" for metric in sentence.metrics):
        return
    if any(unique(sentence.table.column(item.column), sentence.table) for item in lone):
        yield "one row is always the same share of the rows, so that another share is meant"


def _average_noun(sentence: Sentence) -> Iterator[str]:
    """ "average stay", where a stay is a row: of what column is left open."""
    mentioned = {span.column.name for span in sentence.spans if span.column is not None}
    if all(column.name in mentioned for _, column in sentence.measured):
        return
    for at, span in enumerate(sentence.spans):
        if span.kind == "noun" and at and sentence.is_operation(at - 1, "aggregate"):
            yield f"I could not tell what about “{span.text}” to compute"


def _another_unit(sentence: Sentence) -> Iterator[str]:
    for item in (placed.filter for placed in sentence.filters):
        if in_another_unit(sentence.table.column(item.column), item.values):
            yield f"{spoken(sentence.table.column(item.column))} seems to be in another unit than the question's number"


def _ratio_of_values(sentence: Sentence) -> Iterator[str]:
    """ "ratio of males to females": not the share of both; "what % would recommend us": nothing else is one."""
    rated = any(span.column is not None and "%" in f"{span.column.unit} {span.column.name}" for span in sentence.spans)
    asked = any(token.kind == "mark" and "%" in token.text for token in sentence.tokens)
    if asked and not rated and not sentence.has("share", "rate"):
        yield "it asks for a percentage, and I could not tell of what"
    if sentence.has("share") and "ratio" in sentence.said and any(len(item.values) > 1 for item in sentence.part):
        yield "a ratio of two groups is no share, and I only compute shares"


def _combined(sentence: Sentence) -> Iterator[str]:
    """ "revenue and quantity combined": one figure of both, and not one of each."""
    if len(sentence.measured) > 1 and sentence.said & _TOGETHER:
        yield "it asks for one figure of several columns together"


_TOGETHER: Final = word_set("combined together altogether summed")


def _fast(sentence: Sentence) -> Iterator[str]:
    for _, column in sentence.measured if sentence.shape in (None, "value", "entity") else ():
        own = {*Called(column).full, *words_of(column.name)}
        timed = column.type == "time" or bool(own & _TIMES)
        if said := sentence.said & (_FAST | _GOOD if timed else _FAST if not own & _SPEEDS else set()):
            meant = f"of {spoken(column)} could be its lowest or its highest" if timed else "is about a time or a speed"
            yield f"“{min(said)}” {meant}"


_FAST: Final = word_set("fastest slowest quickest")
_GOOD: Final = word_set("best worst")
_HIGH: Final = ("rating", "score", "revenue")
_SPEEDS: Final = stem_set("speed velocity mph kmh kph mpg acceleration")
_TIMES: Final = stem_set("time pace duration seconds minutes second qsec")


def _bad(sentence: Sentence) -> Iterator[str]:
    """ "the worst rejects": whether much of it is good or bad, the table does not say."""
    high = {name.column.name for word in _HIGH for _, name in concept_columns(word, sentence.names)}
    for _, column in sentence.measured if sentence.shape == "entity" and "worst" in sentence.said else ():
        if column.name not in high and not {*Called(column).full, *words_of(column.name)} & (WORSE | _SPEEDS | _TIMES):
            yield f"“worst” of {spoken(column)} could be its lowest or its highest"


def _stocks(sentence: Sentence) -> Iterator[str]:
    """ "total population" of a table with a row for each country and year: of which year?"""
    told = {item.filter.column for item in sentence.filters if item.period or item.filter.operator == "="}
    told |= {group.column for group in sentence.groups}
    for metric, column in sentence.measured:
        held = metric.function == "sum" and column.additivity == "semi_additive"
        if held and not set(sentence.table.semantic.grain.times) <= told:
            yield f"{spoken(column)} is known for several times, and adding it up over them counts it again and again"


def _counted_in_unit(sentence: Sentence) -> Iterator[str]:
    """ "how many invoices are in euro": rows are in no unit, so that the words say which of them are meant."""
    units = [span for span in sentence.spans if span.kind == "stop" and span.word == "unit"]
    for span in units if sentence.counts_rows and sentence.shape != "rows" else []:
        if sentence.texts[span.start - 1] == "in" and span.text not in stop_words():
            yield f"I could not read which rows are “in {span.text}”"


def _named_again(sentence: Sentence) -> Iterator[str]:
    """ "average delay of delayed flights": the measure's name stands there again, and may say which rows are meant."""
    limited = {item.filter.column for item in sentence.filters}
    for column in {column.name for _, column in sentence.measured} - limited:
        at = [at for at, span in enumerate(sentence.spans) if span.column is not None and span.column.name == column]
        between = sentence.spans[at[0] + 1 : at[-1]] if at else ()
        others = [span for span in between if span.kind in ("operation", "comparator") and span.word != "verb"]
        rows = any(span.kind == "noun" for span in sentence.spans[at[0] + 1 : at[-1] + 2]) if at else False
        if len(at) > 1 and between and rows and not others:
            yield f"“{sentence.spans[at[-1]].text}” could say which rows are meant"


def _kept(sentence: Sentence) -> Iterator[str]:
    """Ranked or grouped by figures that were kept as text: they are no labels, unless all are whole numbers (ids)."""
    texts = {group.column for group in sentence.groups if sentence.table.column(group.column).type == "text"}
    for one in (one for one in sentence.table.repairs if one.kind == "number" and one.column in texts):
        yield from () if all(map(str.isdigit, one.examples)) else (one.detail.rstrip("."),)


FIGURES: Final = (
    _kept, _counted_in_unit, _named_again, _stocks, _fast, _bad, _ratio_of_values, _combined, _another_unit, _added_up,
    _priced, _lone_share, _average_noun,
)  # fmt: skip
