"""Rules for what a question computes: counts, aggregates, rates, and plain mentions of a measure."""

from itertools import pairwise

from shared.contracts import ColumnProfile
from shared.reading.columns import additive, chosen, concept_columns, negative_value, positive_value, spoken
from shared.reading.lexing import directional
from shared.reading.money import is_money, principal_amount
from shared.reading.nouns import MASS, numbering, one_a_sale
from shared.reading.reading import Function, Grouping, Metric
from shared.reading.sentence import Sentence
from shared.reading.time_columns import grain_of
from shared.reading.tokens import words_of
from shared.reading.words import word_set

_PERCENTILES = {"lower quartile": 0.25, "upper quartile": 0.75}


def measures_of(sentence: Sentence) -> list[tuple[int, ColumnProfile]]:
    """Unused mentions of numeric columns, one a column."""
    found: dict[str, tuple[int, ColumnProfile]] = {}
    for index, column in sentence.free_columns():
        if column.numeric and column.role != "id" and not numbering(column) and not _calendar(column, sentence):
            found.setdefault(column.name, (index, column))
    plain = {name: pair for name, pair in found.items() if not _verbal(sentence.spans[pair[0]].text)}
    if plain and len(plain) < len(found):
        sentence.use(*(pair[0] for name, pair in found.items() if name not in plain))
        return list(plain.values())
    return list(found.values())


def _calendar(column: ColumnProfile, sentence: Sentence) -> bool:
    """Whether the column only says when, beside a measure that the question names."""
    others = [other for _, other in sentence.free_columns() if other.numeric and other.role == "measure"]
    return column.role == "dimension" and words_of(column.name)[-1] in ("year", "month", "yr") and bool(others)


_VERBAL = word_set("paid pay pays spent spend billed charged earned sold bought ordered used cost costs")


def _verbal(text: str) -> bool:
    """Whether the mention is a verb that says little beside a named measure ("bonus paid")."""
    return text in _VERBAL


def use_measure(sentence: Sentence, index: int, column: ColumnProfile) -> None:
    """Uses up a measure's mentions and tells how it was recognised."""
    span = sentence.spans[index]
    sentence.use_column(column.name)
    told = chosen(span) or (span.how == "part" and span.score < 0.86)
    sentence.assume(f"I took “{span.text}” to mean the column {spoken(column)}." if told else "", span.score)


_QUARTILES = word_set("quartile quartiles")


def _read_several_percentiles(sentence: Sentence) -> None:
    """ "25th, 50th and 75th percentiles of X", "the quartiles of X"."""
    measures = measures_of(sentence)
    if len(measures) != 1:
        return
    words = sentence.free("operation", "percentile")
    numbers = [at for at in sentence.free("number") if words and at < words[0] and _percent(sentence, at)]
    shares = [(sentence.spans[at].number or 0.0) / 100 for at in numbers]
    if len(words) != 1 or len(numbers) < 2:
        quarters = [at for at, span in enumerate(sentence.spans) if span.text in _QUARTILES and at not in sentence.used]
        if len(quarters) != 1 or not sentence.spans[quarters[0]].text.endswith("s"):
            return
        words, numbers, shares = quarters, [], [0.25, 0.5, 0.75]
    at, column = measures[0]
    use_measure(sentence, at, column)
    sentence.use(*words, *numbers)
    sentence.metrics += [Metric(function="percentile", column=column.name, parameter=share) for share in shares]


def read_percentiles(sentence: Sentence) -> None:
    """ "90th percentile of X", "p90"."""
    _read_several_percentiles(sentence)
    for index in sentence.free("operation", "percentile"):
        own = [index] if sentence.spans[index].number is not None else []
        number = next(
            (at for at in (*own, sentence.before(index), sentence.after(index)) if _percent(sentence, at)), None
        )
        measures = measures_of(sentence)
        if number is None or len(measures) != 1:
            continue
        at, column = measures[0]
        use_measure(sentence, at, column)
        sentence.use(index, number)
        parameter = (sentence.spans[number].number or 0.0) / 100
        quartiles = sentence.free("operation", "aggregate")
        sentence.use(*(at for at in quartiles if _PERCENTILES.get(sentence.spans[at].meaning) == parameter))
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
                span = sentence.spans[at]
                sentence.metrics.append(rate_of(column, denied=span.word == "opposite"))
                told = chosen(span)
                sentence.assume(
                    f"I took “{span.text}” to mean the column {spoken(column)}." if told else "", span.score
                )
                break
            if _part_of_rate(sentence, at, index):
                break


