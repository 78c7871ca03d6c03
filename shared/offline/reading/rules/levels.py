"""Conditions against a figure of the column itself: above the average fare, outliers by their z-score."""

from typing import Final, cast

from shared.analysis.conditions import Filter, Level, Operator
from shared.analysis.metrics import Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import concept_columns, positive_value
from shared.offline.reading.meanings.tokens import stem
from shared.offline.reading.rules.measures import measures_of
from shared.offline.reading.sentence import Placed, Sentence
from shared.offline.reading.vocabulary.words import word_set
from shared.offline.words.lexicon import concept_comparators
from shared.table.names import spoken

_CENTRES: Final = ("mean", "median")
_OPERATORS: Final = ("<", "<=", ">", ">=")
_DEVIATIONS: Final = word_set("deviation deviations std stds sd sds sigma sigmas stdev")
_OUTLYING: Final = word_set("outlier outliers outlying anomaly anomalies")
_SCORED: Final = word_set("z zscore zscores score scores")
_FENCED: Final = word_set("iqr interquartile tukey fence fences quartile")
_METHOD: Final = (
    _OUTLYING
    | _SCORED
    | _FENCED
    | _DEVIATIONS
    | word_set(
        "method rule criterion criteria test threshold thresholds cutoff using use used range an absolute greater than "
        "multiplier times the with by of based on as detected identified considered defined values value 1.5 "
        "more above "
        "beyond over standard is are there to any rows according removing removed remove excluding "
        "excluded exclude without "
        "ignoring dropping dropped after out left points point or less data not"
    )
)
_REMOVED: Final = word_set("removing removed remove excluding excluded exclude without ignoring dropping dropped left")
_USUAL: Final = {"deviations": 3.0, "quartiles": 1.5}


def read_levels(sentence: Sentence) -> None:
    """ "above the average fare", "wind above the 90th percentile", "within one standard deviation of the mean"."""
    _read_outliers(sentence)
    for index in sentence.free("comparator"):
        if sentence.spans[index].meaning in _OPERATORS:
            _read_level(sentence, index)


def _read_level(sentence: Sentence, index: int) -> None:
    found = _level(sentence, index)
    if found is None:
        return
    level, words = found
    if sentence.tokens[0].text in _ASKING and any(sentence.is_operation(at, "aggregate") for at in range(index)):
        return
    if _of_some(sentence, words[-1]):
        sentence.gaps.append("it compares with an average of some rows only, which I do not compute beside the others")
        return
    column = _column(sentence, index, words[-1])
    if column is None:
        return
    mention, held = column
    sentence.use(index, *words, *([mention] if mention is not None else []))
    operator = cast("Operator", sentence.spans[index].meaning)
    sentence.filters.append(Placed(Filter(column=held.name, operator=operator, level=level), index))
    _note(sentence, held, level)


_ASKING: Final = word_set("is are was were do does did has have")


def _of_some(sentence: Sentence, last: int) -> bool:
    """ "older than the average survivor", "above the average salary of their department"."""
    following = sentence.span(sentence.after(last))
    some = following is not None and (following.kind == "value" or _describes(following.column))
    return some or bool({"their", "its", "own", "his", "her"} & {token.text for token in sentence.tokens})


def _describes(column: ColumnProfile | None) -> bool:
    return column is not None and (positive_value(column) is not None or not column.numeric)


def _note(sentence: Sentence, column: ColumnProfile, level: Level) -> None:
    sentence.assume(f"I compared with the {level.said} {spoken(column)} of all rows.", 0.92)


def _level(sentence: Sentence, index: int) -> tuple[Level, tuple[int, ...]] | None:
    """The figure compared with, and the spans that say it."""
    at = sentence.after(index)
    span = sentence.span(at)
    if at is None or span is None or at in sentence.used:
        return None
    if span.kind == "operation" and span.word == "aggregate" and span.meaning in _CENTRES:
        return Level(figure=span.meaning), (at,)
    rank = sentence.span(at + 1)
    if span.kind == "number" and rank is not None and rank.word == "percentile" and 0 < (span.number or 0) < 100:
        return Level(figure="percentile", parameter=(span.number or 0.0) / 100), (at, at + 1)
    return None


def _column(sentence: Sentence, index: int, last: int) -> tuple[int | None, ColumnProfile] | None:
    """The column compared: named after the figure, or before the comparison, or by the comparison itself."""
    named = sentence.after(last, past=())
    column = sentence.column_at(named)
    if column is not None and column.numeric and positive_value(column) is None:
        return None if _figured(sentence, index, column) else (named, column)
    before = sentence.before(index, past=("verb",))
    column = sentence.column_at(before)
    if column is not None and column.numeric and positive_value(column) is None:
        led = sentence.is_operation(sentence.before(before or 0), "aggregate")
        return None if led else (before, column)
    concept = concept_comparators().get(sentence.spans[index].text)
    found = concept_columns(concept[1], sentence.names) if concept else []
    held = [name.column for score, name in found if name.column.numeric and score >= found[0][0] - 0.05]
    return (None, held[0]) if len(held) == 1 else None


def _figured(sentence: Sentence, index: int, column: ColumnProfile) -> bool:
    """ "is the average fare of women above the average fare of men": two figures, and no condition."""
    before = [at for at in range(index) if sentence.is_operation(at, "aggregate")]
    return any(sentence.column_at(sentence.after(at)) == column for at in before)


