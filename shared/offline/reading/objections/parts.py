"""Words that are only a part of the cell or the column that they were taken for."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from shared.analysis.metrics import Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import Called
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.tokens import stem_set, stems_of
from shared.offline.reading.meanings.values import loosely
from shared.offline.reading.sentence import Sentence
from shared.offline.words.lexicon import word_list
from shared.table.names import spoken
from shared.table.telling_apart import unique

_PERSONS: Final = stem_set(word_list("persons_by_name"))


def _persons(column: ColumnProfile) -> bool:
    """Whether the cells of a column are persons, by their names."""
    return column.type == "text" and bool({*Called(column).full, *stems_of(column.name)} & _PERSONS)


def _parts(sentence: Sentence, kind: str, *how: str) -> Iterator[tuple[Span, ColumnProfile]]:
    """The mentions that were recognised by a part of what they mean."""
    for span in sentence.spans:
        if span.kind == kind and span.column is not None and span.how in (how or ("part",)):
            yield span, span.column


def _loose(sentence: Sentence) -> Iterator[str]:
    for span, column in _parts(sentence, "value"):
        if not _persons(column) and loosely(span.text, span.value):
            yield f"“{span.text}” is only a part of {span.value}, and I am not sure that this is meant"


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


PARTS: Final = (_loose, _singled, _of_another_column)
