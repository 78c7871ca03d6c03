"""Rules for the highest and the lowest: the entity at an extreme, the top or bottom few, or the extreme itself."""

import re

from shared.analysis.metrics import Metric, MetricFunction, Ordering
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import Called, concept_columns
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.synonyms import concept_names
from shared.offline.reading.meanings.tokens import stem, stem_set
from shared.offline.reading.rules.measures import measures_of, use_measure
from shared.offline.reading.rules.ranked import EXTREMES, Ranked, ranked
from shared.offline.reading.sentence import Sentence
from shared.offline.words.lexicon import word_list
from shared.query.groupings import ByColumn
from shared.table.additivity import additive
from shared.table.main_measure import main_measure
from shared.table.names import spoken, words_of
from shared.table.telling_apart import unique

_MOST_LISTED = 1000
_WHOLLY = 0.8  # from here on a column has the whole name of a concept, and not a word of it: units, in Unit Price
_OF_NUMBER = ("most", "fewest", "least")


def read_extremes(sentence: Sentence) -> None:
    """Finds the extreme, what it is of, and whose it is."""
    indexes = sentence.free("operation", *EXTREMES)
    if not indexes or sentence.shape is not None:
        return
    main = indexes[0]
    if len({sentence.spans[at].meaning for at in indexes}) > 1:
        return
    limit = _limit(sentence, main)
    metric = _metric(sentence, main)
    if sentence.gaps:
        return
    entity = ranked(sentence, main, limit, metric)
    if entity is None:
        _value(sentence, main, metric, limit)
    elif metric is None:
        _unranked(sentence, main, metric)
    else:
        _rank(sentence, indexes, metric, entity, limit)


def _limit(sentence: Sentence, main: int) -> int | None:
    for at in (sentence.after(main), sentence.before(main)):
        span = sentence.span(at)
        if span is not None and at is not None and at not in sentence.used and _counts(span):
            sentence.use(at)
            return int(span.number or 0)
    return _counted_before(sentence)


def _counts(span: Span) -> bool:
    """Whether a number says how many to list."""
    whole = span.number is not None and span.number == int(span.number)
    return span.kind == "number" and not span.word and whole and 0 < (span.number or 0) <= _MOST_LISTED


def _counted_before(sentence: Sentence) -> int | None:
    """ "the five accounts with the highest fee", "which 3 agents ...": the number stands before what is listed."""
    for at in sentence.free("number"):
        span, following = sentence.spans[at], sentence.span(at + 1)
        thing = following is not None and following.column is not None and not following.column.numeric
        if (thing or (following is not None and following.kind == "noun")) and _counts(span):
            sentence.use(at)
            return int(span.number or 0)
    return None


def _offset(sentence: Sentence, main: int) -> int:
    span = sentence.span(at := sentence.before(main))
    if span is None or span.word != "ordinal":
        return 0
    sentence.use(at)
    return int(span.number or 1) - 1


def _metric(sentence: Sentence, main: int) -> Metric | None:
    """What is extreme; None where the question does not name it. The function is "max" until the entity is known."""
    span = sentence.spans[main]
    if span.word == "frequent":
        _counted(sentence, main)
        return Metric(function="count")
    if span.word == "adjective":
        return _by_concept(sentence, main)
    if counted := _counted(sentence, main):
        return counted
    if rate := next((metric for metric in sentence.metrics if metric.function == "rate"), None):
        sentence.metrics.remove(rate)
        return rate
    measures = measures_of(sentence)
    after = [pair for pair in measures if pair[0] > main]
    own = sentence.column_at(sentence.after(main))
    if after or (measures and (own is None or own.numeric or not _names_its_own(sentence, main))):
        chosen = (after or measures)[0]
        if len(after or measures) > 1:
            sentence.object(f"it could be ranked by {' or '.join(spoken(column) for _, column in after or measures)}")
            return None
        use_measure(sentence, *chosen)
        _use_order(sentence, chosen[0])
        return Metric(function=_asked_function(sentence), column=chosen[1].name)
    return None if _names_its_own(sentence, main) else _main_measure(sentence, main)


def _names_its_own(sentence: Sentence, main: int) -> bool:
    """ "highest income", where that is kept as text, "the most alarms", where an alarm is a yes, "the most customers":
    what it ranks by is named, and is not what the table is about."""
    span = sentence.span(at := sentence.after(main))
    if span is None or span.column is None or sentence.spans[main].word != "extreme":
        return False
    if at in sentence.used and span.kind in ("column", "value"):
        return True
    figures = [str(count.value) for count in span.column.top_values if re.match(r"[^\w\s]*\s?\d", str(count.value))]
    if span.column.type == "text" and 2 * len(figures) > len(span.column.top_values):
        sentence.gaps.append(f"{spoken(span.column)} holds text, such as “{figures[0]}”, and no numbers to rank by")
        return True
    if most := sentence.spans[main].text in ("most", "fewest") and span.kind == "column":
        sentence.object(f"“{span.text}” could be counted once for each row, or each of them once")
    return most


