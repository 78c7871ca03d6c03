"""What a note of Candor's tells of how values of a column are written, and whether that was told before."""

import re
from typing import Final

from shared.pattern import LazyPattern

_PARTS: Final = LazyPattern(
    r"(?P<opening>In .*?, (?:I read )?)(?P<named>“.*”)(?:, and others likewise)?(?P<end> .*|\.)"
)


def parts_of(line: str) -> re.Match[str] | None:
    """How such a note begins, the values that it has `named`, and how it ends; None of any other text."""
    return _PARTS.compiled.fullmatch(line)


def opening_of(line: str) -> str:
    """How a note on a column begins, of whichever of its values; empty of any other text."""
    found = parts_of(line)
    return found["opening"] if found else ""


def told_before(line: str, earlier: str) -> bool:
    """Whether earlier texts say all that such a note does, perhaps of more values."""
    found = parts_of(line)
    if found is None or found["opening"] not in earlier:
        return False
    return all(one in earlier for one in found["named"].split("; "))
