"""Figures and cells as a reply shows them: their decimals, thousands separators and units."""

import math
from collections.abc import Iterable

from shared.contracts import Scalar, is_number
from shared.query.words.values import CURRENCY_SIGNS, rounded
from shared.query.words.values import decimals as usual_decimals
from shared.table.nouns import doing
from shared.table.unit_arithmetic import IN_POINTS, POINTS

_MOST_DECIMALS = 8
_MOST_OF_SHARES = 4
_USUAL_DECIMALS = 2
_LEAST_SHOWN = 1e-6
"""Below it so many decimals show fewer than three digits: a p-value of 6.1e-9 is not 0.00000001."""


def show_value(value: Scalar) -> str:
    """A cell's value as it is shown in a sentence."""
    if value is None:
        return "(missing)"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return show_number(value) if isinstance(value, int | float) else value


def show_number(value: float, unit: str | None = None, decimals: int | None = None) -> str:
    """A figure with thousands separators, sensible decimals, its unit; "1.5e-70" where decimals show too little."""
    places = decimals_of(value, unit) if decimals is None else decimals
    shown = rounded(value, places)
    if 0 < abs(value) < _LEAST_SHOWN and places == _MOST_DECIMALS:
        shown = f"{value:.3g}"
    shown = shown if shown.strip("-0.,") else shown.lstrip("-")
    if unit in ("%", POINTS):
        return f"{shown} {unit if unit == '%' else IN_POINTS}"
    if unit in CURRENCY_SIGNS:
        sign = "-" if shown.startswith("-") else ""
        return f"{sign}{CURRENCY_SIGNS[unit]}{shown.lstrip('-')}"
    return f"{shown} {unit}" if unit else shown


def is_currency(unit: str | None) -> bool:
    """Whether a unit is one of money."""
    return unit in CURRENCY_SIGNS


def currency_names(unit: str | None) -> tuple[str, ...]:
    """All that a unit of money is called, its code and its sign; empty for any other."""
    sign = CURRENCY_SIGNS.get(unit or "")
    return tuple(name for name, of in CURRENCY_SIGNS.items() if of == sign)


def currency_sign(unit: str | None) -> str:
    """The sign of a unit of money, "€" of EUR; empty for any other."""
    return CURRENCY_SIGNS.get(unit or "", "")


def decimals_of(value: float, unit: str | None = None) -> int:
    """How many decimals a figure is shown with, as of `values.decimals`; 0 with none, in money too."""
    return usual_decimals(value, unit) if value else 0


def share_decimals(low: float, high: float, unit: str | None) -> int:
    """How many decimals a share, or a difference of shares, takes beside its interval: two digits of how far this
    reaches, four decimals at most. A slope of 0.15 points a month is not 0.2. 0 of figures that are none."""
    reach = (high - low) / 2
    if unit not in ("%", POINTS) or not 0 < reach < math.inf:
        return 0
    return min(max(1 - math.floor(math.log10(reach)), 0), _MOST_OF_SHARES)


def common_decimals(values: Iterable[Scalar], unit: str | None = None) -> int | None:
    """How many decimals figures are shown with that stand side by side: as many as one needs; None where a small
    one needs more than the others have."""
    numbers = [value for value in values if is_number(value)]
    most = max((decimals_of(value, unit) for value in numbers), default=0)
    return most if most <= _USUAL_DECIMALS else None


def compared(change: float, shown: str) -> str:
    """A change beside what it is a change of: "2.1 % less than", "12 % more than"; "as much as" of none. `shown` is the
    change as it is shown, whose sign the word takes over."""
    return f"{unsigned(shown)} {'more' if change > 0 else 'less'} than" if change else "as much as"


def moved(name: str, change: float, shown: str) -> str:
    """A change as the course of what is called so: "revenue falls by 2.1 %", "prices rise by 10 %". `shown` is the
    change as it is shown, whose sign the verb takes over."""
    verb = doing(name, "falls", "fall") if change < 0 else doing(name, "rises", "rise")
    return f"{name} {verb} by {unsigned(shown)}"


def unsigned(shown: str) -> str:
    """A figure as it is shown, without its sign."""
    return shown.replace("-", "", 1) if shown.startswith("-") else shown


def show_plain(value: Scalar) -> str:
    """A label: as it is, whole numbers without separators (years, codes)."""
    if value is None or isinstance(value, bool):
        return show_value(value)
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)
