"""Two measures in one figure: revenue per unit, profit minus cost, bonus as a percentage of salary, both combined."""

from itertools import pairwise
from typing import Final, cast

from shared.analysis.metrics import ARITHMETIC, Function, Metric, Statistic
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import concept_columns, positive_value
from shared.offline.reading.meanings.lexing import directional
from shared.offline.reading.sentence import Sentence
from shared.offline.reading.vocabulary.words import word_set
from shared.table.names import spoken

Pair = tuple[int, int]

_LITTLE: Final = word_set("the a an its their of each one average mean median total sum overall")
_AVERAGED: Final = {"mean": "mean", "median": "median", "sum": "sum"}
_MINUS: Final = word_set("minus less")
_PLUS: Final = word_set("plus")
_DIVIDED: Final = (("divided", "by"), ("per",), ("per", "each"), ("for", "each"), ("/",), ("for", "every"))
_PERCENT: Final = word_set("percentage percent proportion share fraction")
_TOGETHER: Final = word_set("combined together altogether summed")
_HIGHER: Final = word_set("higher greater larger more bigger lower smaller less above below over under longer shorter")


def read_arithmetic(sentence: Sentence) -> None:
    """Two neighbouring mentions of measures, joined by a word of arithmetic, become one metric."""
    _read_margin(sentence)
    mentions = [(at, column) for at, column in sentence.free_columns() if _measured(column)]
    for (first, one), (second, other) in pairwise(mentions):
        if one.name == other.name or first in sentence.used:
            continue
        function = _function(sentence, first, second)
        if function is not None:
            _compute(sentence, (first, second), one, other, function)
            return


def _measured(column: ColumnProfile) -> bool:
    return column.numeric and column.role == "measure" and positive_value(column) is None


def _texts(sentence: Sentence, start: int, end: int) -> tuple[str, ...]:
    """The words between two places in the tokens that are not little."""
    return tuple(token.text for token in sentence.tokens[max(0, start) : end] if token.text not in _LITTLE)


def _function(sentence: Sentence, first: int, second: int) -> Function | None:
    """What the words between, before and behind two mentions make of them."""
    between = _texts(sentence, sentence.spans[first].end, sentence.spans[second].start)
    before = _texts(sentence, sentence.spans[first].start - 6, sentence.spans[first].start)
    behind = _texts(sentence, sentence.spans[second].end, sentence.spans[second].end + 3)
    if len(between) == 1 and between[0] in _MINUS:
        return "difference"
    if between in _DIVIDED and not _divides_groups(sentence, first, second):
        return "ratio"
    if between in (("to",), ("over",)) and ("ratio" in before or "ratio" in behind[:1]):
        return "ratio"
    if between[:2] == ("as", "percentage") or (between[:1] == ("as",) and set(between) & _PERCENT):
        return "percentage"
    if len(between) == 1 and between[0] in _PLUS:
        return "together"
    if between == ("and",):
        return _joined(before, behind)
    asked = {"how", "much"} <= set(before) or {"by", "how"} <= set(before)
    return "difference" if asked and set(between) & _HIGHER and between[-1:] == ("than",) else None


def _joined(before: tuple[str, ...], behind: tuple[str, ...]) -> Function | None:
    """ "difference between A and B", "A and B combined"."""
    if set(before[-2:]) & {"difference", "gap"} and not {"percent", "percentage"} & set(before):
        return "gap"
    return "together" if behind[:1] and behind[0] in _TOGETHER else None


def _divides_groups(sentence: Sentence, first: int, second: int) -> bool:
    """Whether "per" rather leads a group ("sales per year", "revenue per rating")."""
    column, span = sentence.spans[second].column, sentence.spans[second]
    return column is None or directional(column) or (span.text.endswith("s") and span.text != "sales")


def _compute(sentence: Sentence, places: Pair, one: ColumnProfile, other: ColumnProfile, function: Function) -> None:
    first, second = places
    statistic = _statistic(sentence, places)
    start, end = _stretch(sentence, places)
    sentence.use(*(at for at in range(start, end + 1) if sentence.spans[at].kind not in ("value", "period", "noun")))
    sentence.use_column(one.name)
    sentence.use_column(other.name)
    sentence.doubts.extend((sentence.spans[first].score, sentence.spans[second].score))
    metric = Metric(function=function, column=one.name, other=other.name, statistic=statistic)
    sentence.metrics.append(metric)
    _tell(sentence, metric, one, other)


def _tell(sentence: Sentence, metric: Metric, one: ColumnProfile, other: ColumnProfile) -> None:
    if metric.function in ("ratio", "percentage"):
        how = {
            "sum": f"I divided the total {spoken(one)} by the total {spoken(other)}.",
            "mean": f"I divided {spoken(one)} by {spoken(other)} in each row, and averaged that.",
            "averages": f"I divided the average {spoken(one)} by the average {spoken(other)}.",
        }.get(metric.statistic, "")
        sentence.assume(how, 0.86)


def _statistic(sentence: Sentence, places: Pair) -> Statistic:
    """Whether totals, averages or each row's figures are worked with."""
    first, second = places
    words = [at for at in sentence.free("operation", "aggregate") if sentence.spans[at].meaning in _AVERAGED]
    asked = [at for at in words if at < second or at == second + 1]
    twice = [at for at in asked if first < at < second]
    if not asked:
        return "sum"
    meaning = sentence.spans[asked[0]].meaning
    sentence.use(*asked)
    if twice and meaning == "mean":
        return "averages"
    return cast("Statistic", meaning)


def _stretch(sentence: Sentence, places: Pair) -> Pair:
    """The spans that the words of arithmetic stand in: from "difference between" to "combined"."""
    start, end = places
    lead = word_set(
        "difference between gap ratio of the by how much in total average mean combined sum is are was number"
    )
    while start and set(sentence.spans[start - 1].text.split()) <= lead and sentence.spans[start - 1].kind != "column":
        start -= 1
    tail = _TOGETHER | word_set("ratio in total the of")
    last = len(sentence.spans) - 1
    while end < last and set(sentence.spans[end + 1].text.split()) <= tail and sentence.spans[end + 1].kind != "column":
        end += 1
    return start, end


def _read_margin(sentence: Sentence) -> None:
    """ "profit margin": the profit in percent of the sales, where the table has one of each."""
    for at, column in list(sentence.free_columns()):
        following = sentence.span(at + 1)
        if following is None or following.text not in ("margin", "margins") or not _measured(column):
            continue
        if "profit" not in spoken(column).lower().split():
            return
        sold = [pair for pair in concept_columns("revenue", sentence.names) if pair[1].column.numeric]
        if len(sold) != 1 or sold[0][1].column == column:
            return
        other = sold[0][1].column
        averaged = [
            index for index in sentence.free("operation", "aggregate") if sentence.spans[index].meaning == "mean"
        ]
        sentence.use(at, at + 1, *averaged)
        sentence.use_column(column.name)
        metric = Metric(
            function="percentage", column=column.name, other=other.name, statistic="mean" if averaged else "sum"
        )
        sentence.metrics.append(metric)
        _tell(sentence, metric, column, other)


def computed(metric: Metric) -> bool:
    """Whether the metric is made of two columns."""
    return metric.function in ARITHMETIC
