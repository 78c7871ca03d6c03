"""Lists as mainframes print them: ! or | between and around the cells, and lines of dashes from border to border."""

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from shared.ingestion.formats.encoding import CleanText

_LOOKED_AT = 500
_LEAST_ROWS, _LEAST_BORDERS = 2, 3
_RULE = re.compile(r"([|!+])[-=_ |!+]*[-=_]{3}[-=_ |!+]*[|!+]")
_DOUBLED = re.compile(r"(?:\|\|[^|]+)+\|\|?")
"""||Name||Size||: the header of a table whose rows have single bars."""
_MARKDOWN = re.compile(r"\|(\s*:?-+:?\s*\|){2,}")
"""|---|---|: the one line below a header, which is known later."""


def without_bars(text: CleanText, scratch: Path) -> CleanText:
    """The text with | for ! where that stands in one place of all rows, and with lines of dashes inside of the frame as
    its edge +---+; the text itself where no such frame is around most lines."""
    with text.file.open(encoding="utf-8", errors="ignore") as file:
        lines = [line.strip() for line in islice(file, _LOOKED_AT) if line.strip()]
    framed = [line for line in lines if line[0] in "|!" and line[-1] == line[0]]
    rows = [line for line in framed if not _RULE.fullmatch(line)]
    ruled = [line for line in framed if _is_rule(line)]
    doubled = _is_doubled(rows)
    if len(rows) < _LEAST_ROWS or 2 * len(framed) < len(lines) or not (ruled or doubled or rows[0][0] == "!"):
        return text
    borders = _borders(rows, rows[0][0])
    if len(borders) < _LEAST_BORDERS and not doubled:
        return text
    target = scratch / "text.bars"
    with text.file.open(encoding="utf-8") as file, target.open("w", encoding="utf-8") as out:
        out.writelines(_plain(line, borders) for line in file)
    return CleanText(target, text.repairs)


def _is_doubled(rows: Sequence[str]) -> bool:
    """Whether the bars of the first row, and of no other, are doubled, and the cells between them as many as below."""
    if not rows or not _DOUBLED.fullmatch(rows[0]):
        return False
    width = rows[0].strip("|").count("||")
    return all("||" not in row and row.strip("|").count("|") == width for row in rows[1:])


def _is_rule(line: str) -> bool:
    return bool(_RULE.fullmatch(line)) and not _MARKDOWN.fullmatch(line)


def _borders(rows: Sequence[str], sign: str) -> set[int]:
    """The places in which all rows have the sign."""
    return {at for at, here in enumerate(rows[0]) if here == sign and all(row[at : at + 1] == sign for row in rows)}


def _plain(line: str, borders: set[int]) -> str:
    written = line.strip()
    if _is_rule(written):
        return "+" + "-" * (len(written) - 2) + "+\n"
    if _DOUBLED.fullmatch(written):
        return written.replace("||", "|") + "\n"
    if not written.startswith("!"):
        return line
    return "".join("|" if at in borders else one for at, one in enumerate(written)) + "\n"
