"""Counts and groups whose rows are not the things asked for: lines of them, several in a cell, totals beside them."""

from collections.abc import Iterator
from typing import Final

from shared.analysis.conditions import Filter
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.kinds import (
    HAPPENING,
    MOST_ROWS,
    POINTING,
    complete,
    in_parts,
    listing,
    of_figures,
    of_lines,
    of_several,
    parts_of,
    total_cells,
)
from shared.offline.reading.meanings.nouns import unique
from shared.offline.reading.meanings.tokens import stem, stem_set, stems_of
from shared.offline.reading.sentence import Sentence
from shared.offline.reading.vocabulary.words import word_set
from shared.table.names import spoken, words_of

_TRADES: Final = stem_set("sale sell sold order purchase invoice transaction receipt line basket shop store item")
_ORDERS: Final = stem_set("order invoice receipt transaction")
_GRADED: Final = word_set("good bad usable")
_FIGURES: Final = ("count", "distinct", "rate", "mean", "sum", "median")


def _with_a_total(sentence: Sentence) -> Iterator[str]:
    """A row that is the total of the others, counted or added up with them."""
    said = {item.filter.column for item in sentence.filters}
    for column in sentence.table.columns if sentence.metrics else ():
        totals = total_cells(column, sentence.table)
        if totals and column.name not in said:
            yield f"one row, called {totals[0]}, is the total of the others"
        elif in_parts(column, sentence.table) and column.name not in said:
            yield "the table has several parts, each with its total, and rows that only begin one"


def _rows_or_values(sentence: Sentence) -> Iterator[str]:
    """ "how many awards did she win": the same award may be won twice."""
    if sentence.has("distinct"):
        return
    fixed = any(item.filter.operator == "=" for item in sentence.filters)
    for metric, column in sentence.measured:
        if metric.function != "distinct":
            continue
        nearly = _nearly_rows(column, sentence.table) and not fixed
        if nearly or (sentence.filters and _repeated(column, sentence)):
            yield f"rows or different values of {spoken(column)} could be meant"