def rate_of(column: ColumnProfile, *, denied: bool = False) -> Metric:
    """The percentage of rows that say yes; or no, where that is asked for."""
    value = negative_value(column) if denied else positive_value(column)
    return Metric(function="rate", column=column.name, positive=value)


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
    if len({meaning for _, meaning in functions}) > 1:
        sentence.use(*(at for at, _ in functions if sentence.spans[at].text == "typical"))
        functions = [pair for pair in functions if sentence.spans[pair[0]].text != "typical"]
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
        if sentence.spans[index].column == column:
            use_measure(sentence, index, column)
        sentence.metrics.extend(_metric(name, column) for name in names)
    _average_over_times(sentence)
    _average_over_people(sentence)


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
    pairs = pairwise(measures)
    return all(any(sentence.is_operation(at, "and") for at in range(a[0] + 1, b[0])) for a, b in pairs)


def _metric(name: str, column: ColumnProfile) -> Metric:
    if name in _PERCENTILES:
        return Metric(function="percentile", column=column.name, parameter=_PERCENTILES[name])
    function: Function = name  # type: ignore[assignment]  # the lexicon's keys are functions
    return Metric(function=function, column=column.name)


def _each_time(sentence: Sentence, at: int) -> bool:
    """ "monthly", "per month"."""
    span = sentence.spans[at]
    before = sentence.span(sentence.before(at))
    return span.kind == "grain" and (span.text.endswith("ly") or (before is not None and before.text == "per"))


_BUYING = word_set("customer client user visitor member patient account buyer shopper player donor guest")


def _average_over_people(sentence: Sentence) -> None:
    """ "average sales per customer": what each has in total, averaged."""
    if (
        len(sentence.groups) != 1
        or len(sentence.metrics) != 1
        or sentence.metrics[0].function not in ("mean", "median")
    ):
        return
    group, metric = sentence.groups[0], sentence.metrics[0]
    people = not group.grain and bool(_BUYING & set(words_of(group.column)))
    per = any(span.kind == "operation" and span.text == "per" for span in sentence.spans)
    if not (people and per) or metric.column is None or not additive(sentence.table.column(metric.column)):
        return
    sentence.groups.clear()
    sentence.metrics[0] = metric.model_copy(update={"per": group})
    name = spoken(sentence.table.column(metric.column))
    sentence.assume(f"I added up {name} for each {group.column}, and took the {metric.function} of these.", 0.85)


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
    measures = [pair for pair in measures if not asked_years(sentence, pair[0])]
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


def asked_years(sentence: Sentence, at: int) -> bool:
    """ "which years had ...": years are told apart, though they are numbers."""
    column = sentence.spans[at].column
    yearly = column is not None and words_of(column.name)[-1] in ("year", "yr", "season")
    return yearly and sentence.is_operation(sentence.before(at), "which", "list")


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


def taken(sentence: Sentence, column: ColumnProfile) -> bool:
    """ "revenue", where rows are single sales and only their price is known: prices add up to what was taken."""
    amounts = any(token.stem in MASS and token.text != "sales" for token in sentence.tokens)
    return amounts and is_money(column) and one_a_sale(sentence.table)


def default_metric(sentence: Sentence, column: ColumnProfile) -> Metric:
    """What is computed of a measure when the question does not say."""
    if additive(column) or taken(sentence, column):
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
    sentence.metrics = [
        metric.model_copy(update={"function": "mean"}) if metric.function == "sum" else metric
        for metric in sentence.metrics
    ]
