"""Words that a reading takes along though they change what is asked: reasons not to answer."""

from collections.abc import Iterator
from typing import Final

from shared.contracts import ColumnProfile
from shared.reading.columns import spoken
from shared.reading.money import is_money
from shared.reading.reading import Metric
from shared.reading.sentence import Sentence
from shared.reading.tokens import stem, stem_set, words_of
from shared.reading.words import word_set

_SIZED: Final = word_set("largest biggest smallest larger bigger smaller")
_SIZES: Final = word_set("sqft sqm area size acres acreage m2 ft2 surface volume")
_GRADED: Final = word_set("good bad usable")
_ASKED: Final = word_set("pay cost spend sell earn weigh charge make owe bring")
_ORDERS: Final = stem_set("order invoice receipt transaction")


def strays(sentence: Sentence) -> Iterator[str]:
    """Reasons not to answer that lie in words passed over or attached to another part."""
    yield from _each_value(sentence)
    yield from _across(sentence)
    yield from _average_noun(sentence)
    yield from _average_entity(sentence)
    yield from _sized(sentence)
    yield from _of_another_column(sentence)
    yield from _counted(sentence)
    yield from _thing_asked(sentence)
    yield from _score(sentence)


def _each_value(sentence: Sentence) -> Iterator[str]:
    """ "to each manager", where managers are one value: things are told apart, and no condition is set."""
    for at, span in enumerate(sentence.spans):
        if span.kind == "value" and at and sentence.spans[at - 1].text.lower() == "each":
            yield f"“each {span.text}” asks for each of them, and {span.value} is one value"


def _across(sentence: Sentence) -> Iterator[str]:
    """ "which month ... across all sites": a ranking of the months, not a figure for each site."""
    asked = sentence.span(sentence.after(0)) if sentence.is_operation(0, "which") else None
    split = len(sentence.groups) > 1 and any(span.text.lower() == "across all" for span in sentence.spans)
    if asked is not None and split:
        yield f"it asks which {asked.text}, over all of them together"


def _average_noun(sentence: Sentence) -> Iterator[str]:
    """ "average stay", where a stay is a row: of what column is left open."""
    named = {span.column.name for span in sentence.spans if span.column is not None}
    unnamed = any(metric.column and metric.column not in named for metric in sentence.metrics)
    for at, span in enumerate(sentence.spans):
        if unnamed and span.kind == "noun" and at and sentence.is_operation(at - 1, "aggregate"):
            yield f"it does not say what about “{span.text}” to compute"


def _average_entity(sentence: Sentence) -> Iterator[str]:
    """ "the average visitor", who can have several rows: a mean over visitors is not one over rows."""
    for at, span in enumerate(sentence.spans):
        if span.kind != "column" or span.column is None or not at or not sentence.is_operation(at - 1, "aggregate"):
            continue
        key = words_of(span.column.name)[-1] in ("key", "id", "ref", "card", "no") or span.column.role == "id"
        if key and span.column.name not in {metric.column for metric in sentence.metrics} and not sentence.groups:
            yield f"a mean over each {span.text} is not one over rows"


def _sized(sentence: Sentence) -> Iterator[str]:
    """ "largest home", ranked by its price where its area is known."""
    said = {token.text for token in sentence.tokens} & _SIZED
    named = {span.column.name for span in sentence.spans if span.kind == "column" and span.column is not None}
    areas = [item for item in sentence.table.columns if item.numeric and _SIZES & set(words_of(item.name))]
    for metric in sentence.metrics if said and areas else []:
        if metric.column and metric.column not in named and is_money(sentence.table.column(metric.column)):
            yield f"“{min(said)}” could be by {spoken(areas[0])}, too"


def _of_another_column(sentence: Sentence) -> Iterator[str]:
    """ "blue eyes", read as blue skin and the colour of eyes."""
    for at, span in enumerate(sentence.spans):
        following = sentence.span(at + 1)
        column = following.column if following is not None and following.kind == "column" else None
        if span.kind != "value" or span.column is None or column is None or column.name == span.column.name:
            continue
        if following is not None and following.how == "part" and span.value in _values(column):
            yield f"“{span.text} {following.text}” is a value of {spoken(column)}, not of {spoken(span.column)}"


def _values(column: ColumnProfile) -> set[object]:
    return {count.value for count in column.top_values}


def _counted(sentence: Sentence) -> Iterator[str]:
    """ "still out", "good units", "orders" where a row is a line of one: the rows that are meant are not all."""
    texts = [token.text for token in sentence.tokens]
    plain = sentence.metrics == [Metric(function="count")]
    if plain and "still" in texts and not sentence.filters and not sentence.part:
        yield "nothing says what is still so"
    for at, text in enumerate(texts[:-1]):
        if (
            text in _GRADED
            and texts[at - 1] in ("many", "of", "all")
            and not any(stem(text) in name.full for name in sentence.names)
        ):
            yield f"nothing says which “{texts[at + 1]}” are {text}"
    nouns = {stem(span.text.lower()) for span in sentence.spans if span.kind == "noun"} & _ORDERS
    table = {stem(word) for word in words_of(sentence.table.file_name.rsplit("/", 1)[-1].split(".")[0])}
    known = table | {part for name in sentence.names for part in name.full}
    if plain and nouns - known and not nouns & known:
        yield f"a row need not be one {min(nouns)}"


def _thing_asked(sentence: Sentence) -> Iterator[str]:
    """ "what did people order": a thing, and no mean of how many people there were."""
    texts = [token.text for token in sentence.tokens if token.kind == "word"]
    asks = texts[:1] == ["what"] and texts[1:2] in (["did"], ["do"], ["does"]) and not set(texts) & _ASKED
    if (
        asks
        and sentence.metrics
        and not sentence.groups
        and not sentence.has("aggregate", "extreme", "adjective", "quality")
    ):
        yield "it asks for a thing, and all that I could give is a figure"
    ranked = sentence.shape == "entity" and sentence.metrics == [Metric(function="count")]
    for at, span in enumerate(sentence.spans):
        if ranked and span.kind == "noun" and " " in span.text and at and sentence.is_operation(at - 1, "extreme"):
            following = sentence.span(at + 1)
            if following is not None and following.kind == "column":
                yield f"no column says how “{span.text}” a {following.text} is"


def _score(sentence: Sentence) -> Iterator[str]:
    """ "the NPS": promoters less detractors, and not the mean of the answers."""
    said = {token.text for token in sentence.tokens}
    means = [metric.column for metric in sentence.metrics if metric.column and metric.function == "mean"]
    if "nps" in said and not said & {"score", "scores"} and any("nps" in words_of(name) for name in means):
        yield "an NPS is a share of promoters less one of detractors, not a mean"