def _nearly_rows(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether most rows of a small table have a cell of their own in a column, but not all: rows, or values?"""
    return table.row_count <= MOST_ROWS and table.row_count > column.distinct > 0.5 * table.row_count


def _repeated(column: ColumnProfile, sentence: Sentence) -> bool:
    small = sentence.table.row_count <= MOST_ROWS
    return small and not column.temporal and not unique(column, sentence.table) and not sentence.groups


def _of_one_row(sentence: Sentence) -> Iterator[str]:
    fixed = [item.filter.column for item in sentence.filters if item.filter.operator == "="]
    single = any(unique(sentence.table.column(name), sentence.table) for name in fixed)
    if single and any(metric.function == "distinct" for metric in sentence.metrics):
        yield "the condition names a single row, in which nothing can be counted"


def _several_in_a_cell(sentence: Sentence) -> Iterator[str]:
    """ "how many reporters", "which country has the most", where some cells are "Arden, Velia"."""
    counting = any(metric.function in ("count", "distinct") for metric in sentence.metrics)
    for span in sentence.spans if counting else ():
        if span.kind == "column" and span.column is not None and of_lines(span.column):
            yield f"some cells of {span.column.name} hold several at once"
        if span.kind == "column" and span.column is not None and of_figures(span.column):
            yield f"{span.column.name} holds figures, which would be added up"
    told_apart = [sentence.table.column(group.column) for group in sentence.groups]
    told_apart += [column for metric, column in sentence.measured if metric.function == "distinct"]
    for column in told_apart if sentence.table.row_count <= MOST_ROWS else []:
        if of_several(column):
            yield f"cells of {column.name} list several, so that each different cell is no single one"


def _beside_others(sentence: Sentence) -> Iterator[str]:
    """ "how many have bus connections", where some cells are "Bus, Tram"."""
    if not sentence.metrics or sentence.metrics[0].function not in _FIGURES or sentence.table.row_count > MOST_ROWS:
        return
    for item in [*(placed.filter for placed in sentence.filters if not placed.period), *sentence.part]:
        column = sentence.table.column(item.column)
        if item.operator in ("=", "in") and _in_lists(column, item):
            yield f"other cells of {spoken(column)} list {item.values[0]} beside something else"


def _in_lists(column: ColumnProfile, item: Filter) -> bool:
    if column.type != "text" or not complete(column):
        return False
    held = {value for said in item.values for value in listing(column, words_of(str(said)))}
    return bool(held - set(item.values)) and not any(len(parts_of(value)) > 1 for value in item.values)


def _of_something_else(sentence: Sentence) -> Iterator[str]:
    """ "how many drivers scored points": a count, and the figure would add up their points."""
    counted = sentence.span(sentence.after(0)) if sentence.is_operation(0, "count") else None
    named = counted.column if counted is not None and counted.kind == "column" else None
    adding = any(metric.function == "sum" for metric, _ in sentence.measured)
    if named is not None and not named.numeric and adding and named not in [column for _, column in sentence.measured]:
        yield f"it asks how many {spoken(named)} there are, and the figure would add up something else"


def _unpicked(sentence: Sentence) -> Iterator[str]:
    """ "how many drivers retired", beside Time/Retired: a verb that picks rows out, and no condition that does."""
    if not sentence.single or sentence.filters or sentence.having or sentence.sides:
        return
    if any(metric.function not in ("count", "distinct") for metric in sentence.metrics):
        return
    for span in sentence.spans:
        verb = span.text in POINTING and not stem_set(span.text) & HAPPENING
        if verb and span.kind == "column" and span.column is not None and span.column.type == "text":
            yield f"“{span.text}” picks out rows, and {spoken(span.column)} could be meant by it in several ways"


def _sold(sentence: Sentence) -> Iterator[str]:
    """ "how many homes were sold", where nothing says of a row whether it was."""
    passed = any(span.kind == "stop" and span.text == "sold" for span in sentence.spans)
    if sentence.counts_rows and sentence.single and passed and not _TRADES & _known(sentence):
        yield "nothing says which of them were sold"


def _still(sentence: Sentence) -> Iterator[str]:
    """ "still out": the rows that are meant are not all."""
    if sentence.counts_rows and "still" in sentence.said and not sentence.filters and not sentence.part:
        yield "nothing says what is still so"


def _graded(sentence: Sentence) -> Iterator[str]:
    """ "how many good units", where no column says which are."""
    texts, known = sentence.texts, {part for name in sentence.names for part in name.full}
    for at, text in enumerate(texts[:-1]):
        if text in _GRADED and texts[at - 1] in ("many", "of", "all") and stem(text) not in known:
            yield f"nothing says which “{texts[at + 1]}” are {text}"


def _lines_of_orders(sentence: Sentence) -> Iterator[str]:
    """ "how many orders", where a row is a line of one."""
    nouns = {stem(span.text.lower()) for span in sentence.spans if span.kind == "noun"} & _ORDERS
    if sentence.counts_rows and nouns and not nouns & _known(sentence):
        yield f"a row need not be one {min(nouns)}"


def _known(sentence: Sentence) -> set[str]:
    """The stems of the names of the file and of its columns."""
    file_name = sentence.table.file_name.rsplit("/", 1)[-1].split(".")[0]
    names = (file_name, *(column.name for column in sentence.table.columns))
    return {part for name in names for part in stems_of(name)} | {part for name in sentence.names for part in name.full}


def _always_one(sentence: Sentence) -> Iterator[str]:
    """ "number of wins by team", "has A more people than B", where a row is a team or a town: each has one row."""
    if not sentence.counts_rows or sentence.shape not in (None, "table", "comparison"):
        return
    told_apart = [group.column for group in sentence.groups if group.grain is None]
    told_apart += [item.column for side in sentence.sides for item in side if item.operator == "="]
    for column in [sentence.table.column(name) for name in dict.fromkeys(told_apart)]:
        if unique(column, sentence.table):
            yield f"each {spoken(column)} has one row, so that counting rows by it means nothing"


def _doers(sentence: Sentence) -> Iterator[str]:
    """ "votes received by artists who reached the final": by those, and not for each of them."""
    grouped = {group.column for group in sentence.groups}
    for at, span in enumerate(sentence.spans):
        behind = sentence.texts[span.end] if span.end < len(sentence.tokens) else ""
        doing = at and sentence.is_operation(at - 1, "by") and sentence.spans[at - 1].text == "by"
        if doing and span.column is not None and span.column.name in grouped and behind in _WHO:
            yield f"“by {span.text} {behind}” could be meant of all of them together"


_WHO: Final = word_set("who that whose which with")


COUNTS: Final = (
    _always_one,
    _doers,
    _with_a_total,
    _rows_or_values,
    _of_one_row,
    _several_in_a_cell,
    _beside_others,
    _of_something_else,
    _unpicked,
    _sold,
    _still,
    _graded,
    _lines_of_orders,
)
