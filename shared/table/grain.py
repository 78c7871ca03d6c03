"""What a row of a table is: what it is called, what tells rows apart, what comes again, and what names a row."""

import math
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, product
from pathlib import PurePath
from typing import Final

from shared.contracts import ColumnProfile, RowGrain
from shared.table.abbreviations import ABBREVIATIONS
from shared.table.additivity import stands_at_a_moment
from shared.table.dependencies import Fixes
from shared.table.names import spaced, tokens, word_set, written_out
from shared.table.nouns import singular
from shared.table.units import is_money

Kinds = Callable[[tuple[str, ...]], int]
"""How many rows differ in these columns: as many as the table has, where they tell its rows apart."""
_GAPS = 1.3
"""A panel may lack some of its rows."""
_MOST_NAMES, _MOST_TOGETHER = 6, 3
"""Columns that may name a thing of which levels are known, and of these those that name it together."""
_CALENDAR = frozenset({"year", "yr", "quarter", "month"})
_IDS = word_set("id key number no nr code ref reference email sku index rank url")
_MOMENTS = word_set("reading measurement observation match game fixture day")
"""What things at times may be called."""
_NAMES = ("name", "title", "model", "model name", "full name")
_NEARLY = 0.95
_FEW = 0.98
_ENOUGH = 10
"""Rows from which on it is no chance that all values of a column differ."""
_FILLER = word_set(
    """
    data dataset export report final copy table list file sheet all new the of test sample example clean raw dump
    full untitled upload csv date month quarter year note page
    """
)


def grain_of(columns: Sequence[ColumnProfile], rows: int, kinds: Kinds | None = None) -> RowGrain:
    """The grain of a table of so many rows: its key columns, and the time columns among them. `kinds` counts the rows
    that differ; without it, the key is estimated from each column's own distinct values."""
    things, times = _panel(columns, rows, kinds)
    if not times:
        things, times = _levels(columns, rows, kinds)
    if not times:
        own = [column for column in columns if _unique(column, rows)]
        moments = list(_times(own))
        ids = [column for column in own if column not in moments]
        times = () if ids else tuple(one.name for one in moments[:1]) or _series(columns, rows, kinds)
        things = tuple(one.name for one in ids[:1])
    return RowGrain(key=(*things, *times), times=times)


def row_noun(
    columns: Sequence[ColumnProfile], rows: int, file_name: str, grain: RowGrain, things: Collection[str] = ()
) -> str:
    """What a row is called, in the singular; "row" where nothing says. `things` are known to have tables of their own.

    After the first column where that names things that differ (Country), else after a file called in the plural
    (orders.csv), else after a column of ids (subject_id). Rows at several times of the same things are none of these.
    What a column of numbers is called, but for money, has its own number in each row (Tickets) and names no rows.
    A file of several words (stray_quotes, 23_subtotals) is called after its last one only where that is one of the
    things, or a word of the header.
    """
    label = label_of(columns, rows)
    first = [one for one in columns[:1] if one.name == label and one.role != "id" and rows >= _ENOUGH]
    title = [word for word in title_words(file_name) if not {word, singular(word)} & _FILLER]
    files = [singular(word) for word in title[-1:] if singular(word) != word or _named_so(columns, word)]
    if _qualified(file_name):
        header = {singular(word) for one in columns if _of_rows(one, rows) for word in written_out(one.name)}
        files = [noun for noun in files if noun in header or noun in things]
    ids = [one for one in columns if one.role == "id" and _unique(one, rows)]
    nouns = [*map(_thing, first), *files, *(_thing(one) for one in ids if _IDS & set(tokens(one.name)))]
    counted = {singular(one.name.lower()) for one in columns if one.role == "measure" and not is_money(one)}
    called = next((noun for noun in nouns if noun and noun not in counted), "row")
    called = next((noun for noun in files if noun.startswith(called)), called)  # Perf, in a sheet Performances
    right = re.fullmatch(r"[a-z]{3,}", called) and (not grain.times or called in _MOMENTS)
    return called if right else "row"


def repeated(columns: Sequence[ColumnProfile], rows: int, noun: str) -> str | None:
    """The first id column named after the row noun whose values repeat (rows are then its lines); None without one.
    One or two in a hundred that repeat are rows that were entered twice."""
    for column in columns:
        known = rows - column.nulls
        if column.role == "id" and tokens(column.name)[:1] == (noun,) and 0 < column.distinct < _FEW * known:
            return column.name
    return None


def events_of(columns: Sequence[ColumnProfile], rows: int, fixes: Fixes | None = None) -> tuple[str, ...]:
    """The columns of ids that come again, and never at another time: orders, which their lines share. None without
    `fixes`, or without times."""
    times = [one for one in columns if one.temporal and not one.nulls]
    if fixes is None or not times:
        return ()
    ids = [one for one in columns if one.role == "id" and not one.nulls and 1 < one.distinct < rows]
    return tuple(
        one.name for one in ids if all(time.distinct <= one.distinct and fixes(one.name, time.name) for time in times)
    )


