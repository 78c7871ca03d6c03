"""Words that are only a part of the cell or the column that they were taken for."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from shared.analysis.metrics import Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import Name
from shared.offline.reading.meanings.kinds import persons
from shared.offline.reading.meanings.nouns import unique
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.tokens import stem_set
from shared.offline.reading.meanings.values import loosely
from shared.offline.reading.sentence import Sentence
from shared.offline.reading.vocabulary.words import word_set
from shared.table.names import spoken, words_of

_SELVES: Final = word_set("i we you they he she")
_IDENTIFYING: Final = word_set("number numbers no id ids code codes")
_SHARES: Final = word_set("rate rates ratio percentage")
_DENYING: Final = word_set("not no never without non")
_SORTS: Final = stem_set("type kind status class category grade group level")
_JOINING: Final = frozenset(
    {"and", "or", "nor", ",", "/", "&", "+", ";", "vs", "versus", "to", "than", "with", "against"}
)


def _parts(sentence: Sentence, kind: str, *how: str) -> Iterator[tuple[Span, ColumnProfile]]:
    """The mentions that were recognised by a part of what they mean."""
    for span in sentence.spans:
        if span.kind == kind and span.column is not None and span.how in (how or ("part",)):
            yield span, span.column


def _denied(sentence: Sentence) -> Iterator[str]:
    stems = {token.stem for token in sentence.tokens}
    for span, _ in _parts(sentence, "value"):
        if _DENYING & set(words_of(str(span.value))) and not _DENYING & stems:
            yield f"“{span.text}” is only a part of {span.value}, which denies it"


def _loose(sentence: Sentence) -> Iterator[str]:
    people = persons(sentence.table)
    for span, column in _parts(sentence, "value"):
        if column not in people and loosely(span.text, span.value):
            yield f"“{span.text}” is only a part of {span.value}, and could be meant otherwise"


def _singled(sentence: Sentence) -> Iterator[str]:
    """ "how many international airports", where one of them has that in its name."""
    for span, column in _parts(sentence, "value"):
        names = unique(column, sentence.table) or 2 * column.distinct > sentence.table.row_count
        if span.text.islower() and names and sentence.metrics[:1] == [Metric(function="count")]:
            yield f"“{span.text}” is only a part of the name {span.value}"


def _looked_for(sentence: Sentence) -> Iterator[str]:
    """ "the latest appointment": an extreme stands before, and nothing that it is of behind."""
    for at, span in enumerate(sentence.spans):
        following = sentence.span(sentence.after(at))
        of = following is not None and (
            following.kind in ("noun", "value") or bool(following.column and not following.column.temporal)
        )
        ended = sentence.is_operation(sentence.before(at), "adjective", "extreme") and not of
        if span.kind == "value" and span.how == "part" and span.text.islower() and ended:
            yield f"“{span.text}” could be part of {span.value}, or what is looked for"


def _done(sentence: Sentence) -> Iterator[str]:
    """ "how much do I save", where an account is called Savings: something is done, and no value is meant."""
    for span, _ in _parts(sentence, "value", "form", "part", "near"):
        before = sentence.tokens[span.start - 1].text if span.start else ""
        if before in _SELVES and span.text.islower():
            yield f"“{span.text}” is what {before} do, and {span.value} need not be that"


def _sorts(sentence: Sentence) -> Iterator[str]:
    """ "how many rooms", where only their types are known."""
    stems = {token.stem for token in sentence.tokens}
    for span, column in _parts(sentence, "column"):
        counted = Metric(function="distinct", column=column.name) in sentence.metrics
        if counted and Name(column).core[-1] in _SORTS - stems:
            yield f"{column.name} says of what sort {span.text} are, not which"


def _rated(sentence: Sentence) -> Iterator[str]:
    """ "cancellation rate", where a rate is a price per night: a share could be meant."""
    for at, span in enumerate(sentence.spans):
        before = sentence.span(at - 1) if at else None
        lone = span.kind == "column" and span.how == "part" and span.text.lower() in _SHARES
        if lone and span.column is not None and before is not None and before.kind == "value":
            yield f"“{before.text} {span.text}” could be a share, and not {spoken(span.column)}"


def _numbered(sentence: Sentence) -> Iterator[str]:
    """ "room number", where only the type of a room is known."""
    if sentence.tokens[0].text not in ("which", "what"):
        return
    for span, column in _parts(sentence, "column", "part", "synonym"):
        following = sentence.tokens[span.end].text if span.end < len(sentence.tokens) else ""
        if following in _IDENTIFYING - set(words_of(column.name)):
            yield f"{spoken(column)} is not the {following} of {span.text}"


def _of_another_column(sentence: Sentence) -> Iterator[str]:
    """ "blue eyes", read as blue skin and the colour of eyes."""
    for span, following in pairwise(sentence.spans):
        column = following.column if following.kind == "column" and following.how == "part" else None
        if span.kind != "value" or span.column is None or column is None or column.name == span.column.name:
            continue
        if span.value in {count.value for count in column.top_values}:
            yield f"“{span.text} {following.text}” is a value of {spoken(column)}, not of {spoken(span.column)}"


def _side_by_side(sentence: Sentence) -> Iterator[str]:
    """ "the race was downhill": two cells of a column with nothing that joins them, taken for either."""
    either = {item.filter.column for item in sentence.filters if item.filter.operator in ("=", "in")}
    values = [span for span in sentence.spans if span.kind == "value" and span.column and span.column.name in either]
    for one, other in pairwise(values):
        between = set(sentence.texts[one.end : other.start])
        if one.column == other.column and one.value != other.value and not between & _JOINING:
            yield f"nothing joins “{one.text}” and “{other.text}”"


PARTS: Final = (
    _denied,
    _loose,
    _singled,
    _looked_for,
    _done,
    _sorts,
    _rated,
    _numbered,
    _of_another_column,
    _side_by_side,
)
