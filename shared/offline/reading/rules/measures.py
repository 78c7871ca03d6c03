"""Rules for what a question computes: counts, aggregates, rates, and plain mentions of a measure."""

from itertools import pairwise
from typing import Final

from shared.analysis.metrics import Metric
from shared.contracts import ColumnProfile, ForfeitCode
from shared.offline.reading.meanings.columns import chosen
from shared.offline.reading.meanings.lexing import directional
from shared.offline.reading.meanings.nouns import numbering
from shared.offline.reading.sentence import Sentence
from shared.table.additivity import additive
from shared.table.main_measure import only_measure, principal_amount
from shared.table.names import spoken, word_set, words_of
from shared.table.telling_apart import unique

TOGETHER: Final = ("correlation", "spearman", "covariance")
"""What is computed of two columns at once."""
Mention = tuple[int, ColumnProfile]
"""Where a column stands in the question, and the column; 0 where it is not named."""


def measures_of(sentence: Sentence) -> list[Mention]:
    """Unused mentions of numeric columns, one a column."""
    found: dict[str, tuple[int, ColumnProfile]] = {}
    for index, column in sentence.free_columns():
        if column.numeric and column.role != "id" and not numbering(column) and not _calendar(column, sentence):
            found.setdefault(column.name, (index, column))
    together = sentence.has(*TOGETHER)
    verbs = [at for at, _ in found.values() if sentence.spans[at].text in _VERBAL]
    verbs = [at for at in verbs if not (together or sentence.is_operation(sentence.before(at), "and"))]
    plain = {name: pair for name, pair in found.items() if pair[0] not in verbs}
    if plain and len(plain) < len(found):
        sentence.use(*(pair[0] for name, pair in found.items() if name not in plain))
        return list(plain.values())
    return list(found.values())


def _calendar(column: ColumnProfile, sentence: Sentence) -> bool:
    """Whether the column only says when, beside a measure that the question names."""
    others = [other for _, other in sentence.free_columns() if other.numeric and other.role == "measure"]
    return column.role == "dimension" and words_of(column.name)[-1] in ("year", "month", "yr") and bool(others)


_VERBAL = word_set("paid pay pays spent spend billed charged earned sold bought ordered used cost costs")
"""Verbs that say little beside a named measure ("bonus paid"), and are no second one ("planned and spent")."""


def use_measure(sentence: Sentence, index: int, column: ColumnProfile) -> None:
    """Uses up a measure's mentions and tells how it was recognised."""
    span = sentence.spans[index]
    sentence.use_column(column.name)
    told = chosen(span) or (span.how == "part" and span.score < 0.86)
    sentence.assume(f"I took “{span.text}” to mean the column {spoken(column)}." if told else "", span.score)


def read_rates(sentence: Sentence) -> None:
    """ "readmission rate", "share of orders that were returned" by group: the percentage of a yes/no column."""
    for index in sentence.free("operation", "rate"):
        for at in (sentence.before(index), sentence.after(index)):
            column = sentence.column_at(at)
            if column is not None and at is not None and column.yes is not None:
                sentence.use(index)
                use_measure(sentence, at, column)
                sentence.metrics.append(rate_of(column))
                break


def rate_of(column: ColumnProfile) -> Metric:
    """The percentage of rows that say yes."""
    return Metric(function="rate", column=column.name, positive=column.yes)


def of_noun(sentence: Sentence) -> list[Mention]:
    """ "average order", "total spending": the amount that a row, or one way of the money, is about."""
    directed = any(directional(sentence.table.column(item.filter.column)) for item in sentence.filters)
    nouns = [at for at in sentence.free("noun") if sentence.spans[at].word == ""]
    if not (directed or nouns) or sentence.has("count"):
        return []
    found = amount_of(sentence, "money")
    sentence.use(*(nouns if found else []))
    return found


def default_measure(sentence: Sentence) -> list[Mention]:
    """The one measure there is, where a question names none."""
    only = only_measure(sentence.table)
    if only is None or any(unique(column, sentence.table) for _, column in sentence.free_columns()):
        return []
    sentence.assume(f"I took it to be about {spoken(only)}, the only measure there is.", 0.84)
    return [(0, only)]


