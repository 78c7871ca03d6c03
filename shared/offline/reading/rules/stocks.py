"""What is there at a time, like people or goods: adding it up over times would count the same again."""

from typing import Final

from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.columns import Name
from shared.offline.reading.meanings.nouns import panel
from shared.offline.reading.meanings.tokens import stem_set
from shared.offline.reading.sentence import Sentence
from shared.table.names import spoken, words_of

_STOCKS: Final = stem_set(
    "population pop inhabitants residents stock inventory balance headcount members subscribers employees followers "
    "capacity debt assets"
)


def read_stocks(sentence: Sentence) -> None:
    """ "total population" of a table with a row for each country and year: of which year?"""
    sums = [
        sentence.table.column(metric.column)
        for metric in sentence.metrics
        if metric.function == "sum" and metric.column
    ]
    held = [column for column in sums if _STOCKS & set(Name(column).full)]
    yearly = [column for column in sums if set(Name(column).full) & _STOCKS or _ANNUAL & set(words_of(column.name))]
    if yearly and _series(sentence.table) and not _at_each_time(sentence):
        sentence.gaps.append(f"{spoken(yearly[0])} is known for several times, and adding it up over them means little")
        return
    if not held or not panel(sentence.table) or _at_one_time(sentence):
        return
    sentence.gaps.append(f"{spoken(held[0])} is known for several times, and the question does not say for which")


_ANNUAL: Final = frozenset({"gdp", "realgdp", "gnp"})
"""What national accounts give at a yearly rate for each quarter."""


def _series(table: DatasetProfile) -> bool:
    """Whether rows are times and nothing else: a year each, or a quarter each of several years."""
    times = _times(table)
    if any(column.distinct == table.row_count for column in times):
        return True
    together = 1
    for column in times:
        together *= column.distinct
    return len(times) > 1 and table.row_count <= together <= _GAPS * table.row_count


_GAPS: Final = 1.3


def _at_each_time(sentence: Sentence) -> bool:
    """Whether every column that a time is made of is fixed or grouped by, or one of them tells rows apart."""
    times = {column.name: column.distinct for column in _times(sentence.table)}
    fixed = {item.filter.column for item in sentence.filters if item.period or item.filter.operator == "="}
    fixed |= {item.column for side in sentence.sides for item in side}
    fixed |= {group.column for group in (*sentence.groups, *sentence.within)}
    alone = any(times[name] == sentence.table.row_count for name in fixed & set(times))
    return alone or set(times) <= fixed


def _at_one_time(sentence: Sentence) -> bool:
    """Whether one time is asked for, or each for itself."""
    times = {column.name for column in _times(sentence.table)}
    fixed = {item.filter.column for item in sentence.filters if item.period or item.filter.operator == "="}
    fixed |= {item.column for side in sentence.sides for item in side}
    return bool(times & (fixed | {group.column for group in (*sentence.groups, *sentence.within)}))


def _times(table: DatasetProfile) -> list[ColumnProfile]:
    return [
        column
        for column in table.columns
        if column.temporal or words_of(column.name)[-1] in ("year", "quarter", "month")
    ]
