"""Units that the name of a column states: Revenue (USD), price_eur, weight_kg, duration_ms, discount_pct."""

import re
from collections.abc import Sequence

from shared.contracts import ColumnProfile, Scalar
from shared.table.names import spaced, spoken, tokens, word_set

CURRENCIES = (
    *(
        "US$",
        "A$",
        "C$",
        "R$",
        "HK$",
        "$",
        "€",
        "£",
        "¥",
        "₹",
        "₽",
        "₩",
        "₺",
        "₪",
        "₫",
        "₴",
        "₦",
        "฿",
        "zł",
        "kr",
        "Fr.",
        "Rs.",
        "Rs",
    ),
    *("USD", "EUR", "GBP", "CHF", "JPY", "CNY", "INR", "AUD", "CAD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF"),
    *("BRL", "MXN", "ZAR", "SGD", "HKD", "KRW", "TRY", "RUB", "ILS", "AED", "SAR", "THB", "IDR", "PHP", "NGN", "KES"),
)
UNITS = (
    *("%", "‰", "kg", "g", "mg", "lb", "lbs", "oz", "km", "m", "cm", "mm", "mi", "ft", "km/h", "mph", "°C", "°F", "°"),
    *("kWh", "MWh", "kW", "W", "V", "ms", "sec", "s", "min", "mins", "h", "hr", "hrs", "hours", "days", "months"),
    *("years", "yrs", "weeks", "pts", "pcs", "GB", "MB", "KB", "bps", "ha", "sqft", "m²", "L", "ml", "x", "items"),
)
COUNTED = ("pcs", "items", "pieces", "units", "people", "persons", "number", "count", "each")
"""The units of things that are counted one by one: what has one of them is a plain number of them."""
_BRACKETS = re.compile(r"[(\[]\s*(?:in\s+)?([^()\[\]]{1,12})\s*[)\]]\s*$")
_ENDS = re.compile(r"(?:_|\s)(?:in_)?([a-z%]{1,7})$", re.IGNORECASE)
_LAST = re.compile(r"(?:\s+in)?\s+\S+$|\s*%$", re.IGNORECASE)
_OF_ANOTHER = re.compile(r"(?:/|[_\s]per[_\s])\s*[a-z%]{1,4}$", re.IGNORECASE)
"""The end of a rate's name, whose last unit is not its own: price_per_kg, "Preis €/kg"."""
_ABBREVIATED = ("kg", "km", "cm", "mm", "lbs", "lb", "mph", "kWh", "MWh", "kW", "ms", "GB", "MB", "sqft", "USD", "EUR")
_WORDS = {"pct": "%", "percent": "%", "sec": "s", "secs": "s", "min": "min", "mins": "min", "hrs": "h", "celsius": "°C"}
_BY_NAME = {
    **{code.lower(): code for code in CURRENCIES if len(code) == 3 and code.isupper()},
    **{unit.lower(): unit for unit in _ABBREVIATED},
    **_WORDS,
}
_ENDINGS = {name: unit for name, unit in _BY_NAME.items() if name not in ("min", "try", "all", "mb", "php")}
_RATIO = re.compile(r"[a-zµ°%]{1,12}[²³]?\s?(/|per)\s?[a-zµ]{1,12}[²³]?")
_SPELLED = """
    hpa kpa mbar bar degc degf celsius fahrenheit meter meters metre metres kilometers kilometres feet inches pieces
    units thousand thousands million millions billion percent euro euros dollars pounds tons tonnes kilograms grams
    liters litres people persons number count each m³ µg/m³ l t
"""
_SPELT = frozenset(_SPELLED.split())
_TIMES = frozenset({"ms", "s", "sec", "min", "mins", "h", "hr", "hrs", "hours"})
_LENGTHS = word_set("seconds secs minutes mins hours hrs duration durations runtime latency")
_LAST_OF_LENGTHS = {(word,) for word in ("ms", "s", "sec", "min", "h", "hr", "days", "weeks")}
_PACED = word_set("mm cm m km mi ft l ml g kg kb mb gb")
_PACES = word_set("s sec min h hr hour day")
_MONEY = frozenset(CURRENCIES)
_SCALES = word_set("thousand thousands million millions billion billions tsd mio mrd mn bn k t m 000 000s 1000")
"""Before a currency, these say that a figure is so many of it: plan_mio_eur is in no euros."""
_SPEEDS = word_set("speed velocity wind gust")
"""Before "ms", these make it metres per second: wind_speed_ms."""
_CODES = frozenset(name for name, unit in _BY_NAME.items() if unit in _MONEY)
"""Before another unit, these make a rate of it: price_eur_mwh."""
_MONEY_WORDS = word_set(
    """
    price amount total cost revenue fee salary bill fare eur usd gbp spend sales value paid income budget bonus
    """
)
_MOST_UNITS = 40
_AMOUNT = re.compile(r"[^\d]{0,6}\d{1,3}(?:[.,' ]?\d{2,3})*(?:[.,]\d{1,2})?(?:\s*[^\d]{0,12})")
_KNOWN = {unit.lower(): unit for unit in (*CURRENCIES, *UNITS)}
_SIGNED = [unit for unit in (*CURRENCIES, *UNITS) if not re.fullmatch(r"[A-Za-z%]+", unit)]
_ENDS_SIGNED = re.compile(
    rf"(?<!/)(?<!\bper)(?<!\bje)[\s_](?:in )?({'|'.join(map(re.escape, sorted(_SIGNED, key=len, reverse=True)))})$",
    re.IGNORECASE,
)
"""What no word ends with, and a name may without brackets: Takings £, area m², temp °C."""


