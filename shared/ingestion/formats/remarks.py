"""What a file says in words beside its tables: sheets that hold text, and long texts of a document."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from shared.contracts.dataset import Repair
from shared.ingestion.layout.merged import SheetCell

MOST_ROWS, MOST_COLUMNS = 100, 30
"""Larger sheets are data."""
_MOST_CELLS: Final = 2
"""Of a row: a term and its meaning."""
_SENTENCE: Final = 4
"""From so many words on, a cell says something; fewer name it."""
_MOST_LINES, _LONGEST, _MOST_CHARACTERS = 12, 300, 1_500
"""Of a file: every prompt holds them."""


def remarks_told(named: Iterable[tuple[str, Sequence[str]]]) -> tuple[Repair, ...]:
    """The lines of each sheet or field, each behind its name, in all as many as a prompt can hold; one that is cut ends
    with an ellipsis."""
    told, lines, characters = list[Repair](), _MOST_LINES, _MOST_CHARACTERS
    for name, written in named:
        shown = list[str]()
        for line in (f"{name}: {line}" for line in written):
            cut = line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
            if not lines or len(cut) > characters:
                break
            shown.append(cut)
            lines, characters = lines - 1, characters - len(cut)
        if shown:
            detail = f"{name} holds text and no table; it is kept as what the file says of its tables."
            told.append(Repair(kind="remarks", detail=detail, rows=len(written), examples=tuple(shown)))
    return tuple(told)


def lines_of_text(rows: Sequence[Sequence[SheetCell]]) -> list[str]:
    """The lines of a sheet that holds text and no table; none of any other.

    Text is one cell a row, or a term and its meaning, without numbers; some of it is more than a name.
    """
    filled = [cells for row in rows if (cells := [cell for cell in row if str(cell).strip()])]
    if len(rows) > MOST_ROWS or any(len(cells) > _MOST_CELLS for cells in filled):
        return []
    if any(isinstance(cell, int | float) for cells in filled for cell in cells):
        return []
    said = sum(1 for cells in filled if any(len(str(cell).split()) >= _SENTENCE for cell in cells))
    in_pairs = any(len(cells) > 1 for cells in filled)
    if not said or (in_pairs and 2 * said < len(filled)):
        return []
    return [line for cells in filled for line in _lines(cells)]


def _lines(cells: Sequence[SheetCell]) -> Iterator[str]:
    if len(cells) > 1:
        yield ": ".join(" ".join(str(cell).split()).removesuffix(":") for cell in cells)
        return
    yield from (" ".join(line.split()) for line in str(cells[0]).splitlines() if line.strip())
