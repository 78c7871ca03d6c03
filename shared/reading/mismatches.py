"""What a question says of its figures that the figures of a reading are not: of another thing, unit or list."""

from collections.abc import Iterator

from shared.contracts import ColumnProfile
from shared.reading.adjectives import COMPARATIVES
from shared.reading.columns import Name, spoken
from shared.reading.nouns import unique
from shared.reading.reading import Filter
from shared.reading.rows.cells import complete, parts_of
from shared.reading.rows.kinds import in_another_unit, listing, of_several
from shared.reading.rows.vocabulary import HAPPENING, MOST_ROWS, POINTING
from shared.reading.sentence import Sentence
from shared.reading.tokens import stem_set, words_of

_FAST = frozenset({"fastest", "slowest", "quickest"})
_TIMED = stem_set("time speed duration pace velocity mph kmh kph seconds minutes second qsec mpg acceleration")


def mismatches(sentence: Sentence) -> Iterator[str]:
    """Reasons why the figure would be one of another thing than the one that is asked about."""
    yield from _lone_share(sentence)
    yield from _other_thing(sentence)
    yield from _listed(sentence)
    yield from _rows_or_values(sentence)
    yield from _unpicked(sentence)
    yield from _of_several(sentence)
    for item in [placed.filter for placed in sentence.filters]:
        if in_another_unit(sentence.table.column(item.column), item.values):
            yield f"{spoken(sentence.table.column(item.column))} is written in another unit than the question's number"


def _of_several(sentence: Sentence) -> Iterator[str]:
    """ "which country has the most", where some cells are "Arden, Velia"."""
    told_apart = [group.column for group in sentence.groups]
    told_apart += [metric.column for metric in sentence.metrics if metric.function == "distinct" and metric.column]
    for name in told_apart:
        if of_several(sentence.table.column(name)) and sentence.table.row_count <= MOST_ROWS:
            yield f"cells of {name} list several, so that each different cell is no single one"


def _lone_share(sentence: Sentence) -> Iterator[str]:
    """ "what percentage did X get": one row is always the same share of all rows, so that a figure of it is meant."""
    lone = [item for item in sentence.part if item.operator == "=" and len(item.values) == 1]
    if sentence.shape != "share" or any(metric.function != "count" for metric in sentence.metrics):
        return
    if lone and any(unique(sentence.table.column(item.column), sentence.table) for item in lone):
        yield "one row is always the same share of the rows, so that another share is meant"


def _other_thing(sentence: Sentence) -> Iterator[str]:
    said = {token.text for token in sentence.tokens}
    measured = [sentence.table.column(metric.column) for metric in sentence.metrics if metric.column]
    guessed = any("the only measure there is" in told for told in sentence.assumptions)
    if guessed and said & set(COMPARATIVES):
        yield f"“{min(said & set(COMPARATIVES))}” says what to compare, and it is not {spoken(measured[0])}"
    if said & _FAST and sentence.shape in (None, "value", "entity") and any(not _timed(column) for column in measured):
        yield f"“{min(said & _FAST)}” is about a time or a speed"
    counted = sentence.span(sentence.after(0)) if sentence.is_operation(0, "count") else None
    named = counted.column if counted is not None and counted.kind == "column" else None
    adding = any(metric.function == "sum" and metric.column for metric in sentence.metrics)
    if named is not None and not named.numeric and adding and named not in measured:
        yield f"it asks how many {spoken(named)} there are, and the figure would add up something else"


def _timed(column: ColumnProfile) -> bool:
    return column.type == "time" or bool({*Name(column).full, *words_of(column.name)} & _TIMED)


def _listed(sentence: Sentence) -> Iterator[str]:
    """ "how many have bus connections", where some cells are "Bus, Tram"."""
    if sentence.metrics and sentence.metrics[0].function in ("count", "distinct", "rate", "mean", "sum", "median"):
        for item in [*(placed.filter for placed in sentence.filters if not placed.period), *sentence.part]:
            column = sentence.table.column(item.column)
            if item.operator in ("=", "in") and _in_lists(column, item) and sentence.table.row_count <= MOST_ROWS:
                yield f"other cells of {spoken(column)} list {item.values[0]} beside something else"


def _in_lists(column: ColumnProfile, item: Filter) -> bool:
    if column.type != "text" or not complete(column):
        return False
    held = {value for said in item.values for value in listing(column, words_of(str(said)))}
    return bool(held - set(item.values)) and not any(len(parts_of(value)) > 1 for value in item.values)


def _unpicked(sentence: Sentence) -> Iterator[str]:
    """ "how many drivers retired", beside Time/Retired: a verb that picks rows out, and no condition that does."""
    if (
        sentence.filters
        or sentence.groups
        or sentence.having
        or sentence.sides
        or sentence.shape not in (None, "value")
    ):
        return
    if any(metric.function not in ("count", "distinct") for metric in sentence.metrics):
        return
    for span in sentence.spans:
        verb = span.text in POINTING and not stem_set(span.text) & HAPPENING
        if verb and span.kind == "column" and span.column is not None and span.column.type == "text":
            yield f"“{span.text}” picks out rows, and {spoken(span.column)} could be meant by it in several ways"


def _rows_or_values(sentence: Sentence) -> Iterator[str]:
    """ "how many awards did she win": the same award may be won twice."""
    if sentence.has("distinct") or not sentence.filters or sentence.table.row_count > MOST_ROWS:
        return
    for metric in sentence.metrics:
        column = sentence.table.column(metric.column) if metric.function == "distinct" and metric.column else None
        if column is not None and not column.temporal and not unique(column, sentence.table) and not sentence.groups:
            yield f"rows or different values of {spoken(column)} could be meant"
