"""Rules for the words that say what to compute, each with the measure that it goes with."""

from itertools import pairwise
from typing import Final

from shared.analysis.metrics import Function, Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import additive
from shared.offline.reading.meanings.time_columns import grain_of
from shared.offline.reading.rules.measures import (
    QUARTILES,
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
from shared.table.names import spoken, word_set, words_of


def read_aggregates(sentence: Sentence) -> None:
    """ "average salary", "min and max price", "total"; each word with the measure that it goes with."""
    words = sentence.free("operation", "aggregate")
    extremes = [at for at in sentence.free("operation", "extreme") if sentence.shape is None]
    functions = [(at, sentence.spans[at].meaning) for at in sorted(words + extremes)]
    measures = measures_of(sentence)
    if functions and not measures and _of_text(sentence, functions[-1][0]):
        return
    rated = any(metric.function == "rate" for metric in sentence.metrics)
    if functions and not measures and not rated:
        asked = sentence.take("much")
        measures = (asked and amount_of(sentence, asked[0].meaning)) or of_noun(sentence) or default_measure(sentence)
    if not functions:
        read_bare(sentence, measures)
    elif measures:
        _pair(sentence, functions, measures)


_COMPUTED: Final = {"mean": "average", "sum": "total", "stddev": "standard deviation", "max": "highest"}
_EXAMPLES: Final = 2


def _of_text(sentence: Sentence, last: int) -> bool:
    """ "the average cabin", where cells are C85 and E46: says what the column holds."""
    at = sentence.after(last)
    column = sentence.column_at(at)
    ranks = sentence.spans[last].word != "aggregate"
    if at is None or column is None or ranks or column.temporal or column.yes is not None:
        return False
    following = sentence.span(sentence.after(at))
    if following is not None and following.kind in ("column", "noun"):
        return False
    said = sentence.spans[last].meaning
    figure = _COMPUTED.get(said, said)
    sentence.use(*(index for index in sentence.free("operation", "aggregate") if index <= last), at)
    if column.numeric:
        sentence.gaps.append(f"{spoken(column)} only tells rows apart, so that its {figure} would say nothing")
        return True
    examples = [f"“{count.value}”" for count in column.top_values[:_EXAMPLES]]
    shown = f", such as {' and '.join(examples)}" if examples else ""
    sentence.gaps.append(f"{spoken(column)} holds text{shown}, so that it has no {figure}")
    return True


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
    _average_over_times(sentence)
    _average_over_people(sentence)


def _unclear(
    sentence: Sentence, functions: list[tuple[int, str]], names: list[str], measures: list[Mention]
) -> str | None:
    """Why it can't be told which figure is of which column: "the mean of age and the median of fare"."""
    listed = all(
        any(sentence.is_operation(at, "and") for at in range(one[0], other[0])) for one, other in pairwise(functions)
    )
    nested = all(sentence.spans[at].word == "aggregate" for at, _ in functions)  # standard deviation of the mean fare
    if not listed and {"mean", "sum"} == set(names):
        return "it asks for a total and an average at once, and does not say of what"
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
    for span in sentence.spans:
        group = next((one for one in sentence.groups if one.grain == span.grain), None)
        if span.kind == "grain" and span.text.endswith("ly") and group is not None:
            column = sentence.table.column(group.column)
            if column.type == "date" and (grain_of(column) or "day") == group.grain:
                sentence.groups.remove(group)


def _metric(name: str, column: ColumnProfile) -> Metric:
    if name in QUARTILES:
        return Metric(function="percentile", column=column.name, parameter=QUARTILES[name])
    function: Function = name  # type: ignore[assignment]  # the lexicon's keys are functions
    return Metric(function=function, column=column.name)


def _each_time(sentence: Sentence, at: int) -> bool:
    """ "monthly", "per month"."""
    span = sentence.spans[at]
    before = sentence.span(sentence.before(at))
    return span.kind == "grain" and (span.text.endswith("ly") or (before is not None and before.text == "per"))


_BUYING = word_set("customer client user visitor member patient account buyer shopper player donor guest")


def _average_over_people(sentence: Sentence) -> None:
    """ "average sales per customer": of what each has in total, or of each one's sales."""
    people = any(not group.grain and _BUYING & set(words_of(group.column)) for group in sentence.groups)
    per = any(span.kind == "operation" and span.text == "per" for span in sentence.spans)
    averaged = any(one.function in ("mean", "median") and additive(column) for one, column in sentence.measured)
    if people and per and averaged:
        sentence.object("it could ask for each one's average, or for the average of what each has in total")


def _average_over_times(sentence: Sentence) -> None:
    """ "average monthly revenue": of each month's total, or of each row in it."""
    each = any(_each_time(sentence, at) for at in range(len(sentence.spans)))
    averaged = any(one.function in ("mean", "median") and additive(column) for one, column in sentence.measured)
    if each and averaged and any(group.grain for group in sentence.groups):
        sentence.object("it could ask for the average of each time, or for the average of what each has in total")
