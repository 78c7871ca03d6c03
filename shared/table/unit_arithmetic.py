"""How units follow arithmetic, whoever writes it: the query language, or SQL.

A sum or a difference has the unit of both sides, but two shares differ by percentage points; a written number takes the
unit of the other side. A ratio of figures of
one unit has none, and so has a percentage by 100. A product or a ratio of money and a plain figure of the data (a
count, pieces, a column without a unit) is money: a price by a quantity, an amount by a customer. Of another unit only a
ratio to a count of rows keeps it, and but for percent a product with one: kilometres by litres are neither, and hours
times a rate may be anything. What is
scaled by a written number has no unit that is known: minutes may have become hours, and dollars euros. What is computed
from figures of an unknown unit has an unknown one.
"""

from typing import Final, Literal, NamedTuple

from shared.contracts import ColumnProfile
from shared.table.units import COUNTED, CURRENCIES

UNKNOWN: Final = "?"
"""In the place of a unit that there is, and does not follow: that of a price by weight, say."""
POINTS: Final = "pp"
"""The unit of the difference of two figures in percent: percentage points."""
IN_POINTS: Final = "percentage points"
"""The same in words."""
UnitOrigin = Literal["written", "count", "data", "other"]
"""A written number; a count of rows; a figure of the data; anything else, of which no unit follows."""


class Operand(NamedTuple):
    """A figure with its unit, and what it is: a number that is written, a count, or one of the data. `value` is that of
    a written one."""

    unit: str | None = None
    of: UnitOrigin = "data"
    value: float | None = None

    @property
    def is_money(self) -> bool:
        return self.unit in CURRENCIES

    @property
    def is_plain(self) -> bool:
        """Whether it counts things, or is a figure of the data without a unit."""
        return self.of in ("count", "data") and (self.unit is None or self.unit in COUNTED)


def of_column(column: ColumnProfile, unit: str | None) -> Operand:
    """The cells of a column that has this unit: an unknown one of a rate that is no part of one, since it may be a rate
    of exchange."""
    more = isinstance(column.maximum, int | float) and column.maximum > 1
    rate = more and column.role == "measure" and column.additivity == "non_additive"
    return Operand(unit or (UNKNOWN if rate else None))


def unit_apart(unit: str | None) -> str | None:
    """The unit of the difference of two figures of this one: two shares lie points apart."""
    return POINTS if unit == "%" else unit


def subtracted(left: Operand, right: Operand) -> Operand:
    """The difference of two figures; what a written number is taken off is still in its unit."""
    if "written" in (left.of, right.of):
        return added(left, right)
    both = left.unit == right.unit
    return added(left, right)._replace(unit=unit_apart(left.unit)) if both else _with_points(left, right)


def added(left: Operand, right: Operand) -> Operand:
    """The sum of two figures."""
    if "written" in (left.of, right.of):
        return right if left.of == "written" else left
    if left.unit == right.unit:
        return Operand(left.unit, _origin(left, right))
    return Operand(UNKNOWN if left.unit and right.unit else None, "other")


def _with_points(left: Operand, right: Operand) -> Operand:
    """A share, points on or off, is a share."""
    shares = (left.unit, right.unit) == ("%", POINTS)
    return Operand("%", _origin(left, right)) if shares else added(left, right)


def multiplied(left: Operand, right: Operand) -> Operand:
    """The product of two figures."""
    if not left.unit and not right.unit:
        return Operand(None, _origin(left, right))
    given, other = (left, right) if left.unit else (right, left)
    counted = other.of == "count" and not other.unit and given.unit not in ("%", POINTS, UNKNOWN)
    return Operand(given.unit if counted or (given.is_money and other.is_plain) else UNKNOWN)


def divided(left: Operand, right: Operand) -> Operand:
    """The ratio of two figures."""
    if not left.unit and not right.unit:
        return Operand(None, "data" if _origin(left, right) == "count" else _origin(left, right))
    if left.unit == right.unit != UNKNOWN or (left.unit == "%" and right.value == 100):
        return Operand()
    counted = right.of == "count" and right.unit is None and left.unit != UNKNOWN
    kept = left.unit and (counted or (left.is_money and right.is_plain))
    return Operand(left.unit if kept else UNKNOWN)


def _origin(*sides: Operand) -> UnitOrigin:
    """What figures without a unit are together: what is made of anything else is that."""
    found = {one.of for one in sides}
    if "other" in found:
        return "other"
    return found.pop() if len(found) == 1 else "count" if found == {"count", "written"} else "data"
