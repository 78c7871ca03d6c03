"""Clauses that say what was done to rows, where a column holds how much of it: orders that were discounted."""

from typing import Final

from shared.analysis.conditions import Filter
from shared.contracts import ColumnProfile
from shared.offline.reading.sentence import Placed, Sentence
from shared.offline.reading.vocabulary.words import word_set
from shared.table.names import spoken

_BEING: Final = word_set("were was are is got been")


def read_clauses(sentence: Sentence) -> None:
    """ "the average discount of orders that were discounted": a condition, and no second name of what is averaged."""
    for index, column in list(sentence.free_columns()):
        if not _done(sentence, index, column):
            continue
        if column.minimum != 0 or column.nulls:
            sentence.gaps.append(f"nothing says which rows “{sentence.spans[index].text}” are true of")
            return
        sentence.use(index)
        sentence.filters.append(Placed(Filter(column=column.name, operator=">", values=(0,)), index))
        sentence.assume(f"I took “{sentence.spans[index].text}” to mean a {spoken(column)} above 0.", 0.88)


def _done(sentence: Sentence, index: int, column: ColumnProfile) -> bool:
    """Whether the mention is the participle of a clause, beside another one that names the column."""
    span, before = sentence.spans[index], sentence.span(index - 1)
    said = before.text.lower().split() if before is not None and before.kind in ("operation", "stop") else []
    clause = bool(_BEING & set(said)) and said[0] in ("that", "which", "who")
    named = any(other.column == column for at, other in enumerate(sentence.spans) if at != index)
    return clause and named and column.numeric and span.text.lower().endswith("ed") and span.how != "exact"
