"""Rules that turn parts of a question into conditions on rows: values, yes/no columns, comparisons, empty cells."""

from collections.abc import Iterable

from shared.contracts import ColumnProfile, Scalar
from shared.reading.columns import chosen, concept_columns, negative_value, positive_value, spoken
from shared.reading.lexicon import CONCEPT_COMPARATORS
from shared.reading.money import is_money, principal_amount
from shared.reading.reading import Filter, Operator
from shared.reading.sentence import Placed, Sentence
from shared.reading.spans import Span
from shared.reading.units import converted, is_time_unit, is_unit, time_unit

_LINK = ("verb", "which")
_FOLLOWING = ("or ", "and ")


def read_values(sentence: Sentence) -> None:
    """Cell values become conditions; a mention of their own column beside them belongs to them."""
    for index in sentence.free("value"):
        span = sentence.spans[index]
        if span.column is None or index in sentence.used:
            continue
        sentence.use(index)
        _use_anchor(sentence, index, span.column)
        operator: Operator = "!=" if _negated(sentence, index) or _left_out(sentence, index) else "="
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


def _negated(sentence: Sentence, index: int) -> bool:
    """Whether a negation governs the span, directly or through a list of values ("not A or B")."""
    at: int | None = index
    while at is not None:
        at = sentence.before(at, past=("verb",))
        if sentence.is_operation(at, "not") and at is not None:
            sentence.use(at)
            return True
        column = sentence.column_at(at)
        if column is not None and column.name == getattr(sentence.spans[index].column, "name", None):
            continue
        if not (sentence.is_operation(at, "and") and _listed(sentence, at)):
            return False
    return False


def _left_out(sentence: Sentence, index: int) -> bool:
    """ "sugar beet not counted", "M4 excluded"."""
    after = sentence.after(index, past=("verb",))
    if not sentence.is_operation(after, "not") or after is None:
        return False
    words = {token.text for token in sentence.tokens[sentence.spans[after].start : sentence.spans[after].end + 1]}
    if words & {"excluded", "counted", "included"}:
        sentence.use(after)
        return True
    return False


def _listed(sentence: Sentence, joint: int | None) -> bool:
    left = sentence.span(sentence.before(joint)) if joint is not None else None
    return left is not None and left.kind == "value"


def _note_link(sentence: Sentence, span: Span) -> None:
    doubt = {"exact": 1.0, "folded": 1.0, "form": 0.95, "synonym": 0.88, "part": 0.8, "near": 0.82}.get(span.how, 0.75)
    told = span.how in ("synonym", "part", "near", "meaning") and span.column is not None
    sentence.assume(
        f"I took “{span.text}” to mean {span.column.name} = {span.value}." if told and span.column else "", doubt
    )


def read_flags(sentence: Sentence) -> None:
    """Yes/no columns become conditions, unless a rate, a share or a grouping asks for them."""
    for index, column in list(sentence.free_columns()):
        if index in sentence.used or positive_value(column) is None:
            continue
        before_at = sentence.before(index)
        before = sentence.span(before_at)
        if before is not None and before.word == "by" and before.text == "among":
            sentence.use(sentence.before(index) or 0)
        elif grouped_at(sentence, index) or sentence.is_operation(sentence.after(index), "rate"):
            continue
        placed = [item for item in sentence.filters if item.filter.column == column.name]
        if placed and not (len(placed) == 1 and sentence.has("compare") and sentence.is_operation(before_at, "not")):
            sentence.use(index)
            continue
        if sentence.is_operation(sentence.before(index), "rate", "missing") or sentence.is_operation(
            sentence.after(index, past=("verb",)), "missing"
        ):
            continue
        opposite = sentence.spans[index].word == "opposite"
        yes = _negated(sentence, index) == opposite
        if opposite:
            told = "no" if not yes else "yes"
            sentence.assume(f"I took “{sentence.spans[index].text}” to mean {spoken(column)} = {told}.")
        sentence.use(index)
        value = positive_value(column) if yes else negative_value(column)
        sentence.filters.append(Placed(Filter(column=column.name, operator="=", values=(value,)), index))
        sentence.doubts.append(_column_doubt(sentence.spans[index]))
        note_column(sentence, index)


