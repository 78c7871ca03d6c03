"""Rules that turn numbers into conditions: "above 30", "at least 4 stars", "between 10 and 20", "3 bedrooms"."""

from shared.analysis.conditions import Filter, FilterOp
from shared.contracts import ColumnProfile, Scalar
from shared.offline.reading.meanings.columns import concept_columns
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.rules.conditions import negated, note_column
from shared.offline.reading.rules.units import is_unit, takes
from shared.offline.reading.sentence import Placed, Sentence
from shared.offline.words.lexicon import concept_comparators
from shared.table.names import spoken

_FOLLOWING = ("or ", "and ")


def read_comparisons(sentence: Sentence) -> None:
    """Numbers with a comparator become conditions on the numeric column beside them."""
    for index in sentence.free("comparator"):
        _compare(sentence, index)


def _compare(sentence: Sentence, index: int) -> None:
    span = sentence.spans[index]
    numbers = _numbers_of(sentence, index)
    if not numbers:
        return
    operator: FilterOp = span.meaning  # type: ignore[assignment]  # the lexicon's keys are operators
    if operator == "between" and len(numbers) < 2:
        return
    wanted = numbers[:2] if operator == "between" else numbers[:1]
    first, last = min(index, *wanted), max(index, *wanted)
    chosen = _compared_column(sentence, span, first, last)
    if chosen is None:
        return
    column, mention = chosen
    if mention is not None and sentence.is_operation(sentence.before(mention), "aggregate"):
        sentence.gaps.append(f"it holds a total or an average of {spoken(column)} against a number")
    if sentence.is_operation(sentence.before(first), "not"):
        operator = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}.get(operator, operator)  # type: ignore[assignment]
        sentence.use(sentence.before(first) or 0)
    figures = [_in_unit(sentence, at, column) for at in wanted]
    if None in figures:
        unit = sentence.spans[wanted[0] + 1].text
        sentence.gaps.append(f"{spoken(column)} is not known in {unit}, and nothing is converted")
        return
    values = tuple(sorted(figure for figure in figures if figure is not None))
    sentence.use(index, *wanted, *range(first, last + 1), *([mention] if mention is not None else []))
    if mention is not None:
        sentence.use_column(column.name)
    sentence.filters.append(Placed(Filter(column=column.name, operator=operator, values=values), first))


def _numbers_of(sentence: Sentence, index: int) -> list[int]:
    if sentence.spans[index].text.startswith(_FOLLOWING):
        before = sentence.before(index)
        return [before] if before is not None and _is_number(sentence, before) else []
    found: list[int] = []
    at = sentence.after(index, past=("verb",))
    while at is not None and (_is_number(sentence, at) or sentence.is_operation(at, "and")):
        if _is_number(sentence, at):
            found.append(at)
        if len(found) == (2 if sentence.spans[index].meaning == "between" else 1):
            break
        at = sentence.after(at)
    return found


def _is_number(sentence: Sentence, index: int | None) -> bool:
    span = sentence.span(index)
    return span is not None and span.kind == "number" and span.word != "ordinal" and index not in sentence.used


def _in_unit(sentence: Sentence, index: int, column: ColumnProfile) -> float | int | None:
    """The number, with the unit behind it; None where the column's own unit is another."""
    value = number_in(sentence, index, column)
    following = sentence.span(index + 1)
    if following is None or not is_unit(following.text) or following.kind not in ("stop", "grain"):
        return value
    sentence.use(index + 1)
    return value if takes(column, following.text) else None


def _compared_column(sentence: Sentence, span: Span, first: int, last: int) -> tuple[ColumnProfile, int | None] | None:
    """The column that a comparison is about: named by the comparator, or beside it."""
    concept = concept_comparators().get(span.text)
    if concept:
        named = concept_columns(concept[1], sentence.names)
        if named and (len(named) == 1 or named[0][0] > named[1][0] + 0.05) and named[0][1].column.numeric:
            sentence.doubts.append(named[0][0])
            return named[0][1].column, None
        if named or concept[1] != "price":
            return None if named else _named_beside(sentence, first, last)
    return _named_beside(sentence, first, last)


def _named_beside(sentence: Sentence, first: int, last: int) -> tuple[ColumnProfile, int | None] | None:
    for mention in _beside(sentence, first, last):
        column = sentence.column_at(mention)
        if column is not None and column.numeric and column.yes is None:
            note_column(sentence, mention)
            return column, mention
    return None


def _beside(sentence: Sentence, first: int, last: int) -> list[int]:
    """Where the compared column may stand: just after the number ("5 units"), or before the comparator."""
    after, before = sentence.after(last, past=()), _before(sentence, first)
    beyond = sentence.before(before, past=("verb",)) if sentence.is_operation(before, "verb") and before else None
    unit = after is not None and is_unit(sentence.spans[after].text)
    direct = after if after == last + 1 and not unit and sentence.column_at(before) is not None else None
    return [at for at in (direct, before, after, beyond) if at is not None]


def _before(sentence: Sentence, first: int) -> int | None:
    """What stands before a comparison, past little words and a word that only belongs to a column's name."""
    before = sentence.before(first, past=("verb", "not"))
    ordinal = sentence.span(before)
    if ordinal is not None and ordinal.word == "ordinal" and ordinal.text == "first" and before is not None:
        before = sentence.before(before, past=("verb", "not"))
    named = before in sentence.used and sentence.is_operation(before, "share", "rate")
    return sentence.before(before, past=("verb", "not")) if named and before is not None else before


def read_equalities(sentence: Sentence) -> None:
    """ "with a rating of 5", "3 bedrooms": a number beside a numeric column, where nothing else wants it."""
    for index in sentence.free("number"):
        previous, following = sentence.before(index, past=("verb",)), sentence.after(index)
        if sentence.is_operation(sentence.before(index), "extreme", "adjective", "list", "row"):
            continue
        for mention in (following, previous):
            column = sentence.column_at(mention)
            if column is None or mention is None or not (column.numeric or column.role == "id"):
                continue
            if mention == previous and _things(sentence, index):
                continue
            sentence.use(index, mention)
            value: Scalar = number_in(sentence, index, column) if column.numeric else sentence.spans[index].text
            operator: FilterOp = "!=" if negated(sentence, min(index, mention)) else "="
            sentence.filters.append(Placed(Filter(column=column.name, operator=operator, values=(value,)), index))
            note_column(sentence, mention)
            break


def _things(sentence: Sentence, index: int) -> bool:
    """ "average profit of the 15 orders with the highest discount": so many orders, and no profit of 15."""
    start = sentence.spans[index].start
    led = sentence.texts[max(0, start - 2) : start] in (["of", "the"], ["for", "the"], ["among", "the"], ["in", "the"])
    return led and sentence.has("extreme", "adjective", "frequent", "quality")


def number_in(sentence: Sentence, index: int, column: ColumnProfile) -> float | int:
    span, top = sentence.spans[index], column.maximum
    value = span.number or 0.0
    if span.word == "percent" and isinstance(top, (int, float)) and top <= 1:
        value /= 100
    elif span.word == "percent" and column.additivity == "additive":
        sentence.gaps.append(f"{spoken(column)} holds no percentages")
    return int(value) if value == int(value) else value
