"""Columns that are computed of others in every row: an amount of a quantity and a price, a total of its parts.

The cells say so, in whatever language the columns are called. What is multiplied by how many there are is for one of
these, so that its average is meant where nobody says; by what an amount is reduced is a part of it.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple

from shared.contracts import ColumnProfile

FigureRows = Callable[[Sequence[str]], Sequence[tuple[float, ...]]]
"""Some rows of columns of figures that have a cell in each of these."""
_LEAST_ROWS: Final = 20
"""Rows that bear a computation out, each by figures that are not 0 and unlike each other."""
_KEPT: Final = 0.98
"""The share of rows in which it must hold: some cells were typed."""
_MOST_COLUMNS: Final = 10
"""Measures of a wider table are not held against each other."""
_LEAST_VALUES: Final = 3
_MOST_PLACES: Final = 6
_HUNDRED: Final = 100.0


class Formula(NamedTuple):
    """The column called `total` is the product, or the sum, of the two `parts` in every row; less the percentage, or
    the fraction, that `reduced_by` says, where there is one."""

    total: str
    kind: Literal["product", "sum"]
    parts: tuple[str, str]
    reduced_by: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns that the total is computed of."""
        return (*self.parts, *filter(None, (self.reduced_by,)))


class TableFormulas(NamedTuple):
    """What is computed of what in a table."""

    found: tuple[Formula, ...] = ()
    for_one: frozenset[str] = frozenset()
    """Columns whose cells are for one of what another column counts."""
    reductions: frozenset[str] = frozenset()
    """Columns that say by what part amounts are reduced."""

    def of(self, name: str) -> tuple[str, ...]:
        """The columns that the named one is computed of; of a product before those of a sum."""
        return next((one.columns for one in self.found if one.total == name), ())


def formulas(columns: Sequence[ColumnProfile], cells: FigureRows | None) -> TableFormulas:
    """What is computed of what among the measures, by the cells that are at hand; nothing without them."""
    measures = [one for one in columns if one.role == "measure" and one.numeric and one.yes is None]
    measures = [one for one in measures if one.distinct >= _LEAST_VALUES]
    if cells is None or not _LEAST_VALUES <= len(measures) <= _MOST_COLUMNS:
        return TableFormulas()
    names = [one.name for one in measures]
    rows = cells(names)
    if len(rows) < _LEAST_ROWS:
        return TableFormulas()
    table = dict(zip(names, zip(*rows, strict=True), strict=True))
    found = tuple(_found(table))
    kinds = {one.name: one for one in measures}
    return TableFormulas(
        found,
        frozenset(name for one in found if one.kind == "product" for name in _for_one(one, kinds)),
        frozenset(one.reduced_by for one in found if one.reduced_by),
    )


def _found(table: dict[str, tuple[float, ...]]) -> Iterator[Formula]:
    sums: list[Formula] = []
    for total, cells in table.items():
        slack = 0.51 * 10.0 ** -max(map(_places, cells))
        for left, right in combinations([name for name in table if name != total], 2):
            pairs = list(zip(table[left], table[right], strict=True))
            if _holds(cells, [one * other for one, other in pairs], pairs, slack):
                yield Formula(total, "product", (left, right))
            elif _holds(cells, [one + other for one, other in pairs], pairs, slack):
                sums.append(Formula(total, "sum", (left, right)))
            else:
                yield from _reduced(table, total, (left, right), slack)
    yield from sums


def _reduced(
    table: dict[str, tuple[float, ...]], total: str, parts: tuple[str, str], slack: float
) -> Iterator[Formula]:
    """The product less a percentage, or a fraction, that a third column says."""
    pairs = list(zip(table[parts[0]], table[parts[1]], strict=True))
    for name in (name for name in table if name not in (total, *parts)):
        off = table[name]
        whole = 1.0 if max(off) <= 1 else _HUNDRED
        if not 0 <= min(off) < max(off) <= whole or sum(1 for one in off if one) < _LEAST_ROWS / 2:
            continue
        made = [one * other * (1 - part / whole) for (one, other), part in zip(pairs, off, strict=True)]
        if _holds(table[total], made, pairs, slack):
            yield Formula(total, "product", parts, name)


def _holds(cells: Sequence[float], made: Sequence[float], parts: Sequence[tuple[float, float]], slack: float) -> bool:
    """Whether the cells are what was made of the parts, up to rounding, in nearly all rows, and in enough that show it:
    where a part is 0 or 1, a product is 0 or the other part by itself."""
    agree = [abs(cell - one) <= slack + 1e-9 * abs(one) for cell, one in zip(cells, made, strict=True)]
    if sum(agree) < _KEPT * len(cells):
        return False
    shown = [
        cell
        for cell, held, (one, other) in zip(cells, agree, parts, strict=True)
        if held and cell and one not in (0, 1, cell) and other not in (0, 1, cell)
    ]
    return len(shown) >= _LEAST_ROWS and len(set(shown)) >= _LEAST_ROWS / 2


def _for_one(one: Formula, columns: dict[str, ColumnProfile]) -> Iterator[str]:
    """The factor beside a whole number of things; none where both may be it."""
    whole = [name for name in one.parts if columns[name].type == "integer"]
    if len(whole) == 1:
        yield from (name for name in one.parts if name not in whole)


def _places(value: float) -> int:
    """How many decimals the figure is written with, at most so many as a cell shows."""
    if not math.isfinite(value):
        return 0
    shown = f"{value:.{_MOST_PLACES}f}".rstrip("0")
    return len(shown.partition(".")[2])
