"""A header line whose quotation marks do not fit the rows below: one never closed, or a line quoted as a whole."""

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.ingestion.formats.encoding import CleanText
from shared.ingestion.layout.dialect import find_delimiter, parse

_HEAD = 100
_LEAST_ROWS = 2


def without_stray_marks(text: CleanText, scratch: Path) -> CleanText:
    """The text with no quotation marks in its first line, told; the text itself where that line is a row as it stands.

    They are stray where all lines below are rows of one width, more than one cell wide, and the first line is one of
    them without its marks only.
    """
    first, *below = islice(_lines(text.file), _HEAD) if text.file.stat().st_size else [""]
    if '"' not in first or len(below) < _LEAST_ROWS or any(line.count('"') % 2 for line in below):
        return text
    delimiter = find_delimiter("".join(below))
    width = _width(below, delimiter)
    bare = first.replace('"', "")
    if width < 2 or _width([first], delimiter) == width or _width([bare], delimiter) != width:
        return text
    target = scratch / "text.headed"
    with target.open("w", encoding="utf-8", newline="") as out:
        out.writelines(chain([bare], islice(_lines(text.file), 1, None)))
    told = Repair(kind="header", detail="Quotation marks that belong to no cell were taken out of the header line.")
    return CleanText(target, (*text.repairs, told))


def _width(lines: list[str], delimiter: str) -> int:
    """How many cells each line has; 0 where they differ, or a mark is never closed."""
    if any(line.count('"') % 2 for line in lines):
        return 0
    widths = {len(row.cells) for row in parse("".join(lines), delimiter) if row.filled}
    return widths.pop() if len(widths) == 1 else 0


def _lines(file: Path) -> Iterator[str]:
    with file.open(encoding="utf-8", newline="") as text:
        yield from text
