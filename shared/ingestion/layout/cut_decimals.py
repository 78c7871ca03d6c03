"""Numbers with a decimal comma in a file whose cells a comma separates, unquoted: each is cut into two cells."""

import re
from collections.abc import Sequence
from itertools import pairwise

from shared.contracts.dataset import Repair

_WHOLE, _CENTS = re.compile(r"\s*-?\d+"), re.compile(r"\d\d\s*")
_LEAST_ROWS = 5


def cut_at(head: Sequence[Sequence[str]], width: int) -> tuple[int, ...]:
    """The columns of cells, from 0, whose numbers go on in the next cell: as many as rows have more cells than the
    header, where no other reading is as likely: all of the second parts have two digits, and some begin with 0, as
    cents do and ages do not."""
    rows = [row for row in head if len(row) > width]
    over = {len(row) - width for row in rows}
    if len(rows) < _LEAST_ROWS or len(rows) < len(head) or len(over) > 1:
        return ()
    columns = list(zip(*rows, strict=True))
    found: list[int] = []
    for at, (whole, cents) in enumerate(pairwise(columns)):
        fits = all(map(_WHOLE.fullmatch, whole)) and all(map(_CENTS.fullmatch, cents))
        if fits and any(cell.startswith("0") for cell in cents) and (not found or at > found[-1] + 1):
            found.append(at)
    return tuple(found) if over == {len(found)} else ()


def put_together(cells: list[str], cut: Sequence[int]) -> list[str]:
    """A row with these cells and the next ones as numbers."""
    return [
        f"{cell}.{cells[at + 1]}" if at in cut and at + 1 < len(cells) else cell
        for at, cell in enumerate(cells)
        if at - 1 not in cut
    ]


def told_of_cuts(names: Sequence[str]) -> Repair:
    """What is told of the columns of these names."""
    detail = (
        f"Rows have more cells than the header: the decimal commas of {', '.join(names)} were taken for the commas "
        "between cells; their numbers were put together again."
    )
    return Repair(kind="ragged", detail=detail, doubt=True)
