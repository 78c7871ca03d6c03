"""Rules for numbers beside a column without a comparator: "with a rating of 5", "3 bedrooms"."""

from shared.analysis.conditions import Filter, Operator
from shared.contracts import ColumnProfile, Scalar
from shared.offline.reading.rules.conditions import negated, note_column
from shared.offline.reading.sentence import Placed, Sentence
from shared.table.names import words_of


def read_equalities(sentence: Sentence) -> None:
    """ "with a rating of 5", "3 bedrooms": a number beside a numeric column, where nothing else wants it."""
    for index in sentence.free("number"):
        previous, following = sentence.before(index, past=("verb",)), sentence.after(index)
        if sentence.is_operation(sentence.before(index), "extreme", "percentile", "adjective", "list", "row"):
            continue
        beside = (previous, following) if _labels(sentence, index) else (following, previous)
        for mention in beside:
            column = sentence.column_at(mention)
            if column is None or mention is None or not (column.numeric or column.role == "id"):
                continue
            if (mention == following and _limits(sentence, index, column)) or _first_time(sentence, index, column):
                continue
            if mention == previous and _things(sentence, index):
                continue
            sentence.use(index, mention)
            value: Scalar = number_in(sentence, index, column) if column.numeric else sentence.spans[index].text
            operator: Operator = "!=" if negated(sentence, min(index, mention)) else "="
            sentence.filters.append(Placed(Filter(column=column.name, operator=operator, values=(value,)), index))
            note_column(sentence, mention)
            break


def _things(sentence: Sentence, index: int) -> bool:
    """ "average profit of the 15 orders with the highest discount": so many orders, and no profit of 15."""
    start = sentence.spans[index].start
    led = sentence.texts[max(0, start - 2) : start] in (["of", "the"], ["for", "the"], ["among", "the"], ["in", "the"])
    return led and sentence.has("extreme", "adjective", "frequent", "quality")


def _first_time(sentence: Sentence, index: int, column: ColumnProfile) -> bool:
    """Whether an ordinal rather asks for the first time of something ("first year with ..."), not for a class."""
    span = sentence.spans[index]
    timed = words_of(column.name)[-1] in ("year", "month", "quarter", "season", "week", "day")
    return span.word == "ordinal" and span.text.isalpha() and timed


def _labels(sentence: Sentence, index: int) -> bool:
    """ "bakers of series 1 appeared": the number belongs to the column just before it, whose name stands whole."""
    before, after = sentence.span(index - 1), sentence.span(index + 1)
    named = before is not None and before.kind == "column" and before.how == "exact"
    return named and after is not None and after.kind == "column" and after.how != "exact"


def _limits(sentence: Sentence, index: int, column: ColumnProfile) -> bool:
    """Whether the number says how many to list ("the 5 highest"), not which rows ("among 4 cylinder cars")."""
    if not sentence.has("extreme", "adjective", "frequent", "quality"):
        return False
    before = sentence.tokens[sentence.spans[index].start - 1].text if sentence.spans[index].start else ""
    held = {count.value for count in column.top_values}
    described = before in ("among", "of", "for", "with", "in") and sentence.is_operation(index + 2, "which") is False
    noun = sentence.span(index + 2)
    told = noun is not None and noun.kind in ("noun", "unknown") and column.distinct <= _STEPS
    return not (described and told and sentence.spans[index].number in held)


_STEPS = 12
"""Up to so many different values a number before a column is one of them."""


def number_in(sentence: Sentence, index: int, column: ColumnProfile) -> float | int:
    span = sentence.spans[index]
    value = span.number or 0.0
    top = column.maximum
    if span.word == "percent" and isinstance(top, (int, float)) and top <= 1:
        value /= 100
    return int(value) if value == int(value) else value
