"""The distribution of a measure: its ends, quartiles, mean and standard deviation."""

from typing import Final

from shared.analysis.metrics import Metric
from shared.offline.reading.meanings.columns import positive_value
from shared.offline.reading.rules.measures import use_measure
from shared.offline.reading.sentence import Sentence
from shared.table.names import spoken

_ASKED: Final = frozenset({"distribution of", "describe", "summary statistics", "summarise", "summarize", "summary"})
_QUARTERS: Final = (0.25, 0.75)


def read_spread(sentence: Sentence) -> None:
    """ "distribution of the fare", "describe the fare by class": what says most about how a measure is spread."""
    if sentence.metrics or sentence.has("aggregate", "extreme", "count", "share", "correlation", "percentile"):
        return
    for index in sentence.free("operation", "by", "overview"):
        at = sentence.after(index, past=("verb",))
        column = sentence.column_at(at)
        if at is None or column is None or sentence.spans[index].text not in _ASKED:
            continue
        if not column.numeric or column.role != "measure" or positive_value(column) is not None:
            continue
        use_measure(sentence, at, column)
        sentence.use(index)
        low, high = (Metric(function="percentile", column=column.name, parameter=share) for share in _QUARTERS)
        ends = [Metric(function=one, column=column.name) for one in ("min", "median", "max", "mean", "stddev")]
        sentence.metrics += [ends[0], low, ends[1], high, *ends[2:]]
        sentence.assume(f"I took the distribution of {spoken(column)} by its ends, quartiles, mean and deviation.")
