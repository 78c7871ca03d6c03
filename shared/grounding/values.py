"""What a reference stands for, and what two of them come to."""

import ast
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from shared.contracts import Cell, Scalar
from shared.query.words.figures import is_currency
from shared.table.unit_arithmetic import POINTS

MOST_CELLS = 200


class Unresolved(Exception):
    """A reference that cannot be computed; its text says what would be right."""


class ReferenceValue(NamedTuple):
    """What a reference stands for: a cell's content or a computed number, its unit, its name and where it came from.

    `rows` are the places of the rows that were named one by one, as (table, row); `column` is the column's name where
    it is one cell, and `direction` the signed change where it is one, also where only its size is told; `opposite` is
    the name of the same with the other sign, where there is one: a decrease, the other minus the one. `decimals` are
    those that all figures of the column are shown with; `names` is set where it is a number that names, such as a year;
    `assumed` where a factor comes from neither a result nor the question; `scaled` where it was multiplied or divided
    by a number that only changes a unit.
    """

    content: Scalar
    name: str
    unit: str | None = None
    cells: tuple[Cell, ...] = ()
    rows: tuple[tuple[int, int], ...] = ()
    column: str = ""
    direction: float | None = None
    opposite: str = ""
    decimals: int | None = None
    names: bool = False
    assumed: bool = False
    scaled: bool = False


def sized(value: ReferenceValue) -> ReferenceValue:
    """A figure without its sign, which its name keeps: what was negative is not told as what it was."""
    size = number_in(value)
    if size >= 0:
        return value
    name = value.opposite or f"size of the negative {value.name}"
    return value._replace(content=-size, name=name, opposite=value.name)


def negated(value: ReferenceValue) -> ReferenceValue:
    """A figure with the other sign, under a name that says so; of a fall it is the size."""
    size = number_in(value)
    if size <= 0:
        return sized(value)
    name = value.opposite or f"negative of {value.name}"
    return ReferenceValue(-size, name, value.unit, value.cells, scaled=value.scaled)


def _pct(part: ReferenceValue, whole: ReferenceValue) -> ReferenceValue:
    name = f"{part.name} as a share of {whole.name}"
    return of_two(part, whole, 100.0 * number_in(part) / number_in(whole), name, "%")


def _change(new: ReferenceValue, old: ReferenceValue) -> ReferenceValue:
    name, before = f"change from {old.name} to {new.name}", number_in(old)
    if before <= 0:
        raise Unresolved(f"{old.name} is not above 0, so nothing is in percent of it; write diff instead")
    share = 100.0 * (number_in(new) - before) / before
    fall = f"decrease from {old.name} to {new.name}"
    return of_two(new, old, share, name, "%")._replace(direction=share, opposite=fall)


def _diff(one: ReferenceValue, other: ReferenceValue) -> ReferenceValue:
    made = difference(one, other, _between({one.unit, other.unit}))
    return made._replace(direction=number_in(made))


def difference(one: ReferenceValue, other: ReferenceValue, unit: str | None) -> ReferenceValue:
    """The one less the other, which is named as what is taken away."""
    made = of_two(one, other, number_in(one) - number_in(other), _minus(one, other), unit)
    return made._replace(opposite=_minus(other, one))


def _minus(one: ReferenceValue, other: ReferenceValue) -> str:
    worked_out = " plus " in other.name or " minus " in other.name
    return f"{one.name} minus {f'({other.name})' if worked_out else other.name}"


def _ratio(one: ReferenceValue, other: ReferenceValue) -> ReferenceValue:
    return of_two(one, other, number_in(one) / number_in(other), f"ratio of {one.name} to {other.name}", None)


def of_two(one: ReferenceValue, other: ReferenceValue, content: float, name: str, unit: str | None) -> ReferenceValue:
    cells = (*one.cells, *other.cells)[:MOST_CELLS]
    return ReferenceValue(content, name, unit, cells, (*one.rows, *other.rows), scaled=one.scaled or other.scaled)


PAIRS: Final[dict[str, Callable[[ReferenceValue, ReferenceValue], ReferenceValue]]] = {
    "pct": _pct,
    "change": _change,
    "diff": _diff,
    "ratio": _ratio,
}


def unit_of(sign: ast.operator, one: ReferenceValue, other: ReferenceValue) -> str | None:
    """Of sums and differences the one unit, of two shares' difference points; of a scaled amount of money or share its
    own, of other scaled figures none, since scaling may have made minutes hours; of a quotient of two figures none."""
    if isinstance(sign, ast.Sub) and one.cells and other.cells:
        return _between({one.unit, other.unit})
    if isinstance(sign, ast.Add | ast.Sub):
        return same({one.unit, other.unit} if one.cells and other.cells else {one.unit or other.unit})
    if one.cells and other.cells:
        return None
    unit = one.unit or other.unit
    return unit if unit == "%" or is_currency(unit) else None


def _between(units: set[str | None]) -> str | None:
    """The unit of a difference: two shares differ by points."""
    return POINTS if units == {"%"} else same(units)


def same(units: set[str | None]) -> str | None:
    return next(iter(units)) if len(units) == 1 else None


def in_one_currency(units: Iterable[str | None]) -> None:
    """Raises Unresolved where amounts are in several currencies, which neither add up nor compare."""
    found = sorted({unit for unit in units if unit and is_currency(unit)})
    if len(found) > 1:
        raise Unresolved(
            f"{' and '.join(found)} are different currencies: tell each by itself, or convert them in a query"
        )


def number_in(value: ReferenceValue) -> float:
    if isinstance(value.content, bool) or not isinstance(value.content, int | float):
        raise Unresolved(f"{value.name} is no number")
    return value.content


def rounded(value: ReferenceValue, places: int) -> ReferenceValue:
    """The figure as it is rounded: shown with so many decimals, or in round tens, hundreds, thousands …"""
    exact = number_in(value)
    content = round(exact, places)
    if exact and not content:
        raise Unresolved(f"{value.name} is nothing when it is rounded to {places} places; round it less")
    if places >= 0:
        return value._replace(content=exact, decimals=places)
    return value._replace(content=content, name=f"{value.name}, rounded", decimals=0, column="", direction=None)
