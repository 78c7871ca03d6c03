"""Headers of two rows, as tables on the web have them: a name that spans several columns above their own names."""

from collections.abc import Sequence

from shared.data.ingestion.numbers import read_numbers


def joined_names(above: Sequence[str], below: Sequence[str]) -> tuple[str, ...]:
    """The names of a header of two rows ("Final Points"); empty where the second row is none.

    It is one where it repeats a name of the first row in its place, holds no number and no empty cell, and tells
    columns apart that have one name in the first row.
    """
    if len(above) != len(below):
        return ()
    upper, lower = [" ".join(cell.split()) for cell in above], [" ".join(cell.split()) for cell in below]
    if not all(lower) or any(read_numbers([cell]).share == 1 for cell in lower):
        return ()
    same = [a for a, b in zip(upper, lower, strict=True) if a == b]
    spanned = {a for a in upper if a and upper.count(a) > 1}
    split = any(len({b for a, b in zip(upper, lower, strict=True) if a == name}) > 1 for name in spanned)
    if not same or not split:
        return ()
    return tuple(a if a == b else f"{a} {b}".strip() for a, b in zip(upper, lower, strict=True))
