"""Columns between blanks whose names stand in a line of comment above them, as logs and instruments write it."""

import re
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.ingestion.cells.kinds import kind_of, kinds_below
from shared.ingestion.formats.encoding import CleanText
from shared.ingestion.layout.dialect import is_delimited
from shared.table.nouns import counted

_HEAD = 1 << 16
_LEAST_ROWS = 3
_SIGN = "#"
_FIELDS = re.compile(r"#+\s*(?:fields:)?\s*", re.IGNORECASE)


def with_names_of_comment(text: CleanText, scratch: Path) -> CleanText:
    """The text with the names that stand in a comment above its rows as its header line, and a repair that says so; the
    text itself where no such comment has as many words as each row, or where a delimiter cuts the rows."""
    with text.file.open(encoding="utf-8", errors="ignore") as file:
        head = file.read(_HEAD)
    if not head.lstrip().startswith(_SIGN):
        return text
    lines = [line.strip() for line in head.splitlines()[: None if len(head) < _HEAD else -1] if line.strip()]
    above = list(takewhile(lambda line: line.startswith(_SIGN), lines))
    rows = [line.split() for line in lines if not line.startswith(_SIGN)]
    names = next((words for line in reversed(above) if _names(words := _FIELDS.sub("", line, 1).split(), rows)), None)
    if names is None or is_delimited("\n".join(line for line in lines if not line.startswith(_SIGN))):
        return text
    target, comments = scratch / "text.commented", list[str]()
    with text.file.open(encoding="utf-8") as file, target.open("w", encoding="utf-8") as out:
        out.write("\t".join(names) + "\n")
        for line in file:
            if line.startswith(_SIGN):
                comments.append(line.strip())
            elif line.strip():
                out.write("\t".join(line.split()) + "\n")
    are = counted(len(comments), "line of comment was", "lines of comment were")
    detail = f"The names of the columns were read from a line of comment; {are} set aside."
    told = Repair(kind="header", detail=detail, rows=len(comments), examples=tuple(comments[:3]))
    return CleanText(target, (*text.repairs, told))


def _names(words: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether these words name the columns of the rows, some of which hold numbers or dates."""
    if len(words) < 2 or len(rows) < _LEAST_ROWS or any(len(row) != len(words) for row in rows):
        return False
    different = len({word.casefold() for word in words}) == len(words)
    texts = different and all(kind_of([word]) == "text" for word in words)
    return texts and any(kind != "text" for kind in kinds_below(rows, len(words)))
