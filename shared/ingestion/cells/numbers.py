"""Numbers as people write them: 1,234.5 · 1.234,5 · 1'234 · (5) · 5- · $3 · 12 EUR · 45 % · 1.2M · 8 kg · 500/-."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Literal, NamedTuple

from shared.contracts import DecimalMark
from shared.quoting import quoted
from shared.table.units import CURRENCIES, UNITS

POINTED = frozenset(
    {
        *(
            "US$",
            "A$",
            "C$",
            "HK$",
            "$",
            "£",
            "¥",
            "₹",
            "₩",
            "₪",
            "฿",
            "₦",
            "Rs.",
            "Rs",
            "USD",
            "GBP",
            "JPY",
            "CNY",
            "INR",
            "AUD",
        ),
        *("CAD", "NZD", "SGD", "HKD", "KRW", "ILS", "THB", "PHP", "NGN", "KES", "MXN"),
    }
)
"""Currencies of countries that write a decimal point: a comma in an amount of theirs separates thousands."""
MAGNITUDES = {
    "k": 1e3,
    "K": 1e3,
    "M": 1e6,
    "mn": 1e6,
    "mio": 1e6,
    "Mio": 1e6,
    "Mio.": 1e6,
    "million": 1e6,
    "thousand": 1e3,
    "Tsd": 1e3,
    "Tsd.": 1e3,
    "B": 1e9,
    "bn": 1e9,
    "Mrd": 1e9,
    "Mrd.": 1e9,
    "billion": 1e9,
    **dict.fromkeys(("lakh", "lakhs", "Lakh", "Lakhs", "lac", "lacs"), 1e5),
    **dict.fromkeys(("crore", "crores", "Crore", "Crores"), 1e7),
}

SPACES = " \u00a0\u202f\u2009\u200b\ufeff"
_GROUPS = {".": (",", "'", "’", SPACES), ",": (".", "'", "’", SPACES)}
_EXPONENT = r"(?:[eE][+-]?[0-9]{1,3})?"
PLAIN_INTEGER = r" *[+-]?(?:0|[1-9][0-9]{0,17}) *"
PLAIN_NUMBER = rf" *[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+){_EXPONENT} *"
_CODE = re.compile(r"[+-]?0[0-9]+|[+-]?[0-9]{19,}|[0-9]{2,}[eE][0-9]+")
_LONGEST_AFFIX = 14
_IN_CELLS = ("t", "l", "cl", "dl")
"""Units of cells alone: in a column's name, (t) may be thousands."""
_AFFIXES = tuple(sorted({*CURRENCIES, *UNITS, *_IN_CELLS, *MAGNITUDES}, key=len, reverse=True))
_WRITTEN = {unit.lower(): unit for unit in (*UNITS, *CURRENCIES) if len(unit) > 1 and unit not in ("Rs.", "Rs")}
"""Units whatever their case; a single letter may be another unit in the other one, and RS 400 a model."""
_SAME = dict(
    zip(
        ("US$", "USD", "EUR", "GBP", "Rs.", "Fr.", "SFr.", "lbs", "sec", "mins", "hr", "hrs", "hours", "yrs", "l"),
        ("$", "$", "€", "£", "Rs", "CHF", "CHF", "lb", "s", "min", "h", "h", "h", "years", "L"),
        strict=True,
    )
)
"""Ways of writing one unit; a bare $ beside US$ is one of these."""

Reason = Literal["codes", "units"]


def numeral(mark: DecimalMark) -> str:
    """The pattern (of Python and RE2 alike) of an unsigned number whose decimal mark is `mark`."""
    by_threes = (rf"[1-9][0-9]{{0,2}}(?:[{group}][0-9]{{3}})+" for group in _GROUPS[mark])
    indian = (r"[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}",) if mark == "." else ()
    whole = "|".join((*by_threes, *indian, "[0-9]+"))
    point = re.escape(mark)
    return rf"(?:(?:{whole})(?:{point}[0-9]+)?|{point}[0-9]+){_EXPONENT}"


