"""Rules for the words that say what to compute, each with the measure that it goes with."""

from itertools import pairwise
from typing import Final

from shared.analysis.metrics import Metric, MetricFunction
from shared.contracts import ColumnProfile
from shared.offline.reading.rules.measures import (
    Mention,
    amount_of,
    default_measure,
    joined,
    measures_of,
    of_noun,
    read_bare,
    use_measure,
    why_several,
)
from shared.offline.reading.sentence import Sentence
from shared.query.groupings import step_of
from shared.table.additivity import additive
from shared.table.fineness import date_grain
from shared.table.names import word_set, words_of


def read_aggregates(sentence: Sentence) -> None:
    """ "average salary", "min and max price", "total"; each word with the measure that it goes with."""
    words = sentence.free("operation", "aggregate")
    extremes = [at for at in sentence.free("operation", "extreme") if sentence.shape is None]
    functions = [(at, sentence.spans[at].meaning) for at in sorted(words + extremes)]
    measures = measures_of(sentence)
    rated = any(metric.function == "rate" for metric in sentence.metrics)
    if functions and not measures and not rated:
        asked = sentence.take("much")
        measures = (asked and amount_of(sentence, asked[0].meaning)) or of_noun(sentence) or default_measure(sentence)
    if not functions:
        read_bare(sentence, measures)
    elif measures:
        _pair(sentence, functions, measures)


def _pair(sentence: Sentence, functions: list[tuple[int, str]], measures: list[Mention]) -> None:
    if len({meaning for _, meaning in functions}) > 1:
        sentence.use(*(at for at, _ in functions if sentence.spans[at].text == "typical"))
        functions = [pair for pair in functions if sentence.spans[pair[0]].text != "typical"]
    real = all(sentence.spans[at].column == column for at, column in measures)
    names = list(dict.fromkeys(meaning for _, meaning in functions))
    _drop_native_grain(sentence, names, measures)
    unclear = _unclear(sentence, functions, names, measures)
    sentence.use(*(at for at, _ in functions))
    if unclear:
        sentence.gaps.append(unclear)
        sentence.use(*(at for at, _ in measures if real))
        return
    for index, column in measures:
        if sentence.spans[index].column == column:
            use_measure(sentence, index, column)
        sentence.metrics.extend(_metric(name, column) for name in names)
    _note_sample(sentence)
    _average_over_groups(sentence)


def _unclear(
    sentence: Sentence, functions: list[tuple[int, str]], names: list[str], measures: list[Mention]
) -> str | None:
    """Why it can't be told which figure is of which column: "the mean of age and the median of fare"."""
    listed = all(
        any(sentence.is_operation(at, "and") for at in range(one[0], other[0])) for one, other in pairwise(functions)
    )
    nested = all(sentence.spans[at].word == "aggregate" for at, _ in functions)  # standard deviation of the mean fare
    if not listed and {"mean", "sum"} == set(names):
        return "it asks for a total and an average at once, and I could not read of what"
    if len(names) > 1 and (len(measures) > 1 or (not listed and nested)):
        return "it asks for several figures of several columns at once"
    if any(measures[0][0] < item.at < measures[-1][0] for item in sentence.filters):
        return "the condition could be meant of one of the columns or of all"
    if len(measures) > 1 and not joined(sentence, measures):
        return why_several(sentence, measures)[0]
    return None


_SAMPLED: Final = {"stddev": "standard deviation", "variance": "variance"}


def _note_sample(sentence: Sentence) -> None:
    """Says which of two figures of the same name was computed, where the question does not."""
    names = [_SAMPLED[metric.function] for metric in sentence.metrics if metric.function in _SAMPLED]
    if names and "sample" not in sentence.said:
        sentence.assume(f"I computed the {' and '.join(dict.fromkeys(names))} of a sample, not of a population.")


def _drop_native_grain(sentence: Sentence, names: list[str], measures: list[Mention]) -> None:
    """ "daily max temperature" of rows that are days already groups nothing."""
    if not names or any(additive(column) for _, column in measures):
        return
    said = {span.grain for span in sentence.spans if span.kind == "grain" and span.text.endswith("ly")}
    for group in [one for one in sentence.groups if step_of(one) in said]:
        column = sentence.table.column(group.column)
        if column.type == "date" and (date_grain(column) or "day") == step_of(group):
            sentence.groups.remove(group)


def _metric(name: str, column: ColumnProfile) -> Metric:
    function: MetricFunction = name  # type: ignore[assignment]  # the lexicon's keys are functions
    return Metric(function=function, column=column.name)


def _each_time(sentence: Sentence, at: int) -> bool:
    """ "monthly", "per month"."""
    span = sentence.spans[at]
    before = sentence.span(sentence.before(at))
    return span.kind == "grain" and (span.text.endswith("ly") or (before is not None and before.text == "per"))


_BUYING = word_set("customer client user visitor member patient account buyer shopper player donor guest")


def _average_over_groups(sentence: Sentence) -> None:
    """ "average monthly revenue", "average sales per customer": of what each has in total, or of each one's rows."""
    averaged = any(one.function in ("mean", "median") and additive(column) for one, column in sentence.measured)
    times = any(_each_time(sentence, at) for at in range(len(sentence.spans)))
    per = any(span.kind == "operation" and span.text == "per" for span in sentence.spans)
    for group in sentence.groups if averaged else ():
        if times if step_of(group) else per and _BUYING & set(words_of(group.column)):
            sentence.object("it could ask for each one's average, or for the average of what each has in total")