def read_bare(sentence: Sentence, measures: list[Mention]) -> None:
    """A measure without a word for what to compute: added up where that means something, else averaged."""
    if sentence.metrics or sentence.shape in ("list", "overview", "correlation", "share"):
        return
    asked = sentence.take("much")
    directed = any(directional(sentence.table.column(item.filter.column)) for item in sentence.filters)
    if not measures and not asked and directed and not sentence.free("noun"):
        measures = amount_of(sentence, "money")
    if asked and not measures:
        measures = amount_of(sentence, asked[0].meaning) or default_measure(sentence)
    if len(measures) > 1 and not joined(sentence, measures):
        sentence.object(*why_several(sentence, measures))
        return
    for index, column in measures:
        if index or sentence.spans[0].column == column:
            use_measure(sentence, index, column)
        if not additive(column) and sentence.single and not sentence.filters:
            sentence.object(f"I could not read what of {spoken(column)} to compute")
        sentence.metrics.append(default_metric(sentence, column))


def why_several(sentence: Sentence, measures: list[Mention]) -> tuple[str, ForfeitCode]:
    """Why measures side by side are no figure: "waste per portion" is a ratio, else any of them could be meant."""
    names = [spoken(column) for _, column in measures]
    if not names[2:] and sentence.texts[sentence.spans[measures[-1][0]].start - 1] == "per":
        return f"it asks for {' per '.join(names)}, a ratio that I do not work out without a model", "not_understood"
    return f"I read it as about {' and '.join(names)}, and could not tell how they go together", "ambiguous"


def joined(sentence: Sentence, measures: list[Mention]) -> bool:
    """Whether "and" stands between every two of the mentions."""
    pairs = pairwise(measures)
    return all(any(sentence.is_operation(at, "and") for at in range(a[0] + 1, b[0])) for a, b in pairs)


def amount_of(sentence: Sentence, asked: str) -> list[Mention]:
    """The amount that the table is about; none where there is no one such."""
    principal = principal_amount([column for column in sentence.table.columns if column.money])
    if principal is None:
        return []
    sentence.assume(f"I took it to be about {spoken(principal)}.", 0.84 if asked == "money" else 0.82)
    return [(0, principal)]


def default_metric(sentence: Sentence, column: ColumnProfile) -> Metric:
    """What is computed of a measure when the question does not say."""
    if additive(column):
        sentence.doubts.append(0.95)
        return Metric(function="sum", column=column.name)
    sentence.assume(f"I averaged {spoken(column)}, since adding it up would mean little.", 0.86)
    return Metric(function="mean", column=column.name)


def read_per_row(sentence: Sentence) -> None:
    """ "revenue per order", where an order is a row: its average."""
    if not sentence.per_row:
        return
    if any(metric.function in ("count", "distinct") for metric in sentence.metrics):
        sentence.gaps.append("it counts per row, and each row is one")
    mean = {"function": "mean"}
    sentence.metrics = [one.model_copy(update=mean) if one.function == "sum" else one for one in sentence.metrics]


def read_named_shares(sentence: Sentence) -> None:
    """ "median urban share", where the column holds percentages: share is what it is called."""
    for index in sentence.free("operation", "share", "rate"):
        if sentence.spans[index].text not in _CALLED:
            continue
        for at in (index - 1, sentence.after(index)):
            column = sentence.column_at(at)
            if column is None or not column.numeric or sentence.has("by"):
                continue
            if column.unit == "%":
                sentence.use(index)


_CALLED = word_set("share percentage percent proportion rate pct rates percentages shares") | {
    "share of", "percentage of", "percent of", "proportion of", "rate of",
}  # fmt: skip


_ENDS: Final = frozenset({"highest", "lowest", "maximum", "minimum", "max", "min"})


def meant_as_number(sentence: Sentence, index: int) -> bool:
    """ "correlation of age with survived", "average survived by class": a yes that is written as 1 is computed with,
    and is no condition, where the figure stands before it and nothing else that it could be of."""
    measures = [column for _, column in measures_of(sentence)]
    if sentence.spans[index].column not in measures or sentence.has(*TOGETHER):
        return len(measures) == 2 and sentence.spans[index].column in measures
    lead = sentence.before(index, past=("column", "verb"))
    span, following = sentence.span(lead), sentence.span(sentence.after(index, past=("column",)))
    end = span is not None and span.text.partition(" ")[0] in _ENDS and not {"which", "who"} & sentence.said
    others = [column for column in measures if column.role == "measure" and column.yes is None]
    figured = (end or sentence.is_operation(lead, "aggregate")) and not others
    return figured and (following is None or following.kind not in ("noun", "value"))
