"""Text whose quotation marks and line ends are written with a backslash, as some programs export cells of web tables:
`"\\"Intro\\""` and `Kuma\\nTino`."""

import csv
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.ingestion.formats.encoding import CleanText

_HEAD = 400
_DELIMITERS = ",;\t|"
_LINE_END = re.compile(r"\\{1,2}n")
_KNOWN = re.compile(r'\\{1,2}n|\\"')


def without_escapes(text: CleanText, scratch: Path) -> CleanText:
    """The text with such marks as CSV has them, told; the text itself where backslashes are only backslashes.

    A backslash before a quotation mark is taken for one only where the rows are all equally wide when it is, so that
    `"C:\\data\\"` stays a path; one before an n only where no other backslash stands in the first rows.
    """
    head = list(_lines(text.file, _HEAD))
    written = "".join(head)
    if "\\" not in written:
        return text
    delimiter = max(_DELIMITERS, key=lambda mark: head[0].count(mark))
    if f"\\{delimiter}" in written and _widths(head, delimiter, escape=True) == 1 < _widths(head, delimiter):
        return _without_escaped(text, delimiter, scratch)
    marks, ends = '\\"' in written and _regular(head), bool(_LINE_END.search(written)) and "\\" not in _rest(written)
    if not marks and not ends:
        return text
    target = scratch / "text.unescaped"
    with target.open("w", encoding="utf-8", newline="") as out:
        for line in _lines(text.file):
            line = line.replace('\\"', '""') if marks else line
            out.write(_broken(line) if ends else line)
    return CleanText(target, (*text.repairs, *_told(written, marks, ends)))


def _widths(head: list[str], delimiter: str, *, escape: bool = False) -> int:
    """How many widths the rows have, with a backslash before a delimiter being the delimiter itself or not."""
    rows = csv.reader(head, delimiter=delimiter, escapechar="\\" if escape else None)
    return len({len(row) for row in rows if row})


def _without_escaped(text: CleanText, delimiter: str, scratch: Path) -> CleanText:
    target = scratch / "text.unescaped"
    with target.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
        writer.writerows(csv.reader(_lines(text.file), delimiter=delimiter, escapechar="\\"))
    detail = "Separators inside of cells are written with a backslash; they were read as part of the cell."
    return CleanText(target, (*text.repairs, Repair(kind="other", detail=detail)))


def _lines(file: Path, most: int | None = None) -> Iterator[str]:
    with file.open(encoding="utf-8", newline="") as text:
        yield from islice(text, most)


def _rest(written: str) -> str:
    return _KNOWN.sub("", written)


def _regular(head: list[str]) -> bool:
    """Whether all rows are equally wide with the marks read as quotation marks, and every quotation ends."""
    delimiter = max(_DELIMITERS, key=lambda mark: head[0].count(mark))
    try:
        rows = list(csv.reader((line.replace('\\"', '""') for line in head), delimiter=delimiter, strict=True))
    except csv.Error:
        return False
    widths = {len(row) for row in rows if row}
    return len(widths) == 1 and widths.pop() > 1


def _broken(line: str) -> str:
    """The line with its written line ends as such inside of quotation marks, and as spaces outside."""
    first, *others = _LINE_END.split(line)
    for other in others:
        first += ("\n" if first.count('"') % 2 else " ") + other
    return first


def _told(written: str, marks: bool, ends: bool) -> tuple[Repair, ...]:
    found = []
    if marks:
        quoted = tuple(dict.fromkeys(re.findall(r'\\"[^"\n]{1,40}\\"', written)))[:3]
        detail = "Quotation marks inside of cells are written with a backslash; they were read as quotation marks."
        found.append(Repair(kind="other", detail=detail, examples=quoted))
    if ends:
        detail = "Line ends inside of cells are written as a backslash and an n; they were read as line ends."
        found.append(Repair(kind="other", detail=detail, rows=len(_LINE_END.findall(written))))
    return tuple(found)
