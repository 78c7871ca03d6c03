"""Questions that pick rows out: a figure of the row at an extreme, and the names of the rows that meet a condition."""

import re
from typing import Final

from shared.analysis.composed import Rows, TopCell, TopRows
from shared.analysis.metrics import Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.frames.asking import ROW, Asking
from shared.offline.reading.frames.forms import Forms
from shared.offline.reading.frames.parts import PARTS
from shared.offline.reading.meanings.columns import positive_value
from shared.offline.reading.meanings.nouns import unique, unique_day
from shared.offline.reading.reading import Reading
from shared.offline.reading.vocabulary.words import word_set
from shared.table.names import spoken, words_of

_PARTS: Final = {
    "row": r"[the] (most|least|highest|lowest|best|worst) /\S+/ [/.*\S/]|[the] /(?!great)\w+est/ [/.*\S/]|"
    r"the /\S+/ [/\S+/] [/\S+/] (with|that has|having|that had|who has|who had) the /highest|lowest|most|least|largest|"
    r"smallest|biggest|longest|shortest|maximum|minimum|best|worst/ [/.*\S/]",
}
_PICKED: Final = Forms(
    "<figure> (of|for|in) <row:row>",
    "(what|which) <figure> (does|do|did) <row:row> [have|belong to|come from]",
    parts=_PARTS,
)
_FIGURES: Final = re.compile(
    r"\b(?:average|mean|median|total|sum|number|count|share|percentage|range|distribution|and|by|per|each)\b",
    re.IGNORECASE,
)


def read_named_row(asking: Asking) -> Reading | None:
    """ "what is the rating of the most expensive film", "which genre is the longest film": the cell of one row."""
    found = _PICKED.fit(asking.bare, asking.words)
    if found is None or _FIGURES.search(found["figure"]):
        return None
    shown = asking.column(found["figure"])
    if shown is None or shown.role == "id" or positive_value(shown) is not None:
        return None
    row = re.sub("^the ", "", found["row"], flags=re.IGNORECASE)
    wordings = (f"what is the {row}", f"list the 1 {row}", f"which is the {row}")
    readings = (asking.ask(wording, named=named) for named in (False, True) for wording in wordings)
    reading = next((one for one in readings if one is not None and _of_one_row(asking, one)), None)
    if reading is None or reading.metrics[0].column in (None, shown.name) or reading.ordering is None:
        return None
    frame = TopCell(
        show=shown.name, by=reading.metrics[0].column or "", descending=reading.ordering.descending,
        filters=reading.filters,
    )  # fmt: skip
    return asking.framed(frame, *reading.assumptions, sure=reading.confidence)


def _of_one_row(asking: Asking, reading: Reading) -> bool:
    """Whether it reads as the first of all rows, each of which is its own."""
    order = reading.ordering
    if reading.shape != "entity" or len(reading.groups) != 1 or len(reading.metrics) != 1 or reading.within:
        return False
    group = reading.groups[0]
    column = None if group.column == ROW else asking.table.column(group.column)
    single = column is None or unique(column, asking.table) or unique_day(column, asking.table)
    named = column is not None and reading.metrics[0].function in ("max", "min") and column.type == "text"
    return (single or named) and order is not None and order.limit == 1 and not order.offset and not reading.rivals


_WHICH: Final = re.compile(
    r"^(?:which|what|who|(?:please )?(?:list|show|name|give)(?: me)?(?: all)?(?: (?:of )?the)?|all)\s+(?P<rows>.+)$",
    re.IGNORECASE,
)
_ON_DAYS: Final = re.compile(r"^on (?:which|what) (?P<rows>(?:days?|dates?) .+)$", re.IGNORECASE)
_LIMITING: Final = (">", "<", ">=", "<=", "between", "=", "in", "!=", "not in", "is null", "is not null")


