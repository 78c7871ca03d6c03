"""Headers of three rows: measures above markets above years, each written once over the columns that it is for."""

from collections.abc import Sequence

from shared.ingestion.cells.kinds import TextRows, is_year, kind_of, kinds_below
from shared.ingestion.layout.beginnings import GridRow

ROWS = 3
_LEAST_NAMES = 2
"""A row above the columns that has fewer is a title."""


def names_of_levels(rows: Sequence[GridRow], body: TextRows) -> tuple[str, ...]:
    """The names of the columns that these rows make together ("Sales Home 2023"), the widest spans first; empty where
    they are no header.

    They are one where the first column has one name in all of them and a cell in each row of `body`, each cell of the
    rows is a name or a year, numbers or dates stand below what spans several columns, and all names differ.
    """
    width = max((row.used for row in rows), default=0)
    levels = [[" ".join(cell.split()) for cell in (*row.cells, *[""] * width)][:width] for row in rows]
    written = [cell for level in levels for cell in level if cell]
    if len(rows) != ROWS or not body or len({level[0] for level in levels if level[0]}) != 1:
        return ()
    if any(sum(map(bool, level)) < _LEAST_NAMES for level in levels):
        return ()
    if not all(kind_of([cell]) == "text" or is_year(cell) for cell in written):
        return ()
    if not all(row and row[0].strip() for row in body):
        return ()
    spread = _spread(levels)
    kinds = kinds_below(body, width)
    for at in range(width):
        own = [level[at] for level in levels]
        if not any(own) or (own != [level[at] for level in spread] and kinds[at] == "text"):
            return ()
    names = tuple(" ".join(dict.fromkeys(filter(None, column))) for column in zip(*spread, strict=True))
    spans = any(level != own for level, own in zip(spread, levels, strict=True))
    return names if spans and len(set(names)) == len(names) else ()


def _spread(levels: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows with each name over the empty cells behind it, as far as the name above it reaches and as a name below
    asks for one."""
    spread: list[list[str]] = []
    for depth, level in enumerate(levels[:-1]):
        row: list[str] = []
        for at, cell in enumerate(level):
            parted = any(above[at] for above in levels[:depth])
            below = any(under[at] for under in levels[depth + 1 :])
            row.append(cell or (row[-1] if at > 1 and below and not parted else ""))
        spread.append(row)
    return [*spread, list(levels[-1])]
