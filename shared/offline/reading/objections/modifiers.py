"""Little words that narrow or change what is asked, passed over as if they said nothing."""

from collections.abc import Iterator
from typing import Final

from shared.offline.reading.meanings.columns import Name
from shared.offline.reading.meanings.tokens import stem, stems_of
from shared.offline.reading.sentence import Sentence
from shared.offline.reading.vocabulary.words import word_set
from shared.table.names import spoken, words_of

_NARROWING: Final = word_set("single complete full same individual partial real actual true false extra")
"""Little words that say which rows are meant when they stand before what is counted: single passengers."""
_HARMLESS_BEFORE: Final = word_set("a every each any per one")
_LIVING: Final = word_set("live lives lived living reside resides resided residing")
_NO_HOME: Final = word_set(
    "office work job branch store shop site hq headquarters shipping ship destination warehouse plant school clinic "
    "hospital ward station airport origin departure arrival venue"
)
_PURE: Final = word_set("net gross")
_GIVING: Final = word_set("given awarded written assigned reported submitted granted issued suggested requested")
_SOLD_OUT: Final = frozenset({("sold", "out"), ("sell", "out"), ("given", "up"), ("taken", "back"), ("made", "up")})


def _narrowed(sentence: Sentence) -> Iterator[str]:
    """ "single passengers", "complete orders", "the same ticket": no column says which those are."""
    for at, span in enumerate(sentence.spans):
        following = sentence.span(at + 1)
        if span.kind != "stop" or span.text not in _NARROWING or following is None:
            continue
        before = sentence.tokens[span.start - 1].text if span.start else ""
        told = following.kind == "noun" or (following.kind in ("column", "value") and following.column is not None)
        extreme = sentence.is_operation(at - 1, "extreme", "adjective", "quality", "which") if at else False
        if told and before not in _HARMLESS_BEFORE and following.word != "row" and not extreme:
            yield f"nothing in the data says which are the “{span.text} {following.text}”"


def _homes(sentence: Sentence) -> Iterator[str]:
    """ "who live in Cardiff", where the city is that of an office."""
    living = next((token.text for token in sentence.tokens if token.text in _LIVING), None)
    for item in sentence.filters if living else []:
        column = sentence.table.column(item.filter.column)
        if _NO_HOME & set(words_of(column.name)):
            yield f"{column.name} does not say where anyone lives"


def _pure(sentence: Sentence) -> Iterator[str]:
    """ "net sales", where the column does not say whether it is net."""
    for span in sentence.spans:
        said = _PURE & set(span.text.lower().split())
        if span.kind == "column" and span.column is not None and said - set(Name(span.column).written_out):
            yield f"nothing says whether {spoken(span.column)} is {min(said)}"


def _phrases(sentence: Sentence) -> Iterator[str]:
    """ "sold out": a verb that adds nothing alone says something with its particle."""
    texts = sentence.texts
    for at in range(len(texts) - 1):
        if tuple(texts[at : at + 2]) in _SOLD_OUT:
            yield f"nothing in the data says what was “{texts[at]} {texts[at + 1]}”"


def _givers(sentence: Sentence) -> Iterator[str]:
    """ "scores given by managers": the condition would be on who has the score, not on who gave it."""
    for item in sentence.filters:
        span = sentence.spans[item.at]
        before = sentence.texts[max(0, span.start - 3) : span.start]
        for at, word in enumerate(before[:-1]):
            if word in _GIVING and before[at + 1] == "by" and stem(word) not in stems_of(item.filter.column):
                yield f"nothing says what was “{word} by” {span.text}"


MODIFIERS: Final = (_narrowed, _homes, _pure, _phrases, _givers)