def read_rows(asking: Asking) -> Reading | None:
    """ "which films are longer than 200 minutes": the rows that "how many films ..." would count, by their names."""
    base = asking.base
    if base.unexplained or (base.answerable and base.metrics != (Metric(function="count"),)):
        return None
    on_days = _ON_DAYS.match(asking.words)
    found = on_days or _WHICH.match(asking.words)
    if found is None:
        return None
    counted = asking.ask(f"{'on ' if on_days else ''}how many {found.group('rows')}")
    if counted is None or counted.shape != "value" or counted.metrics != (Metric(function="count"),):
        return None
    if not counted.filters or counted.groups or counted.part or counted.having or counted.rivals:
        return None
    label = _label(asking)
    compared = any(one.operator in _LIMITING for one in counted.filters)
    if label is None or not compared or any(one.column == label.name for one in counted.filters):
        return None
    told = f"I named the rows by {spoken(label)}."
    frame = Rows(label=label.name, filters=counted.filters)
    return asking.framed(frame, *counted.assumptions, told, sure=counted.confidence)


_RANKED: Final = re.compile(
    r"^(?:(?:who|which|what) (?:are|were)|list|show(?: me)?|give(?: me)?|name|find)?\s*(?:the |all the )?",
    re.IGNORECASE,
)


_TIMES: Final = Forms(
    "how many <group> (/ordered|bought|purchased|booked/|/appear|appears|appeared|occur|occurs|occurred/) "
    "<how:how> <number:number> times",
    parts=PARTS | {"how": "(more than|at least|less than|fewer than|at most|exactly)"},
)


def read_times(asking: Asking) -> Reading | None:
    """ "how many customers ordered more than 15 times": those with so many rows."""
    found = _TIMES.fit(asking.words)
    if found is None:
        return None
    reading = asking.ask(f"how many {found['group']} have {found['how']} {found['number']} rows")
    if reading is None or reading.having is None or reading.filters:
        return None
    return asking.compared(reading, "I counted the rows of each.")


_RANKING: Final = frozenset({"extreme", "adjective", "quality"})


def read_top_rows(asking: Asking) -> Reading | None:
    """ "who are the 3 highest paid employees", where no column names the rows without naming others too."""
    if asking.base.answerable or not _RANKING & set(asking.base.operations) or asking.words.lower().startswith("how "):
        return None
    reading = asking.ask(f"list the {_RANKED.sub('', asking.words, count=1)}", named=True)
    if reading is None or reading.shape != "entity" or len(reading.groups) != 1 or reading.within:
        return None
    group = reading.groups[0].column
    if group != ROW and not unique(asking.table.column(group), asking.table):
        return None
    by, order, label = reading.metrics[0], reading.ordering, _shared_label(asking)
    if by.column is None or by.function not in ("max", "min") or order is None or order.offset or label is None:
        return None
    frame = TopRows(
        by=by.column, label=label.name, limit=order.limit or 1, descending=order.descending, filters=reading.filters
    )
    told = "" if unique(label, asking.table) else f"I called the rows by {spoken(label)}, which several can share."
    return asking.framed(frame, *reading.assumptions, told, sure=reading.confidence)


def _shared_label(asking: Asking) -> ColumnProfile | None:
    """A column called "name" or the like that tells most rows apart, else an id that tells nearly all apart."""
    rows, columns = asking.table.row_count, asking.table.columns
    called = [one for one in columns if _CALLED & set(words_of(one.name)) and one.type == "text" and one.role != "id"]
    ids = [one for one in columns if (one.role == "id" or one.type == "text") and one.distinct > 0.9 * rows]
    found = [one for one in called if one.distinct * 4 > rows] or ids
    return found[0] if len(found) == 1 else None


_CALLED: Final = word_set("name title model")


def _label(asking: Asking) -> ColumnProfile | None:
    """The column that rows are told apart by: the one asked for, a title or name, a day, else an id."""
    table = asking.table
    own = [column for column in table.columns if unique(column, table) or unique_day(column, table)]
    named = [column for column in own if column.type == "text" and column.role != "id"]
    days = [column for column in own if unique_day(column, table)]
    found = named or days or own
    return found[0] if len(found) == 1 or (found and found is own) else None
