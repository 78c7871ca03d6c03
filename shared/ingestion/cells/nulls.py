"""The words of a column that say that there is no value, and SQL that reads them so."""

import re
from collections.abc import Collection

from shared.quoting import quoted
from shared.table.nulls import SPACE, is_null

_ACRONYM = re.compile(r"[A-Z]{2,5}")
_PLAIN = re.compile(r"[a-z][a-z /_-]+")
_KINDS = 2


def without_codes(words: frozenset[str], values: Collection[str]) -> frozenset[str]:
    """The null words that hold for a column of these values: NA is a code among EU and APAC, and none a kind
    among student and writer."""
    others = {value.strip(SPACE) for value in values if not is_null(value)}
    if len(others) < _KINDS:
        return words
    codes = all(_ACRONYM.fullmatch(value) for value in others)
    plain = any(value.strip(SPACE) == "none" for value in values) and all(_PLAIN.fullmatch(value) for value in others)
    return words - ({"na"} if codes else set()) - ({"none"} if plain else set())


def trimmed(cell: str) -> str:
    """SQL for the cell without the space around it."""
    return f"trim({cell}, {quoted(SPACE)})"


def text_expression(words: frozenset[str]) -> str:
    """SQL, with {c} for the cell, that gives the trimmed text, or NULL where the cell is one of the words."""
    listed = ", ".join(quoted(word) for word in sorted(words))
    cell = trimmed("{c}")
    return f"CASE WHEN strlen({{c}}) <= 24 AND lower({cell}) IN ({listed}) THEN NULL ELSE {cell} END"
