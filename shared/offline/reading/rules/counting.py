"""Rules for counts: rows, different values, units to add up, and rows that are counted without saying so."""

from shared.analysis.metrics import Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import Called
from shared.offline.reading.meanings.nouns import MASS, numbering
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.tokens import stem, stem_set, stems_of
from shared.offline.reading.rules.measures import use_measure
from shared.offline.reading.rules.units import names_unit
from shared.offline.reading.sentence import Placed, Sentence
from shared.table.additivity import additive
from shared.table.names import spoken, words_of
from shared.table.nouns import plural, singular
from shared.table.tally import numbers_of_things
from shared.table.telling_apart import daily_entity, unique, unique_day


def read_counts(sentence: Sentence) -> None:
    """ "how many X": rows, different values, or units to add up, by what X is."""
    for index in sentence.free("operation", "count"):
        if index not in sentence.used and sentence.shape is None:
            sentence.use(index)
            _count(sentence, index)
    _read_distinct(sentence)


def _count(sentence: Sentence, index: int) -> None:
    first = sentence.after(index)
    known = first is not None and _identified(sentence, first) is not None
    head = first if known else _head(sentence, index)
    span = sentence.span(head)
    if head is None or span is None:
        _count_rows(sentence, None)
        sentence.rivals += tallied(sentence, sentence.span(first))
    elif span.word == "day" and not _one_a_day(sentence):
        sentence.gaps.append("a day can have several rows, and I could not read which are meant")
    elif span.word == "aside":
        sentence.gaps.append(f"I could not tell what to count as the “{span.text}”: rows, or the values of a column")
    elif span.kind == "noun" or span.word == "row":
        _count_rows(sentence, head)
    elif sentence.is_operation(head, "distinct"):
        return
    elif span.column is not None and (own := _identified(sentence, head)) is not None:
        _count_values(sentence, head, own)
    elif span.column is not None:
        _count_column(sentence, index, head, span.column)


def tallied(sentence: Sentence, said: Span | None) -> list[Metric]:
    """ "how many lapwings", where a row is of as many of them as its Count says: that is told beside the rows."""
    thing = said is not None and said.kind == "value" and said.column is not None and said.column.yes is None
    return [Metric(function="sum", column=one.name) for one in numbers_of_things(sentence.table) if thing]


def _count_column(sentence: Sentence, index: int, head: int, column: ColumnProfile) -> None:
    text = sentence.spans[head].text
    if numbering(column) and text.endswith("s"):
        sentence.object(f"“how many {text}” could count rows or different values of {spoken(column)}")
    elif column.numeric and column.role == "measure":
        _count_units(sentence, index, head, column)
    else:
        _count_values(sentence, head, column)


def _one_a_day(sentence: Sentence) -> bool:
    """Whether the conditions leave one row a day."""
    fixed = {item.filter.column for item in sentence.filters if item.filter.operator == "="}
    days = any(unique_day(column, sentence.table) for column in sentence.table.columns)
    return days or (bool(fixed & set(daily_entity(sentence.table) or ())) and not sentence.groups)


def _head(sentence: Sentence, index: int) -> int | None:
    """What is counted: the first noun or column after the word, before any other operation."""
    for at in range(index + 1, len(sentence.spans)):
        span = sentence.spans[at]
        if at in sentence.used or span.kind in ("stop", "unknown", "period"):
            continue
        if span.kind == "column" and span.column is not None and span.column.temporal:
            continue
        if span.word == "aside" and at != sentence.after(index):
            continue
        if span.kind == "noun" or (span.kind == "column" and span.column is not None) or span.word == "distinct":
            return at
        if span.word == "row" and at == sentence.after(index):
            return at
        if span.kind == "operation" and span.word not in ("verb", "and", "not", "row"):
            return None
    return next(iter(sentence.free("noun")), None)


def _identified(sentence: Sentence, head: int) -> ColumnProfile | None:
    """ "orders", where Order Date is read but an Order ID that repeats says what an order is."""
    span = sentence.spans[head]
    if span.column is None or not span.column.temporal or span.how not in ("part", "synonym"):
        return None
    ids = [
        name.column
        for name in sentence.names
        if name.core[-1] in ("id", "number", "ref", "no", "key", "code") and {*name.core[:-1]} <= stem_set(span.text)
    ]
    return ids[0] if len(ids) == 1 else None


def _count_rows(sentence: Sentence, noun: int | None) -> None:
    if noun is not None:
        sentence.use(noun)
        sentence.doubts.append(sentence.spans[noun].score)
    elif not sentence.filters and not sentence.groups:
        sentence.doubts.append(0.75)
    sentence.metrics.append(Metric(function="count"))


