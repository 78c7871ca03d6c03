"""What a JSON document says beside its records: limits, units, the day of an export."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from shared.contracts.dataset import Repair
from shared.ingestion.formats.remarks import remarks_told

_DEPTH = 4
_MOST_ITEMS = 20
"""Longer lists are data."""
_LONGEST, _MOST_LINES = 120, 8
_LONGEST_TEXT = 60


def aside_told(document: Mapping[str, Any], without: Iterable[object]) -> tuple[Repair, ...]:
    """The fields of a document but for the lists that are its rows, `without`, as lines of at most 120 characters:
    "limits: nitrate = 50, lead = 10"."""
    lines = list(_lines("", document, {id(one) for one in without}, 0))
    detail = "What the document says beside its records is in no column."
    told = Repair(kind="preamble", detail=detail, rows=len(lines), examples=tuple(lines[:_MOST_LINES]))
    return (*((told,) if lines else ()), *remarks_told(_long_texts(document, without)))


def _long_texts(document: Mapping[str, Any], without: Iterable[object]) -> Iterator[tuple[str, list[str]]]:
    """The fields of a document itself that are texts, or short lists of them, too long for the other lines."""
    rows = {id(one) for one in without}
    for key, value in document.items():
        texts = value if isinstance(value, list) and id(value) not in rows else [value]
        if len(texts) <= _MOST_ITEMS:
            yield key, [" ".join(one.split()) for one in texts if isinstance(one, str) and not _is_plain(one) and one]


def _lines(name: str, value: Any, without: set[int], depth: int) -> Iterator[str]:
    """The lines of an object or a short list: its plain values first, each of its objects and lists behind."""
    if id(value) in without or depth > _DEPTH or (isinstance(value, list) and len(value) > _MOST_ITEMS):
        return
    if isinstance(value, list):
        yield from _cut(name, [str(one) for one in value if _is_plain(one)])
        for one in value:
            yield from () if _is_plain(one) else _lines(name, one, without, depth + 1)
    elif isinstance(value, dict):
        yield from _cut(name, [f"{key} = {_said(one)}" for key, one in value.items() if _is_plain(one)])
        for key, one in value.items():
            yield from () if _is_plain(one) else _lines(f"{name}.{key}".strip("."), one, without, depth + 1)


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | bool) and len(_said(value)) <= _LONGEST_TEXT and value != ""


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else " ".join(str(value).split())


def _cut(name: str, parts: list[str]) -> Iterator[str]:
    """The parts one behind another behind their name, in as many lines as they need."""
    opening = f"{name[:_LONGEST_TEXT]}: " if name else ""
    line = ""
    for part in parts:
        if line and len(opening) + len(line) + len(part) + 2 > _LONGEST:
            yield opening + line
            line = ""
        line = f"{line}, {part}" if line else part
    if line:
        yield (opening + line)[:_LONGEST]