def unit_in_name(name: str) -> str | None:
    """The unit, or None where the name states none."""
    if bracketed := _BRACKETS.search(name):
        inside = bracketed[1].strip().lower()
        return _BY_NAME.get(inside) or _KNOWN.get(inside)
    if name.strip().endswith("%"):
        return "%"
    if signed := _ENDS_SIGNED.search(name.strip()):
        ahead = name[: signed.start()]
        of_another = set(tokens(ahead)[-1:]) & _SCALES or ahead.rstrip().endswith(CURRENCIES)
        return None if of_another else _KNOWN[signed[1].lower()]
    ending = None if _OF_ANOTHER.search(name) else _ENDS.search(spaced(name))
    unit = _ENDINGS.get(ending[1].lower()) if ending else None
    before = set(tokens(name)[-2:-1])
    if unit == "ms" and before & _SPEEDS:
        return "m/s"
    return None if unit != "%" and before & (_SCALES if unit in _MONEY else _CODES) else unit


def without_unit(column: ColumnProfile, columns: Sequence[ColumnProfile]) -> str:
    """The column's name in words without the unit that it ends with, since its figures are told with that; with it
    where another one of these columns would be called so."""
    short = _without_unit(column).casefold()
    others = [one for one in columns if one.name != column.name]
    taken = {said.casefold() for one in others for said in (spoken(one), _without_unit(one))}
    return spoken(column) if short in taken else _without_unit(column)


def _without_unit(column: ColumnProfile) -> str:
    said = spoken(column)
    if column.unit is None or unit_in_name(column.name) != column.unit:
        return said
    if _BRACKETS.search(said):
        return _BRACKETS.sub("", said).strip() or said
    return said if column.unit in _TIMES else _LAST.sub("", said).strip() or said  # "flight hrs" is more than "flight"


def is_unit(text: str) -> bool:
    """Whether the whole text is a unit: °C, USD, pcs, meters/second."""
    tidy = text.strip().strip("()[]").lower()
    return tidy in _KNOWN or tidy in _BY_NAME or bool(_RATIO.fullmatch(tidy)) or tidy in _SPELT


def is_money(column: ColumnProfile) -> bool:
    """Whether the column holds amounts of money, by its unit or its name."""
    if not column.numeric or column.role == "id" or column.unit == "%":
        return False
    return column.unit in _MONEY or bool(_MONEY_WORDS & set(tokens(column.name)))


def is_unread_money(column: ColumnProfile) -> bool:
    """Whether a column of text holds amounts of money that could not be read as numbers."""
    values = [str(one.value) for one in column.top_values]
    if column.type != "text" or column.role == "id" or not values or not all(map(_AMOUNT.fullmatch, values)):
        return False
    signs = {word for value in values for word in re.split(r"[\d\s.,'’()/+-]+", value)} - {""}
    stated = unit_in_name(column.name) in _MONEY or bool(signs & _MONEY)
    return stated or bool(_MONEY_WORDS & set(tokens(column.name)))


def is_duration(column: ColumnProfile) -> bool:
    """Whether the column says how long something took, by its unit or its name."""
    words = tokens(column.name)
    return column.numeric and (column.unit in _TIMES or bool(_LENGTHS & set(words)) or words[-1:] in _LAST_OF_LENGTHS)


def is_speed(column: ColumnProfile) -> bool:
    """Whether the name ends with an amount and the time that it takes: feed_mm_s, flow_l_min."""
    *_, amount, time = ("", "", *tokens(column.name))
    return amount in _PACED and time in _PACES


def unit_beside(column: ColumnProfile, columns: Sequence[ColumnProfile]) -> tuple[str | None, str | None]:
    """For a measure without a unit of its own: the one unit that a column beside it gives all rows, or the name of the
    column that says in which unit each row is, where they differ. (None, None) where nothing says."""
    if column.unit is not None or column.role != "measure":
        return None, None
    named = ("currency", "ccy") if is_money(column) else ("unit", "units", "uom")
    for other in columns:
        if other.type == "text" and tokens(other.name)[-1:] and tokens(other.name)[-1] in named:
            if _of_another(other, column, columns):
                continue
            stated = [str(one.value) for one in other.top_values]
            if len(stated) == 1 and not other.nulls and is_unit(stated[0]):
                return stated[0], None
            return None, other.name if 1 < other.distinct <= _MOST_UNITS else None
    return None, None


def _of_another(unit: ColumnProfile, measure: ColumnProfile, columns: Sequence[ColumnProfile]) -> bool:
    """Whether a column of units is named after other measures, as volume_unit is after volume_in: it says nothing of a
    score beside them."""
    about = set(tokens(unit.name)[:-1])
    named = [one for one in columns if one.role == "measure" and about & set(tokens(one.name))]
    return bool(named) and measure.name not in {one.name for one in named}


_OF_THIS_UNIT = 100


def in_another_unit(column: ColumnProfile, values: tuple[Scalar, ...]) -> bool:
    """Whether numbers are so far beyond all cells that they count other things: 9,000,000 beside 9 (millions)."""
    most = column.maximum
    if not isinstance(most, int | float) or most <= 0:
        return False
    return any(isinstance(value, int | float) and value >= _OF_THIS_UNIT * most for value in values)
