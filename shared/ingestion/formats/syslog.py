"""Logs of systems, as tables: when, on which host, by which process, and what was said."""

import csv
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.ingestion.formats.encoding import CleanText
from shared.table.nouns import counted

_LOOKED_AT = 200
_LEAST = 3
_MOSTLY = 0.9
_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_SHORT = rf"(?P<day>(?:{_MONTHS}) [ \d]\d) (?P<time>\d\d:\d\d:\d\d)"
_LONG = r"(?P<stamp>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)"
_SOURCE = r"(?:(?P<host>[\w.:-]+) )?(?P<process>[\w./()-]+)(?:\[(?P<pid>\d+)\])?"
_LINE = re.compile(rf"(?:<\d{{1,3}}>)?(?:{_SHORT}|{_LONG}) {_SOURCE}: ?(?P<message>.*)")
"""What RFC 3164 describes, and with the time that is written instead of it today."""


def without_syslog(text: CleanText, scratch: Path) -> CleanText:
    """A log of a system as a table with names, told; any other text itself.

    A line that is cut otherwise goes on with the message before it, as the lines of a traceback do; those above the
    first message are left out. Both are told.
    """
    with text.file.open(encoding="utf-8", errors="replace") as file:
        head = [line for line in islice(file, _LOOKED_AT) if line.strip()]
    found = [match for line in head if (match := _LINE.fullmatch(line.rstrip("\r\n")))]
    if len(found) < _LEAST or len(found) < _MOSTLY * len(head):
        return text
    names = [name for name in _LINE.groupindex if any(match[name] for match in found)]
    target, odd = scratch / "text.syslog", list[str]()
    with target.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow("time" if name == "stamp" else name for name in names)
        writer.writerows(_rows(text.file, names, odd))
    detail = "The file is the log of a system; its fields were named as usual there."
    told = [Repair(kind="header", detail=f"{detail} Its lines say no year." if "day" in names else detail)]
    if odd:
        went = counted(len(odd), "line is no message and went", "lines are no messages and went")
        shown = tuple(line[:120] for line in odd[:3])
        told.append(Repair(kind="ragged", detail=f"{went} to the one above.", rows=len(odd), examples=shown))
    return CleanText(target, (*text.repairs, *told))


def _rows(file: Path, names: list[str], odd: list[str]) -> Iterator[list[str]]:
    row: list[str] = []
    with file.open(encoding="utf-8", errors="replace") as text:
        for line in text:
            if match := _LINE.fullmatch(line.rstrip("\r\n")):
                yield from [row] if row else []
                row = [match[name] or "" for name in names]
            elif line.strip():
                odd.append(line.strip())
                row[-1:] = [f"{one} {line.strip()}" for one in row[-1:]]
    yield from [row] if row else []
