"""Forms of questions, written as they are said, with gaps: "(how many|number of) duplicate rows [are there]"."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Final

_PIECE: Final = re.compile(r"\]\*|[\[\]()|]|<\w+(?::[^>]+)?>|\{[^}]+\}|/[^/]+/|[^\s\[\]()|<>{}]+")
_MARKS: Final = {"[": "(?:", "]": ")?", "]*": ")*", "(": "(?:", ")": ")", "|": "|"}


class Forms:
    """Forms, the first of which that fits a question whole, tells what stands in its gaps.

    `[x]` may be missing and `[x]*` come several times, `(x|y)` is one of them, `<name>` is a gap of one word or more,
    `<name:part>` one that holds a part, `{part}` stands for that part and `/x/` is a regular expression for one word.

    >>> Forms("(how many|number of) duplicate <what> [are there]").fit("how many duplicate rows are there")
    {'what': 'rows'}
    """

    def __init__(self, *forms: str, parts: Mapping[str, str] | None = None) -> None:
        self._forms, self._parts = forms, parts or {}

    @cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        """Compiled when first asked for: all forms together take a tenth of a second, which no import should."""
        return [re.compile(f"^{_pattern(form, self._parts)}$", re.IGNORECASE) for form in self._forms]

    def fit(self, *wordings: str) -> dict[str, str] | None:
        """The words in the gaps, of the first wording and form that fit; None where none does."""
        for words in wordings:
            for pattern in self._patterns:
                found = pattern.match(f"{words} ")
                if found:
                    return {name: text.strip() for name, text in found.groupdict().items() if text}
        return None


def _pattern(form: str, parts: Mapping[str, str]) -> str:
    return "".join(_written(piece, parts) for piece in _PIECE.findall(form))


def _written(piece: str, parts: Mapping[str, str]) -> str:
    if piece in _MARKS:
        return _MARKS[piece]
    if piece[0] == "<":
        name, _, part = piece[1:-1].partition(":")
        inside = _pattern(parts[part], parts) if part else r"(?:\S+ )+?"
        return f"(?P<{name}>{inside})"
    if piece[0] == "{":
        return f"(?:{_pattern(parts[piece[1:-1]], parts)})"
    return f"(?:{piece[1:-1]}) " if piece[0] == "/" else f"{re.escape(piece)} "
