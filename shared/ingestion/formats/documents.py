"""JSON: a list of objects, an object of lists, one list somewhere inside an object, or an object a line."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import duckdb

from shared.contracts.dataset import Repair
from shared.errors import UnreadableData
from shared.ingestion.formats.lenient import read_leniently
from shared.ingestion.overrides import Limits
from shared.ingestion.raw import Raw, check_columns, clean_names, load_rows
from shared.table.nouns import counted

Record = Mapping[str, Any]
_DEPTH = 4


class Numeral(str):
    """A number of JSON in the digits in which it was written."""

    __slots__ = ()


_DECODER: Final = json.JSONDecoder(parse_int=Numeral, parse_float=Numeral, parse_constant=lambda _: None, strict=False)
_LENIENT = "The document is no strict JSON: commas behind last items, or several objects, were read as they are meant."


def load_document(con: duckdb.DuckDBPyConnection, file: Path, scratch: Path, limits: Limits) -> Raw | None:
    """Fills table `raw` from a file of JSON or NDJSON; None where the text is neither."""
    if file.stat().st_size > limits.max_document_bytes and not _by_lines(file):
        raise UnreadableData(
            f"A JSON document of more than {limits.max_document_bytes / 1e6:,.0f} MB is too large to read as one; "
            "send it with one object on each line, or as CSV."
        )
    records, told = _records(file)
    if records is None:
        return None
    flat, empty = _filled([dict(_flat(record)) for record in records])
    keys = list(dict.fromkeys(key for record in flat for key in record))
    if not flat or not keys:
        raise UnreadableData("This JSON document holds no rows; send a list of objects.")
    check_columns(len(keys), limits)
    names, renamed = clean_names(keys)
    load_rows(con, names, ([_text(record.get(key)) for key in keys] for record in flat), scratch)
    native = frozenset(
        at for at, key in enumerate(keys) if any(isinstance(record.get(key), Numeral) for record in flat)
    )
    told = (*told, *empty, *_nested_told(names, keys, flat))
    dropped = sum(repair.rows for repair in told if repair.kind == "dropped")
    return Raw(names, native=native, rows_dropped=dropped, repairs=(*told, *renamed))


def _filled(records: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], tuple[Repair, ...]]:
    """The records that hold any value; the others, which would be blank rows, are told."""
    filled = [record for record in records if any(value not in (None, "") for value in record.values())]
    empty = len(records) - len(filled)
    detail = f"{empty} object(s) hold no value at all and were left out."
    return filled, (Repair(kind="dropped", detail=detail, rows=empty),) if empty else ()


def _nested_told(names: Sequence[str], keys: Sequence[str], records: list[dict[str, Any]]) -> tuple[Repair, ...]:
    nested = [
        name
        for name, key in zip(names, keys, strict=True)
        if any(isinstance(record.get(key), list | dict) and not _of_texts(record[key]) for record in records)
    ]
    detail = f"Nested values were kept as JSON text in {', '.join(nested[:5])}."
    return (Repair(kind="other", detail=detail),) if nested else ()


def _of_texts(value: Any) -> bool:
    """Whether it is a list of texts: what its column becomes is a column of lists."""
    texts = isinstance(value, list) and all(isinstance(one, str) and not isinstance(one, Numeral) for one in value)
    return texts or not value


def _by_lines(file: Path) -> bool:
    """Whether the first line is a whole object."""
    with file.open(encoding="utf-8") as text:
        line = text.readline(1 << 20)
    return isinstance(_parsed(line.strip().removesuffix(",")), dict | list) and line.endswith("\n")


def _records(file: Path) -> tuple[list[Record] | None, tuple[Repair, ...]]:
    if _by_lines(file):
        lines, broken = _lines(file)
        if len(lines) > 1 and all(isinstance(line, list) for line in lines) and not broken:
            return _listed(lines)
        objects = [line for line in lines if isinstance(line, dict)]
        broken += [json.dumps(line)[:120] for line in lines if isinstance(line, list)]
        if len(objects) > 1 or (objects and broken):
            return list(objects), _broken_told(broken)
    text = file.read_text(encoding="utf-8")
    document = _parsed(text)
    if document is not None:
        return _table(document)
    if not _truncated(text):
        return None, ()
    document = read_leniently(text, _DECODER)
    if document is None:
        raise UnreadableData("This JSON document is broken or cut off; export it again and send it again.")
    records, told = _table(document)
    return records, (*told, Repair(kind="other", detail=_LENIENT))


def _parsed(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
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


def _table(document: Any) -> tuple[list[Record], tuple[Repair, ...]]:
    """The rows of a document."""
    if isinstance(document, list):
        return _listed(document)
    found = _columns(document) or _nested(document)
    if found is None:
        return [document], ()
    return found


def _listed(items: list[Any]) -> tuple[list[Record], tuple[Repair, ...]]:
    if items and all(isinstance(item, list) and item and isinstance(item[0], dict) for item in items):
        return _listed([record for batch in items for record in batch])
    if items and all(isinstance(item, list) for item in items):
        header, rows = items[0], items[1:]
        if rows and all(isinstance(cell, str) and not isinstance(cell, Numeral) for cell in header):
            names, _ = clean_names([*header, *[""] * (max(map(len, rows)) - len(header))])
            return [dict(zip(names, row, strict=False)) for row in rows], ()
        return [{f"column_{at}": cell for at, cell in enumerate(row, 1)} for row in items], ()
    objects = [item for item in items if isinstance(item, dict)]
    if not objects:
        return [{"value": item} for item in items], ()
    odd = [json.dumps(item)[:120] for item in items if not isinstance(item, dict)]
    are = counted(len(odd), "item of the list is no object and was", "items of the list are no objects and were")
    detail = f"{are} left out."
    return list(objects), (
        Repair(kind="dropped", detail=detail, rows=len(odd), examples=tuple(odd[:3]), doubt=True),
    ) if odd else ()


def _columns(document: Record) -> tuple[list[Record], tuple[Repair, ...]] | None:
    """An object of lists (or of objects with the same keys, as pandas writes them), all equally long."""
    values = list(document.values())
    header, rows = document.get("columns"), document.get("data")
    if isinstance(header, list) and isinstance(rows, list) and rows and all(isinstance(row, list) for row in rows):
        return _listed([[str(name) for name in header], *rows])
    if headed := _headed(document):
        return _listed(headed)
    lists = all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1
    if lists and not all(isinstance(item, dict) for value in values for item in value):
        return [dict(zip(document, row, strict=True)) for row in zip(*values, strict=True)], ()
    objects = len(values) > 1 and all(isinstance(value, dict) for value in values)
    if objects and len({tuple(value) for value in values}) == 1 and values[0]:
        if all(key.isdigit() for key in values[0]):
            return [{name: document[name][key] for name in document} for key in values[0]], ()
        if not any(isinstance(inner, dict | list) for value in values for inner in value.values()):
            detail = "Each field of the document is a row; its name was put into column key."
            return [{"key": name, **value} for name, value in document.items()], (Repair(kind="other", detail=detail),)
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


def _nested(document: Record) -> tuple[list[Record], tuple[Repair, ...]] | None:
    """The longest list of objects inside an object, and where it was."""
    lists = list(_lists(document))
    if not lists:
        return None
    name, items = max(lists, key=lambda each: len(each[1]))
    rows, told = _listed(items)
    others = ", ".join([f"{other} ({len(left)})" for other, left in lists if other != name][:5])
    also = f"; it also has {others}" if others else ""
    return rows, (Repair(kind="other", detail=f"The rows are the list {name} of the document{also}."), *told)


def _lists(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, list[Any]]]:
    if isinstance(value, list) and value and all(isinstance(item, dict | list) for item in value):
        yield path, value
    elif isinstance(value, dict) and depth < _DEPTH:
        for key, inner in value.items():
            yield from _lists(inner, f"{path}.{key}".strip("."), depth + 1)


def _flat(record: Record, path: str = "", depth: int = 0) -> Iterable[tuple[str, Any]]:
    """The fields of a record, those of objects inside it as outer.inner."""
    for key, value in record.items():
        name = f"{path}.{key}" if path else str(key)
        if isinstance(value, dict) and value and depth < _DEPTH:
            yield from _flat(value, name, depth + 1)
        else:
            yield name, value


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        return json.dumps(_plain(value), ensure_ascii=False)
    return str(value).replace("\0", "")


def _plain(value: Any) -> Any:
    """A nested value with its numbers as numbers."""
    if isinstance(value, Numeral):
        return int(value) if re.fullmatch(r"-?\d+", value) else float(value)
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value
