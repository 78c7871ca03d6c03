"""Headers: whether a row is one, names that span columns in a row above, and units in a row below."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise, zip_longest

from shared.ingestion.cells.kinds import TextRows, is_year, kind_of, kinds_below
from shared.ingestion.cells.numbers import read_numbers
from shared.ingestion.cells.scales import scale_in
from shared.table.nulls import is_null
from shared.table.units import is_unit

_LONGEST_UNIT = 24
_AROUND_UNITS = " []()"
_LETTER, _PLACE = re.compile(r"[^\W\d_]"), re.compile(r"[(\[]?(?P<place>\d{1,3})(?:[)\].]|\s*=.*|[)\]]\s*=.*)?")
_LEAST_COUNTED = 4
"""Columns of numbers: in a row of data fewer may count by chance."""
_LEAST_NAMES = 3
"""Columns of numbers or dates: in fewer, words of a row may be codes of missing values, as DNF and DNS are."""
_FIELD_WIDTH = re.compile(r"\d{1,3}[sdnf]")
"""What databases of measurements print below their headers: 15s, 14n."""


def names_columns(first: Sequence[str], body: TextRows) -> bool:
    """Whether the first row names the columns rather than holding values of them."""
    kinds = kinds_below(body, len(first))
    typed = [(at, kind) for at, kind in enumerate(kinds) if kind != "text" and first[at].strip()]
    heads = [(kind_of([first[at]]), kind) for at, kind in typed]
    if any(head != kind and (head == "text" or kind == "number") for head, kind in heads):
        return True
    if len(typed) >= 2 and _count_years([first[at] for at, _ in typed]):
        return True
    if typed and all(is_year(first[at]) and not _any_year(body, at) for at, _ in typed):
        return True
    if len(typed) >= _LEAST_COUNTED and _steps(first[1:]) and first[1].strip() in ("0", "1"):
        return not _steps(body[0][1:])
    return not typed


def _steps(cells: Sequence[str]) -> bool:
    """Whether cells are whole numbers that follow one another, as those of a header that counts its columns."""
    found = " ".join(cells).split()
    return len(found) > 1 and all(map(str.isdecimal, found)) and _by_one(list(map(int, found)))


def _by_one(numbers: Sequence[int]) -> bool:
    return all(b - a == 1 for a, b in pairwise(numbers))


def _any_year(body: TextRows, at: int) -> bool:
    return any(at < len(row) and is_year(row[at]) for row in body)


def _count_years(cells: Sequence[str]) -> bool:
    """Whether cells count years in steps, as the header of a table with a column per year does."""
    if not all(is_year(cell) for cell in cells):
        return False
    years = [int(cell) for cell in cells]
    return len(years) > 1 and len({b - a for a, b in pairwise(years)}) == 1


def joined_names(above: Sequence[str], below: Sequence[str], body: TextRows) -> tuple[str, ...]:
    """The names of a header of two rows ("Final Points"); empty where the second row is none.

    It is one where it repeats a name of the first row in its place, or leaves the cell below it empty; where it holds
    no other empty cell and no number but years; and where it tells columns apart that have one name in the first row,
    which may be written once, with empty cells behind it.
    """
    pairs = list(zip_longest(_tidy(above), _tidy(below), fillvalue=""))
    lower = [b or a for a, b in pairs]
    upper = _spread([a for a, _ in pairs], lower)
    if not all(lower) or any(_is_value(cell, body, at) for at, cell in enumerate(lower)):
        return ()
    same = [a for a, b in zip(upper, lower, strict=True) if a == b]
    spanned = {a for a in upper if a and upper.count(a) > 1}
    split = any(len({b for a, b in zip(upper, lower, strict=True) if a == name}) > 1 for name in spanned)
    if not same or not split or ("" in upper and not body):
        return ()
    if any(at and a and not b for at, (a, b) in enumerate(pairs)) and not _above_figures(upper, spanned, body):
        return ()
    return tuple(a if a == b else f"{a} {b}".strip() for a, b in zip(upper, lower, strict=True))


def _above_figures(upper: Sequence[str], spanned: set[str], body: TextRows) -> bool:
    """Whether numbers or dates stand below what a name spans: an empty cell behind texts may be one of data."""
    kinds = kinds_below(body, len(upper))
    return all(kind != "text" for name, kind in zip(upper, kinds, strict=True) if name in spanned)


def spanned_names(above: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """The names with those of a row above that span several of them ("2023 Revenue"); empty where it spans none. A name
    that both rows have in its place spans none: its cell was merged over the two."""
    lower = _tidy(names)
    pairs = zip_longest(_tidy(above), lower, fillvalue="")
    upper = ["" if a == b else a for a, b in pairs]
    written = [cell for cell in upper if cell]
    repeated = len(set(lower)) < len(lower)
    if not written or upper[0] or len(upper) > len(lower) or len(written) < (1 if repeated else 2):
        return ()
    if len(set(written)) < len(written) or len(written) > len(lower) / 2:
        return ()
    padded = [*upper, *[""] * (len(lower) - len(upper))]
    joined = tuple(f"{a} {b}".strip() for a, b in zip(_spread(padded, lower), lower, strict=True))
    return joined if len(set(joined)) == len(joined) else ()


def units_below(names: Sequence[str], body: TextRows) -> tuple[int, Mapping[int, str]]:
    """How many rows right below the header say units, kinds or names rather than values, and the units by column.

    Such a row has words where all rows below it have numbers or dates; at least one of them is a known unit, or they
    are other words in every such column, as the questions of a survey below their codes are.
    """
    kinds = kinds_below(body[2:], len(names))
    typed = [at for at, kind in enumerate(kinds) if kind != "text"]
    if not typed:
        return 0, {}
    rows, says_units = 0, False
    for row in body[:2]:
        filled = [row[at].strip() for at in typed if at < len(row) and row[at].strip()]
        written = [cell for cell in filled if not is_null(cell)]  # a dash: this one has no unit
        by_chance = len(written) > _LEAST_NAMES and _are_short_for(written) and sum(map(_is_unit, written)) == 1
        units = (any(map(_is_unit, written)) and not by_chance) or all(map(_FIELD_WIDTH.fullmatch, written))
        labels = (units or rows) and 2 * len(written) >= len(typed) and all(map(_is_label, written))
        if not labels and not _are_names(filled, len(typed)):
            break
        rows, says_units = rows + 1, says_units or (units and not rows)
    measured = [at for at in typed if says_units and at < len(body[0]) and kinds[at] == "number"]
    said = {at: body[0][at].strip(_AROUND_UNITS) for at in measured}
    return rows, {at: unit for at, unit in said.items() if not (is_null(unit) or _FIELD_WIDTH.fullmatch(unit))}


def numbers_columns(body: TextRows, at: int) -> bool:
    """Whether a row numbers the columns, as forms of authorities do: (1), (2), (3), or A, B, 1, 2, each in its place.
    Bare numbers do where words stand below one of them, where no row of data has a number."""
    cells = [cell.strip() for cell in body[at]]
    letters = next((place for place, cell in enumerate(cells) if not _LETTER.fullmatch(cell)), len(cells))
    found = [_PLACE.fullmatch(cell) for cell in cells[letters:]]
    if len(found) < _LEAST_NAMES or not all(found):
        return False
    counted = [int(one["place"]) for one in found if one] == list(range(1, len(found) + 1))
    in_order = letters > 1 and _by_one([ord(cell) for cell in cells[:letters]])
    bare = all(cell.isdecimal() for cell in cells[letters:]) and not in_order
    rows = [row for place, row in enumerate(body) if place != at]
    worded = any(kind == "text" for kind in kinds_below(rows, len(cells))[letters:])
    return counted and (not bare or (worded and not letters and len(cells) > _LEAST_NAMES))


def _are_short_for(written: Sequence[str]) -> bool:
    """Whether words have equally many letters, as days of the week have: one of them (Mi) may look like a unit."""
    return len(set(map(len, written))) == 1 and all(map(str.isalpha, written))


def _are_names(written: Sequence[str], columns: int) -> bool:
    """Whether a row has words, each of them another, in all of so many columns of numbers and dates."""
    apart = len(set(written)) == len(written) == columns >= _LEAST_NAMES
    return apart and all(kind_of([cell]) == "text" and not is_null(cell) for cell in written)


def _is_label(cell: str) -> bool:
    return len(cell) <= _LONGEST_UNIT and not is_null(cell) and (kind_of([cell]) == "text" or _is_unit(cell))


def _is_unit(cell: str) -> bool:
    """Whether a cell is a unit, or so many of one: kg, Mio. EUR."""
    return bool(is_unit(cell)) or scale_in(cell) is not None


def _tidy(cells: Sequence[str]) -> list[str]:
    return [" ".join(cell.split()) for cell in cells]


def _spread(upper: Sequence[str], lower: Sequence[str]) -> list[str]:
    """A name is written once and stands for the empty cells behind it, as merged cells are exported."""
    spread: list[str] = []
    for at, (a, b) in enumerate(zip(upper, lower, strict=True)):
        spread.append(a or (spread[-1] if at and b and spread[-1] != lower[at - 1] else ""))
    return spread


def _is_value(cell: str, body: TextRows, at: int) -> bool:
    return read_numbers([cell]).share == 1 and not (is_year(cell) and body and not _any_year(body, at))