def grouped_at(sentence: Sentence, index: int) -> bool:
    """Whether a mention of a column stands in a list that is grouped by ("by sex and smoker")."""
    before = sentence.before(index)
    while sentence.is_operation(before, "and") and before is not None:
        listed = sentence.before(before)
        if sentence.column_at(listed) is None or listed is None:
            return False
        before = sentence.before(listed)
    return sentence.is_operation(before, "by")


def _column_doubt(span: Span) -> float:
    return 1.0 if span.how in ("exact", "form", "core") else span.score


def note_column(sentence: Sentence, index: int) -> None:
    """Tells how a mention was taken for a column, where that was a choice."""
    span = sentence.spans[index]
    if span.column is not None and chosen(span):
        sentence.assume(f"I took “{span.text}” to mean the column {spoken(span.column)}.", span.score)


def read_comparisons(sentence: Sentence) -> None:
    """Numbers with a comparator become conditions on the numeric column beside them."""
    for index in sentence.free("comparator"):
        _compare(sentence, index)
    _read_equalities(sentence)


def _compare(sentence: Sentence, index: int) -> None:
    span = sentence.spans[index]
    numbers = _numbers_of(sentence, index)
    if not numbers:
        return
    operator: Operator = span.meaning  # type: ignore[assignment]  # the lexicon's keys are operators
    if operator == "between" and len(numbers) < 2:
        return
    wanted = numbers[:2] if operator == "between" else numbers[:1]
    first, last = min(index, *wanted), max(index, *wanted)
    chosen = _compared_column(sentence, span, first, last, wanted)
    if chosen is None:
        return
    column, mention = chosen
    if sentence.is_operation(sentence.before(first), "not"):
        operator = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}.get(operator, operator)  # type: ignore[assignment]
        sentence.use(sentence.before(first) or 0)
    figures = [_in_unit(sentence, at, column) for at in wanted]
    if None in figures:
        sentence.gaps.append(f"{spoken(column)} is not known in {sentence.spans[wanted[0] + 1].text}")
        return
    values = tuple(sorted(figure for figure in figures if figure is not None))
    sentence.use(index, *wanted, *range(first, last + 1), *([mention] if mention is not None else []))
    if mention is not None:
        sentence.use_column(column.name)
    sentence.filters.append(Placed(Filter(column=column.name, operator=operator, values=values), first))


def _numbers_of(sentence: Sentence, index: int) -> list[int]:
    if sentence.spans[index].text.startswith(_FOLLOWING):
        before = sentence.before(index)
        if before is not None and _is_unit(sentence, before):
            before = sentence.before(before)
        return [before] if before is not None and _is_number(sentence, before) else []
    found: list[int] = []
    at = sentence.after(index, past=("verb",))
    while at is not None and (_is_number(sentence, at) or _is_unit(sentence, at) or sentence.is_operation(at, "and")):
        if _is_number(sentence, at):
            found.append(at)
        if len(found) == (2 if sentence.spans[index].meaning == "between" else 1):
            break
        at = sentence.after(at)
    return found


def _is_number(sentence: Sentence, index: int | None) -> bool:
    span = sentence.span(index)
    return span is not None and span.kind == "number" and index not in sentence.used


def _is_unit(sentence: Sentence, index: int | None) -> bool:
    span = sentence.span(index)
    return span is not None and span.word == "unit"


