"""Weekends and weekdays, where a column holds the names of days, or dates."""

from collections.abc import Iterator

from shared.analysis.conditions import Filter
from shared.contracts import ColumnProfile, DatasetProfile, Scalar
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.tokens import Token
from shared.offline.reading.sentence import Placed, Sentence
from shared.offline.reading.vocabulary.words import word_set

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKEND = frozenset({"sat", "sun"})
_WEEKEND_WORDS = word_set("weekend weekends")
_WORKDAY_WORDS = word_set("weekdays workdays workday")


def day_column(table: DatasetProfile) -> ColumnProfile | None:
    """The only column that holds names of days."""
    found = [column for column in table.columns if column.type == "text" and _holds_days(column)]
    return found[0] if len(found) == 1 else None


def _holds_days(column: ColumnProfile) -> bool:
    values = [str(count.value).lower() for count in column.top_values]
    return bool(values) and column.distinct == len(values) <= len(_DAYS) and all(_is_day(value) for value in values)


def _is_day(value: str) -> bool:
    return value[:3] in _DAYS and (len(value) <= 5 or value.endswith("day"))


def dated(table: DatasetProfile) -> ColumnProfile | None:
    """The only column that holds dates, where none holds names of days."""
    found = [column for column in table.columns if column.temporal]
    return found[0] if len(found) == 1 and not any(_holds_days(one) for one in table.columns) else None


def weekend_spans(tokens: tuple[Token, ...], table: DatasetProfile) -> Iterator[Span]:
    """ "weekend", where a column says which day it is; "on Mondays", where dates do."""
    if day_column(table) is None and dated(table) is None:
        return
    for index, token in enumerate(tokens):
        led = index > 0 and tokens[index - 1].text == "on"
        named = token.text in _WEEKEND_WORDS | _WORKDAY_WORDS
        if day_column(table) is None and not (led or token.text in _WEEKEND_WORDS):
            named = False
        if named or (led and day_column(table) is None and token.text.removesuffix("s") in _NAMED):
            yield Span(index, index + 1, "operation", "weekend", token.text, score=0.9, text=token.text)


_NAMED = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_FIRST_OF_WEEKEND = 6


def _read_dated(sentence: Sentence, column: ColumnProfile) -> None:
    """Weekends and days of the week become a condition on the weekday of a date."""
    for index in sentence.free("operation", "weekend"):
        before, word = sentence.before(index), sentence.spans[index].meaning
        if sentence.is_operation(before, "by", "which", "extreme", "quality", "frequent", "not", "compare", "and"):
            continue
        days = range(_FIRST_OF_WEEKEND, 8) if word in _WEEKEND_WORDS else range(1, _FIRST_OF_WEEKEND)
        wanted = (_NAMED.index(word.removesuffix("s")) + 1,) if word.removesuffix("s") in _NAMED else tuple(days)
        sentence.use(index)
        label = f"on {word.capitalize() if len(wanted) == 1 else word}"
        kept = Filter(column=column.name, operator="in", grain="weekday", values=wanted, label=label)
        sentence.filters.append(Placed(kept, index))
        if len(wanted) > 1:
            told = "Saturday and Sunday" if word in _WEEKEND_WORDS else "Monday to Friday"
            sentence.assume(f"I took “{word}” to mean {told}.", 0.95)


def read_weekends(sentence: Sentence) -> None:
    """Weekends become a condition on the column of days, or on dates."""
    column, dates = day_column(sentence.table), dated(sentence.table)
    if column is None and dates is not None:
        _read_dated(sentence, dates)
    for index in sentence.free("operation", "weekend"):
        before = sentence.before(index)
        if column is None or sentence.is_operation(before, "by", "which", "extreme", "quality", "frequent"):
            continue
        wanted = sentence.spans[index].meaning in _WEEKEND_WORDS
        values: tuple[Scalar, ...] = tuple(
            count.value for count in column.top_values if (str(count.value).lower()[:3] in _WEEKEND) == wanted
        )
        sentence.use(index)
        if sentence.span(before) is not None and sentence.spans[before or 0].kind == "comparator":
            sentence.use(before or 0)
        denied = sentence.is_operation(before, "not")
        sentence.use(*([before] if denied and before is not None else []))
        operator = "not in" if denied else "in"
        sentence.filters.append(Placed(Filter(column=column.name, operator=operator, values=values), index))
        told = ", ".join(str(value) for value in values)
        sentence.assume(f"I took “{sentence.spans[index].text}” to mean {told}.", 0.95)
