"""Text whose UTF-8 was taken for Windows-1252 and written as UTF-8 once more: Ã¼ for ü."""

import re
from pathlib import Path

from shared.contracts.dataset import Repair
from shared.ingestion.formats.encoding import CleanText

_HEAD = 1 << 18
_PAIR = re.compile(r"[Â-ôŒœŠšŽžŸ][^\x00-\x7f]")
"""What two bytes of one letter look like."""


def without_mojibake(text: CleanText, scratch: Path) -> CleanText:
    """The text as it was meant, told; the text itself where any sign of it cannot have come about so."""
    with text.file.open(encoding="utf-8", newline="") as file:
        head = file.read(_HEAD)
    first = _PAIR.search(head)
    if first is None or _meant(head.rpartition("\n")[0] or head) is None:
        return text
    target = scratch / "text.once"
    with text.file.open(encoding="utf-8", newline="") as file, target.open("w", encoding="utf-8", newline="") as out:
        for line in file:
            meant = _meant(line)
            if meant is None:
                return text
            out.write(meant)
    detail = f"Letters were encoded twice; they were read as meant: {first[0]} is {_meant(first[0]) or 'one letter'}."
    return CleanText(target, (*text.repairs, Repair(kind="encoding", detail=detail)))


def _meant(text: str) -> str | None:
    """The text whose bytes these signs are; None where they are no bytes of UTF-8."""
    if text.isascii():
        return text
    try:
        return b"".join(map(_byte, text)).decode("utf-8")
    except UnicodeError:
        return None


def _byte(sign: str) -> bytes:
    """The byte that Windows shows as this sign; five that it does not know are shown as control characters."""
    return sign.encode("latin-1" if sign < "\xa0" else "cp1252")