def _asked_function(sentence: Sentence) -> MetricFunction:
    asked = sentence.take("aggregate")
    return asked[0].meaning if asked else "max"  # type: ignore[return-value]  # the lexicon's keys are functions


def _use_order(sentence: Sentence, measure: int) -> None:
    before = sentence.before(measure, past=("aggregate",))
    sentence.use(before if sentence.is_operation(before, "by", "order") else None)


def _counted(sentence: Sentence, main: int) -> Metric | None:
    """ "the most orders", "the highest number of visits", "most different products"."""
    counts = sentence.free("operation", "count")
    distinct = sentence.free("operation", "distinct")
    nouns = [at for at in sentence.free("noun") if at > main]
    nouns = [at for at in nouns if not sentence.is_operation(sentence.before(at), "which")]
    if counts:
        sentence.use(*counts)
        _use_order(sentence, counts[0])
        columns = [pair for pair in sentence.free_columns() if pair[0] > counts[0]]
        if nouns and (not columns or nouns[0] < columns[0][0]):
            sentence.use(nouns[0])
            return Metric(function="count")
        if columns and (distinct or not unique(columns[0][1], sentence.table)):
            return _counted_column(sentence, columns[0])
        return Metric(function="count")
    ordered = [at for at in nouns if sentence.is_operation(sentence.before(at), "by", "order")]
    if ordered and not measures_of(sentence):
        sentence.use(ordered[0], sentence.before(ordered[0]) or 0)
        return Metric(function="count")
    direct = sentence.after(main, past=("distinct", "verb"))
    while direct is not None and direct in sentence.used:  # "the most returned orders": which orders are counted
        direct = sentence.after(direct, past=("distinct", "verb"))
    if nouns and direct == nouns[0] and sentence.spans[main].text in _OF_NUMBER and _has_entity(sentence):
        sentence.use(nouns[0])
        return Metric(function="count")
    return None


def _counted_column(sentence: Sentence, pair: tuple[int, ColumnProfile]) -> Metric | None:
    index, column = pair
    sentence.take("distinct")
    use_measure(sentence, index, column)
    if column.numeric and column.role == "measure":
        return Metric(function="sum" if additive(column) else "max", column=column.name)
    return Metric(function="distinct", column=column.name)


def _has_entity(sentence: Sentence) -> bool:
    named = any(not column.numeric or column.role == "dimension" for _, column in sentence.free_columns())
    return named or bool(sentence.groups) or sentence.has("who")


def _by_concept(sentence: Sentence, main: int) -> Metric | None:
    said, measures = sentence.spans[main], measures_of(sentence)
    alike = concept_columns(str(said.value), sentence.names)
    found = [pair for pair in alike if pair[1].column.numeric or pair[1].column.temporal]
    found = [pair for pair in found if pair[0] >= _WHOLLY or additive(pair[1].column) or not pair[1].column.money]
    main_amount = main_measure(sentence.table)  # what sells best is ranked by what it brings, and by no price of one
    if main_amount and not (found or measures) and (stem("revenue"),) in concept_names(str(said.value)):
        found = [(0.84, Called(main_amount))] if main_amount.money and additive(main_amount) else []
    named = [pair for pair in found if any(column == pair[1].column for _, column in measures)]
    for at, column in measures:
        if any(column == pair[1].column for pair in named):
            _use_order(sentence, at)
    found = named or found
    if not found and len(measures) == 1:
        use_measure(sentence, *measures[0])
        return _concept_metric(sentence, main, (1.0, Called(measures[0][1])))
    if not found:
        sentence.gaps.append(f"I could not tell by which column to find the “{said.text}”")
        return None
    close = [name for score, name in found if score >= found[0][0] - 0.03]
    end = stem("maximum" if said.meaning == "max" else "minimum")
    ended = [name for name in close if end in name.full]
    close = ended if len(ended) == 1 else close
    if len(close) > 1:
        options = " or ".join(spoken(name.column) for name in close)
        sentence.object(f"“{said.text}” could be meant by {options}")
        return None
    chosen = next((pair for pair in found if pair[1] == close[0]), found[0])
    return _concept_metric(sentence, main, chosen)


def _concept_metric(sentence: Sentence, main: int, found: tuple[float, Called]) -> Metric:
    (score, name), said = found, sentence.spans[main]
    sentence.use_column(name.column.name)
    sentence.assume(f"I took “{said.text}” by {spoken(name.column)}." if score < 0.95 else "", score)
    if said.value == "age" and (name.column.temporal or name.column.of_years):  # the oldest has the earliest date
        turned = {main: said._replace(meaning="min" if said.meaning == "max" else "max")}
        sentence.spans = tuple(turned.get(at, span) for at, span in enumerate(sentence.spans))
    return Metric(function=_asked_function(sentence), column=name.column.name)


