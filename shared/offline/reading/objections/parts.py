"""Words that are only a part of the cell or the column that they were taken for."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from shared.analysis.metrics import Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.kinds import persons
from shared.offline.reading.meanings.nouns import unique
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.values import loosely
from shared.offline.reading.sentence import Sentence
from shared.table.names import spoken

_JOINING: Final = frozenset(
    {"and", "or", "nor", ",", "/", "&", "+", ";", "vs", "versus", "to", "than", "with", "against"}
)


def _parts(sentence: Sentence, kind: str, *how: str) -> Iterator[tuple[Span, ColumnProfile]]:
    """The mentions that were recognised by a part of what they mean."""
    for span in sentence.spans:
        if span.kind == kind and span.column is not None and span.how in (how or ("part",)):
            yield span, span.column


def _loose(sentence: Sentence) -> Iterator[str]:
    people = persons(sentence.table)
    for span, column in _parts(sentence, "value"):
        if (column not in people and loosely(span.text, span.value)) or _by(sentence, span):
            yield f"“{span.text}” is only a part of {span.value}, and I am not sure that this is meant"


def _by(sentence: Sentence, span: Span) -> bool:
    """Whether a word, written small, stands where a group or a measure is named: "suppliers by weight"."""
    if not span.text.islower() or not span.start or sentence.texts[span.start - 1] != "by":
        return False
    named = any(other.end == span.start - 1 and other.kind in ("column", "noun") for other in sentence.spans)
    return named and sentence.metrics[:1] != [Metric(function="count")]


def _singled(sentence: Sentence) -> Iterator[str]:
    """ "how many international airports", where one of them has that in its name."""
    for span, column in _parts(sentence, "value"):
        names = unique(column, sentence.table) or 2 * column.distinct > sentence.table.row_count
        if span.text.islower() and names and sentence.metrics[:1] == [Metric(function="count")]:
            yield f"“{span.text}” is only a part of the name {span.value}"


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


PARTS: Final = (_loose, _singled, _of_another_column, _side_by_side)
