"""Rules for conditions on groups: customers with more than 3 orders, regions whose total revenue is over 1000."""

from typing import Literal, cast

from shared.analysis.metrics import Function, Grouping, Metric, MetricCondition
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.nouns import unique
from shared.offline.reading.sentence import Sentence

_Compared = Literal["=", "<", "<=", ">", ">="]


def read_having(sentence: Sentence) -> None:
    """A comparison of what is counted, or of a total or an average, for each of a column's values."""
    for index in sentence.free("comparator"):
        number = sentence.after(index)
        entity = _entity(sentence, index)
        span = sentence.span(number)
        if entity is None or span is None or span.kind != "number" or number is None or number in sentence.used:
            continue
        if sentence.spans[index].meaning not in ("=", "<", "<=", ">", ">="):
            continue
        metric = _counted(sentence, index, number) or _aggregated(sentence, index, number)
        if metric is not None:
            _hold(sentence, entity, metric, index, number)
            return


def _hold(sentence: Sentence, entity: tuple[int, ColumnProfile], metric: Metric, index: int, number: int) -> None:
    at, column = entity
    sentence.use(at, index, number)
    sentence.use_column(column.name)
    operator = cast("_Compared", sentence.spans[index].meaning)
    having = MetricCondition(operator=operator, value=sentence.spans[number].number or 0.0, of=metric)
    group = Grouping(column=column.name)
    sentence.doubts.append(0.92)
    if counts := sentence.free("operation", "count"):
        sentence.use(*counts)
        sentence.metrics.append(Metric(function="count", per=group))
    else:
        sentence.take("which", "list", "who")
        sentence.groups.append(group)
        sentence.metrics.append(metric)
    sentence.having = having


def _entity(sentence: Sentence, index: int) -> tuple[int, ColumnProfile] | None:
    """What is to pass the condition: the column named before it, or else after it ("have more than 3 orders")."""
    named = [
        (at, column)
        for at, column in sentence.free_columns()
        if at < index and not column.numeric and not column.temporal and not unique(column, sentence.table)
    ]
    return named[-1] if len(named) == 1 else None


def _counted(sentence: Sentence, index: int, number: int) -> Metric | None:
    """ "more than 3 orders": rows, or the different ids that say what an order is."""
    at = sentence.after(number)
    span = sentence.span(at)
    if span is None or at is None:
        return None
    if span.kind == "noun" and span.word != "aside":
        sentence.use(at)
        return Metric(function="count")
    column = sentence.column_at(at)
    if column is not None and not column.numeric and not column.temporal:
        several = sentence.take("distinct")
        if not several and not unique(column, sentence.table):
            return None
        sentence.use_column(column.name)
        return Metric(function="distinct", column=column.name) if several else Metric(function="count")
    return None


def _aggregated(sentence: Sentence, index: int, number: int) -> Metric | None:
    """ "with total sales above 1000", "an average rating of at least 4"."""
    words = [at for at in sentence.free("operation", "aggregate") if at < index]
    measures = [(at, column) for at, column in sentence.free_columns() if column.numeric and column.role == "measure"]
    functions = {sentence.spans[at].meaning for at in words}
    if not functions and any(sentence.spans[at].text.startswith(("total ", "overall ")) for at, _ in measures):
        functions = {"sum"}
    if len(functions) != 1 or len(measures) != 1 or measures[0][0] > index:
        return None
    function = functions.pop()
    if function not in ("sum", "mean", "median"):
        return None
    at, column = measures[0]
    sentence.use(*words)
    sentence.use_column(column.name)
    sentence.doubts.append(sentence.spans[at].score)
    following = sentence.span(number + 1)
    if following is not None and following.word == "unit":
        sentence.use(number + 1)
    return Metric(function=cast("Function", function), column=column.name)