_LAST: Final[dict[str, int]] = {"id": 1, "text": 2}


def label_of(columns: Sequence[ColumnProfile], rows: int) -> str | None:
    """The column that tells rows apart for a reader: the only one called "name" or "title" where few share theirs, else
    a text that differs in each row, else such an id, else free text, which names nothing if anything else does."""
    called = [one for one in columns if one.type == "text" and spaced(one.name) in _NAMES]
    if len(called) == 1 and called[0].distinct > _NEARLY * rows:
        return called[0].name
    texts = [one for one in columns if (one.type == "text" and one.role != "vector") or one.role == "id"]
    own = [one for one in texts if _unique(one, rows)]
    return min(own, key=lambda one: _LAST.get(one.role, 0)).name if own else None


def title_words(file_name: str) -> list[str]:
    """The words of a file's name, without its ending."""
    stem = PurePath(file_name).name.split(".")[0]
    return [word for word in re.findall(r"[a-z]+", spaced(stem)) if len(word) > 2]


def _qualified(file_name: str) -> bool:
    """Whether a file's name says more than one word, or a number, words of any file (export, raw) apart."""
    words = spaced(PurePath(file_name).name.split(".")[0]).split()
    return len([word for word in words if not {word, singular(word)} & _FILLER]) > 1


def _thing(column: ColumnProfile) -> str:
    """What a column identifies: order of order_id, country of Country; nothing of Name, nor of an abbreviation
    (Pers. no) that cannot be written out."""
    words = written_out(re.sub(r"\b(\w+)\.(?!\S)", lambda short: ABBREVIATIONS.get(short[1].lower(), ""), column.name))
    named = [word for word in words if word not in _IDS]
    return singular(named[0]) if len(named) == 1 and named[0] not in (*_NAMES, *_CALENDAR) else ""


def _of_rows(column: ColumnProfile, rows: int) -> bool:
    """Whether the column's name may name rows: one of a single word whose values come again names groups of them."""
    return len(tokens(column.name)) > 1 or column.distinct == rows


def _named_so(columns: Sequence[ColumnProfile], noun: str) -> bool:
    return any(tokens(column.name)[:1] == (noun,) and column.role == "id" for column in columns)


def _panel(columns: Sequence[ColumnProfile], rows: int, kinds: Kinds | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The columns of things and of times where rows are things at times (a country in a year), one row for each or
    nearly so."""
    whole = [column for column in columns if not column.nulls and 1 < column.distinct * 3 <= rows]
    things = [column for column in whole if column.type == "text" and column.role != "id"]
    for time in _times(whole):
        for thing in things:
            likely = thing != time and rows <= thing.distinct * time.distinct <= _GAPS * rows
            if likely and (kinds is None or kinds((thing.name, time.name)) == rows):
                return (thing.name,), (time.name,)
    return (), ()


def _levels(
    columns: Sequence[ColumnProfile], rows: int, kinds: Kinds | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fewest columns that name together what levels are known of (an item in a warehouse), and the times that these
    are of. They are looked for only where something stands at a moment: all that hangs on them is whether it adds
    up."""
    if any(_unique(one, rows) for one in columns) or not any(map(stands_at_a_moment, columns)):
        return (), ()
    whole = [one for one in columns if not one.nulls and 1 < one.distinct <= rows / 2]
    times = list(_times(whole))
    names = [one for one in whole if one not in times and (one.role == "id" or not one.numeric)][:_MOST_NAMES]
    moments = [(one,) for one in times] + [tuple(times)] * (len(times) > 1)
    for size, at in product(range(1, _MOST_TOGETHER + 1), moments):
        for things in combinations(names, size):
            estimated = math.prod(one.distinct for one in (*things, *at))
            if estimated < rows or (kinds is None and estimated > _GAPS * rows):
                continue
            keys, moment = tuple(one.name for one in things), tuple(one.name for one in at)
            if kinds is None or (kinds(keys) * kinds(moment) <= _GAPS * rows and kinds((*keys, *moment)) == rows):
                return keys, moment
    return (), ()


def _series(columns: Sequence[ColumnProfile], rows: int, kinds: Kinds | None) -> tuple[str, ...]:
    """The times that rows are and nothing else: a quarter each of several years."""
    times = tuple(_times(columns))
    names = tuple(one.name for one in times)
    likely = len(times) > 1 and rows <= math.prod(one.distinct for one in times) <= _GAPS * rows
    return names if likely and (kinds is None or kinds(names) == rows) else ()


def _times(columns: Sequence[ColumnProfile]) -> Iterator[ColumnProfile]:
    for column in columns:
        last = tokens(column.name)[-1:]
        if column.temporal or (column.role != "measure" and _CALENDAR & set(last)):
            yield column


def _unique(column: ColumnProfile, rows: int) -> bool:
    """Whether every row has its own value; amounts that differ by chance identify nothing."""
    own = column.nulls == 0 and column.distinct == rows > 1
    return own and column.type != "number" and column.role != "measure"
