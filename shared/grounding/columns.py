"""The columns of the tables that a text draws: what stands in one of them is shown alike."""

from collections.abc import Iterable, Mapping

from shared.query.words.figures import decimals_of

MOST_ALIKE = 4
"""With more decimals than these, each figure of a column is shown with its own."""

Place = tuple[int, int, str | None]
"""Where a table begins, which of its columns it is, and the unit of what stands there."""


def column_at(text: str, place: int) -> tuple[int, int] | None:
    """Where the table begins that a place of a text lies in, and in which column; None where it lies in none."""
    start = text.rfind("\n", 0, place) + 1
    if not _is_row(text[start:place]):
        return None
    column = text.count("|", start, place)
    while start and _is_row(text[(above := text.rfind("\n", 0, start - 1) + 1) : start]):
        start = above
    return start, column


def common(figures: Mapping[Place, Iterable[float]]) -> dict[Place, int]:
    """With how many decimals the figures of each column are shown, where they can be shown alike."""
    needed = {place: [decimals_of(one, place[2]) for one in given if one] for place, given in figures.items()}
    most = {place: max(decimals, default=0) for place, decimals in needed.items()}
    return {place: decimals for place, decimals in most.items() if decimals <= MOST_ALIKE}


def _is_row(line: str) -> bool:
    return line.lstrip(" \t").startswith("|")
