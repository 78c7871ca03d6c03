"""Rules for what a question computes: counts, aggregates, rates, and plain mentions of a measure."""

from shared.contracts import ColumnProfile
from shared.reading.calendar import grain_of
from shared.reading.columns import concept_columns, additive, positive_value, spoken
from shared.reading.conditions import is_money, principal_amount
from shared.reading.lexing import directional
from shared.reading.nouns import daily_entity, unique
from shared.reading.reading import Filter, Function, Grouping, Metric
from shared.reading.sentence import Placed, Sentence

_PERCENTILES = {"lower quartile": 0.25, "upper quartile": 0.75}


def measures_of(sentence: Sentence) -> list[tuple[int, ColumnProfile]]:
    """Unused mentions of numeric columns, one a column."""
    found: dict[str, tuple[int, ColumnProfile]] = {}
    for index, column in sentence.free_columns():
        if column.numeric and column.role != "id":
            found.setdefault(column.name, (index, column))
    plain = {name: pair for name, pair in found.items() if not _verbal(sentence.spans[pair[0]].text)}
    if plain and len(plain) < len(found):
        sentence.use(*(pair[0] for name, pair in found.items() if name not in plain))
        return list(plain.values())
    return list(found.values())


_VERBAL = frozenset("paid pay pays spent spend billed charged earned sold bought ordered used cost costs".split())


def _verbal(text: str) -> bool:
    """Whether the mention is a verb that says little beside a named measure ("bonus paid")."""
    return text in _VERBAL


def use_measure(sentence: Sentence, index: int, column: ColumnProfile) -> None:
    """Uses up a measure's mentions and tells how it was recognised."""
    span = sentence.spans[index]
    sentence.use_column(column.name)
    told = span.how in ("synonym", "near", "meaning") or (span.how == "part" and span.score < 0.86)
    sentence.assume(f"I took “{span.text}” to mean the column {spoken(column)}." if told else "", span.score)


def read_percentiles(sentence: Sentence) -> None:
    """ "90th percentile of X", "p90"."""
    for index in sentence.free("operation", "percentile"):
        number = next((at for at in (sentence.before(index), sentence.after(index)) if _percent(sentence, at)), None)
        measures = measures_of(sentence)
        if number is None or len(measures) != 1:
            continue
        at, column = measures[0]
        use_measure(sentence, at, column)
        sentence.use(index, number)
        parameter = (sentence.spans[number].number or 0.0) / 100
        sentence.metrics.append(Metric(function="percentile", column=column.name, parameter=parameter))


def _percent(sentence: Sentence, index: int | None) -> bool:
    span = sentence.span(index)
    return span is not None and index not in sentence.used and span.number is not None and 0 < span.number < 100


def read_rates(sentence: Sentence) -> None:
    """ "readmission rate", "share of orders that were returned" by group: the percentage of a yes/no column."""
    for index in sentence.free("operation", "rate"):
        for at in (sentence.before(index), sentence.after(index)):
            column = sentence.column_at(at)
            if column is not None and at is not None and positive_value(column) is not None:
                sentence.use(index, at)
                sentence.metrics.append(rate_of(column))
                span = sentence.spans[at]
                told = span.how in ("synonym", "near", "meaning")
                sentence.assume(
                    f"I took “{span.text}” to mean the column {spoken(column)}." if told else "", span.score
                )
                break
            if _part_of_rate(sentence, at, index):
                break


def rate_of(column: ColumnProfile) -> Metric:
    """The percentage of rows that say yes."""
    return Metric(function="rate", column=column.name, positive=positive_value(column))


def _part_of_rate(sentence: Sentence, at: int | None, index: int) -> bool:
    """ "cancellation rate" where cancelled is a cell value: that condition is the part."""
    placed = next((item for item in sentence.filters if item.at == at), None)
    if placed is None or at != index - 1:
        return False
    sentence.filters.remove(placed)
    sentence.part.append(placed.filter)
    sentence.shape = "share"
    sentence.metrics.append(Metric(function="count"))
    sentence.use(index)
    return True


