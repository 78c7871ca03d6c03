"""Text that names each value beside it, as a table: level=info ms=12 in each line, or a line each and records apart."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.ingestion.formats.encoding import CleanText
from shared.ingestion.layout.dialect import is_delimited

_MOST_BYTES = 50_000_000
_HEAD = 4_096
_PAIR = re.compile(r'([A-Za-z_][\w.-]*)=("(?:[^"\\]|\\.)*"|[^\s"]*)(?:\s+|$)')
_LINE = re.compile(r"(?:- +|  +)?([^\W\d][\w ./-]{0,30}?) ?: +(\S.*)")

TextRecord = dict[str, str]


def without_names(text: CleanText, scratch: Path) -> CleanText:
    """The text as a table with the names as its header, told; the text itself where not every line is so, or the lines
    are no records of the same names."""
    if text.file.stat().st_size > _MOST_BYTES or not _begins_so(text.file):
        return text
    lines = text.file.read_text(encoding="utf-8").splitlines()
    written = [line for line in lines if line.strip()]
    records = _of_lines(written) or ([] if is_delimited("\n".join(written[:500])) else _of_blocks(lines))
    if len(records) < 2 or not _alike(records):
        return text
    names = list(dict.fromkeys(name for record in records for name in record))
    target = scratch / "text.pairs"
    with target.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([record.get(name, "") for name in names] for record in records)
    told = Repair(kind="header", detail="Each value is written beside its name; the names became the header.")
    return CleanText(target, (*text.repairs, told))


def _begins_so(file: Path) -> bool:
    """Whether the first line that holds anything names a value: what is large is read whole for no other."""
    with file.open(encoding="utf-8", errors="ignore") as text:
        first = next((line for line in text.read(_HEAD).splitlines() if line.strip()), "")
    return bool(_LINE.fullmatch(first.rstrip())) or len(_PAIR.findall(first)) > 1


def _of_lines(lines: Sequence[str]) -> list[TextRecord]:
    """A record in each line, of two pairs or more and nothing else."""
    if not lines or len(_PAIR.findall(lines[0])) < 2:
        return []
    found = [_PAIR.findall(line.strip()) for line in lines]
    if any(len(pairs) < 2 or _PAIR.sub("", line.strip()) for pairs, line in zip(found, lines, strict=True)):
        return []
    return [{name: value.strip('"').replace('\\"', '"') for name, value in pairs} for pairs in found]


def _of_blocks(lines: Sequence[str]) -> list[TextRecord]:
    """A pair in each line; a blank line, or a dash as lists have it, begins another record."""
    records: list[TextRecord] = []
    apart = True
    for line in lines:
        pair = _LINE.fullmatch(line.rstrip())
        if line.strip() and (pair is None or (not apart and not line.startswith("- ") and pair[1] in records[-1])):
            return []
        if pair is not None:
            records += [{}] if apart or line.startswith("- ") else []
            records[-1][pair[1]] = pair[2].strip()
        apart = pair is None
    return records


def _alike(records: Sequence[TextRecord]) -> bool:
    """Whether most records have the same two names or more: settings and prose have not."""
    often = Counter(name for record in records for name in record)
    return sum(2 * count > len(records) for count in often.values()) > 1