def _in_unit(sentence: Sentence, index: int, column: ColumnProfile) -> float | int | None:
    """The number in the column's unit; None where its own unit is another."""
    value = _number(sentence, index, column)
    following = sentence.span(index + 1)
    if following is None or not is_unit(following.text) or following.kind not in ("stop", "grain"):
        return value
    sentence.use(index + 1)
    exact = converted(value, following.text, column)
    return exact if exact is None or exact != int(exact) else int(exact)


def _number(sentence: Sentence, index: int, column: ColumnProfile) -> float | int:
    span = sentence.spans[index]
    value = span.number or 0.0
    top = column.maximum
    if span.word == "percent" and isinstance(top, (int, float)) and top <= 1:
        value /= 100
    return int(value) if value == int(value) else value


def _compared_column(
    sentence: Sentence, span: Span, first: int, last: int, numbers: list[int]
) -> tuple[ColumnProfile, int | None] | None:
    """The column that a comparison is about: named by the comparator, beside it, or the only one of its unit."""
    concept = CONCEPT_COMPARATORS.get(span.text)
    if concept:
        named = concept_columns(concept[1], sentence.names)
        if named and (len(named) == 1 or named[0][0] > named[1][0] + 0.05) and named[0][1].column.numeric:
            sentence.doubts.append(named[0][0])
            return named[0][1].column, _mention(sentence, named[0][1].column, first, last)
        if concept[1] != "price":
            return None
    pointed = _by_verb(sentence, first) or _by_degrees(sentence, numbers[-1])
    if pointed is not None:
        return pointed, None
    for mention in _beside(sentence, first, last):
        column = sentence.column_at(mention)
        if column is not None and _comparable(column):
            note_column(sentence, mention)
            return column, mention
    return (
        _by_time(sentence, numbers)
        or _by_age(sentence, first, last, numbers)
        or _by_unit(sentence, first, last, numbers)
    )


def _by_verb(sentence: Sentence, first: int) -> ColumnProfile | None:
    """ "penguins weigh more than 5000 g": the verb names the column."""
    at = sentence.before(first)
    if at is None or not sentence.is_operation(at, "concept"):
        return None
    found = [pair for pair in concept_columns(sentence.spans[at].meaning, sentence.names) if pair[1].column.numeric]
    if not found or (len(found) > 1 and found[0][0] == found[1][0]):
        return None
    sentence.use(at)
    sentence.doubts.append(found[0][0])
    return found[0][1].column


def _by_degrees(sentence: Sentence, number: int) -> ColumnProfile | None:
    """ "above 30 degrees", where one column holds temperatures."""
    following = sentence.span(number + 1)
    if following is None or following.text.lower() not in ("degrees", "degree", "celsius", "fahrenheit"):
        return None
    found = [name.column for score, name in concept_columns("temperature", sentence.names) if name.column.numeric]
    if len(found) != 1:
        return None
    sentence.use(number + 1)
    return found[0]


def _comparable(column: ColumnProfile) -> bool:
    """Whether more and less mean something: numbers do, a yes written as 1 does not."""
    return column.numeric and positive_value(column) is None


_OLDEST = 130


def _by_time(sentence: Sentence, numbers: list[int]) -> tuple[ColumnProfile, None] | None:
    """ "lasted over 5 minutes", where one column holds times."""
    following = sentence.span(numbers[-1] + 1)
    timed = [column for column in sentence.table.columns if column.numeric and time_unit(column)]
    if following is None or not is_time_unit(following.text) or following.kind == "column" or len(timed) != 1:
        return None
    sentence.use(*sentence.free("operation", "concept"))
    sentence.assume(f"I compared {spoken(timed[0])}.", 0.86)
    return timed[0], None