def read_counts(sentence: Sentence) -> None:
    """ "how many X": rows, different values, or units to add up, by what X is."""
    for index in sentence.free("operation", "count"):
        if index in sentence.used or sentence.shape is not None:
            continue
        sentence.use(index)
        _count(sentence, index)
    _read_distinct(sentence)
    _average_counts(sentence)


def _average_counts(sentence: Sentence) -> None:
    """ "average number of orders per customer": rows of each group, averaged."""
    words = [at for at in sentence.free("operation", "aggregate") if sentence.spans[at].meaning in ("mean", "median")]
    if len(words) != 1 or sentence.metrics != [Metric(function="count")] or len(sentence.groups) != 1:
        return
    function: Function = "mean" if sentence.spans[words[0]].meaning == "mean" else "median"
    sentence.use(words[0])
    group = sentence.groups.pop()
    sentence.metrics = [Metric(function=function, per=group)]
    sentence.assume(f"I counted rows for each {group.grain or group.column}, and took the {function} of these.", 0.88)


def _count(sentence: Sentence, index: int) -> None:
    head = _head(sentence, index)
    span = sentence.span(head)
    if head is None or span is None:
        _count_rows(sentence, None)
    elif span.word == "day" and not _one_a_day(sentence):
        sentence.gaps.append("each day has several rows, and the question does not say of which")
    elif span.word == "aside":
        sentence.gaps.append(f"nothing says how many rows belong to one of the {span.text}")
    elif span.kind == "noun":
        _count_rows(sentence, head)
    elif sentence.is_operation(head, "distinct"):
        return
    elif span.column is not None and span.column.numeric and span.column.role == "measure":
        _count_units(sentence, head, span.column)
    elif span.column is not None:
        _count_values(sentence, head, span.column)


def _one_a_day(sentence: Sentence) -> bool:
    """Whether the conditions leave one row a day."""
    fixed = {item.filter.column for item in sentence.filters if item.filter.operator == "="}
    return bool(fixed & set(daily_entity(sentence.table) or ())) and not sentence.groups


def _head(sentence: Sentence, index: int) -> int | None:
    """What is counted: the first noun or column after the word, before any other operation."""
    for at in range(index + 1, len(sentence.spans)):
        span = sentence.spans[at]
        if at in sentence.used or span.kind in ("stop", "unknown", "period"):
            continue
        if span.kind == "column" and span.column is not None and span.column.temporal:
            continue
        if span.word == "aside" and at != sentence.after(index):
            continue
        if span.kind == "noun" or (span.kind == "column" and span.column is not None) or span.word == "distinct":
            return at
        if span.kind == "operation" and span.word not in ("verb", "and", "not", "row"):
            return None
    return next(iter(sentence.free("noun")), None)


def _count_rows(sentence: Sentence, noun: int | None) -> None:
    if noun is not None:
        sentence.use(noun)
        sentence.doubts.append(sentence.spans[noun].score)
    elif not sentence.filters and not sentence.groups:
        sentence.doubts.append(0.75)
    sentence.metrics.append(Metric(function="count"))


def _count_units(sentence: Sentence, head: int, column: ColumnProfile) -> None:
    """ "how many units were sold": the total of a whole-numbered measure."""
    if sentence.free("operation", "aggregate"):
        return
    if additive(column) and column.type == "integer" and not is_money(column):
        use_measure(sentence, head, column)
        sentence.metrics.append(Metric(function="sum", column=column.name))
        sentence.assume(f"I added up {spoken(column)}.", 0.92)
        return
    sentence.gaps.append(f"“how many {sentence.spans[head].text}” could count rows or add up {spoken(column)}")


def _count_values(sentence: Sentence, head: int, column: ColumnProfile) -> None:
    sentence.use_column(column.name)
    span = sentence.spans[head]
    sentence.doubts.append(span.score)
    if unique(column, sentence.table):
        sentence.metrics.append(Metric(function="count"))
        return
    if any(item.filter.column in _measures(sentence) and not item.period for item in sentence.filters):
        sentence.gaps.append(f"the condition could hold for single rows or for each {spoken(column)} as a whole")
    sentence.metrics.append(Metric(function="distinct", column=column.name))
    sentence.assume(f"I counted each {spoken(column)} once.", 0.92)


