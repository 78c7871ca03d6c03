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


def _parts(sentence: Sentence, kind: str, *how: str) -> Iterator[tuple[Span, ColumnProfile]]:
    """The mentions that were recognised by a part of what they mean."""
    for span in sentence.spans:
        if span.kind == kind and span.column is not None and span.how in (how or ("part",)):
            yield span, span.column


def _loose(sentence: Sentence) -> Iterator[str]:
    people = persons(sentence.table)
    for span, column in _parts(sentence, "value"):
        if column not in people and loosely(span.text, span.value):
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
