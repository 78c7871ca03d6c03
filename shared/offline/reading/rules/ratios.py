"""One group against another as a ratio: "ratio of male to female passengers"."""

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Function, Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import negative_value, positive_value
from shared.offline.reading.rules.measures import default_metric, measures_of, use_measure
from shared.offline.reading.sentence import Placed, Sentence


def read_ratios(sentence: Sentence) -> None:
    """Two values of one column with "to" between them, and the figure that both have: a count, or a measure's."""
    words = [at for at in sentence.free("operation", "share") if "ratio" in sentence.spans[at].text.split()]
    if len(words) != 1 or sentence.shape is not None or sentence.metrics:
        return
    sides = _sides(sentence)
    if sides is None:
        return
    measures = measures_of(sentence)
    asked = sentence.free("operation", "aggregate")
    if len(measures) > 1 or len({sentence.spans[at].meaning for at in asked}) > 1:
        return
    sentence.filters = [item for item in sentence.filters if item not in sides]
    sentence.metrics.append(_metric(sentence, measures, asked))
    sentence.use(*words, *asked, *sentence.free("noun"), *sentence.free("operation", "count", "compare"))
    sentence.sides = [(item.filter,) for item in sides]
    sentence.headline = "ratio"
    sentence.shape = "comparison"


def _metric(sentence: Sentence, measures: list[tuple[int, ColumnProfile]], asked: list[int]) -> Metric:
    if not measures:
        return Metric(function="count")
    index, column = measures[0]
    use_measure(sentence, index, column)
    if not asked:
        return default_metric(sentence, column)
    function: Function = sentence.spans[asked[0]].meaning  # type: ignore[assignment]  # the lexicon's keys are functions
    return Metric(function=function, column=column.name)


def _sides(sentence: Sentence) -> list[Placed] | None:
    """Two values of a column, or a yes/no column and its denial, in the order of the question."""
    placed = sorted((item for item in sentence.filters if not item.period), key=lambda item: item.at)
    equal = [item for item in placed if item.filter.operator in ("=", "!=") and not item.filter.otherwise]
    for column in dict.fromkeys(item.filter.column for item in equal):
        own = [item for item in equal if item.filter.column == column]
        if len(own) == 2 and _against(sentence, own[0].at, own[1].at) and own[0].filter != own[1].filter:
            return own
        if len(own) == 1 and _denied_after(sentence, own[0]):
            other = _opposite(sentence, own[0])
            return [own[0], other] if other is not None else None
    return None


def _against(sentence: Sentence, first: int, second: int) -> bool:
    between = {token.text for token in sentence.tokens[sentence.spans[first].end : sentence.spans[second].start]}
    return bool(between & {"to", "vs", "versus", "and", "over"})


def _denied_after(sentence: Sentence, item: Placed) -> bool:
    """ "survivors to non-survivors": the same column again, with a denial before it."""
    nots = [at for at in sentence.free("operation", "not") if at > item.at]
    return len(nots) == 1 and sentence.spans[nots[0] - 1].text in ("to", "vs", "versus", "and")


def _opposite(sentence: Sentence, item: Placed) -> Placed | None:
    column = sentence.table.column(item.filter.column)
    if positive_value(column) is None:
        return None
    sentence.use(*sentence.free("operation", "not"))
    yes, no = positive_value(column), negative_value(column)
    value = no if item.filter.values == (yes,) else yes
    return Placed(Filter(column=column.name, operator="=", values=(value,)), item.at + 1)
