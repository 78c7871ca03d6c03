"""Counts and groups whose rows are not the things asked for: lines of them, several in a cell, totals beside them."""

from collections.abc import Iterator
from typing import Final

from shared.analysis.conditions import Filter
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.tokens import stem, stem_set, stems_of
from shared.offline.reading.sentence import Sentence
from shared.table.lists import complete, parts_of
from shared.table.names import spoken
from shared.table.telling_apart import unique

_MOST_ROWS: Final = 400
"""Larger tables are not read row by row: their values are not all known, and their order seldom means anything."""
_MOST_ON_A_PAGE: Final = 50
"""Rows. Of the answers about tables of this size that a default alone gave, half were wrong."""
_TRADES: Final = stem_set("sale sell sold order purchase invoice transaction receipt line basket shop store item")
_FIGURES: Final = ("count", "distinct", "rate", "mean", "sum", "median")


def _rows_or_values(sentence: Sentence) -> Iterator[str]:
    """ "how many awards did she win": the same award may be won twice."""
    if sentence.has("distinct"):
        return
    fixed = any(item.filter.operator == "=" for item in sentence.filters)
    for metric, column in sentence.measured:
        if metric.function != "distinct":
            continue
        nearly = (_nearly_rows(column, sentence.table) or (column.numeric and column.distinct == 2)) and not fixed
        if nearly or (sentence.filters and _repeated(column, sentence)):
            yield f"rows or different values of {spoken(column)} could be meant"


def _nearly_rows(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether most rows of a small table have a cell of their own in a column, but not all: rows, or values?"""
    return table.row_count <= _MOST_ROWS and table.row_count > column.distinct > 0.5 * table.row_count


def _repeated(column: ColumnProfile, sentence: Sentence) -> bool:
    small = sentence.table.row_count <= _MOST_ROWS
    return small and not column.temporal and not unique(column, sentence.table) and not sentence.groups


def _beside_others(sentence: Sentence) -> Iterator[str]:
    """ "how many have bus connections", where some cells are "Bus, Tram"."""
    counted = [column.name for metric, column in sentence.measured if metric.function == "distinct"]
    told_apart = [*(one.column for one in sentence.groups), *counted]
    lists = [name for name in dict.fromkeys(told_apart) if sentence.table.column(name).separator]
    yield from (f"cells of {name} list several things each" for name in lists)
    if "only" in sentence.texts and any(item.filter.operator.endswith("lists") for item in sentence.filters):
        yield "“only” could rule out cells that list more than one thing"
    if not sentence.metrics or sentence.metrics[0].function not in _FIGURES or sentence.table.row_count > _MOST_ROWS:
        return
    for item in [*(placed.filter for placed in sentence.filters if not placed.period), *sentence.part]:
        column = sentence.table.column(item.column)
        if item.operator in ("=", "in") and _in_lists(column, item):
            yield f"other cells of {spoken(column)} list {item.values[0]} beside something else"


def _in_lists(column: ColumnProfile, item: Filter) -> bool:
    said, cells = ([parts_of(value) for value in some] for some in (item.values, [c.value for c in column.top_values]))
    several = any(len(cell) > 1 and first in cell for cell in cells for (first, *_) in filter(None, said))
    return column.type == "text" and complete(column) and several and all(len(parts) == 1 for parts in said)


def _sold(sentence: Sentence) -> Iterator[str]:
    """ "how many homes were sold", where nothing says of a row whether it was."""
    passed = any(span.kind == "stop" and span.text == "sold" for span in sentence.spans)
    if sentence.counts_rows and sentence.single and passed and not _TRADES & _known(sentence):
        yield "I could not tell which of them were sold"


def _known(sentence: Sentence) -> set[str]:
    """The stems of the names of the file and of its columns."""
    file_name = sentence.table.file_name.rsplit("/", 1)[-1].split(".")[0]
    names = (file_name, *(column.name for column in sentence.table.columns))
    return {part for name in names for part in stems_of(name)} | {part for name in sentence.names for part in name.full}


def _lines_of_orders(sentence: Sentence) -> Iterator[str]:
    """ "how many orders", where a row is a line of one."""
    nouns = {stem(span.text.lower()) for span in sentence.spans if span.kind == "noun"} & _ORDERS
    if sentence.counts_rows and nouns and not nouns & _known(sentence):
        yield f"a row need not be one {min(nouns)}"


_ORDERS: Final = stem_set("order invoice receipt transaction")


COUNTS: Final = (_lines_of_orders, _rows_or_values, _beside_others, _sold)


def _unread_count(sentence: Sentence) -> Iterator[str]:
    """ "how many festivals was the film shown at": rows are counted only where all words say which, and of what."""
    different = not sentence.has("distinct") and any(metric.function == "distinct" for metric in sentence.metrics)
    counting = sentence.single and (sentence.counts_rows or different)
    if not counting or sentence.table.row_count > _MOST_ON_A_PAGE or _plainly(sentence):
        return
    yield "I could only count rows, and am not sure that their number is what it asks for"


def _plainly(sentence: Sentence) -> bool:
    """Whether what is counted is what rows are called, or what each has of its own, and no condition was guessed."""
    counts = [at for at, span in enumerate(sentence.spans) if span.kind == "operation" and span.word == "count"]
    counted = sentence.span(sentence.after(counts[0] if counts else -1))
    conditioned = {item.filter.column for item in sentence.filters}
    loose = [span.column for span in sentence.spans if span.kind == "column" and span.how == "part"]
    if any(column is not None and column.name not in conditioned for column in loose):
        return False
    if counted is None or any(told.startswith("I took “") for told in sentence.assumptions):
        return False
    if counted.column is not None and counted.column.name in conditioned:
        return False
    own = counted.kind == "column" and counted.column is not None and unique(counted.column, sentence.table)
    return own or counted.kind == "noun"


PAGES: Final = (_unread_count,)
