"""In which power the unit of each row stands in what is worked out of one row: a margin, price less cost by price, has
none, whatever currency the row is in."""

from collections.abc import Hashable, Mapping
from typing import NamedTuple


class UnitPower(NamedTuple):
    """Of a row's figure the powers of the units that differ from row to row, by what says each of them; it `is_open`
    where it has no unit of its own: a number, or a column of unknown unit, which is in that of what it is added to."""

    powers: frozenset[tuple[Hashable, int]] = frozenset()
    is_open: bool = False

    @classmethod
    def of(cls, powers: Mapping[Hashable, int]) -> "UnitPower":
        """Those that are not 0."""
        return cls(frozenset((key, power) for key, power in powers.items() if power))

    @classmethod
    def row(cls, says: Hashable) -> "UnitPower":
        """Of a cell in the unit that its row says."""
        return cls.of({says: 1})

    @property
    def cancels(self) -> bool:
        """Whether it is in no row's unit."""
        return not self.powers


OPEN = UnitPower(is_open=True)
FIXED = UnitPower()
"""In one unit in every row."""


def summed(left: UnitPower | None, right: UnitPower | None) -> UnitPower | None:
    """Of a sum or a difference; None where the two may be in different units."""
    if left is None or right is None:
        return None
    if left.powers == right.powers:
        return UnitPower(left.powers, left.is_open and right.is_open)
    return right if left.is_open else left if right.is_open else None


def scaled(left: UnitPower | None, right: UnitPower | None, *, by: int) -> UnitPower | None:
    """Of a product (`by` 1), or a ratio (-1)."""
    if left is None or right is None:
        return None
    powers = dict(left.powers)
    for key, power in right.powers:
        powers[key] = powers.get(key, 0) + by * power
    return UnitPower.of(powers)._replace(is_open=left.is_open and right.is_open)
