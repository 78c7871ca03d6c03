"""Rules for conditions on empty cells: missing, known, not yet happened."""

from shared.contracts import ColumnProfile
from shared.reading.conditions import note_column
from shared.reading.reading import Filter, Operator
from shared.reading.sentence import Placed, Sentence


def read_gaps_in_data(sentence: Sentence) -> None:
    """ "with no follow-up date", "missing email": conditions on empty cells."""
    for index, column in list(sentence.free_columns()):
        before = sentence.before(index, past=("verb", "and"))
        after = sentence.after(index, past=("verb",))
        noun = sentence.span(after)
        if noun is not None and noun.kind == "noun" and noun.word == "row" and after is not None:
            after = sentence.after(after, past=("verb",))
        for word in (before, after):
            if word is None or word in sentence.used:
                continue
            missing = sentence.is_operation(word, "missing") or (word == before and _no(sentence, word, column))
            if missing or sentence.is_operation(word, "present"):
                operator: Operator = "is null" if missing else "is not null"
                sentence.use(index, word)
                sentence.filters.append(Placed(Filter(column=column.name, operator=operator), index))
                note_column(sentence, index)
                break
        if index not in sentence.used and _happened(sentence, index, column):
            not_yet = sentence.before(index, past=("verb",))
            denied = sentence.is_operation(not_yet, "not")
            sentence.use(index, *([not_yet] if denied and not_yet is not None else []))
            happened: Operator = "is null" if denied else "is not null"
            if column.nulls:
                sentence.filters.append(Placed(Filter(column=column.name, operator=happened), index))
        if index not in sentence.used and _having(sentence, index, column):
            sentence.use(index)
            sentence.filters.append(Placed(Filter(column=column.name, operator="is not null"), index))


def read_empty_readings(sentence: Sentence) -> None:
    """ "how many readings are empty", where there is one measure."""
    measures = [column for column in sentence.table.columns if column.numeric and column.role == "measure"]
    missing = sentence.free("operation", "missing")
    nouns = [at for at in sentence.free("noun") if sentence.spans[at].word == "row"]
    if missing and nouns and len(measures) == 1 and not list(sentence.free_columns()):
        sentence.use(*missing, *nouns)
        sentence.filters.append(Placed(Filter(column=measures[0].name, operator="is null"), missing[0]))


def _happened(sentence: Sentence, index: int, column: ColumnProfile) -> bool:
    """ "how many homes were (not) sold": whether the date of it is filled, where no time is asked."""
    timed = any(span.kind in ("period", "grain") for span in sentence.spans) or sentence.has(
        "trend", "extreme", "adjective"
    )
    before = sentence.span(sentence.before(index))
    linked = before is not None and before.word in ("verb", "not") and before.text not in ("by", "of", "on", "the")
    return column.temporal and linked and not timed and sentence.has("count", "share") and not sentence.has("distinct")


def _having(sentence: Sentence, index: int, column: ColumnProfile) -> bool:
    """ "visits with a follow-up date": rows whose cell is filled."""
    before = sentence.span(sentence.before(index))
    linked = (
        before is not None
        and before.word == "verb"
        and before.text in ("with", "has", "have", "had", "having", "with a")
    )
    return linked and column.temporal and column.nulls > 0 and sentence.has("share", "count")


def _no(sentence: Sentence, word: int, column: ColumnProfile) -> bool:
    """ "without a discount", "no manager": an empty cell, where the column has any."""
    span = sentence.spans[word]
    return span.word == "not" and span.text in ("no", "without") and column.nulls > 0