def _measures(sentence: Sentence) -> set[str]:
    return {column.name for column in sentence.table.columns if additive(column) and column.role == "measure"}


def _read_distinct(sentence: Sentence) -> None:
    for index in sentence.free("operation", "distinct"):
        column_index = next((at for at in range(index + 1, len(sentence.spans)) if sentence.column_at(at)), None)
        column = sentence.column_at(column_index)
        if column is None:
            continue
        sentence.use(index)
        sentence.use_column(column.name)
        if sentence.metrics and sentence.metrics[-1] == Metric(function="count"):
            sentence.metrics.pop()
        counted = any(sentence.is_operation(at, "count") for at in range(index))
        if counted or not sentence.has("list", "which"):
            sentence.metrics.append(Metric(function="distinct", column=column.name))
        else:
            sentence.shape = "list"
            sentence.columns.append(column.name)


def read_aggregates(sentence: Sentence) -> None:
    """ "average salary", "min and max price", "total"; each word with the measure that it goes with."""
    words = sentence.free("operation", "aggregate")
    extremes = [at for at in sentence.free("operation", "extreme") if sentence.shape is None]
    functions = [(at, sentence.spans[at].meaning) for at in sorted(words + extremes)]
    measures = measures_of(sentence)
    if functions and not measures:
        asked = sentence.take("much")
        measures = (asked and _amount(sentence, asked[0].meaning)) or _of_noun(sentence) or _default_measure(sentence)
    if not functions:
        _read_bare(sentence, measures)
    elif measures:
        _pair(sentence, functions, measures)


def _pair(sentence: Sentence, functions: list[tuple[int, str]], measures: list[tuple[int, ColumnProfile]]) -> None:
    names = list(dict.fromkeys(meaning for _, meaning in functions))
    _drop_native_grain(sentence, names, measures)
    if "mean" in names and "sum" in names and len(names) == 2:
        sentence.gaps.append("it asks for a total and an average at once, and does not say of what")
        return
    if len(names) > 1 and len(measures) > 1:
        sentence.gaps.append("it asks for several figures of several columns at once")
        return
    if len(measures) > 1 and not _joined(sentence, measures):
        options = " or ".join(spoken(column) for _, column in measures)
        sentence.gaps.append(f"it could be meant of {options}")
        return
    for at, _ in functions:
        sentence.use(at)
    for index, column in measures:
        use_measure(sentence, index, column)
        sentence.metrics.extend(_metric(name, column) for name in names)
    _average_over_times(sentence)


def _drop_native_grain(sentence: Sentence, names: list[str], measures: list[tuple[int, ColumnProfile]]) -> None:
    """ "daily max temperature" of rows that are days already groups nothing."""
    if not names or any(additive(column) for _, column in measures):
        return
    for span in sentence.spans:
        group = next((one for one in sentence.groups if one.grain == span.grain), None)
        if span.kind == "grain" and span.text.endswith("ly") and group is not None:
            column = sentence.table.column(group.column)
            if column.type == "date" and (grain_of(column) or "day") == group.grain:
                sentence.groups.remove(group)


def _joined(sentence: Sentence, measures: list[tuple[int, ColumnProfile]]) -> bool:
    pairs = zip(measures, measures[1:], strict=False)
    return all(any(sentence.is_operation(at, "and") for at in range(a[0] + 1, b[0])) for a, b in pairs)


def _metric(name: str, column: ColumnProfile) -> Metric:
    if name in _PERCENTILES:
        return Metric(function="percentile", column=column.name, parameter=_PERCENTILES[name])
    function: Function = name  # type: ignore[assignment]  # the lexicon's keys are functions
    return Metric(function=function, column=column.name)


def _average_over_times(sentence: Sentence) -> None:
    """ "average monthly revenue": the total of each month, averaged."""
    grained = [group for group in sentence.groups if group.grain]
    words = [span.text for span in sentence.spans if span.kind == "grain" and span.text.endswith("ly")]
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


