"""JSON: a list of objects, an object of lists, one list somewhere inside an object, or an object a line."""

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from shared.contracts import Overrides
from shared.contracts.dataset import Repair
from shared.errors import UnreadableData
from shared.ingestion.database import duckdb
from shared.ingestion.formats.aside import aside_told
from shared.ingestion.formats.lenient import read_leniently
from shared.ingestion.formats.record_lists import Keys, Numeral, Record, RecordTable, column_name, tables_of
from shared.ingestion.limits import Limits
from shared.ingestion.raw import Raw, check_columns, clean_names, load_rows
from shared.table.keys import noun_of_file
from shared.table.nouns import counted
from shared.table.workbook import lists_told, titled

_DEPTH = 4
_MOST_CELLS = 300_000_000


_HALF, _ESCAPED_HALF = re.compile("[\ud800-\udfff]"), re.compile(r"\\u[dD][89a-fA-F]")
"""Half a character, as programs write that cut texts between the two codes of one: no encoding can write it."""
_DECODER: Final = json.JSONDecoder(parse_int=Numeral, parse_float=Numeral, parse_constant=lambda _: None, strict=False)
_LENIENT = "The document is no strict JSON: commas behind last items, or several objects, were read as they are meant."


def load_document(
    con: duckdb.DuckDBPyConnection, file: Path, name: str, scratch: Path, overrides: Overrides, limits: Limits
) -> Raw | None:
    """Fills table `raw` from a file of JSON or NDJSON; None where the text is neither.

    It holds the records of the file, or of the list inside of them that was asked for as a sheet.
    """
    if file.stat().st_size > limits.max_document_bytes and not _by_lines(file):
        raise UnreadableData(
            f"A JSON document of more than {limits.max_document_bytes / 1e6:,.0f} MB is too large to read as one; "
            "send it with one object on each line, or as CSV."
        )
    try:
        return _read(con, file, name, scratch, overrides, limits)
    except RecursionError as error:
        raise UnreadableData(
            "This JSON document has values within values, too many levels deep for a table."
        ) from error


def _read(
    con: duckdb.DuckDBPyConnection, file: Path, name: str, scratch: Path, overrides: Overrides, limits: Limits
) -> Raw | None:
    found = _records(file)
    if found is None:
        return None
    tables = tables_of(found.records, noun_of_file(titled(name, found.name)))
    tables[0].name = found.name if len(tables) > 1 else ""
    table = _asked_for(tables, overrides.sheet)
    raw = _loaded(con, table, scratch, limits)
    if table is tables[0]:
        raw = raw.told(*found.told, dropped=sum(one.rows for one in found.told if one.kind == "dropped"))
    others = tuple(one.name for one in tables if one is not table)
    raw = raw.told(*found.aside, *lists_told(table.name, others, chosen=overrides.sheet is not None))
    return replace(raw, sheet=table.name, other_sheets=() if overrides.sheet else others)


def _asked_for(tables: Sequence[RecordTable], wanted: str | None) -> RecordTable:
    """The table of that list, in whatever case; that of the records where none was asked for, or there are none."""
    if wanted is None or len(tables) == 1:
        return tables[0]
    named = {table.name.casefold(): table for table in reversed(tables) if table.name}
    if wanted.casefold() not in named:
        lists = ", ".join(table.name for table in tables if table.name)
        raise UnreadableData(f"This file has no list of records {wanted}; its lists are {lists}.")
    return named[wanted.casefold()]


def _loaded(con: duckdb.DuckDBPyConnection, table: RecordTable, scratch: Path, limits: Limits) -> Raw:
    keys = list(dict.fromkeys(key for row in table.rows for key in row))
    if not table.rows or not keys:
        raise UnreadableData("This JSON document holds no rows; send a list of objects.")
    check_columns(len(keys), limits)
    if len(keys) * len(table.rows) > _MOST_CELLS:
        raise UnreadableData(
            f"This JSON document makes a table of {len(table.rows):,} rows and {len(keys):,} columns, most of them "
            "empty; send records that have the same fields."
        )
    names, renamed = clean_names([column_name(key) for key in keys])
    load_rows(con, names, ([_text(row.get(key)) for key in keys] for row in table.rows), scratch)
    native = frozenset(
        at for at, key in enumerate(keys) if any(isinstance(row.get(key), Numeral) for row in table.rows)
    )
    halves = _halves_told(names, keys, table.rows)
    told = (*table.repairs, *_nested_told(names, keys, table.rows), *renamed, *halves)
    return Raw(names, native=native, rows_dropped=table.dropped, repairs=told)


