"""The ways in which people write that there is no value. "unknown" is a value."""

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
        "…",
        ":",
        "0000-00-00",
        "0000-00-00 00:00:00",
        "00.00.0000",
        "00/00/0000",
        "1900-01-00",
        "#null!",
        "#value!",
        "#ref!",
        "#div/0!",
        "#num!",
        "#name?",
    }
)
SPACE = " \t\r\n\u00a0\u202f\u2009\ufeff\u200b"


def is_null(cell: str) -> bool:
    """Whether the cell says that there is no value."""
    return cell.strip(SPACE).lower() in NULL_WORDS
