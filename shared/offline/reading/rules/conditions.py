"""Rules that turn parts of a question into conditions on rows: values, yes/no columns, comparisons, empty cells."""

from itertools import pairwise
from typing import Final

from shared.analysis.conditions import Filter, FilterOp
from shared.contracts import ColumnProfile, Scalar
from shared.offline.reading.meanings.columns import chosen
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.rules.measures import meant_as_number
from shared.offline.reading.sentence import Placed, Sentence
from shared.table.names import spoken

_LINK = ("verb", "which")


def read_values(sentence: Sentence) -> None:
    """Cell values become conditions; a mention of their own column beside them belongs to them."""
    for index in sentence.free("value"):
        span = sentence.spans[index]
        if span.column is None or index in sentence.used:
            continue
        sentence.use(index)
        _use_anchor(sentence, index, span.column)
        denied = negated(sentence, index)
        operator: FilterOp = ("not lists" if denied else "lists") if span.column.separator else "!=" if denied else "="
        sentence.filters.append(Placed(Filter(column=span.column.name, operator=operator, values=(span.value,)), index))
        _note_link(sentence, span)


def _use_anchor(sentence: Sentence, index: int, column: ColumnProfile) -> None:
    at = sentence.before(index)
    done = sentence.column_at(sentence.before(at)) if sentence.is_operation(at, "by") and at is not None else None
    if done is not None and done.name == column.name and sentence.spans[at or 0].text == "by":
        sentence.use(at or 0, sentence.before(at or 0) or 0)
    for beside in (sentence.after(index), _past_equals(sentence, sentence.before(index, past=(*_LINK, "not")))):
        found = sentence.column_at(beside)
        if beside is None or found is None:
            continue
        previous = sentence.before(beside)
        doer = sentence.is_operation(beside, "by")
        if found.name == column.name and not doer and not (beside < index and sentence.is_operation(previous, "by")):
            sentence.use(beside)
            return


def _past_equals(sentence: Sentence, index: int | None) -> int | None:
    """ "carrier = 'Nordwing'": the column stands before the sign."""
    span = sentence.span(index)
    equals = span is not None and span.kind == "comparator" and span.meaning == "="
    return sentence.before(index, past=_LINK) if equals and index is not None else index


def negated(sentence: Sentence, index: int) -> bool:
    """Whether a negation, which is used up, governs the span, directly or through a list of values ("not A or B")."""
    at: int | None = index
    while at is not None:
        at = sentence.before(at, past=("verb", "concept"))
        if sentence.is_operation(at, "not") and at is not None:
            sentence.use(at)
            return True
        column = sentence.column_at(at)
        if column is not None and column.name == getattr(sentence.spans[index].column, "name", None):
            continue
        if _same_column(sentence, at, index):
            continue
        if not (sentence.is_operation(at, "and") and _listed(sentence, at)):
            return False
    return False


def _same_column(sentence: Sentence, at: int | None, index: int) -> bool:
    span, own = sentence.span(at), sentence.spans[index].column
    return span is not None and span.kind == "value" and span.column is not None and span.column == own


def _listed(sentence: Sentence, joint: int | None) -> bool:
    left = sentence.span(sentence.before(joint)) if joint is not None else None
    return left is not None and left.kind == "value"


def _note_link(sentence: Sentence, span: Span) -> None:
    doubt = {"exact": 1.0, "folded": 1.0, "form": 0.95, "synonym": 0.88, "part": 0.8}.get(span.how, 0.75)
    told = span.how in ("synonym", "part") and span.column is not None
    sentence.assume(
        f"I took “{span.text}” to mean {span.column.name} = {span.value}." if told and span.column else "", doubt
    )