def _nested_told(names: Sequence[str], keys: Sequence[Keys], records: list[dict[Keys, Any]]) -> tuple[Repair, ...]:
    nested = [
        name
        for name, key in zip(names, keys, strict=True)
        if any(isinstance(record.get(key), list | dict) and not _of_texts(record[key]) for record in records)
    ]
    detail = f"Nested values were kept as JSON text in {', '.join(nested[:5])}."
    return (Repair(kind="other", detail=detail),) if nested else ()


class _Mended(str):
    """A text in which half a character stood; U+FFFD stands in its place."""

    __slots__ = ()


def _mended(value: Any) -> Any:
    """A value of a document without halves of characters, in keys or texts."""
    if isinstance(value, dict):
        return {_mended(key): _mended(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_mended(inner) for inner in value]
    return _Mended(_HALF.sub("\ufffd", value)) if isinstance(value, str) and _HALF.search(value) else value


def _is_mended(value: Any) -> bool:
    if isinstance(value, dict | list):
        return any(map(_is_mended, value.values() if isinstance(value, dict) else value))
    return isinstance(value, _Mended)


def _halves_told(names: Sequence[str], keys: Sequence[Keys], records: list[dict[Keys, Any]]) -> Iterator[Repair]:
    for name, key in zip(names, keys, strict=True):
        if rows := sum(_is_mended(record.get(key)) for record in records):
            detail = f"In column {name}, {rows:,} cell(s) held half a character; “\ufffd” stands in its place."
            yield Repair(kind="encoding", detail=detail, column=name, rows=rows)


class _Records(NamedTuple):
    """The records of a document, what is told of them, the list that they are, where it has a name, and what the
    document says `aside`, whichever of its lists is read."""

    records: Sequence[Record]
    told: tuple[Repair, ...] = ()
    name: str = ""
    aside: tuple[Repair, ...] = ()


def _of_texts(value: Any) -> bool:
    """Whether it is a list of texts: what its column becomes is a column of lists."""
    texts = isinstance(value, list) and all(isinstance(one, str) and not isinstance(one, Numeral) for one in value)
    return texts or not value


def _by_lines(file: Path) -> bool:
    """Whether the first line is a whole object."""
    with file.open(encoding="utf-8") as text:
        line = text.readline(1 << 20)
    return isinstance(_parsed(line.strip().removesuffix(",")), dict | list) and line.endswith("\n")


def _records(file: Path) -> _Records | None:
    """The records of a file; None where it is no JSON."""
    if _by_lines(file):
        lines, broken = _lines(file)
        if len(lines) > 1 and all(isinstance(line, list) for line in lines) and not broken:
            return _listed(lines)
        objects = [line for line in lines if isinstance(line, dict)]
        broken += [json.dumps(line)[:120] for line in lines if isinstance(line, list)]
        if len(objects) > 1 or (objects and broken):
            return _Records(objects, _broken_told(broken))
    text = file.read_text(encoding="utf-8")
    document = _parsed(text)
    if document is not None:
        return _table(document)
    if not _truncated(text):
        return None
    document = _mended(read_leniently(text, _DECODER))
    if document is None:
        raise UnreadableData("This JSON document is broken or cut off; export it again and send it again.")
    found = _table(document)
    return found._replace(told=(*found.told, Repair(kind="other", detail=_LENIENT)))


def _parsed(text: str) -> Any:
    try:
        document = _DECODER.decode(text)
        return _mended(document) if _ESCAPED_HALF.search(text) else document
    except ValueError:
        return None


def _truncated(text: str) -> bool:
    """Whether the text was meant as JSON: CSV may begin with a bracket too, but not with a bracket and a key."""
    compact = "".join(text[:200].split())
    return compact.startswith(('{"', '[{"', "[[", '["', "{}", "[]", "[{}"))


def _lines(file: Path) -> tuple[list[Any], list[str]]:
    records: list[Any] = []
    broken: list[str] = []
    with file.open(encoding="utf-8") as text:
        for line in text:
            if not line.strip():
                continue
            record = _parsed(line.strip().removesuffix(","))
            if isinstance(record, dict | list):
                records.append(record)
            else:
                broken.append(line.strip()[:120])
    return records, broken


def _broken_told(broken: list[str]) -> tuple[Repair, ...]:
    detail = f"{counted(len(broken), 'line is no JSON object and was', 'lines are no JSON objects and were')} left out."
    return (
        (Repair(kind="dropped", detail=detail, rows=len(broken), examples=tuple(broken[:3]), doubt=True),)
        if broken
        else ()
    )


def _table(document: Any) -> _Records:
    """The rows of a document."""
    if isinstance(document, list):
        return _listed(document)
    return _columns(document) or _nested(document) or _Records([document])


def _listed(items: list[Any]) -> _Records:
    if items and all(isinstance(item, list) and item and isinstance(item[0], dict) for item in items):
        return _listed([record for batch in items for record in batch])
    if items and all(isinstance(item, list) for item in items):
        header, rows = items[0], items[1:]
        if rows and all(isinstance(cell, str) and not isinstance(cell, Numeral) for cell in header):
            names, _ = clean_names([*header, *[""] * (max(map(len, rows)) - len(header))])
            return _Records([dict(zip(names, row, strict=False)) for row in rows])
        return _Records([{f"column_{at}": cell for at, cell in enumerate(row, 1)} for row in items])
    objects = [item for item in items if isinstance(item, dict)]
    if not objects:
        return _Records([{"value": item} for item in items])
    odd = [json.dumps(item)[:120] for item in items if not isinstance(item, dict)]
    are = counted(len(odd), "item of the list is no object and was", "items of the list are no objects and were")
    detail = f"{are} left out."
    told = Repair(kind="dropped", detail=detail, rows=len(odd), examples=tuple(odd[:3]), doubt=True)
    return _Records(objects, (told,) if odd else ())


def _columns(document: Record) -> _Records | None:
    """An object of lists (or of objects with the same keys, as pandas writes them), all equally long."""
    values = list(document.values())
    header, rows = document.get("columns"), document.get("data")
    if isinstance(header, list) and isinstance(rows, list) and rows and all(isinstance(row, list) for row in rows):
        return _listed([[str(name) for name in header], *rows])._replace(aside=aside_told(document, (header, rows)))
    if headed := _headed(document):
        of_rows = [value for value in values if isinstance(value, list)]
        return _listed(headed)._replace(aside=aside_told(document, of_rows))
    lists = all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1
    if lists and not all(isinstance(item, dict) for value in values for item in value):
        return _Records([dict(zip(document, row, strict=True)) for row in zip(*values, strict=True)])
    objects = len(values) > 1 and all(isinstance(value, dict) for value in values)
    if objects and len({tuple(value) for value in values}) == 1 and values[0]:
        if all(key.isdigit() for key in values[0]):
            return _Records([{name: document[name][key] for name in document} for key in values[0]])
        if not any(isinstance(inner, dict | list) for value in values for inner in value.values()):
            detail = "Each field of the document is a row; its name was put into column key."
            keyed = [{"key": name, **value} for name, value in document.items()]
            return _Records(keyed, (Repair(kind="other", detail=detail),))
    return None


def _headed(document: Record) -> list[Any]:
    """The lists of a document that are rows, below the one list of names that is as long as each; none without it.

    A name is a text, or an object that has one, as databases export their fields.
    """
    lists = [value for value in document.values() if isinstance(value, list) and value]
    rows = next((value for value in lists if all(isinstance(row, list) for row in value)), [])
    named = ([one.get("name") if isinstance(one, dict) else one for one in value] for value in lists)
    headers = [[str(one) for one in names] for names in named if all(map(_is_text, names))]
    fitting = [names for names in headers if all(len(row) == len(names) for row in rows)]
    return [fitting[0], *rows] if rows and len(fitting) == 1 else []


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not isinstance(value, Numeral)


def _nested(document: Record) -> _Records | None:
    """The longest list of objects inside an object, and where it was."""
    lists = list(_lists(document))
    if not lists:
        return None
    name, items = max(lists, key=lambda each: len(each[1]))
    rows = _listed(items)
    others = ", ".join([f"{other} ({len(left)})" for other, left in lists if other != name][:5])
    also = f"; it also has {others}" if others else ""
    where = Repair(kind="other", detail=f"The rows are the list {name} of the document{also}.")
    aside = aside_told(document, (items,))
    return _Records(rows.records, (where, *rows.told), name.replace(".", "/"), aside)


def _lists(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, list[Any]]]:
    if isinstance(value, list) and value and all(isinstance(item, dict | list) for item in value):
        yield path, value
    elif isinstance(value, dict) and depth < _DEPTH:
        for key, inner in value.items():
            yield from _lists(inner, f"{path}.{key}".strip("."), depth + 1)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        return json.dumps(_plain(value), ensure_ascii=False)
    return str(value).replace("\0", "")


def _plain(value: Any) -> Any:
    """A nested value with its numbers as numbers, but for those that none can hold."""
    if isinstance(value, Numeral):
        whole = re.fullmatch(r"-?\d{1,300}", value)
        number = int(value) if whole else float(value)
        return number if whole or math.isfinite(number) else str(value)
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value
