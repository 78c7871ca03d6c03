"""The ways in which people write that there is no value. "unknown" is a value."""

import re
from collections.abc import Collection

NULL_WORDS = frozenset(
    {
        "",
        "na",
        "n/a",
        "n.a.",
        "n.a",
        "#n/a",
        "#na",
        "<na>",
        "null",
        "\\n",
        "none",
        "nil",
        "nan",
        "-nan",
        "nat",
        "-",
        "--",
        "---",
        "–",
        "—",
        "?",
        ".",
        "..",
        "...",
        ":",
        "0000-00-00",
        "0000-00-00 00:00:00",
        "#null!",
        "#value!",
        "#ref!",
        "#div/0!",
        "#num!",
        "#name?",
    }
)
SPACE = " \t\r\n\u00a0\u202f\u2009\ufeff\u200b"
_ACRONYM = re.compile(r"[A-Z]{2,5}")
_PLAIN = re.compile(r"[a-z][a-z /_-]+")
_KINDS = 2


def is_null(cell: str) -> bool:
    """Whether the cell says that there is no value."""
    return cell.strip(SPACE).lower() in NULL_WORDS


def without_codes(words: frozenset[str], values: Collection[str]) -> frozenset[str]:
    """The null words that hold for a column of these values: NA is a code among EU and APAC, and none a kind
    among student and writer."""
    others = {value.strip(SPACE) for value in values if not is_null(value)}
    if len(others) < _KINDS:
        return words
    codes = all(_ACRONYM.fullmatch(value) for value in others)
    plain = any(value.strip(SPACE) == "none" for value in values) and all(_PLAIN.fullmatch(value) for value in others)
    return words - ({"na"} if codes else set()) - ({"none"} if plain else set())


def quoted(text: str) -> str:
    """The text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    """The name as an identifier of SQL."""
    return '"' + name.replace('"', '""') + '"'


def trimmed(cell: str) -> str:
    """SQL for the cell without the space around it."""
    return f"trim({cell}, {quoted(SPACE)})"


def text_expression(words: frozenset[str]) -> str:
    """SQL, with {c} for the cell, that gives the trimmed text, or NULL where the cell is one of the words."""
    listed = ", ".join(quoted(word) for word in sorted(words))
    cell = trimmed("{c}")
    return f"CASE WHEN strlen({{c}}) <= 24 AND lower({cell}) IN ({listed}) THEN NULL ELSE {cell} END"
