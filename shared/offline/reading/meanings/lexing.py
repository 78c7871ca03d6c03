"""Every meaning that the words of a question may have on a table, as spans."""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache

from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.columns import column_spans, names_of
from shared.offline.reading.meanings.nouns import names_a_measure, numbering, row_nouns
from shared.offline.reading.meanings.spans import Kind, Span
from shared.offline.reading.meanings.times import time_spans
from shared.offline.reading.meanings.tokens import Token, stem, stem_set, tokenise
from shared.offline.reading.meanings.values import entries_of, shouted, value_spans
from shared.offline.words.lexicon import (
    comparatives,
    comparators,
    neutral_verbs,
    operations,
    pointing_verbs,
    refused,
    stop_words,
    superlatives,
    units,
    word_list,
    word_map,
)
from shared.table.names import word_set
from shared.table.telling_apart import daily_entity, unique_day

_LONGEST = 8
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_CODES = frozenset({"us", "it", "or", "in", "me", "hi", "ok", "per", "and", "all", "any", "on", "as", "so", "is"})
"""Little words that mean something else in capitals: US, IT, OR."""
_ROWS = word_set(word_list("rows"))
_ASIDES = word_set("people person persons individuals individual folks ones speakers members users")
"""Nouns that only carry a condition ("visits by people over 65"); they are not counted."""
_DIRECTIONS = tuple(frozenset(map(stem, pair)) for pair in word_map("directions").items())
_Phrase = tuple[Kind, str, str, str, float]


@lru_cache(maxsize=1)
def _phrases() -> dict[tuple[str, ...], list[_Phrase]]:
    """Phrase → (kind, word, meaning, concept, score)."""
    table: dict[tuple[str, ...], list[_Phrase]] = {}
    for phrase, entry in _entries():
        tokens = tuple(token.text for token in tokenise(phrase)) or (phrase,)
        table.setdefault(tokens, []).append(entry)
    return table


def _entries() -> Iterator[tuple[str, _Phrase]]:
    for word, meanings in operations().items():
        for meaning, phrases in meanings.items():
            kind: Kind = "stop" if word == "filler" else "operation"
            for phrase in phrases:
                yield phrase, (kind, word, meaning, "", _weight(word))
    yield from _comparing()
    for reason, phrases in refused().items():
        for phrase in phrases:
            yield phrase, ("operation", "refused", reason, "", 0.74)


def _comparing() -> Iterator[tuple[str, _Phrase]]:
    for operator, phrases in comparators().items():
        for phrase in phrases:
            yield phrase, ("comparator", "comparator", operator, "", 0.78)
    for phrase, (concept, end) in superlatives().items():
        yield phrase, ("operation", "adjective", end, concept, 0.76)
    for phrase, concept in comparatives().items():
        yield phrase, ("operation", "comparative", "", concept, 0.73)


def _weight(word: str) -> float:
    return {"verb": 0.36, "filler": 0.74, "and": 0.4, "which": 0.41, "who": 0.41, "row": 0.6}.get(word, 0.72)


def spans_of(tokens: tuple[Token, ...], table: DatasetProfile, now: datetime) -> list[Span]:
    """All spans, overlapping; choosing among them is for `covers`."""
    found = [
        *_phrase_spans(tokens), *column_spans(tokens, names_of(table)), *value_spans(tokens, entries_of(table)),
        *time_spans(tokens, now), *_noun_spans(tokens, table), *_single_spans(tokens), *_day_spans(tokens, table),
    ]  # fmt: skip
    directed = [span for span in found if span.kind == "value" and span.column is not None and directional(span.column)]
    return [
        span
        for span in found
        if not (
            _undirected(span, directed)
            or _is_noun(span, found)
            or _counts_rows(span, found)
            or _orders(span, found, tokens)
            or _precedes(span, tokens)
            or _picked(span, tokens)
            or _figure_of(span, found)
            or _is_verb(span, found, tokens)
        )
    ]


def directional(column: ColumnProfile) -> bool:
    """Whether a column says which way money went, so that amounts of both ways are not one total."""
    values = {stem(str(count.value).lower()) for count in column.top_values}
    return len(values) == 2 and any(values <= pair for pair in _DIRECTIONS)


def _counts_rows(span: Span, spans: list[Span]) -> bool:
    """Whether a part or synonym of a measure's name is rather what rows are called, after "number of": "bills"."""
    if span.kind != "column" or span.column is None or not span.column.numeric:
        return False
    noun = any(other.kind == "noun" and (other.start, other.end) == (span.start, span.end) for other in spans)
    if not span.text.endswith("s") or numbering(span.column):
        return noun and span.text.endswith("s")
    counted = any(other.word == "count" and other.end == span.start for other in spans)
    return noun and counted and span.how not in ("exact", "form", "core")


def _precedes(span: Span, tokens: tuple[Token, ...]) -> bool:
    """Whether "and under", which follows its number, rather begins another comparison ("and under 40")."""
    if span.kind != "comparator" or not span.text.startswith(("and ", "or ")) or span.end >= len(tokens):
        return False
    return tokens[span.end].text == "than" or tokens[span.end].number is not None


def _orders(span: Span, spans: list[Span], tokens: tuple[Token, ...]) -> bool:
    """Whether a value is rather a place in an order: "second highest", where a class is called Second."""
    ordinal = span.kind == "value" and span.end == span.start + 1 and tokens[span.start].text in _ORDINALS
    return ordinal and any(other.word in ("extreme", "adjective") and other.start == span.end for other in spans)


