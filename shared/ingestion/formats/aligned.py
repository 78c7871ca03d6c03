"""Tables whose columns are aligned by spaces, as terminals and mainframes print them, as lines of tabs."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.ingestion.cells.kinds import kind_of, kinds_below
from shared.ingestion.formats.encoding import CleanText
from shared.ingestion.layout.dialect import is_delimited
from shared.table.nouns import counted

_HEAD = 1 << 17
_LEAST_ROWS = 3
_FAIRLY_OFTEN = 0.1
_LEAST_GAPS = 3
"""Cells of most lines where other lines stand among them."""
_MOST_COLUMNS = 60
_RULE = re.compile(r"[\s=_-]*[=_-]{3,}[\s=_-]*")
_RULER = re.compile(r"\s*[-=]{2,}(?:\s+[-=]{2,})+\s*")
"""A line of dashes below the names, as wide as each column: ------ ---- ------."""
_COMMENT = re.compile(r"\s*#+ ?[^\W\d]")
_LATEST = 40
_MOST_NOTES, _MOST_ODD = 3, 0.1

Cut = Callable[[str], list[str]]


def without_alignment(text: CleanText, scratch: Path) -> CleanText:
    """The text with a tab between its columns, told; the text itself where no spaces align it, or a sign cuts it.

    Columns are aligned where some places are blank in all lines, or else where each line has as many words; and where
    the cells below the first line are numbers or dates in some column whose first cell is neither.
    """
    with text.file.open(encoding="utf-8", errors="ignore", newline="") as file:
        head = file.read(_HEAD)
    lines = [line.expandtabs() for line in head.splitlines()[: None if len(head) < _HEAD else -1]]
    if cut := _by_ruler(lines):
        return _cut_up(text, scratch, cut)
    lines = [line for line in lines if line.strip() and not _RULE.fullmatch(line)]
    lines = [*lines[:1], *(line for line in lines[1:] if line != lines[0])]
    if len(lines) < _LEAST_ROWS or is_delimited(head) or kind_of(lines[1:]) != "text":
        return text
    cut = _below_comments(lines) or _cut_of(lines) or _among_others(lines)
    return text if cut is None else _cut_up(text, scratch, cut)


def _cut_of(lines: Sequence[str]) -> Cut | None:
    """What cuts all these lines into the rows of a table."""
    cuts: tuple[Cut, ...] = (_by_place(lines), _by_gaps, str.split)
    return next((cut for cut in cuts if _is_table([cut(line) for line in lines])), None)


def _among_others(lines: Sequence[str]) -> Cut | None:
    """What cuts the lines that have more than half as many cells as full ones; others, titles and notes, stay whole."""
    widths = Counter(len(_by_gaps(line)) for line in lines)
    usual = max((width for width, count in widths.items() if count >= _FAIRLY_OFTEN * len(lines)), default=1)
    least = usual // 2 + 1
    rows = [line for line in lines if len(_by_gaps(line)) >= least]
    if usual < _LEAST_GAPS or len(rows) < _LEAST_ROWS or 2 * len(rows) < len(lines):
        return None
    rows = [*rows[:1], *(row for row in rows[1:] if row.split() != rows[0].split())]
    cut = _cut_of(rows)
    return cut and (lambda line: cut(line) if len(_by_gaps(line)) >= least else [line.strip()])


def _below_comments(lines: Sequence[str]) -> Cut | None:
    """What cuts the lines that are no comments (# station 12); these stay whole, whatever blanks they have."""
    rows = [line for line in lines if not _COMMENT.match(line)]
    cut = _cut_of(rows) or _among_others(rows) if _LEAST_ROWS <= len(rows) < len(lines) else None
    return cut and (lambda line: [line.strip()] if _COMMENT.match(line) else cut(line))


def _by_gaps(line: str) -> list[str]:
    return re.split(r"\s{2,}", line.strip())


def _cut_up(text: CleanText, scratch: Path, cut: Cut) -> CleanText:
    target, rows = scratch / "text.cut", 0
    notes: list[str] = []  # lines that are not cut: above the table and between its rows they stay, below it they go
    with text.file.open(encoding="utf-8", newline="") as file, target.open("w", encoding="utf-8", newline="") as out:
        for line in file:
            row = "" if _RULE.fullmatch(line) else line.expandtabs().strip("\r\n\f")
            if not row.strip():
                continue
            cells = cut(row)
            written = "\t".join(cell.replace('"', '""').join('""') for cell in cells) + "\n"
            if len(cells) == 1 and rows:
                notes.append(written)
                continue
            out.writelines((*notes, written))
            rows, notes = rows + (len(cells) > 1), []
        if len(notes) > _MOST_NOTES:
            out.writelines(notes)
            notes = []
    told = [
        Repair(kind="delimiter", detail="The columns are aligned by spaces; they were cut where all lines are blank.")
    ]
    if notes:
        shown = tuple(note.strip()[1:-1][:120] for note in notes)
        detail = f"{counted(len(notes), 'line below the table was', 'lines below the table were')} set aside."
        told.append(Repair(kind="footer", detail=detail, rows=len(notes), examples=shown))
    return CleanText(target, (*text.repairs, *told))


def _by_ruler(lines: Sequence[str]) -> Cut | None:
    """Cuts a line where a ruler has its gaps; one that has no blanks there is a title or a note, and stays whole. None
    where no ruler stands below names, or most lines below it are not cut by it."""
    at = next((at for at, line in enumerate(lines[:_LATEST]) if at and _RULER.fullmatch(line)), None)
    if at is None:
        return None
    groups = [found.span() for found in re.finditer(r"[-=]+", lines[at])]
    starts, ends = [start for start, _ in groups], [end for _, end in groups]
    gaps = [*zip(ends, starts[1:], strict=False)]

    def cut(line: str) -> list[str]:
        if not _stands(line, gaps):
            return [line.strip()]
        return [line[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True)]

    below = [line for line in lines[at + 1 :] if line.strip() and not _RULE.fullmatch(line)]
    placed = sum(_stands(line, gaps) for line in below)
    names = cut(lines[at - 1])
    odd = len(below) - placed > max(_MOST_NOTES, _MOST_ODD * len(below))
    if placed < _LEAST_ROWS - 1 or odd or len(names) < 2 or not all(names):
        return None
    return cut


def _stands(line: str, gaps: Sequence[tuple[int, int]]) -> bool:
    """Whether a line is blank in all these gaps and reaches past half of them."""
    return len(line.rstrip()) > gaps[len(gaps) // 2][1] and all(not line[start:end].strip() for start, end in gaps)


def _by_place(lines: Sequence[str]) -> Cut:
    """Cuts a line where all lines are blank and the first begins a name, the last column being as long as it likes."""
    width = max(map(len, lines))
    blank = [all(line[at : at + 1] in ("", " ") for line in lines) for at in range(width)]
    starts = [at for at in range(width) if not blank[at] and (at == 0 or blank[at - 1])]
    named = [at for at, end in zip(starts, [*starts[1:], width], strict=True) if at == 0 or lines[0][at:end].strip()]
    starts, ends = named, [*named[1:], None]
    return lambda line: [line[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def _is_table(rows: Sequence[Sequence[str]]) -> bool:
    width = len(rows[0])
    if not 1 < width <= _MOST_COLUMNS or any(len(row) != width for row in rows) or not all(rows[0]):
        return False
    kinds = kinds_below(rows[1:], width)
    return any(kind != "text" and kind_of([first]) == "text" for first, kind in zip(rows[0], kinds, strict=True))
