"""How figures and dates are written in the language of an answer, and how a text in it is read.

Marks, months and the order of a date are CLDR's. The checks know English: they read a text whose figures and dates are
rewritten as English has them, each in its place.
"""

import re
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final

from text_to_num import alpha2digit

from shared.grounding.spelled import spelled
from shared.pattern import LazyPattern
from shared.query.words.figures import currency_sign, decimals_of, show_number
from shared.query.words.values import MONTHS

_SPACE: Final = "\u00a0"
_REFERENCE: Final = LazyPattern(r"\{[^{}\n]*\}")

_CHANGED_BEFORE: Final = LazyPattern(r"\b(?:um|de|en)\s*\{[^{}\n]*\}[^{}]*?\s(?:und|sowie|et|y|e)\s")
"""A change by another figure, whose verb is not this one's: "fiel um {…} und …"."""
_SHORT_DATE: Final = LazyPattern(r"(?<![\d.,])(?P<day>0?[1-9]|[12]\d|3[01])\.\s?(?:0?[1-9]|1[0-2])\.(?!\d)")
"""A day and its month, which another date or the sentence gives the year: "1.1."."""
_WORDED_PERCENT: Final = LazyPattern(
    r"(?<![\w-])(?P<words>[^\W\d_]+(?:[ -][^\W\d_]+){0,5})(?=[ \u00a0](?:Prozent|pour ?cent\b|por ciento\b|%))",
    re.IGNORECASE,
)
"""What may be a number in words, of percent: a count in words may be one of what the text itself lists."""
_CLAUSE_ENDS: Final = LazyPattern(r"[.;:,)]|\s(?:und|sowie|et|y|e)\s")

_NUMBER: Final = LazyPattern(r"\d+(?:,\d+)?")


