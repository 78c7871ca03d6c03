"""Rules for conditions on empty cells: missing, known, not yet happened."""

from shared.analysis.conditions import Filter
from shared.contracts import ColumnProfile
from shared.offline.reading.rules.conditions import note_column
from shared.offline.reading.sentence import Placed, Sentence


def read_gaps_in_data(sentence: Sentence) -> None:
    """ "with no follow-up date", "missing email": conditions on empty cells."""
    for index, column in list(sentence.free_columns()):
        before = sentence.before(index, past=("verb", "and"))
        after = sentence.after(index, past=("verb",))
        noun = sentence.span(after)
        if noun is not None and noun.kind == "noun" and noun.word == "row" and after is not None:
            after = sentence.after(after, past=("verb",))
        for word in (before, after):
            if (
                word is not None
                and word not in sentence.used
                and _emptied(sentence, index, column, word, word == before)
            ):
                break


def _emptied(sentence: Sentence, index: int, column: ColumnProfile, word: int, leads: bool) -> bool:
    """Whether the word beside a column makes a condition on its empty cells, or on there being none of it."""
    if leads and _none_of(sentence, word, column):
        condition = Filter(column=column.name, operator="=", values=(0,))
    elif sentence.is_operation(word, "missing") or (leads and _no(sentence, word, column)):
        condition = Filter(column=column.name, operator="is null")
    elif sentence.is_operation(word, "present"):
        condition = Filter(column=column.name, operator="is not null")
    else:
        return False
    sentence.use(index, word)
    sentence.filters.append(Placed(condition, index))
    note_column(sentence, index)
    return True


def _none_of(sentence: Sentence, word: int, column: ColumnProfile) -> bool:
    """ "no away goals": none, in a column of counts without empty cells."""
    span = sentence.spans[word]
    denied = span.word == "not" and span.text in ("no", "without", "zero")
    return denied and column.role == "measure" and column.minimum == 0 and not column.nulls


def _no(sentence: Sentence, word: int, column: ColumnProfile) -> bool:
    """ "without a discount", "no manager": an empty cell, where the column has any, and neither a no nor a zero."""
    span = sentence.spans[word]
    zero = column.yes is not None or (column.numeric and column.minimum == 0)
    return span.word == "not" and span.text in ("no", "without") and column.nulls > 0 and not zero
