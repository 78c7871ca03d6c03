"""Logs of web servers, as tables: fields between blanks, of which some stand in brackets or quotation marks."""

import csv
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.ingestion.formats.encoding import CleanText
from shared.table.nouns import counted

_LOOKED_AT = 200
_MOST_ODD = 0.05
_FIELDS = re.compile(r'(?:^|(?<=\s))("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^\s"\[]\S*)(?=\s|$)')
_COMMON = ("host", "identity", "user", "time", "request", "status", "bytes", "referrer", "user agent")
"""The names of the common log format, and of the two fields more that the combined one has."""
_TIME, _REQUEST = 3, 4
_STAMP = "%d/%b/%Y:%H:%M:%S %z"
_PARTS = ("method", "path", "protocol")


def without_brackets(text: CleanText, scratch: Path) -> CleanText:
    """A log in the common or combined format as a table with its names, told; any other text itself.

    A few lines that are cut otherwise, as broken requests are, are left out and told.
    """
    with text.file.open(encoding="utf-8", errors="replace") as file:
        lines = [line for line, _ in zip(file, range(_LOOKED_AT), strict=False) if line.strip()]
    head = [fields for line in lines if (fields := _fields(line))] if lines and "[" in lines[0] else []
    widths = [width for width in (7, 9) if head and sum(bool(_time(one, width)) for one in head) >= 0.9 * len(head)]
    if not widths or len(head) < 2:
        return text
    (width,) = widths
    target, odd = scratch / "text.log", list[str]()
    with target.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([*_COMMON[:_REQUEST], *_PARTS, *_COMMON[_REQUEST + 1 : width]])
        writer.writerows(_rows(text.file, width, odd))
    told = [Repair(kind="header", detail="The file is the log of a web server; its fields were named as usual there.")]
    if odd:
        detail = f"{counted(len(odd), 'line is cut otherwise and was', 'lines are cut otherwise and were')} left out."
        shown = tuple(line[:120] for line in odd[:3])
        told.append(Repair(kind="dropped", detail=detail, rows=len(odd), examples=shown, doubt=True))
    return CleanText(target, (*text.repairs, *told))


def _rows(file: Path, width: int, odd: list[str]) -> Iterator[list[str]]:
    with file.open(encoding="utf-8", errors="replace") as text:
        for line in text:
            fields = _fields(line)
            if when := _time(fields, width):
                yield [*fields[:_TIME], when, *_request(fields[_REQUEST]), *fields[_REQUEST + 1 :]]
            elif line.strip():
                odd.append(line.strip())


def _fields(line: str) -> list[str]:
    """The fields of a line without their marks; none where they are not all parted by blanks."""
    line = line.strip()
    found = list(_FIELDS.finditer(line))
    if "".join(line.split()) != "".join("".join(one[1].split()) for one in found):
        return []
    return [one[1][1:-1].replace('\\"', '"') if one[1][0] in '"[' else one[1] for one in found]


def _time(fields: Sequence[str], width: int) -> str:
    """The time of a line whose fields are those of the format: so many, with a time and a status where it has them;
    empty for any other."""
    if len(fields) != width or not re.fullmatch(r"\d{3}|-", fields[_REQUEST + 1]):
        return ""
    try:
        return datetime.strptime(fields[_TIME], _STAMP).isoformat(sep=" ")
    except ValueError:
        return ""


def _request(written: str) -> tuple[str, str, str]:
    """Method, path and protocol; all of it as the path where it is no such request."""
    parts = written.split()
    return (parts[0], parts[1], parts[2]) if len(parts) == len(_PARTS) else ("", written, "")
