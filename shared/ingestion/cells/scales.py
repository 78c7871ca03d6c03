"""What a file writes beside its table about the size of its figures: in thousands, Mio. EUR, £k."""

import re
from collections.abc import Iterable, Iterator, Sequence

from shared.contracts import ColumnProfile
from shared.contracts.dataset import Repair
from shared.table.units import CURRENCIES

_WORDS = {
    "thousands": r"thousands?|tausend|tsd\.?|milliers|millares|migliaia|tys\.?|['’]?000s",
    "millions": r"millions?|mill?ionen|mio\.?|mln\.?|millones|milioni|milhões",
    "lakhs": "lakhs?|lacs?",
    "crores": "crores?",
    "billions": r"billions?|milliarden|mrd\.?|milliards|miliardi",
}
_LETTERS = {
    "thousands": "k|t|['’]?000s?|1[,. ]?000",
    "millions": "mm?|mn",
    "billions": "bn?",
    "lakhs": "l",
    "crores": r"cr\.?",
}
"""Only beside a currency."""
_SPELT = r"euros?|(?:us |u\.s\. )?dollars?|pounds?|francs?|yen|rupees"
_SIGN = "|".join(sorted(map(re.escape, CURRENCIES), key=len, reverse=True))
_MONEY = rf"(?:{_SIGN}|{_SPELT})"
_OF = r"\s?(?:of |de |di |d['’])?"
_LEFT, _RIGHT = r"(?<![\w.])", r"(?!\w)"
_PATTERNS = [
    (kind, re.compile(_LEFT + pattern + _RIGHT, re.IGNORECASE))
    for kind in _WORDS
    for pattern in (
        rf"(?:(?P<before>{_MONEY})\s?(?:in )?)?(?:{_WORDS[kind]})(?!\w)(?:{_OF}(?P<behind>{_MONEY}))?",
        rf"(?:{_LETTERS[kind]})\s?(?P<behind>{_MONEY})",
        rf"(?P<before>{_MONEY})\s?(?:{_LETTERS[kind]})",
    )
]
_OPENS = re.compile(r"(?:^|[(\[:,;–—-]|\b(?P<said>in|en|em))\s*$", re.IGNORECASE)
_CLOSES = re.compile(r"\s*(?:$|[)\],;:.|–—-]|\b(?:except|unless|außer|sauf)\b)", re.IGNORECASE)
_RATES = re.compile(r"(?i)\b(?:rate|ratio|share|percent|pct|per|growth|margin)\b|%")
_BESIDE = ("preamble", "footer")


def scale_in(line: str) -> str | None:
    """What a line says that figures are in, "thousands of EUR"; None where it says nothing of it, or more besides."""
    for kind, pattern in _PATTERNS:
        for found in pattern.finditer(line):
            of = found.groupdict().get("before") or found.groupdict().get("behind")
            opens = _OPENS.search(line[: found.start()])
            if opens and (_CLOSES.match(line[found.end() :]) or (of and opens["said"])):
                return f"{kind} of {of}" if of else kind
    return None


def scale_first(lines: Iterable[str]) -> list[str]:
    """These lines, those that state a scale before the others: of many only the first are kept."""
    return sorted(lines, key=lambda line: scale_in(line) is None)


def scaled(columns: Sequence[ColumnProfile], repairs: Iterable[Repair]) -> Iterator[Repair]:
    """What is told of each column that a line beside the table, or the name above its labels, gives a scale: the
    figures stay as they are written, since nothing says that it holds for all of them. Whole numbers beside others may
    count things."""
    lines = [line for one in repairs if one.kind in _BESIDE for line in one.examples]
    names = [column.name for column in columns if column.type == "text"]
    stated = list(dict.fromkeys(scale for line in (*lines, *names) if (scale := scale_in(line))))
    figures = [one for one in columns if one.role == "measure" and one.numeric and _may_have(one)]
    if not stated or not figures:
        return
    detail = f"The file says that its figures are in {' or '.join(stated)}; they are told as they are written."
    for one in [one for one in figures if one.type == "number"] or figures:
        yield Repair(kind="number", detail=detail, column=one.name, doubt=True)


def _may_have(column: ColumnProfile) -> bool:
    """Whether a scale beside the table may be of this column: it has no unit of another kind, and none in its name."""
    other = column.unit is not None and column.unit not in CURRENCIES
    name = column.name.replace("_", " ")
    return not (other or _RATES.search(name) or any(pattern.search(name) for _, pattern in _PATTERNS))
