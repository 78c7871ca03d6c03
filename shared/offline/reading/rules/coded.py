"""Columns of 0 and 1: yes and no in most questions, numbers where the question computes with them."""

from typing import Final

from shared.contracts import ColumnProfile
from shared.offline.reading.rules.measures import TOGETHER, measures_of
from shared.offline.reading.sentence import Sentence

_ENDS: Final = frozenset({"highest", "lowest", "maximum", "minimum", "max", "min"})
_THINGS: Final = ("noun", "value")


def coded(column: ColumnProfile) -> bool:
    """Whether yes and no are written as the numbers 1 and 0."""
    return column.numeric and column.yes is not None


def meant_as_number(sentence: Sentence, index: int) -> bool:
    """ "correlation of age with survived", "average survived by class": computed with, and no condition."""
    column = sentence.spans[index].column
    if column is None or not coded(column):
        return False
    if sentence.has(*TOGETHER):
        return len(measures_of(sentence)) == 2
    return _figured(sentence, index)


def _figured(sentence: Sentence, index: int) -> bool:
    """Whether the figure that is asked for stands before the column, and nothing else that it could be of."""
    lead = sentence.before(index, past=("column", "verb"))
    span, following = sentence.span(lead), sentence.span(sentence.after(index, past=("column",)))
    end = span is not None and span.text.partition(" ")[0] in _ENDS and not {"which", "who"} & sentence.said
    figure = sentence.is_operation(lead, "aggregate") or end
    others = [column for _, column in measures_of(sentence) if column.role == "measure" and not coded(column)]
    return figure and not others and (following is None or following.kind not in _THINGS)
