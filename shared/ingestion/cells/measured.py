"""Amounts that state a unit in each cell, or in most: in several units of one dimension, and those without one."""

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.ingestion.cells.numbers import SPACES, NumberStyle, affixes_in, read_numbers, usual
from shared.quoting import quoted
from shared.table.units import CURRENCIES, unit_in_name

_DIMENSIONS: tuple[dict[str, int], ...] = (
    {"mg": -3, "g": 0, "kg": 3, "t": 6},
    {"mm": -3, "cm": -2, "m": 0, "km": 3},
    {"ml": -3, "cl": -2, "dl": -1, "L": 0},
    {"m²": 0, "ha": 4},
    {"W": 0, "kW": 3},
    {"kWh": 3, "MWh": 6},
    {"ms": -3, "s": 0},
)
"""Units that differ by a power of ten, by its exponent: of these alone each amount is exactly one of another."""
_SHARES = ("%", "‰", "x")
"""A number without them may be the share itself, and no hundredth of it."""
_READ, _FEW = 0.5, 0.02
"""The share of the amounts that must state a unit for the others to be in it, or that may at most, by a habit."""
_LIKE = 3
"""How many times larger or smaller these others may be, at the middle of both."""
_DIGITS = 12


class Measured(NamedTuple):
    """How the cells are written, and the power of ten by which the amounts of each affix become ones of `unit`.

    `bare` are cells that state no unit; `stated` whether the column's name gives them one.
    """

    style: NumberStyle
    unit: str
    powers: dict[str, int]
    bare: tuple[str, ...] = ()
    stated: bool = False

    @property
    def expression(self) -> str:
        """SQL, with {c} for the cell: the amount in `unit`, or NULL."""
        shifts = {affix: power for affix, power in self.powers.items() if power}
        if not shifts:
            return self.style.expression
        value = self.style.expression
        cases = (f" WHEN {_stating(affix)} THEN {_shifted(value, power)}" for affix, power in shifts.items())
        return f"CASE{''.join(cases)} ELSE {value} END"

    def told(self, name: str, cells: Sequence[str]) -> tuple[Repair, ...]:
        """The repairs that tell how the column of that name was read, with examples of its `cells`."""
        others = list(dict.fromkeys(usual(affix) for affix, power in self.powers.items() if power))
        if others:
            shown = tuple(cell for cell in cells if any(self.powers.get(affix) for affix in affixes_in(cell)))
            detail = f"Column {name} mixes units: what is in {' or '.join(others)} was converted into {self.unit}."
            return (Repair(kind="number", detail=detail, column=name, examples=shown[:3]),)
        if self.stated:
            return ()
        often = "most" if 2 * len(self.bare) < len(cells) else "some"
        unit = self.unit
        detail = f"Column {name} states {unit} in {often} cells; its numbers without a unit were read in {unit} too."
        return (Repair(kind="number", detail=detail, column=name, examples=self.bare[:3], doubt=True),)


def read_measured(cells: Sequence[str], name: str) -> Measured | None:
    """How a sample of cells, none empty, reads as amounts of one unit; None where its numbers may be of several
    dimensions, or of a unit that is not known. `name` is the column's."""
    amounts = [cell for cell in cells if any(map(str.isdigit, cell))]
    affixes = {cell: affixes_in(cell) for cell in amounts}
    if any(len(found) > 1 for found in affixes.values()):
        return None
    bare = tuple(cell for cell, found in affixes.items() if not found)
    written = [found[0] for found in affixes.values() if found]
    named = unit_in_name(name)
    units = [usual(affix) for affix in written] + ([usual(named)] * len(bare) if named else [])
    unit = usual(named) if named else max(dict.fromkeys(units), key=units.count, default="")
    if not unit or unit in CURRENCIES or not written or not _are_like(bare, affixes, unit, named=named is not None):
        return None
    exponents = next(
        (one for one in _DIMENSIONS if {*units, unit} <= set(one)), {unit: 0} if {*units} == {unit} else None
    )
    style = _style(amounts, tuple(dict.fromkeys(written)))
    if exponents is None or style is None:
        return None
    powers = {affix: exponents[usual(affix)] - exponents[unit] for affix in dict.fromkeys(written)}
    style = replace(style, whole=style.whole and not any(powers.values()))
    return Measured(style, unit, powers, bare, stated=named is not None)


def _are_like(bare: Sequence[str], affixes: dict[str, tuple[str, ...]], unit: str, *, named: bool) -> bool:
    """Whether there are no numbers without a unit, the column's name gives them this one, or they are few, beside no
    other unit, and as large as its amounts; or these are very few."""
    if not bare or (named and unit not in _SHARES):
        return True
    stating = [cell for cell, found in affixes.items() if found]
    alone = {usual(affix) for found in affixes.values() for affix in found} == {unit}
    often = len(stating) >= _READ * len(affixes) or (len(stating) <= _FEW * len(affixes) and unit not in _SHARES)
    if not alone or not often or (unit in _SHARES and not named):
        return False
    own, others = (median(map(_size, side)) for side in (stating, bare))
    return own <= _LIKE * others and others <= _LIKE * own


def _size(cell: str) -> float:
    figures = re.search(r"[0-9]+(?:[.,][0-9]+)?", cell)
    return float(figures[0].replace(",", ".")) if figures else 0.0


def _style(amounts: Sequence[str], affixes: tuple[str, ...]) -> NumberStyle | None:
    """How the amounts are written, whatever their unit; None where some are not, or the decimal mark is open."""
    end = "|".join(sorted(map(re.escape, affixes), key=len, reverse=True))
    figures = tuple(re.sub(rf"[{SPACES}]*(?:{end})[{SPACES}]*$", "", cell) for cell in amounts)
    reading = read_numbers(figures)
    if reading.refused or not (reading.decided or len(reading.styles) == 1):
        return None
    style = replace(reading.styles[0], affixes=affixes, plain=False)
    read = sum(bool(re.fullmatch(style.pattern, cell)) for cell in amounts)
    return style if read == len(amounts) else None


def _stating(affix: str) -> str:
    """SQL: whether the cell ends with the affix alone, as 5 g does and 5 kg does not."""
    return f"regexp_matches({{c}}, {quoted(rf'[0-9.,)][{SPACES}]*{re.escape(affix)}[{SPACES})]*$')})"


def _shifted(value: str, power: int) -> str:
    """SQL: the value times a power of ten, as exact as a value that was written so: no product of doubles is."""
    if power < 0:
        return f"{value} / {10**-power}"
    return f"CAST(TRY_CAST({value} AS DECIMAL(28, {_DIGITS})) * CAST({10**power} AS DECIMAL(10, 0)) AS DOUBLE)"