def _by_concept(sentence: Sentence) -> list[tuple[int, ColumnProfile]]:
    """ "how much does a desk cost", "how long did it last": the verb names the measure."""
    for at in sentence.free("operation", "concept"):
        if not sentence.has("much"):
            continue
        found = [pair for pair in concept_columns(sentence.spans[at].meaning, sentence.names) if pair[1].column.numeric]
        if len(found) == 1:
            sentence.use(at)
            column = found[0][1].column
            sentence.assume(f"I took “{sentence.spans[at].text}” to mean {spoken(column)}.", found[0][0])
            return [(0, column)]
    return []


def _of_noun(sentence: Sentence) -> list[tuple[int, ColumnProfile]]:
    """ "average order", "total spending": the amount that a row, or one way of the money, is about."""
    directed = any(directional(sentence.table.column(item.filter.column)) for item in sentence.filters)
    nouns = [at for at in sentence.free("noun") if sentence.spans[at].word == ""]
    if not (directed or nouns) or sentence.has("count"):
        return []
    found = _amount(sentence, "money")
    sentence.use(*(nouns if found else []))
    return found


def _default_measure(sentence: Sentence) -> list[tuple[int, ColumnProfile]]:
    """The one measure there is, where a question names none."""
    measures = [column for column in sentence.table.columns if column.numeric and column.role == "measure"]
    if len(measures) != 1:
        return []
    sentence.assume(f"I took it to be about {spoken(measures[0])}, the only measure there is.", 0.84)
    return [(0, measures[0])]


def _read_bare(sentence: Sentence, measures: list[tuple[int, ColumnProfile]]) -> None:
    """A measure without a word for what to compute: added up where that means something, else averaged."""
    if sentence.metrics or sentence.shape in ("list", "overview", "missing", "correlation", "share"):
        return
    asked = sentence.take("much")
    directed = any(directional(sentence.table.column(item.filter.column)) for item in sentence.filters)
    if not measures and not asked and directed and not sentence.free("noun"):
        measures = _amount(sentence, "money")
    measures = measures or _by_concept(sentence)
    if asked and not measures:
        measures = _amount(sentence, asked[0].meaning) or _default_measure(sentence)
    if len(measures) > 1 and not _joined(sentence, measures):
        options = " or ".join(spoken(column) for _, column in measures)
        sentence.gaps.append(f"it could be meant of {options}")
        return
    for index, column in measures:
        if index or sentence.spans[0].column == column:
            use_measure(sentence, index, column)
        sentence.metrics.append(_named_extreme(sentence, index, column) or default_metric(sentence, column))


def _amount(sentence: Sentence, asked: str) -> list[tuple[int, ColumnProfile]]:
    principal = principal_amount([column for column in sentence.table.columns if is_money(column)])
    if principal is None:
        return []
    sentence.assume(f"I took it to be about {spoken(principal)}.", 0.84 if asked == "money" else 0.82)
    return [(0, principal)]


def _named_extreme(sentence: Sentence, index: int, column: ColumnProfile) -> Metric | None:
    """ "maximum temperature", where a column is called so: its highest value."""
    words = set(sentence.spans[index].text.split()) if index or sentence.spans[0].column == column else set()
    if words & {"max", "maximum"}:
        return Metric(function="max", column=column.name)
    return Metric(function="min", column=column.name) if words & {"min", "minimum"} else None


def default_metric(sentence: Sentence, column: ColumnProfile) -> Metric:
    """What is computed of a measure when the question does not say."""
    if additive(column):
        sentence.doubts.append(0.95)
        return Metric(function="sum", column=column.name)
    sentence.assume(f"I averaged {spoken(column)}, since adding it up would mean little.", 0.86)
    return Metric(function="mean", column=column.name)


def count_by_default(sentence: Sentence) -> None:
    """ "orders per region", "shipped orders in June": rows named, and nothing else to compute."""
    if sentence.metrics or sentence.shape not in (None, "comparison"):
        return
    nouns = [at for at in sentence.free("noun") if sentence.spans[at].word != "aside"]
    nouns += [at for at, column in sentence.free_columns() if unique(column, sentence.table)]
    if not nouns and _events(sentence):
        sentence.metrics.append(Metric(function="count"))
    elif not nouns and sentence.groups and any(_is_flag(sentence, item) for item in sentence.filters):
        sentence.metrics.append(Metric(function="count"))
        sentence.assume("I counted rows.", 0.86)
    elif nouns and (sentence.groups or sentence.filters or sentence.sides):
        sentence.use(*nouns)
        sentence.doubts.append(min(sentence.spans[at].score for at in nouns))
        sentence.metrics.append(Metric(function="count"))
        sentence.assume("I counted rows.", 0.9)


