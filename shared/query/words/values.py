"""Numbers, times, texts and lists in a sentence. What differs is written differently; nothing is rounded."""

import math
import re
from collections.abc import Sequence
from datetime import date, timedelta
from datetime import time as clock
from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import Final

from shared.contracts import ColumnType
from shared.query.base import Value, moment
from shared.query.conditions import Part
from shared.query.groupings import shortest
from shared.table.unit_arithmetic import IN_POINTS, POINTS

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_GRAMMAR = """
    a after all and any are as at average before between both but by change contains cut days each either empty except
    falls filled first for from groups highest in is its it known last latest least length less lower lowest marked
    median minus missing month more most neither no none nor not number of on only or other over per plus ratio running
    same share standard steps than that the those through times to top total under up whose with within yes year
"""
GRAMMAR = frozenset(_GRAMMAR.split())
"""Words that a sentence is built with. A text in which one of them stands is set in quotation marks."""
_PROPER = re.compile(r"[A-ZÀ-ÖØ-Þ0-9][\w-]*( [A-ZÀ-ÖØ-Þ0-9][\w-]*)*")
CURRENCY_SIGNS = {"$": "$", "USD": "$", "€": "€", "EUR": "€", "£": "£", "GBP": "£"}
"""The signs of money that are written before a figure, by the unit."""
YEAR: Final = "\0year"
"""In place of a unit: the number is a year, or lies between years, so 1705 is not 1,705."""
_CERTAIN_DIGITS: Final = 12
"""As many as a query rounds its floats to: sums in another order differ beyond them."""


def value(of: Value, type_: ColumnType, unit: str | None = None) -> str:
    """A value as a sentence has it; where cells have a time of day, so does a midnight."""
    if isinstance(of, bool):
        return "yes" if of else "no"
    if isinstance(of, str):
        if type_ not in ("date", "timestamp"):
            return text(of)
        midnight = type_ == "timestamp" and moment(of).time() == clock()
        return f"{time(of)} at 00:00" if midnight else time(of)
    return number(of, unit)


def number(of: int | float, unit: str | None = None) -> str:
    """1234.5 as "1,234.5", with its unit where there is one: "€1,234.5", "12 kg"."""
    if unit == YEAR:
        return shortest(of)
    whole, _, decimals = shortest(abs(of)).partition(".")
    shown = f"{int(whole):,}" + (f".{decimals}" if decimals else "")
    sign = "-" if of < 0 else ""
    if unit in CURRENCY_SIGNS:
        return f"{sign}{CURRENCY_SIGNS[unit]}{shown}"
    return f"{sign}{shown} {IN_POINTS if unit == POINTS else unit}" if unit else f"{sign}{shown}"


def text(of: str) -> str:
    """A name as it is, anything else in quotation marks."""
    plain = _PROPER.fullmatch(of) and not GRAMMAR & set(of.lower().split())
    return of if plain else f"“{of}”"


def time(of: str) -> str:
    """ "3 March 2025", "3 March 2025 at 14:30"."""
    at = moment(of)
    day = f"{at.day} {MONTHS[at.month - 1]} {at.year}"
    if (at.hour, at.minute, at.second, at.microsecond) == (0, 0, 0, 0):
        return day
    seconds = f":{at.second:02d}" if at.second or at.microsecond else ""
    seconds += f".{at.microsecond:06d}" if at.microsecond else ""
    return f"{day} at {at.hour:02d}:{at.minute:02d}{seconds}"


def days(first: str | date, last: str | date) -> str:
    """Two days and those between them, without what both have in common: "1 to 10 March 2025", "28 February to 3 March
    2025", "28 December 2024 to 3 January 2025"; "3 March 2025" where they are one. Of times their days."""
    low, high = (moment(str(one)[:10]) for one in (first, last))
    if low == high:
        return time(str(high.date()))
    year = f" {low.year}" if low.year != high.year else ""
    month = f" {MONTHS[low.month - 1]}" if (low.year, low.month) != (high.year, high.month) else ""
    return f"{low.day}{month}{year} to {time(str(high.date()))}"