def read_flags(sentence: Sentence) -> None:
    """Yes/no columns become conditions, unless a rate, a share or a grouping asks for them."""
    for index, column in list(sentence.free_columns()):
        if index in sentence.used or column.yes is None or meant_as_number(sentence, index):
            continue
        before = sentence.span(sentence.before(index))
        if before is not None and before.word == "by" and before.text == "among":
            sentence.use(sentence.before(index) or 0)
        elif grouped_at(sentence, index) or sentence.is_operation(sentence.after(index), "rate"):
            continue
        if any(item.filter.column == column.name for item in sentence.filters):
            sentence.use(index)
            continue
        if sentence.is_operation(sentence.before(index), "rate", "missing") or sentence.is_operation(
            sentence.after(index, past=("verb",)), "missing"
        ):
            continue
        value = column.no if negated(sentence, index) else column.yes
        sentence.use(index)
        given = {"operator": "is null"} if value is None else {"operator": "=", "values": (value,)}
        sentence.filters.append(Placed(Filter(column=column.name, **given), index))
        span = sentence.spans[index]
        sentence.doubts.append(1.0 if span.how in ("exact", "form", "core") else span.score)
        note_column(sentence, index)


def grouped_at(sentence: Sentence, index: int) -> bool:
    """Whether a mention of a column stands in a list that is grouped by ("by sex and smoker")."""
    before = sentence.before(index)
    while sentence.is_operation(before, "and") and before is not None:
        listed = sentence.before(before)
        if sentence.column_at(listed) is None or listed is None:
            return False
        before = sentence.before(listed)
        while before is not None and sentence.column_at(before) == sentence.column_at(listed):
            before = sentence.before(before)
    return sentence.is_operation(before, "by")


def note_column(sentence: Sentence, index: int) -> None:
    """Tells how a mention was taken for a column, where that was a choice."""
    span = sentence.spans[index]
    if span.column is not None and chosen(span):
        sentence.assume(f"I took “{span.text}” to mean the column {spoken(span.column)}.", span.score)


def read_ranges(sentence: Sentence) -> None:
    """ "orders in 2023 and 2024": several stretches at once are no one condition, and none is dropped."""
    ranges: dict[str, set[tuple[Scalar, ...]]] = {}
    for item in sentence.filters:
        if item.filter.operator == "between" or (item.period and item.filter.operator == "="):
            ranges.setdefault(item.filter.column, set()).add(item.filter.values)
    for name, stretches in ranges.items():
        if len(stretches) > 1:
            sentence.gaps.append(f"it asks for several stretches of {spoken(sentence.table.column(name))} at once")


def merged(placed: list[Placed]) -> list[Filter]:
    """Conditions on the same column and of the same kind joined: A or B; neither A nor B."""
    joined: dict[tuple[object, ...], list[Filter]] = {}
    for item in (one.filter for one in placed):
        apart = item.operator.endswith("lists") and item.values  # a cell may list both
        joined.setdefault((item.column, item.operator, apart), []).append(item)
    return [_joined(filters) for filters in joined.values()]


def _joined(filters: list[Filter]) -> Filter:
    first = filters[0]
    values = tuple(dict.fromkeys(value for item in filters for value in item.values))
    if len(values) == 1 or first.operator not in ("=", "!="):
        return first
    return first.model_copy(update={"operator": "in" if first.operator == "=" else "not in", "values": values})


_OR: Final = frozenset({"or", "either", "or in"})


def read_alternatives(sentence: Sentence) -> None:
    """ "over 60 or under 5" asks for rows that meet one of both, and conditions are read as holding together."""
    placed = sorted(sentence.filters, key=lambda item: item.at)
    for first, second in pairwise(placed):
        between = {span.text for span in sentence.spans[first.at + 1 : second.at]}
        if between & _OR and not _same(first, second):
            sentence.gaps.append("it joins conditions by “or”, and I only read those that hold together")
            return


def _same(first: Placed, second: Placed) -> bool:
    """Whether both ask for a value of one column, of which either is meant anyway."""
    a, b = first.filter, second.filter
    return a.column == b.column and a.operator == b.operator and a.operator in ("=", "!=")
