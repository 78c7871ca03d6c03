"""Totals that arithmetic alone proves, whatever they are called: a state above its counties, a country among regions.

How sure it is, is counted in digits: a sum that agrees in four digits does so by chance in one row of ten thousand.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from statistics import median
from typing import Any, NamedTuple

from shared.ingestion.rows.nested import NestedBlock, blocks_of

_PROOF = 4.0
"""Digits beyond those that so many tries find by chance."""
_OF_ONE_COLUMN = 2.0
"""Digits more where one column alone agrees in one row alone: a payment may be the sum of others."""
_OF_A_BLOCK = 1.5
_LEAST_PARTS, _OF_ONE = 4, 6
"""Fewer figures that add up to another may be what it is made of in another sense, as costs and profit are of sales."""
_NEARLY_ALL = 0.9
_MOST_DECIMALS = 6
_MOST_COMPARED = 200
_MOST_HALVES = 4
_MOST_HEADS = 12
_OPEN_STEPS = 20
"""So many times what rounding may make must a step be, or any value is a multiple of it but for rounding."""
_PRIME = (1 << 61) - 1

RowValues = tuple[Any, ...]


class Agreement(NamedTuple):
    """In how many columns, none of which follows from others, a row is the sum of others, and in how many digits."""

    digits: float
    columns: int


@dataclass(frozen=True)
class Breakdown:
    """Rows of a table: their figures, their labels, and those of the labels (`keys`) that are times, over which no row
    is a total that has a time of its own."""

    rows: Sequence[RowValues]
    figures: Sequence[int]
    labels: Sequence[int]
    keys: Sequence[int]

    def totals(self) -> tuple[set[int], set[int]]:
        """The rows that are proved to be totals, and those that are sums of so few others that they may be none."""
        proved, few = set[int](), set[int]()
        names = [at for at in self.labels if at not in self.keys]
        for free in dict.fromkeys((tuple(names), *((at,) for at in names))):
            for rows, parts, columns in self._sums_of_others(free):
                (proved if parts >= (_LEAST_PARTS if columns > 1 else _OF_ONE) else few).update(rows)
        if not proved:
            proved = {head for head, _ in self.blocks}
        return proved, few - proved

    @cached_property
    def blocks(self) -> list[NestedBlock]:
        """The sums that stand above, or else below, the rows and smaller sums that each is of, where all rows are in
        such blocks and these are no chance."""
        names, order = [at for at in self.labels if at not in self.keys], range(len(self.rows))
        return self._closing_blocks(names, order[::-1]) or self._closing_blocks(names, order)

    def is_sum(self, total: int, parts: Sequence[int]) -> bool:
        """Whether one row that is said to be the sum of these others is proved to be it."""
        return self.agreement(total, parts).digits >= _PROOF

    def agreement(self, total: int, parts: Sequence[int]) -> Agreement:
        """How far a row is the sum of these others; rounded parts may be off by as much as rounding makes of them."""
        found: list[tuple[float, list[int]]] = []
        for column in self._wholes:
            whole, held = column[total], [column[part] or 0 for part in parts]
            filled = [value for value in held if value]
            if not whole or len(filled) < min(2, len(parts)):
                continue
            off = abs(whole - sum(filled))
            if off > math.isqrt(len(filled)) or off * 1_000 > abs(whole):
                continue
            step = 2 * off + 1 if off else _step(filled) if len(parts) > 1 else 1
            found.append((math.log10(abs(whole) / step), held[:_MOST_COMPARED]))
        digits, basis = list[float](), list[list[int]]()
        for agreed, held in sorted(found, reverse=True):
            if _adds_to(basis, held):
                digits.append(agreed)
        return Agreement(sum(digits), len(digits))

    @cached_property
    def _wholes(self) -> list[list[int | None]]:
        """The columns of figures, each in its last decimal place."""
        return [_whole([row[at] for row in self.rows]) for at in self.figures]

    def _sums_of_others(self, free: Sequence[int]) -> Iterator[tuple[list[int], float, int]]:
        """For each label that is proved to be of totals: its rows, how many others each sums, and in how many columns.

        The others are those that are alike in all labels but the free ones; where a label comes again, all of its rows
        or nearly all must be such sums.
        """
        groups = self._groups([at for at in self.labels if at not in free])
        often: dict[RowValues, int] = defaultdict(int)
        edges = {row for group in groups for row in (group[0], group[-1])}
        found: dict[RowValues, list[tuple[int, int, Agreement]]] = defaultdict(list)
        for group in groups:
            for row in group:
                often[self._cells(row, free)] += 1
            for row in self._halves(group):
                parts = [other for other in group if other != row]
                if (agreed := self.agreement(row, parts)).columns:
                    found[self._cells(row, free)].append((row, len(parts), agreed))
        for label, sums in found.items():
            columns = max(agreed.columns for *_, agreed in sums)
            tries = min(2 * len(groups), len(often)) if len(sums) == 1 and sums[0][0] in edges else len(often)
            needed = _PROOF + math.log10(tries) + (_OF_ONE_COLUMN if columns == len(sums) == 1 else 0)
            if len(sums) >= _NEARLY_ALL * often[label] and sum(agreed.digits for *_, agreed in sums) >= needed:
                yield [row for row, *_ in sums], median(parts for _, parts, _ in sums), columns

    def _groups(self, shared: Sequence[int]) -> list[list[int]]:
        """Rows that have these labels in common; a row that lacks them all is one of all rows."""
        alike: dict[RowValues, list[int]] = defaultdict(list)
        for row in range(len(self.rows)):
            alike[self._cells(row, shared)].append(row)
        bare = alike.pop((None,) * len(shared), []) if len(alike) > 1 else []
        whole = [[*bare, *(row for group in alike.values() for row in group)]] if len(bare) == 1 else []
        return [group for group in (*alike.values(), *whole) if len(group) > 2]

    def _halves(self, group: Sequence[int]) -> list[int]:
        """The rows that are about half of the sum of all in some column, as the sum of the others is; none of one
        where many are, since it tells no row apart."""
        halves = set[int]()
        for column in self._floats:
            held = [column[row] for row in group]
            try:
                half = math.fsum(held) / 2
            except OverflowError:  # what they come to is no number
                continue
            near = abs(half) / 500
            if half and min(held) - near <= half <= max(held) + near:
                found = [row for row, value in zip(group, held, strict=True) if abs(value - half) <= near]
                halves.update(found if len(found) <= _MOST_HALVES else ())
        return sorted(halves)

    @cached_property
    def _floats(self) -> list[list[float]]:
        """The columns of figures, with zeros where there are none."""
        return [[float(row[at] or 0) for row in self.rows] for at in self.figures]

    def _cells(self, row: int, at: Sequence[int]) -> RowValues:
        return tuple(self.rows[row][each] for each in at)

    def _closing_blocks(self, names: Sequence[int], order: Sequence[int]) -> list[NestedBlock]:
        """The sums that close blocks of rows, where all rows are in such blocks, one inside of another or not."""
        blocks = blocks_of(order, self._floats, lambda total, parts: self.agreement(total, parts).digits >= _OF_A_BLOCK)
        return blocks if self._proves(names, blocks, len(order)) else []

    def _proves(self, names: Sequence[int], blocks: Sequence[NestedBlock], rows: int) -> bool:
        """Whether blocks are no chance: two of several rows, each of one time or with a sum that has none, their sums
        all called differently; or any whose sums, and no other rows, lack a label."""
        heads = {head for head, _ in blocks}
        bare = [{row for row in range(rows) if self.rows[row][at] is None} for at in self.labels]
        apart = heads in (set().union(*bare), *bare)
        counted = [(head, parts) for head, parts in blocks if len(parts) > 1 or apart]
        digits = sum(self.agreement(head, parts).digits for head, parts in counted)
        called = {self._cells(head, (*names, *self.keys)) for head in heads}
        untimed = {head for head in heads if self.keys and all(cell is None for cell in self._cells(head, self.keys))}
        timed = ([head, *parts] for head, parts in blocks if head not in untimed)
        at_once = all(len({self._times(row) for row in block}) == 1 for block in timed)
        again = len({self._cells(head, names) for head in heads}) < len(heads)
        alone = 1 in Counter(map(self._times, heads - untimed)).values()  # of all rows of its time: judged among groups
        several = len(counted) > 1 and len(heads) < rows - 1 and not (again and alone)
        return several and digits >= _PROOF + _OF_ONE_COLUMN and len(called) == len(heads) and at_once

    def _times(self, row: int) -> RowValues:
        """The times of a row; in words, a quarter may stand among its months."""
        return tuple(cell for cell in self._cells(row, self.keys) if not isinstance(cell, str))


def _whole(values: Sequence[float | int | None]) -> list[int | None]:
    places = max((decimals(value) for value in values if isinstance(value, float)), default=0)
    scale = 10**places
    return [
        None if value is None else value * scale if isinstance(value, int) else _scaled(value, scale)
        for value in values
    ]


def _scaled(value: float, scale: int) -> int | None:
    return round(value * scale) if math.isfinite(value * scale) else None


def decimals(value: float) -> int:
    """How many decimal places a number is written with, six at most."""
    exponent = Decimal(repr(value)).normalize().as_tuple().exponent
    return min(_MOST_DECIMALS, max(0, -exponent)) if isinstance(exponent, int) else 0


def _step(values: Sequence[int]) -> float:
    """The largest number of which all values are multiples: exactly, or but for rounding, as amounts are of one price
    by the head. In whole steps few sums agree by more than chance."""
    least, most = min(map(abs, values)), max(map(abs, values))
    for count in range(1, _MOST_HEADS + 1):
        step, rounding = least / count, (most / least + 1) / 2
        if rounding * _OPEN_STEPS > step:
            break
        if all(abs(value - round(value / step) * step) <= rounding for value in values):
            return step
    return math.gcd(*values)


def _adds_to(basis: list[list[int]], column: Sequence[int]) -> bool:
    """Whether a column follows from none of those before it, as one of both sexes does from men and women; modulo a
    prime, which is exact but for a chance of nothing. Keeps what is left of it."""
    left = [value % _PRIME for value in column]
    for known in basis:
        pivot = next(at for at, value in enumerate(known) if value)
        if factor := left[pivot]:
            left = [(value - factor * other) % _PRIME for value, other in zip(left, known, strict=True)]
    first = next((value for value in left if value), None)
    if first is None:
        return False
    inverse = pow(first, -1, _PRIME)
    basis.append([value * inverse % _PRIME for value in left])
    return True