@dataclass(frozen=True)
class NumberStyle:
    """One way in which the numbers of a column are written. `affixes` are the signs and units beside the digits."""

    mark: DecimalMark = "."
    affixes: tuple[str, ...] = ()
    plain: bool = False
    whole: bool = False

    @property
    def unit(self) -> str | None:
        """The unit that the column states, as written."""
        stated = [affix for affix in self.affixes if affix not in magnitudes(self.affixes)]
        return _usual(stated[0]).replace("Rs.", "Rs") if stated else None

    @cached_property
    def pattern(self) -> str:
        """What a whole cell must look like."""
        if self.plain:
            return PLAIN_INTEGER if self.whole else PLAIN_NUMBER
        space = f"[{SPACES}]*"
        affix = "|".join(re.escape(affix) for affix in self.affixes)
        money = "|".join(re.escape(affix) for affix in self.affixes if _usual(affix) in CURRENCIES)
        before = f"(?:{money})?{space}" if money else ""
        beside = f"(?:{affix})?{space}" if affix else ""
        sign = f"[+−–-]?{space}"
        dash = f"(?:{re.escape(self.mark)}[-–]{{1,2}}|/[-–=])?"  # 679.- francs, 500/- rupees
        core = f"{sign}{before}{sign}{numeral(self.mark)}{dash}{space}{beside}{beside}"
        return rf"{space}'?(?:{core}|\({space}{core}\)|{core}-){space}"  # an apostrophe tells a spreadsheet: text

    @property
    def expression(self) -> str:
        """SQL, with {c} for the cell: the number, or NULL where the cell does not look like one."""
        cast = "BIGINT" if self.whole else "DOUBLE"
        value = f"TRY_CAST({{c}} AS {cast})" if self.plain else self._worked_out(cast)
        guarded = f"CASE WHEN regexp_full_match({{c}}, {quoted(self.pattern)}) THEN {value} END"
        return guarded if self.whole else f"(CASE WHEN isfinite({guarded}) THEN {guarded} END)"

    def _worked_out(self, cast: str) -> str:
        groups = "".join(_GROUPS[self.mark])
        digits = f"regexp_extract({{c}}, {quoted(numeral(self.mark))})"
        bare = f"replace(regexp_replace({digits}, {quoted(f'[{groups}]')}, '', 'g'), ',', '.')"
        negative = f"regexp_matches({{c}}, {quoted('^[^0-9]*[(−–-]|[^.,/–-]-[^0-9]*$')})"
        written = {m: quoted(rf"[0-9.,][{SPACES}]*{re.escape(m)}([^a-zA-Z]|$)") for m in self._magnitudes}
        scale = "".join(
            f" WHEN regexp_matches({{c}}, {pattern}) THEN {magnitudes(self.affixes)[m]:.0f}"
            for m, pattern in written.items()
        )
        times = f" * CASE{scale} ELSE 1 END" if scale else ""
        return f"(TRY_CAST({bare} AS {cast}){times} * CASE WHEN {negative} THEN -1 ELSE 1 END)"

    @property
    def _magnitudes(self) -> tuple[str, ...]:
        return tuple(affix for affix in self.affixes if affix in magnitudes(self.affixes))


class NumberReading(NamedTuple):
    """How a sample of cells reads as numbers: `styles` holds the likelier first, two where the decimal mark is open.

    `share` of the cells read so; `refused` says why numbers are kept as text all the same.
    """

    styles: tuple[NumberStyle, ...] = ()
    share: float = 0.0
    refused: Reason | None = None
    decided: bool = False


def read_numbers(cells: Sequence[str], mark: DecimalMark | None = None) -> NumberReading:
    """Reads a sample of cells, none empty, each once. `mark` settles what the decimal mark is."""
    if any(_CODE.fullmatch(cell.strip()) for cell in cells):
        return NumberReading(refused="codes", share=_share(cells, NumberStyle("."), NumberStyle(",")))
    if mark != "," and (plain := _plain(cells)) is not None:
        return plain
    affixes = _affixes_of(cells)
    if _attached_letters(affixes, cells):
        return NumberReading(refused="codes")
    styles = [_style(each, affixes, cells) for each in ((mark,) if mark else (".", ","))]
    shares = [_share(cells, style) for style in styles]
    if _mixes_units(affixes, cells):
        return NumberReading(refused="units", share=max(shares))
    if len(styles) == 2 and shares[0] == shares[1]:
        return NumberReading(_in_order(styles, cells), shares[0], decided=_decided(cells))
    best = shares.index(max(shares))
    return NumberReading((styles[best],), shares[best], decided=True)


def _plain(cells: Sequence[str]) -> NumberReading | None:
    if all(re.fullmatch(PLAIN_INTEGER, cell) for cell in cells):
        return NumberReading((NumberStyle(plain=True, whole=True),), 1.0)
    matching = [cell for cell in cells if re.fullmatch(PLAIN_NUMBER, cell)]
    if len(matching) < 0.9 * len(cells) or all(_either(cell) for cell in matching):
        return None
    if any(_looks_grouped(cell) for cell in cells):
        return None
    return NumberReading((NumberStyle(plain=True),), len(matching) / len(cells), decided=True)


def _looks_grouped(cell: str) -> bool:
    return "," in cell or "%" in cell


def _either(cell: str) -> bool:
    return all(re.fullmatch(numeral(mark), cell.strip().lstrip("+-")) for mark in (".", ","))


