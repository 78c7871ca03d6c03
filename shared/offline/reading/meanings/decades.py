"""Decades and centuries in a question: "in the 1980s", "in the eighties", "in the 1800s"."""

import re
from collections.abc import Iterator
from typing import Final

from shared.offline.reading.meanings.spans import Period, Span, text_of
from shared.offline.reading.meanings.tokens import Token

_WORDS: Final = {
    "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80,
    "nineties": 90,
}  # fmt: skip
_LEADS: Final = frozenset({"in", "during", "for", "of", "from", "the", "throughout", "within"})
_BARE: Final = re.compile(r"(?:(1[5-9]|20)(\d)0s)")


def decade_spans(tokens: tuple[Token, ...]) -> Iterator[Span]:
    """Every decade named, with its little words."""
    for index, token in enumerate(tokens):
        year = _first_year(token)
        if year is None:
            continue
        start = index
        while start and tokens[start - 1].text in _LEADS:
            start -= 1
        label = text_of(tokens, index, index + 1)
        period = Period(f"{year}-01-01", f"{year + _years(year)}-01-01", f"during the {label}")
        yield Span(start, index + 1, "period", period=period, score=0.99)


def _first_year(token: Token) -> int | None:
    bare = _BARE.fullmatch(token.text)
    if bare:
        return int(bare.group(1) + bare.group(2) + "0")
    worded = _WORDS.get(token.text)
    return 1900 + worded if worded is not None and worded >= 30 else None


def _years(first: int) -> int:
    """How many years are meant: the 1800s are a century, the 2000s may still be a decade."""
    return 100 if first % 100 == 0 and first < _THIS_CENTURY else 10


_THIS_CENTURY: Final = 2000