def _count_units(sentence: Sentence, index: int, head: int, column: ColumnProfile) -> None:
    """ "how many units were sold": the total of a whole-numbered measure."""
    if sentence.free("operation", "aggregate"):
        return
    whole = sentence.spans[head].how != "part" or stem(sentence.spans[head].text) in stems_of(column.name)
    said = sentence.tokens[sentence.spans[index].start : sentence.spans[head].end]
    unit = any(names_unit(one.text, column) for one in said)
    if whole and additive(column) and column.type == "integer" and not column.money and (unit or not column.unit):
        use_measure(sentence, head, column)
        sentence.metrics.append(Metric(function="sum", column=column.name))
        sentence.doubts.append(0.92)
        return
    if unit:
        sentence.gaps.append(f"I add up {spoken(column)} only where its total is asked for")
        return
    sentence.object(f"“{' '.join(one.raw for one in said)}” could count rows or add up {spoken(column)}")


def _count_values(sentence: Sentence, head: int, column: ColumnProfile) -> None:
    span = sentence.spans[head]
    years = any(words_of(one.name)[-1] == "year" for one in sentence.table.columns)
    if years and words_of(column.name)[-1] in ("quarter", "month", "week"):
        sentence.object(f"“{span.text}” could be counted with their years or without")
    if not heads(span):
        sentence.gaps.append(f"different values of {spoken(column)} may be something else than “{span.text}”")
    sentence.use_column(column.name)
    sentence.doubts.append(span.score)
    if unique(column, sentence.table):
        sentence.metrics.append(Metric(function="count"))
        return
    compared = any(item.filter.column in _measures(sentence) and not item.period for item in sentence.filters)
    if compared:
        sentence.object(f"the condition could hold for single rows or for each {spoken(column)} as a whole")
    sentence.metrics.append(Metric(function="distinct", column=column.name))
    sentence.doubts.append(0.92)


_LABELLING = stem_set("name id key ref code title type no nr number card reference uuid email")


def heads(span: Span) -> bool:
    """Whether the words are what the values of a column are, not whose they are: guests of Guest Country."""
    if span.how not in ("part", "form") or span.column is None:
        return True
    if span.how == "form":  # observations are not what an Observer is
        return singular(span.text.split()[-1]) in map(singular, Called(span.column).written_out)
    core, said = Called(span.column).core, set(stems_of(span.text))
    return core[-1] in said or not set(core) - said - _LABELLING


def _measures(sentence: Sentence) -> set[str]:
    return {column.name for column in sentence.table.columns if additive(column) and column.role == "measure"}


def _read_distinct(sentence: Sentence) -> None:
    for index in sentence.free("operation", "distinct"):
        column_index = next((at for at in range(index + 1, len(sentence.spans)) if sentence.column_at(at)), None)
        column = sentence.column_at(column_index)
        if column is None:
            continue
        sentence.use(index)
        sentence.use_column(column.name)
        if sentence.metrics and sentence.metrics[-1] == Metric(function="count"):
            sentence.metrics.pop()
        counted = any(sentence.is_operation(at, "count") for at in range(index))
        if counted or not sentence.has("list", "which"):
            sentence.metrics.append(Metric(function="distinct", column=column.name))
        else:
            sentence.shape = "list"
            sentence.columns.append(column.name)


def count_by_default(sentence: Sentence) -> None:
    """ "orders per region", "shipped orders in June": rows named, and nothing else to compute."""
    if sentence.metrics or sentence.shape is not None:
        return
    nouns = [at for at in sentence.free("noun") if sentence.spans[at].word != "aside"]
    if any(set(stems_of(sentence.spans[at].text)) & MASS for at in nouns):
        sentence.object(f"“{sentence.spans[nouns[0]].text}” could be an amount or a number of rows")
        return
    texts = {at: sentence.spans[at].text.lower() for at in nouns}
    nouns = [at for at in nouns if sentence.groups or plural(singular(texts[at])) == texts[at]]  # no weather, nor order
    nouns += [at for at, column in sentence.free_columns() if unique(column, sentence.table)]
    if nouns and (sentence.groups or sentence.filters):
        sentence.use(*nouns)
        sentence.doubts.append(min(sentence.spans[at].score for at in nouns))
        sentence.metrics.append(Metric(function="count"))
        sentence.doubts.append(0.9)


def is_flag(sentence: Sentence, item: Placed) -> bool:
    """Whether the condition is on a yes/no column."""
    return sentence.table.column(item.filter.column).yes is not None
