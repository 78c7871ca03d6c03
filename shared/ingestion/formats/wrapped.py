"""Text whose every line is quoted as a whole, as programs write it that take each line of a CSV for one cell."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.ingestion.formats.encoding import CleanText
from shared.ingestion.layout.dialect import find_delimiter, is_delimited, parse

_HEAD = 500


def without_wrapping(text: CleanText, scratch: Path) -> CleanText:
    """The text without those marks, told; the text itself where cells are quoted, or lines are no rows of a table.

    They are rows where they have as many cells as the first line, and more than one, once the marks are off.
    """
    written = list(islice(_lines(text.file), _HEAD))
    if not _wrapped(written) or is_delimited("\n".join(written)) or not _are_rows(map(_unwrapped, written)):
        return text
    target = scratch / "text.unwrapped"
    with target.open("w", encoding="utf-8", newline="") as out:
        out.writelines(f"{_unwrapped(line)}\n" for line in _lines(text.file))
    told = Repair(kind="delimiter", detail="Each line is quoted as a whole; the marks were taken off and the line cut.")
    return CleanText(target, (*text.repairs, told))


def _wrapped(written: list[str]) -> bool:
    """Whether all lines are quoted, the first perhaps apart."""
    below = [line for line in written[1:] if line]
    return bool(below) and all(map(_is_wrapped, below))


def _is_wrapped(line: str) -> bool:
    return len(line) > 1 and line[0] == line[-1] == '"'


def _unwrapped(line: str) -> str:
    return line[1:-1].replace('""', '"') if _is_wrapped(line) else line


def _are_rows(lines: Iterable[str]) -> bool:
    head = "\n".join(lines)
    widths = {len(row.cells) for row in parse(head, find_delimiter(head)) if row.filled}
    return len(widths) == 1 and widths.pop() > 1


def _lines(file: Path) -> Iterator[str]:
    with file.open(encoding="utf-8", newline="") as text:
        yield from (line.strip() for line in text)