@dataclass(frozen=True)
class Language:
    """A language by its BCP 47 tag. `group` stands between thousands and `decimal` before decimals; `day` and `quarter`
    are filled with a day, a month's name, a year, and n of the quarter; `falls` match the words beside which, in
    its own clause, the size of a fall is told without its sign."""

    tag: str
    group: str = ","
    decimal: str = "."
    yes: str = "yes"
    no: str = "no"
    points: str = "percentage points"
    months: tuple[str, ...] = MONTHS
    day: str = ""
    quarter: str = ""
    falls: str = ""

    @property
    def is_english(self) -> bool:
        """Whether figures and dates are written as everywhere else in Candor."""
        return not self.falls

    def shown(self, value: float, unit: str | None = None, decimals: int | None = None) -> str:
        """A figure with its unit behind it: "1.234,50 €", "12,5 %"; as `show_number` has it in English."""
        unit = self.points if unit == "pp" else unit
        if self.is_english:
            return show_number(value, unit, decimals)
        places = decimals_of(value, unit) if decimals is None else decimals
        number = show_number(value, None, places).translate({ord(","): self.group, ord("."): self.decimal})
        sign = "%" if unit == "%" else currency_sign(unit)
        return f"{number}{_SPACE}{sign}" if sign else f"{number} {unit}" if unit else number

    def spelled(self, written: str, form: str) -> str:
        """An ISO 8601 date or timestamp as `year`, `quarter`, `month` or `day`; as written where it is no date."""
        if self.is_english or form == "year":
            return spelled(written, form)
        try:
            day = date.fromisoformat(written[:10])
        except ValueError:
            return written
        shape = {"quarter": self.quarter, "day": self.day}.get(form, "{month} {year}")
        return shape.format(day=day.day, month=self.months[day.month - 1], year=day.year, n=(day.month + 2) // 3)

    def tells_fall(self, before: str, after: str) -> bool:
        """Whether the words around a figure, in its clause, call it a fall: "fiel um …", "um … gesunken"."""
        if self.is_english:
            return False
        before = _CHANGED_BEFORE.split(before)[-1]
        before, after = (_REFERENCE.sub("", one) for one in (before, after))
        clause = f"{re.split(r'[.;:,(]', before)[-1]} {_CLAUSE_ENDS.split(after)[0]}"
        return bool(re.search(rf"(?<!\w)(?:{self.falls})", clause, re.IGNORECASE))

    def read(self, text: str) -> str:
        """The text with its figures and dates as English has them, of the same length; what English reads in the same
        way stays as it is."""
        if self.is_english:
            return text
        text = _SHORT_DATE.sub(_as_a_day, text) if self.day.startswith("{day}.") else text
        text = _WORDED_PERCENT.sub(self._in_digits, text)
        return self._figure.sub(_swapped, self._date.sub(self._dated, text))

    def _in_digits(self, match: re.Match[str]) -> str:
        """Words of which the last are a number that a library reads in this language, with that in digits before what
        it counts; as they are where it reads none."""
        words = match["words"]
        for start in (0, *(found.end() for found in re.finditer(r"[ -]", words))):
            digits: str = alpha2digit(words[start:], self.tag, 0)
            if _NUMBER.fullmatch(digits) and len(digits) <= len(words) - start:
                return words[:start] + digits.rjust(len(words) - start)
        return words

    @cached_property
    def _figure(self) -> re.Pattern[str]:
        """A figure that would be another one in English, or several: "1.234", "0,125", "100,0," before a comma."""
        spaced = rf"\d{{1,3}}(?:{re.escape(self.group)}\d{{3}})+,\d{{3,}}"
        grouped = r"\d{1,3}(?:\.\d{3})+(?:,\d+)?" if self.group == "." else spaced
        return re.compile(rf"(?<![\w.,])(?:{grouped}|\d+,\d{{3,}}|\d+,\d+(?=,))(?![\w.,]*\d)")

    @cached_property
    def _date(self) -> re.Pattern[str]:
        """A month, with its day and what joins it to its year."""
        day = r"(?:(?<![\d.,])(?P<day>\d{1,2})(?:\.|er|º)?(?: de)?\s+)?"
        return re.compile(rf"{day}(?<!\w)(?P<month>{'|'.join(self.months)})(?!\w)(?: de(?=\s\d{{4}}))?", re.IGNORECASE)

    def _dated(self, match: re.Match[str]) -> str:
        """The date with English's name of the month, and spaces for what English leaves away."""
        names = [one.casefold() for one in self.months]
        english = MONTHS[names.index(match["month"].casefold())]
        month = english if len(english) <= len(match["month"]) else english[:3]
        width = match.end("month") - match.start()
        dated = f"{match['day']} {month.rjust(width - len(match['day']) - 1)}" if match["day"] else month.rjust(width)
        return dated.ljust(len(match.group()))


def _as_a_day(match: re.Match[str]) -> str:
    """A date without its year as an ordinal number of the same length, which English reads as no figure."""
    return f"{match['day']}th.".rjust(len(match.group()))


def _swapped(match: re.Match[str]) -> str:
    return match.group().translate({ord("."): ",", ord(","): "."})


ENGLISH: Final = Language("en")
_KNOWN: Final = (
    Language(
        "de",
        ".",
        ",",
        "ja",
        "nein",
        "Prozentpunkte",
        ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
         "Dezember"),
        "{day}. {month} {year}",
        "{n}. Quartal {year}",
        r"fiel|fäll[te]|gefallen|fallen|s[ai]nk|gesunken|sinken|abgenommen|nahm\w* .{0,40}\bab\b|ging\w* .{0,40}zurück|"
        r"zurückgegangen|Rückgang|schrumpf|geschrumpft|verl[io]er|verlor|reduziert|verringert|gesenkt|Minus\b|weniger|"
        r"niedriger|geringer|kleiner|unter\b|Verlust",
    ),
    Language(
        "fr",
        "\u202f",
        ",",
        "oui",
        "non",
        "points de pourcentage",
        ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
         "décembre"),
        "{day} {month} {year}",
        "T{n} {year}",
        r"baiss|diminu|chut|recul|perd|réduit|rédui|en moins|moins|inférieur|déclin",
    ),
    Language(
        "es",
        ".",
        ",",
        "sí",
        "no",
        "puntos porcentuales",
        ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
         "noviembre", "diciembre"),
        "{day} de {month} de {year}",
        "T{n} {year}",
        r"cay|caíd|cae|baj[óa]|bajad|descend|descens|disminu|reduj|reduc|perd|retroced|menos|inferior|menor",
    ),
)  # fmt: skip
_POINT: Final = frozenset(
    (
        "de-ch",
        "de-li",
        "es-419",
        "es-do",
        "es-gt",
        "es-hn",
        "es-mx",
        "es-ni",
        "es-pa",
        "es-pe",
        "es-pr",
        "es-sv",
        "es-us",
    )
)
"""Regions that write a decimal point: English's marks are theirs, or near enough to be read."""


def language_of(tag: str) -> Language:
    """The language of a BCP 47 tag; English where Candor does not know how figures are written in it."""
    written = tag.strip().replace("_", "-").casefold()
    if written in _POINT:
        return ENGLISH
    return next((one for one in _KNOWN if one.tag == written.partition("-")[0]), ENGLISH)
