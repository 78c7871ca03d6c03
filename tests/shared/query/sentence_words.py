"""The words that sentences have for functions, operators and parts of times, and those of columns, nouns and values."""

import re
from datetime import datetime, timedelta
from typing import Any

from tests.shared.query.recovered import family
from tests.shared.query.sentence_grammar import NOTHING, Rule, Text, after, either, pattern, table

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ORDINALS = ("first", "second", "third", "fourth")
GRAINS = ("hour", "day", "week", "month", "quarter", "year", "decade")
PARTS = {
    "calendar year": "year", "quarter of the year": "quarter", "month of the year": "month",
    "day of the month": "day", "weekday": "weekday", "hour of the day": "hour",
}  # fmt: skip
STATISTICS = {
    "total ": "sum", "average ": "mean", "median ": "median", "lowest ": "min", "highest ": "max", "range of ": "range",
    "standard deviation of ": "stddev", "variance of ": "variance",
    "population standard deviation of ": "stddev_population", "population variance of ": "variance_population",
    "interquartile range of ": "interquartile_range", "skewness of ": "skewness", "kurtosis of ": "kurtosis",
    "geometric mean of ": "geometric_mean", "standard error of the average of ": "standard_error",
    "coefficient of variation of ": "variation", "total of ": "sum", "average of ": "mean", "median of ": "median",
    "lowest of ": "min", "highest of ": "max",
}  # fmt: skip
EXTREME_TIMES = {"earliest ": "min", "latest ": "max"}
EXTREME_TEXTS = {"alphabetically first ": "min", "alphabetically last ": "max"}
OUTER = {
    "average ": "mean", "median ": "median", "sum of ": "sum", "lowest ": "min", "highest ": "max",
    "standard deviation of ": "stddev",
}  # fmt: skip
EQUALITIES = {"is ": "=", "is not ": "!="}
INEQUALITIES = {
    "number": {"is under ": "<", "is at most ": "<=", "is over ": ">", "is at least ": ">="},
    "time": {"is before ": "<", "is no later than ": "<=", "is after ": ">", "is no earlier than ": ">="},
}
FIGURES = {"average": "mean", "median": "median", "lowest": "min", "highest": "max"}
SPANS = {one: one for one in ("days", "hours", "minutes", "seconds")}
FILLS = {"their average": "mean", "their median": "median", "their commonest value": "mode"}
DIRECTIONS = {
    "highest": True, "latest": True, "last": True, "lowest": False, "earliest": False, "first": False,
}  # fmt: skip


# ---- columns and nouns -----------------------------------------------------------------------------------------------


