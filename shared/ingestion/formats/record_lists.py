"""Lists of records inside of records, two levels deep: the rows of a table each, which refer to the records around."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from shared.contracts.dataset import Repair
from shared.ingestion.cells.dates import read_dates
from shared.ingestion.cells.numbers import read_numbers
from shared.ingestion.raw import clean_names
from shared.table.keys import ID_WORDS, bare, said
from shared.table.nouns import counted, singular
from shared.table.nulls import is_null
from shared.table.roles import is_id_name

Keys = tuple[str, ...]
"""The keys that lead to a field; of a column that is made here, its name and something empty."""
Fields = dict[Keys, Any]
Record = Mapping[str, Any]
_DEPTH = 4
_LEVELS = 2
_MOST_LISTS = 20
"""Further lists are kept as text: keys that are data (a list for each day) would make a table each."""
_LONGEST_ID: Final = 64
"""Ids that are written in each row of a list are no long texts."""
_WHOLE = re.compile(r"0|[1-9][0-9]{0,14}")


class Numeral(str):
    """A number of JSON in the digits in which it was written."""

    __slots__ = ()


@dataclass
class RecordTable:
    """Records as the rows of a table. `name` is that of the list that they are, "" for those of the file, and `path`
    where it is in a record around; `repairs` are what has to be told.

    `holders` are the rows around that hold each of these, which the column `reference` says; `inner` the lists inside.
    """

    name: str
    rows: list[Fields]
    repairs: tuple[Repair, ...] = ()
    path: Keys = ()
    reference: str = ""
    holders: list[int] = field(default_factory=list)
    inner: "list[RecordTable]" = field(default_factory=list)

    @property
    def dropped(self) -> int:
        """How many items were no rows."""
        return sum(repair.rows for repair in self.repairs if repair.kind == "dropped")


def tables_of(records: Sequence[Record], noun: Sequence[str]) -> tuple[RecordTable, ...]:
    """The table of the records, and one for each list of records in them. `noun` is what a record is, in words."""
    rows = [row for row in (dict(fields(record)) for record in records) if _filled(row)]
    outer = RecordTable("", rows, _empty_told(len(records) - len(rows)))
    found, level = [outer], [outer]
    for _ in range(_LEVELS):
        for table in level:
            table.inner = [_inside(path, table) for path in _lists_in(table.rows)[: _MOST_LISTS + 1 - len(found)]]
            found += table.inner
            _without_lists(table)
        level = [one for table in level for one in table.inner]
    names, _ = clean_names([one.name for one in found[1:]])
    for table, name in zip(found[1:], names, strict=True):
        table.name = name
    for table in found:
        _refer(table, noun if table is outer else (singular(table.path[-1].lower()),))
    return tuple(found)


def fields(record: Record, path: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    """The fields of a record, those of objects inside it with all keys that lead there."""
    for key, value in record.items():
        here = (*path, str(key))
        if isinstance(value, dict) and value and len(here) <= _DEPTH:
            yield from fields(value, here)
        else:
            yield here, value


def column_name(path: Keys) -> str:
    """What the column of a field is called: outer.inner."""
    return ".".join(part for at, part in enumerate(path) if part or not at)


def _filled(row: Fields) -> bool:
    """Whether a row holds any value."""
    return any(value not in (None, "") for value in row.values())


def _empty_told(empty: int) -> tuple[Repair, ...]:
    detail = f"{empty} object(s) hold no value at all and were left out."
    return (Repair(kind="dropped", detail=detail, rows=empty),) if empty else ()


def _lists_in(rows: Iterable[Fields]) -> list[Keys]:
    """Where lists are that hold an object with any value, in the order in which they come first; of lists inside of
    each other, as where some records have one object in place of the list, the outer ones."""
    found = dict.fromkeys(path for row in rows for path, value in row.items() if _holds_records(value))
    return [path for path in found if not any(_is_within(path, other) for other in found)]


def _holds_records(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) and _filled(dict(fields(item))) for item in value)


def _inside(path: Keys, table: RecordTable) -> RecordTable:
    """The items of a list in each of the rows; one object in its place is a list of one."""
    rows, holders, single = list[Fields](), list[int](), 0
    others = list[str]()
    for at, row in enumerate(table.rows):
        items = row.get(path)
        if not isinstance(items, list):
            one = {inner[len(path) :]: value for inner, value in row.items() if _is_within(inner, path)}
            single += bool(one)
            rows += [one] if one else []
            holders += [at] if one else []
            continue
        for item in items:
            if not isinstance(item, dict) and item is not None:
                others.append(json.dumps(item)[:120])
            rows.append(dict(fields(item)) if isinstance(item, dict) else {("value", ""): item})
            holders.append(at)
    name = "/".join(filter(None, (table.name, *path)))
    kept = [(at, row) for at, row in zip(holders, rows, strict=True) if _filled(row)]
    told = (
        *_origin_told(name, len({at for at, _ in kept}), len(table.rows)),
        *_empty_told(len(rows) - len(kept)),
        *_single_told(name, single),
        *_others_told(name, others),
    )
    return RecordTable(name, [row for _, row in kept], told, path=path, holders=[at for at, _ in kept])


def _is_within(inner: Keys, path: Keys) -> bool:
    return len(inner) > len(path) and inner[: len(path)] == path


def _without_lists(table: RecordTable) -> None:
    """Takes out of the rows what has become rows of other tables."""
    for one in table.inner:
        for row in table.rows:
            if isinstance(row.get(one.path), list):
                del row[one.path]
            for inner in [inner for inner in row if _is_within(inner, one.path)]:
                del row[inner]


def _origin_told(name: str, holding: int, records: int) -> tuple[Repair, ...]:
    where = f"{holding:,} of {counted(records, 'record', 'records')}"
    return (Repair(kind="other", detail=f"The rows are the items of the list {name}, which {where} hold."),)


def _single_told(name: str, single: int) -> tuple[Repair, ...]:
    have = counted(single, "record has", "records have")
    detail = f"{have} one object where others have the list {name}; it was read as a list of one."
    return (Repair(kind="other", detail=detail),) if single else ()


def _others_told(name: str, others: list[str]) -> tuple[Repair, ...]:
    are = counted(len(others), "item of the list {} is no object and is", "items of the list {} are no objects and are")
    detail = f"{are.format(name)} in a column of values, with all others empty."
    told = Repair(kind="other", detail=detail, rows=len(others), examples=tuple(others[:3]), doubt=True)
    return (told,) if others else ()


def _refer(table: RecordTable, noun: Sequence[str]) -> None:
    """Gives the tables of the lists in a table a column that says which of its rows holds each of theirs: its id, where
    it has one, else its number, which is added to both."""
    own = _id_of(table.rows) if table.inner else None
    called = _called(own[-1], noun) if own else ""
    left = [one for one in table.inner if not (own and called and _refer_by(own, called, one, table))]
    if left:
        number = _free("_".join((*(noun if table.path else ()), "record_id")), (table, *left))
        for one in left:
            one.reference = number
            _prepend(one, number, [Numeral(at + 1) for at in one.holders])
        _prepend(table, number, [Numeral(at) for at in range(1, len(table.rows) + 1)])
        detail = f"Column {number} numbers the records, so that the rows of their lists can refer to them."
        table.repairs += (Repair(kind="other", detail=detail, column=number),)
    for one in table.inner:
        detail = f"Column {one.reference} says which record each row stands in."
        one.repairs += (Repair(kind="other", detail=detail, column=one.reference),)


def _refer_by(own: Keys, called: str, inner: RecordTable, table: RecordTable) -> bool:
    """Refers to the records by their own id; False where rows have something else under its name."""
    ids = [table.rows[at][own] for at in inner.holders]
    alike = {path for row in inner.rows for path in row if column_name(path).casefold() == called.casefold()}
    if not alike:
        _prepend(inner, called, ids)
    same = len(alike) < 2 and all([row.get(path) for row in inner.rows] == ids for path in alike)
    inner.reference = next((column_name(path) for path in alike), called) if same else ""
    return same


def _prepend(table: RecordTable, name: str, cells: Iterable[Any]) -> None:
    """Puts a column before those of a table."""
    table.rows = [{(name, ""): cell, **row} for cell, row in zip(cells, table.rows, strict=True)]


def _called(name: str, noun: Sequence[str]) -> str:
    """What the id of a record is called elsewhere: id of an order is order_id; nothing where nobody says of what."""
    if bare(said(name)):
        return name
    return "_".join((*noun, name.strip("_"))) if noun and all(word.isalpha() for word in noun) else ""


def _id_of(rows: Sequence[Fields]) -> Keys | None:
    """The field that tells records apart, one called id before others."""
    named = [path for path in rows[0] if len(path) == 1 and is_id_name(path[0]) and said(path[0])[-1] in ID_WORDS]
    named.sort(key=lambda path: said(path[0])[-1] != "id")
    return next((path for path in named if _tells_apart([row.get(path) for row in rows])), None) if rows else None


def _tells_apart(values: Sequence[Any]) -> bool:
    """Whether each value is another, and some of them are read as all of them are: as whole numbers, or as text."""
    cells = [value for value in values if isinstance(value, str) and value == value.strip() and not is_null(value)]
    short = len(cells) == len(values) and max(map(len, cells), default=0) <= _LONGEST_ID
    if not short or len({cell.casefold() for cell in cells}) < len(cells):
        return False
    return all(map(_WHOLE.fullmatch, cells)) or (read_numbers(cells).share == 0 and read_dates(cells, "").share == 0)


def _free(wanted: str, tables: Sequence[RecordTable]) -> str:
    """The name, numbered where a table has one like it."""
    taken = {column_name(path).casefold() for table in tables for row in table.rows for path in row}
    number, name = 1, wanted
    while name.casefold() in taken:
        number, name = number + 1, f"{wanted}_{number + 1}"
    return name