def _is_noun(span: Span, spans: list[Span]) -> bool:
    """Whether a form of a value is rather what rows are called: "stays", where the status can be Stayed."""
    noun = any(other.kind == "noun" and (other.start, other.end) == (span.start, span.end) for other in spans)
    return noun and span.kind == "value" and span.how == "form"


def _picked(span: Span, tokens: tuple[Token, ...]) -> bool:
    """ "which item", where a quantity is all that "items" could mean: things are picked out, and no amount is."""
    amount = span.kind == "column" and span.column is not None and span.column.numeric and span.how == "synonym"
    return amount and span.start > 0 and tokens[span.start - 1].text == "which"


def _figure_of(span: Span, spans: list[Span]) -> bool:
    """ "mean year", where a column is called mean.median: the mean of what is named next, and the rate of a yes before
    it: "cancellation rate", where one is called Nightly Rate."""
    if span.kind != "column" or span.how not in ("part", "synonym part"):
        return False
    figures = {one.word for one in spans if (one.start, one.end) == (span.start, span.end)}
    named = [one for one in spans if one.column and one.kind == "column" and one.how in ("exact", "form", "core")]
    rated = any(one.end == span.start and one.column and one.column.yes is not None for one in named)
    return ("aggregate" in figures and any(one.start == span.end for one in named)) or ("rate" in figures and rated)


def _is_verb(span: Span, spans: list[Span], tokens: tuple[Token, ...]) -> bool:
    """ "what does price mean?": no mean of it is asked for, unless a column follows."""
    does = span.word == "aggregate" and span.text == "mean" and {"do", "does"} & {t.text for t in tokens[: span.start]}
    return bool(does) and not any(one.kind == "column" and one.start >= span.end for one in spans)


def _undirected(span: Span, directed: list[Span]) -> bool:
    """Whether a synonym of an amount is rather a direction: "spending" where there is money in and money out."""
    same = any((other.start, other.end) == (span.start, span.end) for other in directed)
    return same and span.kind == "column" and span.how in ("synonym", "part")


def _day_spans(tokens: tuple[Token, ...], table: DatasetProfile) -> Iterator[Span]:
    """ "days", where each row is one day of one thing."""
    if daily_entity(table) is None:
        return
    single = any(unique_day(column, table) for column in table.columns)
    for index, token in enumerate(tokens):
        if token.text == "days" or (token.text == "day" and single):
            yield Span(index, index + 1, "noun", "day", score=0.9 if single else 0.84, text=token.text)


def _phrase_spans(tokens: tuple[Token, ...]) -> Iterator[Span]:
    phrases = _phrases()
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            words = tuple(token.text for token in tokens[start:end])
            for kind, word, meaning, concept, score in phrases.get(words, []):
                if word == "verb" and words[0] == "who" and start <= 1:
                    continue
                text = " ".join(words)
                yield Span(start, end, kind, word, meaning, value=concept or None, score=score, text=text)


def _noun_spans(tokens: tuple[Token, ...], table: DatasetProfile) -> Iterator[Span]:
    nouns = row_nouns(table)
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + 3, len(tokens)) + 1):
            run = tokens[start:end]
            score = nouns.get(tuple(token.stem for token in run), 0.0)
            if score and all(token.kind == "word" for token in run) and not names_a_measure(run, table):
                yield Span(start, end, "noun", score=score, text=" ".join(token.text for token in run))
        if tokens[start].text in _ASIDES:
            yield Span(start, start + 1, "noun", "aside", score=0.5, text=tokens[start].text)
        if start and tokens[start].text in _LINES and tokens[start - 1].stem in _LINED:
            text = f"{tokens[start - 1].text} {tokens[start].text}"
            yield Span(start - 1, start + 1, "noun", "row", score=0.9, text=text)
        if tokens[start].text in _ROWS:
            yield Span(start, start + 1, "noun", "row", score=0.9, text=tokens[start].text)


_LINED = stem_set("order sale sales invoice item transaction data table")
_LINES = word_set("lines line rows records entries")


def _single_spans(tokens: tuple[Token, ...]) -> Iterator[Span]:
    capitals = all(shouted(token) for token in tokens if token.kind == "word")
    for index, token in enumerate(tokens):
        code = token.text in _CODES and shouted(token) and not capitals
        if token.number is not None:
            yield _number_span(index, token)
        elif token.text in _ORDINALS:
            yield Span(index, index + 1, "number", "ordinal", number=_ORDINALS[token.text], score=0.5, text=token.text)
        if token.kind == "mark" or ((token.text in stop_words() or token.text in neutral_verbs()) and not code):
            yield Span(index, index + 1, "stop", score=0.3, text=token.text)
        elif concept := pointing_verbs().get(token.text):
            yield Span(index, index + 1, "operation", "concept", concept, score=0.26, text=token.text)
        if token.text in units() and _measured(tokens, index):
            yield Span(index, index + 1, "stop", "unit", score=0.31, text=token.text)


def _measured(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a unit stands where one belongs: after a number, after another unit, or in "in euros"."""
    before = tokens[index - 1] if index else None
    return before is not None and (
        before.kind in ("number", "mark") or before.text in units() - {"per", "of", "the"} or before.text == "in"
    )


def _number_span(index: int, token: Token) -> Span:
    word = "ordinal" if token.kind == "ordinal" else ""
    word = "percent" if token.percent else "currency" if token.currency else word
    return Span(index, index + 1, "number", word, number=token.number, score=0.5, text=token.text)
