"""Running text, as letters and articles are: it holds no table, whatever commas stand in it."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.errors import UnreadableData
from shared.ingestion.cells.kinds import kinds_below
from shared.ingestion.formats.encoding import CleanText
from shared.ingestion.layout.dialect import Layout, find_delimiter, parse
from shared.table.nouns import counted

_HEAD = 1 << 16
_LEAST_WORDS = 5
_PHRASE = 4
_LEAST_FLOWS, _OFTEN = 2, 0.3
_FULL = 0.85
"""How long a line is, next word included, that a text was broken behind, beside the longest."""
_MOSTLY = 0.8
_OPENING = 3
_INSIDE = re.compile(r"\w{2}[.?!] +[\"“(]?[^\W\d_]*[A-ZÀ-Þ]")
"""A sentence ends and another begins."""
_SENTENCE = re.compile(r"[^\W\d_].* .*\w[.?!][\"”)]?")
_QUOTED = re.compile(r'(?m)^"|[,;\t|]"')


def without_prose(text: CleanText, scratch: Path) -> CleanText:
    """The text without paragraphs of prose above or below its table, told; the text itself where it has none, or blank
    lines set no table apart from them."""
    if text.file.stat().st_size > _HEAD:
        return text
    blocks = _blocks(text.file.read_text(encoding="utf-8").splitlines())
    prose = [block for block in blocks if _flows(block) and not _is_cut("\n".join(block), ",")]
    kept = [block for block in blocks if block not in prose]
    if not prose or not any(map(_is_table, kept)):
        return text
    target = scratch / "text.table-alone"
    target.write_text("\n\n".join("\n".join(block) for block in kept) + "\n", encoding="utf-8")
    lines = [line.strip() for block in prose for line in block]
    detail = f"{counted(len(lines), 'line', 'lines')} of running text beside the table were set aside."
    told = Repair(kind="preamble", detail=detail, rows=len(lines), examples=tuple(line[:120] for line in lines[:3]))
    return CleanText(target, (*text.repairs, told))


def _blocks(lines: Sequence[str]) -> list[list[str]]:
    """The lines that blank ones part from others."""
    grouped = groupby(lines, key=lambda line: bool(line.strip()))
    return [list(block) for written, block in grouped if written]


def _is_table(block: Sequence[str]) -> bool:
    text = "\n".join(block)
    rows = parse(text, find_delimiter(text))
    widths = {len(row.cells) for row in rows}
    if len(rows) < _OPENING or len(widths) > 1 or widths == {1}:
        return False
    return any(kind != "text" for kind in kinds_below([row.cells for row in rows[1:]], len(rows[0].cells)))


def refuse_prose(file: Path, layout: Layout) -> None:
    """Raises UnreadableData where the lines below what would be the header, of a text of clean UTF-8, are prose: its
    sentences go on over the ends of lines, or it is paragraphs of them or a few lines of words, and no sign cuts its
    lines into as many cells.
    """
    with file.open(encoding="utf-8", errors="ignore", newline="") as text:
        head = text.read(_HEAD).splitlines(keepends=True)
    below = head[layout.skip :] or head
    lines = [line.strip() for line in below]
    few = len(layout.names) < 2 and _is_of_few_phrases([line.strip() for line in head])
    prose = few or _flows(lines) or _is_of_paragraphs(lines)
    if prose and not _is_cut("".join(below), layout.delimiter):
        raise UnreadableData(
            "This file holds running text and no table; send the figures that it tells of as CSV or Excel, with a "
            "header line and rows below it."
        )


def _flows(lines: Sequence[str]) -> bool:
    """Whether sentences go on over the ends of lines that are full, and some end inside of lines."""
    lines = [line.strip() for line in lines]
    written = [line for line in lines if line]
    full = _FULL * max(map(len, written), default=0)
    pairs = [(above, below) for above, below in pairwise(lines) if above and below]
    flowing = sum(_goes_on(above, below) and len(above) + len(below.split()[0]) >= full for above, below in pairs)
    long = sum(len(line.split()) for line in written) >= _LEAST_WORDS * len(written)
    ends = any(map(_INSIDE.search, written)) and any(map(_SENTENCE.fullmatch, written))
    return long and ends and flowing >= max(_LEAST_FLOWS, _OFTEN * len(pairs))


def _goes_on(above: str, below: str) -> bool:
    return (above[-1].isalnum() or above[-1] == ",") and below[0].islower()


def _is_of_paragraphs(lines: Sequence[str]) -> bool:
    """Whether the text is one line of several sentences, or blank lines part lines of which some are so."""
    written = [line for line in lines if line]
    several = sum(1 for line in written if _INSIDE.search(line) and line[-1] in '.?!:"”')
    parted = sum(1 for above, below in pairwise(lines) if above and not below)
    if len(written) == 1:
        return several == 1
    return several >= max(2, _OFTEN * len(written)) and parted >= len(written) / 2


def _is_of_few_phrases(lines: Sequence[str]) -> bool:
    """Whether the text is two or three lines of several words each: no heading, and next to no rows below it. What has
    signs or digits in it, as the parts of a log's line, is no word."""
    words = [sum(one.strip(".,;:!?\"'()").isalpha() for one in line.split()) for line in lines if line]
    return 2 <= len(words) <= _OPENING and min(words) >= _PHRASE


def _is_cut(text: str, delimiter: str) -> bool:
    """Whether rows are equally wide, or marks enclose cells of several lines, or numbers stand below each other."""
    rows = [row for row in parse(text, delimiter) if row.filled]
    width, often = Counter(len(row.cells) for row in rows).most_common(1)[0]
    if width > 1 and len(rows) > 1 and often >= (_MOSTLY if delimiter == "," else 0.5) * len(rows):
        return True
    opening = [row.cells for row in rows[:_OPENING]]
    typed = any(kind != "text" for kind in kinds_below(opening, len(opening[0]))) and len(opening) == _OPENING
    return typed or _QUOTED.search(text) is not None
