"""Pages as they are printed: a form feed begins each, or a line that counts them, with lines at its head or foot that
come again on all of them."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.ingestion.formats.encoding import CleanText
from shared.table.nouns import counted

_MOST_BYTES = 20_000_000
_HEAD = 1 << 17
_FEED = "\f"
_FAIRLY_OFTEN = 0.1
_FIRST, _LONGEST = 40, 300
"""The first line that counts pages is among so many; and it is a line that a printer has room for."""
_EDGE = 6
"""So many lines of a page, above or below, may be about the report."""
_COUNTED = re.compile(r"\s*\S.*\s{3,}\D*(\d+)\s*")
"""A line with the number of the page at its end, far from the title."""
_GAP = re.compile(r"\s{2,}|[,;\t|]")
_FRAME = str.maketrans(
    {
        **dict.fromkeys("│┃║", "|"),
        **dict.fromkeys("─━═", "-"),
        **dict.fromkeys("┌┬┐├┼┤└┴┘┏┳┓┣╋┫┗┻┛╔╦╗╠╬╣╚╩╝╒╤╕╞╪╡╘╧╛╓╥╖╟╫╢╙╨╜┡╇┩╭╮╰╯┠┨┝┥┯┷", "+"),
    }
)
_BORDERS = frozenset("│┃║")


def without_frames(text: CleanText, scratch: Path) -> CleanText:
    """The text with lines of box drawing as the plain ones +--+ and |; the text itself where most lines have none."""
    with text.file.open(encoding="utf-8", errors="ignore") as file:
        lines = [line.strip() for line in file.read(_HEAD).splitlines() if line.strip()]
    framed = sum(line[0] in _BORDERS for line in lines)
    if framed < 2 or 3 * framed < len(lines):
        return text
    target = scratch / "text.plain-frames"
    with text.file.open(encoding="utf-8") as file, target.open("w", encoding="utf-8") as out:
        out.writelines(line.translate(_FRAME) for line in file)
    return CleanText(target, text.repairs)


def as_one_page(text: CleanText, scratch: Path) -> CleanText:
    """The text without form feeds, and without the lines at the head or foot of its pages that come again on others,
    page numbers apart, told. The header of the table stays on each: it is known later."""
    if text.file.stat().st_size > _MOST_BYTES:
        return text
    written = text.file.read_text(encoding="utf-8")
    if _FEED not in written and not any(map(_numbers_page, written[:_HEAD].splitlines()[:_FIRST])):
        return text
    fed = [page.splitlines() for page in written.split(_FEED) if page.strip()]
    pages = fed if _FEED in written else _counted_pages(written.splitlines())
    if len(pages) < 2:
        return text
    edges = [_edges(page) for page in pages]
    often = Counter(kind for page, at in zip(pages, edges, strict=True) for kind in {_kind(page[one]) for one in at})
    again = {kind for kind, count in often.items() if count > 1 and 2 * count >= len(pages)}
    kept, gone, usual = list[str](), list[str](), _usual_width(pages)
    for page, at in zip(pages, edges, strict=True):
        furniture = {one for one in at if _kind(page[one]) in again and _is_furniture(page[one], usual)}
        gone += [page[one].strip() for one in sorted(furniture)]
        kept += [line for one, line in enumerate(page) if one not in furniture and (line.strip() or page is pages[0])]
    target = scratch / "text.page"
    target.write_text("\n".join(kept) + "\n", encoding="utf-8")
    if not gone:
        return CleanText(target, text.repairs)
    detail = f"{counted(len(gone), 'line', 'lines')} that the pages of the report repeat were left out."
    told = Repair(kind="preamble", detail=detail, rows=len(gone), examples=tuple(dict.fromkeys(gone))[:3])
    return CleanText(target, (*text.repairs, told))


def _counted_pages(lines: Sequence[str]) -> list[list[str]]:
    """The pages of a text without form feeds: each begins with a line that differs from the others in its number alone,
    which counts them, and has the same words below it, the header of the table."""
    starts = [(at, int(found[1])) for at, line in enumerate(lines) if (found := _numbers_page(line))]
    starts = [(at, page) for at, page in starts if _titled(lines[at]) == _titled(lines[starts[0][0]])]
    if len(starts) < 2 or [page for _, page in starts] != list(range(starts[0][1], starts[0][1] + len(starts))):
        return []
    below = {next((line for line in lines[at + 1 :] if any(map(str.isalnum, line))), "") for at, _ in starts}
    if len(below) > 1 or any(map(str.isdigit, "".join(below))):
        return []
    ends = [*(at for at, _ in starts[1:]), len(lines)]
    first = [lines[: starts[0][0]]] if any(map(str.strip, lines[: starts[0][0]])) else []
    return [list(page) for page in (*first, *(lines[at:end] for (at, _), end in zip(starts, ends, strict=True)))]


def _numbers_page(line: str) -> re.Match[str] | None:
    return _COUNTED.fullmatch(line) if len(line) <= _LONGEST else None


def _titled(line: str) -> str:
    """A line without the number at its end, and the space before that."""
    return re.sub(r"\s+\d+\s*$", "", line)


def _edges(page: Sequence[str]) -> list[int]:
    """The places of the first and last lines that hold anything."""
    written = [at for at, line in enumerate(page) if line.strip()]
    return sorted({*written[:_EDGE], *written[-_EDGE:]})


def _kind(line: str) -> str:
    """A line with its numbers made alike."""
    return re.sub(r"\d+", "0", " ".join(line.split()))


def _usual_width(pages: Sequence[Sequence[str]]) -> int:
    """How many cells a full line of the pages has."""
    widths = Counter(len(_cells(line)) for page in pages for line in page if line.strip())
    return max((width for width, lines in widths.items() if lines >= _FAIRLY_OFTEN * widths.total()), default=1)


def _is_furniture(line: str, usual: int) -> bool:
    """Whether a line has at most half as many cells as full lines have, as a title or a page number has."""
    return 2 * len(_cells(line)) <= usual or (usual == 1 and "," not in line)


def _cells(line: str) -> list[str]:
    return _GAP.split(line.strip())