def period(start: str, end: str) -> str:
    """A half-open period, as people say it: "in March 2025", "in 2025", "on 3 March 2025", "from March 2025 through May
    2025", "from 3 March 2025 at 14:00 up to but not including 4 March 2025"."""
    first, after = moment(start), moment(end)
    if first.time() != clock() or after.time() != clock():
        return f"from {time(start)} up to but not including {time(end)}"
    low, high = first.date(), after.date()
    if high - low == timedelta(days=1):
        return f"on {time(start)}"
    if low.day != 1 or high.day != 1:
        return f"from {time(start)} through {time((high - timedelta(days=1)).isoformat())}"
    return _months(low, high)


def named_period(start: str, end: str) -> str:
    """The month, quarter or year that a half-open period is: "March 2025", "Q1 2025", "2025"; empty for any other."""
    told = period(start, end)
    return told.removeprefix("in ") if told.startswith("in ") else ""


def _months(low: date, high: date) -> str:
    """A period of whole months."""
    many = 12 * (high.year - low.year) + high.month - low.month
    last = high - timedelta(days=1)
    if many == 1:
        return f"in {MONTHS[low.month - 1]} {low.year}"
    if many == 12 and low.month == 1:
        return f"in {low.year}"
    if many == 3 and low.month % 3 == 1:
        return f"in Q{low.month // 3 + 1} {low.year}"
    return f"from {MONTHS[low.month - 1]} {low.year} through {MONTHS[last.month - 1]} {last.year}"


def part(of: int, which: Part) -> str:
    """One value of a part of a time: "Monday", "March", "the 3rd", "14:00", "the second quarter", "2025"."""
    if which == "weekday":
        return WEEKDAYS[of - 1]
    if which == "month":
        return MONTHS[of - 1]
    if which == "day":
        return f"the {ordinal(of)}"
    if which == "quarter":
        return ("the first", "the second", "the third", "the fourth")[of - 1]
    return f"{of:02d}:00" if which == "hour" else str(of)


def ordinal(of: int | float) -> str:
    """90 as 90th, 2 as 2nd, 99.5 as 99.5th."""
    if of != int(of):
        return f"{shortest(of)}th"
    place = int(of)
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """The parts as one phrase: "A, B and C"; empty for none."""
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def decimals(of: float, unit: str | None = None) -> int:
    """How many decimals a figure is shown with: none for whole numbers, two for most, more for small ones."""
    if isinstance(of, int) or (of == int(of) and unit not in CURRENCY_SIGNS):
        return 0
    if unit in ("%", POINTS):
        return 1 if abs(of) >= 0.1 else 3
    if abs(of) >= 1:
        return 2
    return min(2 - math.floor(math.log10(abs(of))), 8) if of else 2


def figure(of: float, unit: str | None, places: int) -> str:
    """A figure as it is shown: "€1,017,327.44", "12.5 %", "1,204"."""
    shown = rounded(abs(of), places)
    if unit == YEAR:
        return shown.replace(",", "")
    sign = "-" if of < 0 and float(shown.replace(",", "")) != 0 else ""
    if unit in CURRENCY_SIGNS:
        return f"{sign}{CURRENCY_SIGNS[unit]}{shown}"
    return f"{sign}{shown} {IN_POINTS if unit == POINTS else unit}" if unit else f"{sign}{shown}"


def rounded(of: float, places: int) -> str:
    """A figure with thousands separators and so many decimals; a half is rounded away from zero, as people do it. Of a
    float what lies beyond its twelfth digit is noise: 139.49999999999997 is 139.5."""
    exact = Decimal(repr(of)) if isinstance(of, float) else Decimal(of)
    if isinstance(of, float) and max(exact.adjusted(), 0) + places < _CERTAIN_DIGITS:
        exact = Decimal(f"{of:.{_CERTAIN_DIGITS}g}")
    with localcontext(prec=max(exact.adjusted(), 0) + places + 2):
        return f"{exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):,f}"


def sentence(of: str) -> str:
    """The text with a capital letter and a full stop."""
    return of[:1].upper() + of[1:] + ("" if of.endswith((".", "?", "!")) else ".")
