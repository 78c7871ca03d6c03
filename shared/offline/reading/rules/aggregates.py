"""Rules for the words that say what to compute, each with the measure that it goes with."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from shared.analysis.metrics import Function, Grouping, Metric
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


@dataclass(frozen=True)
class _Clause:
    """The functions that stand before measures, and these: "mean and median of age"."""

    functions: tuple[tuple[int, str], ...]
    measures: tuple[Mention, ...]

    @property
    def names(self) -> list[str]:
        """The functions, each once."""
        return list(dict.fromkeys(meaning for _, meaning in self.functions))


def _pair(sentence: Sentence, functions: list[tuple[int, str]], measures: list[Mention]) -> None:
    if len({meaning for _, meaning in functions}) > 1:
        sentence.use(*(at for at, _ in functions if sentence.spans[at].text == "typical"))
        functions = [pair for pair in functions if sentence.spans[pair[0]].text != "typical"]
    real = all(sentence.spans[at].column == column for at, column in measures)
    clauses = _clauses(sentence, functions, measures)
    _drop_native_grain(sentence, [name for _, name in functions], measures)
    each = [_unclear(sentence, clause, several=len(clauses) > 1) for clause in clauses]
    unclear = [gap for gap in (_entangled(sentence, clauses, measures), *each) if gap]
    sentence.use(*(at for at, _ in functions))
    if unclear:
        sentence.gaps.append(unclear[0])
        sentence.use(*(at for at, _ in measures if real))
        return
    for clause in clauses:
        for index, column in clause.measures:
            if sentence.spans[index].column == column:
                use_measure(sentence, index, column)
            sentence.metrics.extend(_metric(name, column) for name in clause.names)
    _note_sample(sentence)
    _average_over_times(sentence)
    _average_over_people(sentence)


def _clauses(sentence: Sentence, functions: list[tuple[int, str]], measures: list[Mention]) -> list[_Clause]:
    """ "the mean of age and the median of fare": a function that follows a measure begins another clause."""
    real = all(sentence.spans[at].column == column for at, column in measures)
    last = max(at for at, _ in measures)
    if not real or len({name for _, name in functions}) == 1 or all(at > last for at, _ in functions):
        return [_Clause(tuple(functions), tuple(measures))]
    found: list[_Clause] = []
    rest = list(functions)
    while rest:
        behind = [at for at, _ in measures if at > rest[0][0]]
        own = [pair for pair in rest if not behind or pair[0] < min(behind)]
        rest = rest[len(own) :]
        end = rest[0][0] if rest else len(sentence.spans)
        found.append(_Clause(tuple(own), tuple(pair for pair in measures if own[0][0] < pair[0] < end)))
    return found


def _entangled(sentence: Sentence, clauses: list[_Clause], measures: list[Mention]) -> str | None:
    """Why several clauses can't be told apart: a condition, a grouping or nothing at all stands between them."""
    if len(clauses) == 1:
        return None
    pairs = [(one.measures[-1][0], other.functions[0][0]) for one, other in pairwise(clauses) if one.measures]
    first, last = clauses[0].functions[0][0], clauses[-1].functions[-1][0]
    between = range(first, last)
    parted = len(pairs) == len(clauses) - 1 and all(
        any(sentence.is_operation(at, "and") for at in range(*pair)) for pair in pairs
    )
    limited = any(item.at in between for item in sentence.filters)
    split = any(sentence.is_operation(at, "by") for at in between)
    if parted and not limited and not split and clauses[-1].measures:
        return None
    return _ENTANGLED


def _unclear(sentence: Sentence, clause: _Clause, *, several: bool) -> str | None:
    names, measures = clause.names, list(clause.measures)
    listed = all(
        any(sentence.is_operation(at, "and") for at in range(one[0], other[0]))
        for one, other in pairwise(clause.functions)
    )
    if not listed and {"mean", "sum"} == set(names):
        return "it asks for a total and an average at once, and does not say of what"
    if not listed and len(names) > 1 and (several or len(measures) > 1 or _nested(sentence, clause)):
        return _ENTANGLED
    if measures and any(measures[0][0] < item.at < measures[-1][0] for item in sentence.filters):
        return "the condition could be meant of one of the columns or of all"
    if len(measures) > 1 and not joined(sentence, measures):
        return why_several(sentence, measures)[0]
    return None


_ENTANGLED: Final = "it asks for several figures of several columns at once"


def _nested(sentence: Sentence, clause: _Clause) -> bool:
    """ "standard deviation of the mean fare": a figure of figures."""
    return all(sentence.spans[at].word == "aggregate" for at, _ in clause.functions)


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
    """ "average monthly revenue": the total of each month, averaged."""
    grained = [group for group in sentence.groups if group.grain]
    words = [span.text for at, span in enumerate(sentence.spans) if _each_time(sentence, at)]
    if not (grained and words) or len(sentence.metrics) != 1 or sentence.metrics[0].function not in ("mean", "median"):
        return
    metric = sentence.metrics[0]
    column = sentence.table.column(metric.column or "")
    if not additive(column):
        return
    group = grained[-1]
    sentence.groups.remove(group)
    sentence.metrics[0] = metric.model_copy(update={"per": Grouping(column=group.column, grain=group.grain)})
    sentence.assume(
        f"I added up {spoken(column)} for each {group.grain}, and took the {metric.function} of these.", 0.85
    )
