"""Rules for what a question groups by, and for mentions of columns that only describe other words."""

from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import chosen
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.sentence import Sentence
from shared.query.groupings import by_step
from shared.query.words.periods import in_quarters
from shared.table.fineness import date_grain
from shared.table.names import spoken
from shared.table.telling_apart import unique

_FEW_VALUES = 60
_FEW_STEPS = 0


def read_groups(sentence: Sentence) -> None:
    """ "by region and channel", "per product", "for each ward"."""
    for index in sentence.free("operation", "by"):
        if _over_all(sentence, index):
            continue
        at = _past_modifier(sentence, sentence.after(index))
        found = False
        while at is not None and _groupable_at(sentence, at):
            found = True
            _group(sentence, at)
            following = sentence.after(at)
            at = sentence.after(following) if following and sentence.is_operation(following, "and") else following
            if sentence.is_operation(at, "by") and at is not None:
                sentence.use(at)
                at = sentence.after(at)
        if found or _only_links(sentence, index):
            sentence.use(index)


def _over_all(sentence: Sentence, index: int) -> bool:
    """ "poverty across the states", where each row is one: of all rows; "revenue per unit": a ratio of two amounts."""
    at = sentence.after(index)
    column = sentence.column_at(at)
    if column is not None and column.additivity == "additive" and sentence.spans[index].text == "per":
        sentence.gaps.append(f"it asks for a figure per {spoken(column)}, and I divide no column by another")
        return True
    over = sentence.spans[index].text.startswith("across") or sentence.spans[index].text in ("for all", "for all the")
    if _one_row_each(sentence, index, column) and column is not None:
        sentence.use(index, at)
        sentence.assume(f"I averaged over all rows, each of which is one {spoken(column)}.", 0.95)
        return True
    if not over or column is None or at is None:
        return False
    whole = sentence.spans[index].text == "across all" and sentence.has("aggregate", "count")
    if not unique(column, sentence.table) and not whole:
        return False
    sentence.use(index, at)
    return True


def _one_row_each(sentence: Sentence, index: int, column: ColumnProfile | None) -> bool:
    """ "average number of storms per season", where a row is a season: one figure, and not each row's own."""
    averaged = bool({"average", "mean"} & set(sentence.texts[:5])) and sentence.texts[0] != "show"
    per = sentence.spans[index].text == "per" and averaged
    return per and column is not None and unique(column, sentence.table)


def _past_modifier(sentence: Sentence, at: int | None) -> int | None:
    """ "by booking channel", "by kind of room": the noun or the little word before a column adds nothing."""
    span, following = sentence.span(at), sentence.after(at) if at is not None else None
    little = span is not None and span.word == "verb" and span.text == "of"
    single = span is not None and span.kind == "noun" and not span.text.endswith("s")
    noun = single and at is not None and following == at + 1
    if at is None or following is None or not (little or noun) or not _groupable_at(sentence, following):
        return at
    sentence.use(at)
    return following


def _only_links(sentence: Sentence, index: int) -> bool:
    """ "came in by email", "visits by people over 65", "revenue per order": no grouping."""
    at = sentence.after(index)
    span = sentence.span(at)
    if span is None:
        return False
    if _done_by(sentence.spans[index].text, span):
        return True
    if sentence.has("extreme", "adjective"):
        return False
    if span.kind == "noun" and span.word != "aside" and sentence.spans[index].text in _SINGLE:
        sentence.use(at)
        sentence.per_row = True
        return True
    return sentence.spans[index].text in ("every", "each") and span.kind == "value"


def _done_by(by: str, span: Span) -> bool:
    """ "by email", "by people", "paid by the passengers", "among women": who or what did it."""
    if by == "by":
        return span.kind in ("value", "number") or span.word == "aside"
    if by == "by the":
        return span.kind == "noun" and span.text.endswith("s")
    return by == "among" and span.kind == "value"


_SINGLE = frozenset({"per", "each", "for each", "per each", "every", "for every", "of each", "in each", "by"})


def _groupable_at(sentence: Sentence, index: int) -> bool:
    column = sentence.column_at(index)
    if column is None or (
        column.role == "measure" and sentence.spans[index].how in ("synonym", "part") and not _few(column)
    ):
        return False
    return column.type == "date" or groupable(column, sentence)


def _few(column: ColumnProfile) -> bool:
    """Whether a measure is rather a few steps, such as cylinders."""
    return column.type == "integer" and column.distinct <= 12 and "size" not in column.name.lower()


def groupable(column: ColumnProfile, sentence: Sentence) -> bool:
    """Whether rows can be told apart by it: not a measure, unless it has few whole values, and each again."""
    if column.numeric and column.role == "measure":
        few = column.distinct <= (_FEW_STEPS if sentence.has("extreme", "adjective") else _FEW_VALUES)
        return column.type == "integer" and few and 2 * column.distinct <= sentence.table.row_count
    return not column.temporal or in_quarters(column)


def _group(sentence: Sentence, index: int) -> None:
    span = sentence.spans[index]
    sentence.use(index)
    if span.column is None or any(group.column == span.column.name for group in sentence.groups):
        return
    days = span.column.type == "date" and not in_quarters(span.column)
    sentence.groups.append(by_step(span.column, date_grain(span.column) or "day" if days else None))
    sentence.doubts.append(span.score if span.how in ("synonym", "part") else 1.0)
    if chosen(span):
        sentence.assume(f"I took “{span.text}” to mean the column {spoken(span.column)}.", span.score)