def forms(name: str, type_: str) -> set[str]:
    """How people would write a column's name: as it is, or its words with blanks; a flag without "is" or "has"."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ").strip()
    found = {name, spaced} if " " in name else {name, spaced, spaced.lower()}
    if type_ == "flag":
        found |= {re.sub(r"^(is|has|was) (?=.)", "", one) for one in found}
    return found


def plurals(noun: str) -> set[str]:
    """The plural of a noun or of the last word of a few, by rule."""
    found = {noun + "s"}
    if re.search(r"([sxz]|[cs]h)$", noun):
        found = {noun + "es"}
    if re.search(r"[^aeiou]y$", noun):
        found = {noun[:-1] + "ies"}
    return found


def _written(name: str, type_: str, *, plural: bool) -> set[str]:
    return {one for form in forms(name, type_) for one in (plurals(form) if plural else {form})}


def names(columns: dict[str, str], *, plural: bool = False) -> Rule:
    """Reads the name of a column, quoted or in words: ("column", name, type). `columns` have their types by name.

    Where one column is written exactly so, another that is so but for capital letters is not meant.
    """
    exactly: dict[str, list[str]] = {}
    loosely: dict[str, list[str]] = {}
    for name, type_ in columns.items():
        for form in _written(name, type_, plural=plural):
            exactly.setdefault(form, []).append(name)
            loosely.setdefault(form.lower(), []).append(name)

    def meant(words: str) -> list[str]:
        own = [words] if words in columns and not plural else []
        return own or exactly.get(words) or list(dict.fromkeys(loosely.get(words.lower(), [])))

    def read(text: Text, at: int) -> list[tuple[Any, int]]:
        quoted = text.text.startswith("“", at)
        found: list[tuple[Any, int]] = []
        for form in loosely:
            begin, end = at + quoted, at + quoted + len(form)
            if text.text[begin:end].lower() != form:
                continue
            if quoted and not text.text.startswith("”", end):
                continue
            if not quoted and re.match(r"\w", text.text[end : end + 1]):
                continue
            found += [(("column", name, columns[name]), end + quoted) for name in meant(text.text[begin:end])]
            text.furthest = max(text.furthest, end + quoted)
        return found

    return read


# ---- values ----------------------------------------------------------------------------------------------------------


def _number(text: str) -> Any:
    plain = text.replace("\N{MINUS SIGN}", "-").replace(",", "")
    return float(plain) if "." in plain else int(plain)


NUMBER = pattern(r"[-\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w%])", _number)
WHOLE = pattern(r"\d+(?![\w.])", int)
PERCENT = pattern(r"(\d+(?:\.\d+)?)(?:st|nd|rd|th)(?!\w)", lambda share: round(float(share) / 100, 10))
QUOTED = pattern(r"“([^”]*)”", str)
_BARE_TEXT = r"[A-Z0-9][\w.\-]*"
_CLOCK = r" at (\d\d?):(\d\d)(?::(\d\d(?:\.\d+)?))?"


def _day(day: str, month: str, year: str) -> Any:
    if month not in MONTHS:
        return NOTHING
    return datetime(int(year), MONTHS.index(month) + 1, int(day))


def _clock(day: Any, hour: str, minute: str, second: str | None) -> Any:
    return day if day is NOTHING else day + timedelta(hours=int(hour), minutes=int(minute), seconds=float(second or 0))


_DATE = r"(\d\d?) ([A-Z][a-z]+) (\d{4})"
DAY = pattern(_DATE + r"(?! at \d)", _day)
MOMENT = pattern(_DATE + _CLOCK, lambda day, month, year, *clock: _clock(_day(day, month, year), *clock))
TIME = either(DAY, MOMENT)


def _bare_texts(text: Text, at: int) -> list[tuple[Any, int]]:
    """Texts without quotation marks: words that each begin with a capital letter or a digit, however many."""
    found, end = [], at
    while word := re.compile(("" if end == at else " ") + _BARE_TEXT).match(text.text, end):
        end = word.end()
        found.append((text.text[at:end], end))
    return found


def value(type_: str) -> Rule:
    """Reads a value of a column of that type: (type, value); times as moments."""
    if family(type_) == "time":
        return after(lambda moment: ("time", moment), TIME)
    if type_ == "number":
        return after(lambda number: ("number", number), NUMBER)
    if type_ == "flag":
        return table({"yes": ("flag", True), "no": ("flag", False)})
    return after(lambda text: ("text", text), either(QUOTED, _bare_texts))


def whole_day(type_: str) -> Rule:
    """Of a time of day, a day by itself is also read as all of that day: ("day", its midnight)."""
    return after(lambda day: ("day", day), DAY) if type_ == "timestamp" else lambda text, at: []


def month_after(start: datetime, months: int = 1) -> datetime:
    count = start.year * 12 + start.month - 1 + months
    return start.replace(year=count // 12, month=count % 12 + 1)


def _months(first: int, year: str, months: int) -> tuple[datetime, datetime]:
    start = datetime(int(year), first, 1)
    return start, month_after(start, months)


_MONTH = pattern(rf"({'|'.join(MONTHS)}) (\d{{4}})", lambda month, year: _months(MONTHS.index(month) + 1, year, 1))
_QUARTER = pattern(
    rf"the ({'|'.join(ORDINALS)}) quarter of (\d{{4}})",
    lambda which, year: _months(3 * ORDINALS.index(which) + 1, year, 3),
)
_SHORT_QUARTER = pattern(r"Q([1-4]) (\d{4})", lambda which, year: _months(3 * int(which) - 2, year, 3))
_YEAR = pattern(r"(?:the year )?(\d{4})(?!\w)", lambda year: _months(1, year, 12))
_WHOLE_DAY = after(lambda day: (day, day + timedelta(days=1)), DAY)
IN_PERIOD = either(
    after(lambda both: both, "in ", either(_MONTH, _QUARTER, _SHORT_QUARTER, _YEAR)),
    after(lambda both: both, "on ", _WHOLE_DAY),
    after(lambda first, last: (first[0], last[1]), "from ", either(_MONTH, _WHOLE_DAY), " through ",
          either(_MONTH, _WHOLE_DAY)),
    after(lambda start, end: (start, end), "from ", TIME, " until before ", TIME),
    after(lambda start, end: (start, end), "from ", TIME, " up to but not including ", TIME),
)  # fmt: skip
PERIOD = after(lambda both: both, "is ", IN_PERIOD)
"""A period, half open: its start and its end."""