def _style(mark: DecimalMark, affixes: tuple[str, ...], cells: Sequence[str]) -> NumberStyle:
    style = NumberStyle(mark, affixes)
    if style._magnitudes:
        return style
    fractional = re.compile(rf"[0-9]?{re.escape(mark)}[0-9]|[0-9]{re.escape(mark)}|[0-9][eE][+-]?[0-9]")
    matching = (cell for cell in cells if re.fullmatch(style.pattern, cell))
    return NumberStyle(mark, affixes, whole=not any(fractional.search(cell) for cell in matching))


def _affixes_of(cells: Sequence[str]) -> tuple[str, ...]:
    found = dict.fromkeys(chain.from_iterable(affixes_in(cell) for cell in cells))
    return tuple(found)


def affixes_in(cell: str) -> tuple[str, ...]:
    """Currencies before the digits, anything known behind them: B800001 and V-50001 are codes, 800 V is not."""
    outside = re.fullmatch(r"([^0-9]*)(?:.*[0-9])?([^0-9]*)", cell.strip(), re.DOTALL)
    if outside is None:
        return ()
    before, behind = (_known(part.strip("()+-−–.,\t" + SPACES), part) for part in outside.groups())
    return (*(affix for affix in before if _usual(affix) in CURRENCIES), *behind)


def _usual(affix: str) -> str:
    """The affix as it is usually written: KG is kg, and eur is EUR."""
    return affix if affix in _AFFIXES else _WRITTEN.get(affix.lower(), affix)


def magnitudes(affixes: Sequence[str]) -> dict[str, float]:
    """The words for so many times a number that may be among these; beside a currency m is a million, and no metre."""
    return {**MAGNITUDES, "m": 1e6} if any(_usual(affix) in CURRENCIES for affix in affixes) else MAGNITUDES


def usual(affix: str) -> str:
    """The one way of writing that stands for all of a unit: € for eur and EUR."""
    return _SAME.get(_usual(affix), _usual(affix))


def _attached_letters(affixes: tuple[str, ...], cells: Sequence[str]) -> bool:
    """Whether a letter right behind whole numbers may be part of a code, as in flat 12B."""
    letters = [affix for affix in affixes if len(affix) == 1 and affix.isascii() and affix.isalpha()]
    if not letters or any(affix in CURRENCIES for affix in affixes):
        return False
    return not any(re.search(r"[0-9][.,][0-9]|[0-9] +[A-Za-z]", cell) for cell in cells)


def _known(part: str, written: str) -> tuple[str, ...]:
    """The affixes that a piece of text consists of ("M USD" is two), or none where it is something else."""
    if len(part) > _LONGEST_AFFIX:
        return ()
    if part not in _AFFIXES and part.lower() in _WRITTEN:
        return (part,)
    rest, found = (written.strip() if written.strip() in ("Fr.", "Rs.") else part), []
    while rest:
        if not rest.startswith(_AFFIXES):
            return ()
        affix = next(affix for affix in _AFFIXES if rest.startswith(affix))
        found.append(affix)
        rest = rest[len(affix) :].strip()
    return tuple(found)


def _mixes_units(affixes: tuple[str, ...], cells: Sequence[str]) -> bool:
    units = list(dict.fromkeys(usual(affix) for affix in affixes if affix not in magnitudes(affixes)))
    if len(units) != 1:
        return len(units) > 1
    bare = [cell for cell in cells if re.fullmatch(NumberStyle(".").pattern, cell) and cell.strip("0., +-")]
    return units[0] not in CURRENCIES and len(bare) > 0.02 * len(cells)


def _in_order(styles: Sequence[NumberStyle], cells: Sequence[str]) -> tuple[NumberStyle, ...]:
    """A point reads as a decimal mark and a comma as a thousands separator, unless cells without any tell otherwise."""
    point, comma = styles
    if not any("." in cell or "," in cell for cell in cells):
        return (point,)
    grouped_by_point = _unmarked(cells) and any("." in cell for cell in cells)
    return (comma, point) if grouped_by_point else (point, comma)


def _unmarked(cells: Sequence[str]) -> bool:
    """Whether small whole numbers stand beside grouped ones, as where the mark separates thousands."""
    small = [cell for cell in cells if re.fullmatch(r"\D*[0-9]{1,3}\D*", cell) and "." not in cell and "," not in cell]
    return bool(small)


def _decided(cells: Sequence[str]) -> bool:
    """Whether nothing is open: no mark at all, or commas that can only separate thousands."""
    marks = {mark for cell in cells for mark in ".," if mark in cell}
    if marks != {","}:
        return not marks
    return _unmarked(cells) or all(POINTED & set(affixes_in(cell)) for cell in cells)


def _share(cells: Sequence[str], *styles: NumberStyle) -> float:
    patterns = [re.compile(style.pattern) for style in styles]
    hits = sum(any(pattern.fullmatch(cell) for pattern in patterns) for cell in cells)
    return hits / len(cells) if cells else 0.0