def _read_outliers(sentence: Sentence) -> None:
    """ "outliers in the fare column by the z-score method": rows far from the middle, by the rule that is named."""
    outlying = [at for at, span in enumerate(sentence.spans) if span.text in _OUTLYING and at not in sentence.used]
    words = {token.text for token in sentence.tokens}
    within = _spread(sentence)
    scored, fenced = bool(words & {"z", "zscore"}), bool(words & {"iqr", "interquartile", "tukey"})
    if not outlying and within is None:
        return
    measures = measures_of(sentence)
    if outlying and not (scored or fenced) and within is None:
        _by_both_rules(sentence, measures, words)
        return
    if outlying and scored == fenced and within is None:
        return
    if len(measures) != 1:
        return
    at, column = measures[0]
    figure = "quartiles" if fenced else "deviations"
    level = Level(figure=figure, parameter=_multiple(sentence, within) or _USUAL[figure])
    removed = bool(outlying) and bool(words & _REMOVED)
    inside = within is not None and not outlying and _inside(sentence)
    operator: Operator = "between" if inside or removed else "outside"
    if not removed:
        sentence.use_column(column.name)
    sentence.filters.append(Placed(Filter(column=column.name, operator=operator, level=level), at))
    _use_method(sentence)
    if removed and not sentence.metrics and not sentence.has("aggregate", "count", "share", "correlation", "extreme"):
        sentence.gaps.append("it asks to remove rows, and does not say what to compute of the others")
    if removed:
        sentence.assume(f"I left out the rows whose {spoken(column)} is an outlier by that rule.")
    if (
        not removed
        and not sentence.metrics
        and not sentence.has("aggregate", "share")
        and (outlying or sentence.has("count"))
    ):
        sentence.take("count")
        sentence.use(*sentence.free("noun"))
        sentence.metrics.append(Metric(function="count"))


def _grouped(sentence: Sentence) -> bool:
    """ "by class", and not "paid by the passengers", which is used up."""
    by = [at for at, span in enumerate(sentence.spans) if span.kind == "operation" and span.word == "by"]
    doers = [at for at in by if (after := sentence.span(sentence.after(at))) is not None and after.kind == "noun"]
    sentence.use(*doers)
    return len(doers) < len(by)


_UNSURE: Final = ("list", "extreme", "share", "rate", "correlation", "compare", "not", "distinct", "missing")


def _by_both_rules(sentence: Sentence, measures: list[tuple[int, ColumnProfile]], words: set[str]) -> None:
    """ "are there outliers in the fare column": no rule is named, so that both usual ones are told."""
    limited = any(span.kind in ("value", "period", "comparator", "grain") for span in sentence.spans)
    asked = sentence.tokens[0].text in _ASKING | {"any"} or sentence.has("count")
    figures = {sentence.spans[at].meaning for at in sentence.free("operation", "aggregate")}
    unsure = bool(figures - {"range"}) or sentence.has(*_UNSURE) or _grouped(sentence)
    if len(measures) != 1 or limited or words & _REMOVED or not asked or unsure:
        return
    _, column = measures[0]
    sentence.use_column(column.name)
    sentence.use(*(index for index, span in enumerate(sentence.spans) if span.text in _OUTLYING))
    sentence.take("count", "row", "aggregate")
    sentence.use(*sentence.free("noun"))
    sentence.columns = [column.name]
    sentence.shape = "outliers"
    sentence.assume("The question names no rule for outliers, so I counted by the two usual ones.")


def _spread(sentence: Sentence) -> int | None:
    """Where "within two standard deviations of the mean" has its number; None where it is not said."""
    texts = [token.text for token in sentence.tokens]
    for at, text in enumerate(texts):
        if text in _DEVIATIONS and {"mean", "average"} & set(texts[at + 1 : at + 5]) and _near_number(sentence, at):
            return at
    return None


def _near_number(sentence: Sentence, token: int) -> bool:
    return any(one.number is not None for one in sentence.tokens[max(0, token - 2) : token])


def _inside(sentence: Sentence) -> bool:
    return "within" in {token.text for token in sentence.tokens}


def _multiple(sentence: Sentence, within: int | None) -> float | None:
    """The number of deviations or of interquartile ranges that the question gives."""
    numbers = [token.number for token in sentence.tokens if token.number is not None and 0 < token.number < 10]
    return float(numbers[0]) if len(numbers) == 1 else None


def _use_method(sentence: Sentence) -> None:
    """Uses up the words of the rule, and the numbers that belong to it."""
    stems = {stem(word) for word in _METHOD}
    for at, span in enumerate(sentence.spans):
        own = {token.stem for token in sentence.tokens[span.start : span.end] if token.kind != "mark"}
        number = span.kind == "number" and 0 < abs(span.number or 0) < 10
        if span.word == "aggregate" and span.meaning != "iqr":
            continue
        if span.kind not in ("column", "value", "period") and (number or own <= stems):
            sentence.use(at)
    centres = [at for at in sentence.free("operation", "aggregate") if sentence.spans[at].meaning in ("stddev", "mean")]
    if _spread(sentence) is not None:
        sentence.use(*centres)