def _main_measure(sentence: Sentence, main: int) -> Metric | None:
    """What the table is about, where nothing is named to rank by, nor loosely ("borrowed most", of Member Type)."""
    chosen = main_measure(sentence.table)
    sentence.take("much")
    loose = [at for at, one in enumerate(sentence.spans) if one.kind == "column" and _loose(one)]
    part = any(one.kind == "value" and one.how == "part" and one.text.islower() for one in sentence.spans)  # a guess
    led = all(sentence.is_operation(sentence.before(at), "which") for at in loose)
    asked = not part and (sentence.has("quality") or led)
    of_number = sentence.spans[main].text in _OF_NUMBER
    often = of_number and sentence.spans[main - 1].text != "the"  # "is used most"
    if of_number and any(sentence.table.column(one.filter.column).type == "boolean" for one in sentence.filters):
        return Metric(function="count")  # "are returned most": how often
    if chosen is None or not asked or (often and not additive(chosen)) or (sentence.has("quality") and _worse(chosen)):
        return None
    sentence.assume(f"I ranked by {spoken(chosen)}.", 0.84)
    return Metric(function=_asked_function(sentence), column=chosen.name)


def _loose(span: Span) -> bool:
    """Whether a column is named by another word, or by a verb of its name ("who borrows the most", of Borrower)."""
    last = words_of(span.column.name)[-1] if span.column else ""
    return span.how in ("synonym", "part") or (span.how in ("form", "core") and last[:-1] not in span.text)


def _value(sentence: Sentence, main: int, metric: Metric | None, limit: int | None) -> None:
    """ "highest salary": the extreme itself."""
    unsaid = metric is not None and not _said(sentence, main, metric)
    if metric is None or limit or unsaid or metric.function != "max":
        _unranked(sentence, main, metric)
        return
    offset = _offset(sentence, main)
    function: MetricFunction = "max" if sentence.spans[main].meaning == "max" else "min"
    if offset and (sentence.groups or metric.column is None):
        sentence.gaps.append("it asks for a value further down the order")
        return
    sentence.take(*EXTREMES)
    if offset:
        sentence.take("which")
        sentence.shape = "entity"
        sentence.groups.append(ByColumn(column=metric.column or ""))
        sentence.ordering = Ordering(descending=function == "max", limit=1, offset=offset)
    sentence.metrics.append(metric.model_copy(update={"function": function}))


def _said(sentence: Sentence, main: int, metric: Metric) -> bool:
    """Whether the best or the worst of a measure is asked for by its name; of what sells best, it is a thing."""
    named = (span for span in sentence.spans if span.column is not None and span.column.name == metric.column)
    return sentence.spans[main].word != "quality" or any(span.how != "synonym" for span in named)


def _unranked(sentence: Sentence, main: int, metric: Metric | None) -> None:
    """Says which of both was not read: the figure that is ranked by, or what is ranked by it."""
    by = spoken(sentence.table.column(metric.column)) if metric and metric.column else "a number of rows"
    unread = f"I could not tell by which column to find the “{sentence.spans[main].text}”"
    if not sentence.gaps:
        sentence.gaps.append(f"I could not read what to rank by {by}" if metric else unread)


def _rank(sentence: Sentence, indexes: list[int], metric: Metric, entity: Ranked, limit: int | None) -> None:
    group, single = entity
    sentence.use(*indexes)
    if sentence.groups:
        sentence.gaps.append("it asks for a ranking inside each group")
    highest = _highest(sentence, indexes[0], metric)
    offset = _offset(sentence, indexes[0])
    sentence.shape = "entity"
    sentence.groups.append(group)
    sentence.metrics.append(_for_groups(sentence, metric, single, highest))
    sentence.ordering = Ordering(descending=highest, limit=limit or 1, offset=offset)
    sentence.take("which", "list", "who")


def _highest(sentence: Sentence, main: int, metric: Metric) -> bool:
    """Whether the largest comes first: the worst delay is the largest one, the best the smallest."""
    highest = sentence.spans[main].meaning == "max"
    judged = metric.column is not None and sentence.spans[main].word == "quality"
    return highest != (judged and _worse(sentence.table.column(metric.column or "")))


def _worse(column: ColumnProfile) -> bool:
    return bool(WORSE & set(Called(column).full))


WORSE = stem_set(word_list("better_when_low"))
"""Words of measures that are better low."""


def _for_groups(sentence: Sentence, metric: Metric, single: bool, highest: bool) -> Metric:
    if metric.column is None or metric.function != "max":
        return metric
    column = sentence.table.column(metric.column)
    extreme: MetricFunction = "max" if highest else "min"
    if single or column.temporal:
        return metric.model_copy(update={"function": extreme})
    if additive(column):
        sentence.doubts.append(0.93)
        return metric.model_copy(update={"function": "sum"})
    sentence.rivals.append(metric.model_copy(update={"function": extreme}))
    sentence.doubts.append(0.86)
    return metric.model_copy(update={"function": "mean"})