def _by_age(sentence: Sentence, first: int, last: int, numbers: Iterable[int]) -> tuple[ColumnProfile, None] | None:
    """ "patients over 70", where the rows have an age."""
    ages = [
        name.column for score, name in concept_columns("age", sentence.names) if score >= 0.86 and name.column.numeric
    ]
    before, after = sentence.span(sentence.before(first, past=("verb",))), sentence.span(sentence.after(last))
    counted = before is not None and before.kind in ("noun", "column", "value") and not _is_unit(sentence, last + 1)
    plain = all(not sentence.spans[at].word and 0 < (sentence.spans[at].number or 0) < _OLDEST for at in numbers)
    if (
        len(ages) != 1
        or not counted
        or not plain
        or (after is not None and after.kind == "column" and after.column and _comparable(after.column))
    ):
        return None
    sentence.assume(f"I compared {spoken(ages[0])}.", 0.86)
    return ages[0], None


def _beside(sentence: Sentence, first: int, last: int) -> list[int]:
    """Where the compared column may stand: just after the number ("5 units"), or before the comparator."""
    after, before = sentence.after(last, past=()), sentence.before(first, past=("verb", "not"))
    after = sentence.after(after) if _is_unit(sentence, after) and after is not None else after
    beyond = sentence.before(before, past=("verb",)) if sentence.is_operation(before, "verb") and before else None
    return [at for at in (before, after, beyond) if at is not None]


def _mention(sentence: Sentence, column: ColumnProfile, first: int, last: int) -> int | None:
    return next((at for at in _beside(sentence, first, last) if sentence.column_at(at) == column), None)


def _by_unit(sentence: Sentence, first: int, last: int, numbers: Iterable[int]) -> tuple[ColumnProfile, None] | None:
    """The principal amount, for "orders over 500" and "over 40 euro"."""
    money = any(sentence.spans[at].word == "currency" for at in numbers) or _money_unit(sentence, last)
    noun = sentence.span(sentence.before(first, past=("verb",)))
    if not money and (noun is None or noun.kind not in ("noun", "value")):
        return None
    amounts = [column for column in sentence.table.columns if is_money(column)]
    principal = principal_amount(amounts)
    if principal is None:
        return None
    sentence.assume(f"I compared {spoken(principal)}.", 0.86)
    return principal, None


def _money_unit(sentence: Sentence, last: int) -> bool:
    span = sentence.span(sentence.after(last))
    return span is not None and span.word == "unit" and span.meaning == "money"


def _read_equalities(sentence: Sentence) -> None:
    """ "with a rating of 5", "3 bedrooms": a number beside a numeric column, where nothing else wants it."""
    for index in sentence.free("number"):
        previous, following = sentence.before(index, past=("verb",)), sentence.after(index)
        if sentence.is_operation(sentence.before(index), "extreme", "percentile", "adjective", "list", "row"):
            continue
        for mention in (following, previous):
            column = sentence.column_at(mention)
            if column is None or mention is None or not (column.numeric or column.role == "id"):
                continue
            if mention == following and _limits(sentence, index):
                continue
            sentence.use(index, mention)
            value: Scalar = _number(sentence, index, column) if column.numeric else sentence.spans[index].text
            sentence.filters.append(Placed(Filter(column=column.name, operator="=", values=(value,)), index))
            note_column(sentence, mention)
            break


def _limits(sentence: Sentence, index: int) -> bool:
    """Whether the number says how many to list ("the 5 highest")."""
    return sentence.has("extreme", "adjective", "frequent", "quality")


def merged(placed: list[Placed]) -> list[Filter]:
    """Conditions on the same column and of the same kind joined: A or B; neither A nor B."""
    joined: dict[tuple[str, Operator], list[Filter]] = {}
    for item in placed:
        joined.setdefault((item.filter.column, item.filter.operator), []).append(item.filter)
    return [_joined(filters) for filters in joined.values()]


def _joined(filters: list[Filter]) -> Filter:
    first = filters[0]
    values = tuple(dict.fromkeys(value for item in filters for value in item.values))
    if len(values) == 1 or first.operator not in ("=", "!="):
        return first
    return first.model_copy(update={"operator": "in" if first.operator == "=" else "not in", "values": values})