def _is_flag(sentence: Sentence, item: Placed) -> bool:
    return positive_value(sentence.table.column(item.filter.column)) is not None


def _events(sentence: Sentence) -> bool:
    """ "admissions per quarter": the dates that are grouped by are themselves what is counted."""
    dated = {group.column for group in sentence.groups if group.grain}
    named = {span.column.name for span in sentence.spans if span.kind == "column" and span.column is not None}
    return bool(dated & named) and not measures_of(sentence)


def read_per_row(sentence: Sentence) -> None:
    """ "revenue per order", where an order is a row: its average."""
    if not sentence.per_row:
        return
    if any(metric.function in ("count", "distinct") for metric in sentence.metrics):
        sentence.gaps.append("it counts per row, and each row is one")
    sentence.metrics = [
        metric.model_copy(update={"function": "mean"}) if metric.function == "sum" else metric
        for metric in sentence.metrics
    ]


def split_part(sentence: Sentence, placed: list[Placed]) -> tuple[list[Filter], list[Filter]]:
    """Base and part of a share: what stands after the verb is the part, or everything that is not a time."""
    verb = next((at for at in _main_verbs(sentence) if any(item.at > at for item in placed if not item.period)), None)
    later = [item for item in placed if verb is not None and item.at > verb and not item.period]
    later = later or _described(sentence, placed)
    later = _flagged(sentence, later or [item for item in placed if not item.period]) or later
    chosen = later or [item for item in placed if not item.period] or placed
    return [item.filter for item in placed if item not in chosen], [item.filter for item in chosen]


def _flagged(sentence: Sentence, chosen: list[Placed]) -> list[Placed]:
    """ "share of days with snow in Gdansk": what says yes or no is the part, and the place its base."""
    flags = [item for item in chosen if _is_flag(sentence, item)]
    first, last = min((item.at for item in chosen), default=0), max((item.at for item in chosen), default=0)
    joined = any(sentence.is_operation(at, "and") for at in range(first, last))
    return flags if flags and len(flags) < len(chosen) and not joined else []


def _described(sentence: Sentence, placed: list[Placed]) -> list[Placed]:
    """ "remote workers in marketing", "rent as a percentage of everything going out": what comes first is the part."""
    share = next((at for at, span in enumerate(sentence.spans) if span.word in ("share", "rate")), 0)
    nouns = [at for at, span in enumerate(sentence.spans) if span.kind == "noun" and at > share]
    edges = nouns[:1] if nouns and any(share < item.at < nouns[0] for item in placed) else []
    if not edges and any(item.at < share for item in placed):
        edges = [share]
    if not edges or not any(item.at > edges[0] and not item.period for item in placed):
        return []
    return [item for item in placed if item.at < edges[0] and not item.period]


_MAIN_VERBS = frozenset(
    "is are was were be been have has had that who with come comes came from coming belong belongs".split()
) | {
    "come from", "comes from", "came from", "coming from", "that are", "who are", "which are", "that is", "that was",
    "that were", "who have", "that have", "who had", "who were", "are in", "goes to", "go to", "went to", "made up by",
    "attributable to", "due to", "generated by", "is from", "belong to", "belongs to", "which is", "which were",
}  # fmt: skip


def _main_verbs(sentence: Sentence) -> list[int]:
    start = next((at for at, span in enumerate(sentence.spans) if span.word in ("share", "rate")), 0)
    return [
        at
        for at, span in enumerate(sentence.spans)
        if at > start and span.word == "verb" and span.text in _MAIN_VERBS and not _opening(sentence, at, start)
    ]


def _opening(sentence: Sentence, at: int, start: int) -> bool:
    """Whether the verb comes before what is shared ("what share is ...")."""
    return not any(span.kind in ("noun", "column", "value") for span in sentence.spans[start + 1 : at])
