"""Quarters of a year as people write them, as the first day of each: Q1 2021 · 2021-Q1 · 2021Q1 · Q1/21 · 1Q21."""

import re
from collections.abc import Sequence

from shared.quoting import quoted
from shared.table.names import tokens, word_set

_YEAR = r"(?P<year>(?:18|19|20|21)[0-9]{2})"
_SHORT = r"'?(?P<year>[0-9]{2})"
_PATTERNS = tuple(
    rf"(?i)\s*{pattern}\s*"
    for pattern in (
        rf"{_YEAR}[ ./_-]{{0,3}}Q(?P<quarter>[1-4])",
        rf"Q(?P<quarter>[1-4])[ ,./_-]{{0,3}}{_YEAR}",
        rf"(?P<quarter>[1-4])Q[ ./_-]?{_YEAR}",
        rf"Q(?P<quarter>[1-4])[ ./_'-]{{1,2}}{_SHORT}",
        rf"(?P<quarter>[1-4])Q[ ./_-]?{_SHORT}",
    )
)
_ANY = re.compile(
    "|".join(re.sub(r"\?P<\w+>", "?:", pattern.removeprefix("(?i)")) for pattern in _PATTERNS), re.IGNORECASE
)
_OF_A_BUSINESS = word_set("fiscal financial fy fq business gj wj exercice ejercicio")
"""Years that need not begin in January."""
_THIS_CENTURY = 69
"""Below it, two digits are a year of this century, as strptime has it."""
_MOSTLY = 0.9


def are_quarters(cells: Sequence[str], name: str) -> bool:
    """Whether nearly all these cells, each once, name quarters of different years or several of one, and the column's
    name does not make them those of a business year."""
    found = sum(_ANY.fullmatch(cell) is not None for cell in cells)
    return found > 1 and found >= _MOSTLY * len(cells) and not set(tokens(name)) & _OF_A_BUSINESS


def first_days() -> str:
    """SQL, with {c} for the cell: the first day of the quarter, or NULL where the cell names none."""
    return f"CASE{''.join(map(_case, _PATTERNS))} END"


def _case(pattern: str) -> str:
    looks = quoted(re.sub(r"\?P<\w+>", "", pattern))
    groups = re.findall(r"\?P<(\w+)>", pattern)
    year, quarter = (
        f"CAST(regexp_extract({{c}}, {looks}, {groups.index(one) + 1}) AS INTEGER)" for one in ("year", "quarter")
    )
    if _SHORT in pattern:
        year = f"({year} + CASE WHEN {year} < {_THIS_CENTURY} THEN 2000 ELSE 1900 END)"
    return f" WHEN regexp_full_match({{c}}, {looks}) THEN make_date({year}, 3 * {quarter} - 2, 1)"
