"""Dates and times as people write them: ISO, 3/4/2025 in either order, 5 Jan 2024, Jan-24, with times and zones."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from shared.contracts import DateOrder
from shared.contracts.dataset import ColumnType
from shared.ingestion.cells.months import english_months, in_english
from shared.ingestion.cells.quarters import are_quarters, first_days
from shared.quoting import quoted
from shared.table.names import words_of

_TIME = r"(?P<time>[T ,]+\d{1,2}:\d{2}(?P<seconds>:\d{2}(?P<fraction>\.\d+)?)?(?P<half> ?[AaPp]\.?[Mm]\.?)?)?"
_ZONE = r"(?P<zone> ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_FLAGS = re.IGNORECASE | re.ASCII
_ISO = re.compile(rf"\d{{4}}([-/])\d{{1,2}}\1\d{{1,2}}{_TIME}{_ZONE}", _FLAGS)
_NUMERIC = re.compile(
    rf"(?:(?P<weekday>(?:mon|tue|wed|thu|fri|sat|sun)(?P<long>(?:s|nes|rs|ur)?day)?)(?P<apart>,? ))?"
    rf"(?P<a>\d{{1,2}})(?P<mark>[/.-])(?P<b>\d{{1,2}})(?P=mark)(?P<year>\d{{4}}|\d{{2}}){_TIME}",
    _FLAGS,
)
_CLOCK = re.compile(r"([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?( ?[AaPp][Mm])?", re.ASCII)
_WRITTEN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern + tail, _FLAGS), layout)
    for pattern, layout, tail in (
        (r"\d{4}\.\d{1,2}\.\d{1,2}", "%Y.%m.%d", _TIME),
        (r"\d{1,2} " + _MONTH + r" \d{4}", "%d {m} %Y", _TIME),
        (r"\d{1,2}-" + _MONTH + r"-\d{4}", "%d-{m}-%Y", _TIME),
        (r"\d{1,2} " + _MONTH + r" \d{2}", "%d {m} %y", ""),
        (r"\d{1,2}-" + _MONTH + r"-\d{2}", "%d-{m}-%y", ""),
        (r"\d{1,2}" + _MONTH + r"\d{4}", "%d{m}%Y", ""),
        (_MONTH + r" \d{1,2},? \d{4}", "{m} %d %Y", _TIME),
        (r"[a-z]{3,9},? \d{1,2} " + _MONTH + r" \d{4}", "{w} %d {m} %Y", _TIME),
        (r"[a-z]{3,9},? " + _MONTH + r" \d{1,2},? \d{4}", "{w} {m} %d %Y", _TIME),
        (_MONTH + r"-\d{2}", "{m}-%y", ""),
        (_MONTH + r"-\d{4}", "{m}-%Y", ""),
        (_MONTH + r" \d{4}", "{m} %Y", ""),
        (r"\d{4} " + _MONTH, "%Y {m}", ""),
        (r"\d{4}年\d{1,2}月\d{1,2}日", "%Y年%m月%d日", _TIME),
        (r"\d{4}年\d{1,2}月", "%Y年%m月", ""),
        (r"\d{4}년 \d{1,2}월 \d{1,2}일", "%Y년 %m월 %d일", _TIME),
        (r"\d{4}년\d{1,2}월\d{1,2}일", "%Y년%m월%d일", _TIME),
        (r"(?:18|19|20|21)\d{2}-(?:0[1-9]|1[0-2])", "%Y-%m", ""),
        (r"(?:0[1-9]|1[0-2])/(?:18|19|20|21)\d{2}", "%m/%Y", ""),
    )
)
_YEAR_AND_NEXT = re.compile(r"(?:18|19|20|21)(\d{2})-(\d{2})")
"""2009-10 is October, unless all cells name the year that follows: then they are business years."""
_COMPACT = re.compile(r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])", re.ASCII)
_EPOCH = re.compile(r"\d{9,10}|\d{12,13}", re.ASCII)
_MONTHLY = re.compile(r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])", re.ASCII)
_SERIAL = re.compile(r" *[2-6][0-9]{4}(?:\.[0-9]+)? *")
"""The day numbers of spreadsheets, 20000 being a day of 1954 and 69999 one of 2091."""
_MONTHLY_NAME = re.compile(r"month|period|yyyymm|monat", re.IGNORECASE)
_SERIAL_WORD = re.compile(r"[a-z]*(?<!up)(?<!man)(?<!candi)date|[a-z]*dat(?:um|o)|datetime|fecha")
"""A word of a column's name that says that it holds dates: startdate, but not update, mandate or candidate."""
_TODAY = range(29_221, 58_806)
"""Day numbers of 1980 to 2060: dates of our time, which numbers are where their column's name says no more than day."""
_NUMBER = re.compile(r"\s*[-+]?\d+(?:[.,]\d+)?\s*", re.ASCII)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LEAST_DATES, _MOSTLY = 2, 0.9
_NEAR_YEARS = 10
"""By how many years a day number may be away from the dates in its column."""
_DATED_NAME = re.compile(r"date|datum|day$|_dt$|^dt$|ymd", re.IGNORECASE)
_EPOCH_NAME = re.compile(r"epoch|unix|timestamp|(^|_)ts$|_at$", re.IGNORECASE)

_ENDED = r"[T ,]24:00(:00(\.0+)?)?( ?Z)?$"
_BEGUN = r"regexp_replace({c}, '([T ,])24:00', '\100:00')"
"""24:00 ends a day: it is 00:00 of the next one."""

_MILLISECONDS = re.compile(r"1\d{12}", re.ASCII)
"""From 2001 to 2033, since 1970."""
_TIME_WORDS = frozenset({"time", "date", "datetime", "zeit", "zeitpunkt", "heure", "hora"})


class DateStyle(NamedTuple):
    """The layouts of strptime that a column's cells have, beside ISO 8601; `order` settles 3/4/2025."""

    layouts: tuple[str, ...] = ()
    iso: bool = False
    timed: bool = False
    zoned: bool = False
    epoch: bool = False
    serial: bool = False
    clock: bool = False
    quarterly: bool = False
    translated: bool = False
    ending: bool = False
    order: DateOrder | None = None

    @property
    def type(self) -> ColumnType:
        """What the column becomes."""
        if self.clock:
            return "time"
        return "timestamp" if self.timed or self.zoned or self.epoch else "date"

    @property
    def monthly(self) -> bool:
        """Whether cells name a month and no day."""
        return any("%d" not in layout for layout in self.layouts)

    @property
    def mixed(self) -> bool:
        """Whether some cells are day numbers and some are dates."""
        return self.serial and bool(self.iso or self.layouts)

    @property
    def short_years(self) -> bool:
        """Whether years are written with two digits."""
        return any("%y" in layout for layout in self.layouts)

    @property
    def expression(self) -> str:
        """SQL, with {c} for the cell: the date, UTC timestamp or time of day, or NULL where the cell is none."""
        if self.clock:
            return _clock_expression()
        if self.quarterly:
            return first_days()
        if self.ending:
            began = self._replace(ending=False).expression.replace("{c}", _BEGUN)
            return f"({began} + to_days(CASE WHEN regexp_matches({{c}}, '{_ENDED}') THEN 1 ELSE 0 END))"
        parts = [part for part in (self._epoch_part, self._serial_part, self._iso_part, *self._layout_parts) if part]
        return f"CAST(COALESCE({', '.join(parts)}) AS {'DATE' if self.type == 'date' else 'TIMESTAMP'})"

    @property
    def _epoch_part(self) -> str:
        if not self.epoch:
            return ""
        number = "TRY_CAST({c} AS BIGINT)"
        return f"make_timestamp(CASE WHEN {number} > 100000000000 THEN {number} * 1000 ELSE {number} * 1000000 END)"

    @property
    def _serial_part(self) -> str:
        """Day 1 is the first of 1900, which had a 29 February that never was; the fraction is the time of day."""
        if not self.serial:
            return ""
        seconds = "CAST(round(TRY_CAST({c} AS DOUBLE) * 86400) AS BIGINT)"
        looks = f"regexp_full_match({{c}}, {quoted(_SERIAL.pattern)})"
        return f"CASE WHEN {looks} THEN TIMESTAMP '1899-12-30' + to_seconds({seconds}) END"

    @property
    def _iso_part(self) -> str:
        if not self.iso:
            return ""
        looks = "({c} LIKE '____-%' OR {c} LIKE '____/%') AND {c} < ':'"
        if not self.timed and not self.zoned:
            return f"CASE WHEN {looks} AND strlen({{c}}) <= 10 THEN TRY_CAST({{c}} AS DATE) END"
        if self.zoned:
            return f"CASE WHEN {looks} THEN TRY_CAST({_spaced('{c}')} AS TIMESTAMPTZ) AT TIME ZONE 'UTC' END"
        unzoned = "NOT regexp_matches(substr({c}, 11), '[-+A-SU-Za-z]')"
        return f"CASE WHEN {looks} AND {unzoned} THEN TRY_CAST({{c}} AS TIMESTAMP) END"

    @property
    def _layout_parts(self) -> tuple[str, ...]:
        cell = self._tidy
        layouts = self.layouts if cell == "trim({c})" else [re.sub("[ .]+", " ", layout) for layout in self.layouts]
        long = tuple(quoted(layout) for layout in layouts if "%Y" in layout)
        short = tuple(quoted(layout) for layout in layouts if "%y" in layout)
        four = (
            f"regexp_matches({cell}, '(^|[^0-9:])[0-9]{{4}}($|[^0-9])|[a-zA-Z][0-9]{{4}}$|^[0-9]{{8}}$|^[0-9]{{6}}$')"
        )
        parts = (
            (f"CASE WHEN {four} THEN try_strptime({cell}, [{', '.join(long)}]) END" if long else ""),
            (f"CASE WHEN NOT {four} THEN try_strptime({cell}, [{', '.join(short)}]) END" if short else ""),
        )
        return tuple(part for part in parts if part)

    @property
    def _tidy(self) -> str:
        """The cell as strptime wants it: 5th is 5, Sept. is Sep, and a comma is a space."""
        if not any("%b" in layout or "%B" in layout for layout in self.layouts):
            return "trim({c})"
        written = in_english("trim({c})") if self.translated else "trim({c})"
        ordinal = rf"regexp_replace({written}, '([0-9])(st|nd|rd|th)\b', '\1', 'i')"
        sept = rf"regexp_replace({ordinal}, '\bsept\b\.?', 'Sep', 'i')"
        return rf"regexp_replace(replace({sept}, ',', ' '), '[ .]+', ' ', 'g')"


def _clock_expression() -> str:
    half = "CAST(try_strptime({c}, ['%I:%M %p', '%I:%M%p', '%I:%M:%S %p']) AS TIME)"
    plain = "TRY_CAST(CASE WHEN regexp_full_match({c}, '[0-9]:.*') THEN '0' || {c} ELSE {c} END AS TIME)"
    clock = "[0-9]{1,2}:[0-5][0-9](:[0-5][0-9](\\.[0-9]+)?)?( ?[aApP][mM])?"
    return f"CASE WHEN regexp_full_match({{c}}, '{clock}') THEN COALESCE({plain}, {half}) END"


def _spaced(cell: str) -> str:
    """An offset written as +0200 is no ISO of DuckDB; as +02:00 it is."""
    return rf"regexp_replace({cell}, '([+-][0-9]{{2}})([0-9]{{2}})$', '\1:\2')"


@dataclass
class _Found:
    """What the cells of a sample look like, gathered one at a time."""

    styles: dict[str, None] = field(default_factory=dict)
    iso: bool = False
    timed: bool = False
    zoned: bool = False
    clocks: int = 0
    hits: int = 0
    numeric: bool = False
    translated: bool = False
    ending: bool = False
    pairs: list[tuple[int, int]] = field(default_factory=list)
    lasts: list[int] = field(default_factory=list)


class DateReading(NamedTuple):
    """How a sample reads as dates: `styles` holds one reading, or two where day and month can be either."""

    styles: tuple[DateStyle, ...] = ()
    share: float = 0.0
    pairs: tuple[tuple[int, int], ...] = ()
    mark: str = ""


def read_dates(cells: Sequence[str], name: str, order: DateOrder | None = None) -> DateReading:
    """Reads a sample of cells, none empty, each once; `name` is the column's, which alone makes numbers dates."""
    if not any(any(character.isdigit() for character in cell) for cell in cells[:50]):
        return DateReading()
    if are_quarters(cells, name):
        return DateReading((DateStyle(quarterly=True),), 1.0)
    by_name = _numbers_as_dates(cells, name)
    return by_name or _read_serial(cells, name, order) or _read_written(cells, order)


def _numbers_as_dates(cells: Sequence[str], name: str) -> DateReading | None:
    if _DATED_NAME.search(name) and all(_COMPACT.fullmatch(cell) for cell in cells):
        return DateReading((DateStyle(("%Y%m%d",)),), 1.0)
    if _MONTHLY_NAME.search(name) and len(cells) > 1 and all(_MONTHLY.fullmatch(cell) for cell in cells):
        return DateReading((DateStyle(("%Y%m",)),), 1.0)
    if _EPOCH_NAME.search(name) and all(_EPOCH.fullmatch(cell) for cell in cells):
        return DateReading((DateStyle(epoch=True),), 1.0)
    if _TIME_WORDS.intersection(words_of(name)) and all(map(_MILLISECONDS.fullmatch, cells)):
        return DateReading((DateStyle(epoch=True),), 1.0)
    return None


def _read_serial(cells: Sequence[str], name: str, order: DateOrder | None) -> DateReading | None:
    """Day numbers of a spreadsheet in a column whose name says dates, or among dates of about the same years; None
    where there are none, or other numbers too."""
    numbers = [cell for cell in cells if _NUMBER.fullmatch(cell)]
    if not numbers or not all(map(_SERIAL.fullmatch, numbers)):
        return None
    written = _read_written([cell for cell in cells if not _NUMBER.fullmatch(cell)], order)
    dates = round(written.share * (len(cells) - len(numbers)))
    among = dates >= _LEAST_DATES and _of_the_years(numbers, cells) and written.styles[0].type != "time"
    if not among and not (_says_dates(name, numbers) and len(numbers) >= _MOSTLY * len(cells)):
        return None
    timed = any("." in cell for cell in numbers)
    styles = written.styles if among else (DateStyle(),)
    styles = tuple(style._replace(serial=True, timed=style.timed or timed) for style in styles)
    read = len(numbers) + (dates if among else 0)
    return written._replace(styles=styles, share=read / len(cells))


def _says_dates(name: str, numbers: Sequence[str]) -> bool:
    """Whether a column's name says that these numbers are dates, none of a time to come; a day is one of our time."""
    words, days = words_of(name), [int(float(number)) for number in numbers]
    if any(map(_SERIAL_WORD.fullmatch, words)):
        return max(days) < _TODAY.stop
    return words[-1:] in (("day",), ("dt",)) and all(day in _TODAY for day in days)


def _of_the_years(numbers: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether these day numbers are of about the years that stand in the cells."""
    years = [int(year) for cell in cells for year in _YEAR.findall(cell)]
    days = [1900 + float(number) / 365.25 for number in numbers]
    return bool(years) and min(years) - _NEAR_YEARS <= min(days) and max(days) <= max(years) + _NEAR_YEARS


def _read_written(cells: Sequence[str], order: DateOrder | None) -> DateReading:
    found, mark = _Found(), ""
    for number, cell in enumerate(cells):
        if number == 60 and not found.hits:
            return DateReading()
        mark = _look(cell.strip(), found) or mark
    share = found.hits / len(cells) if cells else 0.0
    if found.clocks and found.clocks == found.hits:
        return DateReading((DateStyle(clock=True),), share)
    if _are_business_years(cells):
        return DateReading()
    base = DateStyle(tuple(found.styles), found.iso, found.timed, found.zoned)
    base = base._replace(translated=found.translated, ending=found.ending and found.timed)
    orders: tuple[DateOrder, ...] = (order,) if order else _orders(found)
    styles = tuple(_ordered(base, each) for each in orders) if found.numeric else (base,)
    return DateReading(styles if found.hits else (), share, tuple(found.pairs), mark)


def _are_business_years(cells: Sequence[str]) -> bool:
    found = [_YEAR_AND_NEXT.fullmatch(cell.strip()) for cell in cells]
    return len(found) > 1 and all(one and (int(one[1]) + 1) % 100 == int(one[2]) for one in found)


def _orders(found: _Found) -> tuple[DateOrder, ...]:
    """Year first only where that is likelier: no first number is a month, and it changes less often than the last."""
    firsts, lasts = {a for a, _ in found.pairs}, set(found.lasts)
    days = all(1 <= last <= 31 for last in lasts) and all(b <= 12 for _, b in found.pairs)
    if all(first > 12 for first in firsts) and days and len(firsts) < len(lasts):
        return ("YMD", "DMY")
    return ("DMY", "MDY")


def _look(cell: str, found: _Found) -> str:
    """Adds what one cell looks like; returns the mark between day, month and year where it has one."""
    found.ending = found.ending or bool(re.search(_ENDED, cell))
    if iso := _ISO.fullmatch(cell):
        found.iso, found.hits = True, found.hits + 1
        found.timed, found.zoned = found.timed or bool(iso["time"]), found.zoned or bool(iso["zone"])
        return ""
    if numeric := _NUMERIC.fullmatch(cell):
        found.numeric, found.hits = True, found.hits + 1
        found.pairs.append((int(numeric["a"]), int(numeric["b"])))
        found.lasts.append(int(numeric["year"]))
        found.timed = found.timed or bool(numeric["time"])
        year = "%Y" if len(numeric["year"]) == 4 else "%y"
        weekday = f"{'%A' if numeric['long'] else '%a'}{numeric['apart']}" if numeric["weekday"] else ""
        found.styles[f"{weekday}{{a}}{numeric['mark']}{{b}}{numeric['mark']}{year}{_time_layout(numeric)}"] = None
        return numeric["mark"]
    _look_written(cell, found)
    return ""


def _look_written(cell: str, found: _Found) -> None:
    if _CLOCK.fullmatch(cell):
        found.clocks, found.hits = found.clocks + 1, found.hits + 1
        return
    english = english_months(cell)
    tidy = re.sub(r"(?<=\d)(st|nd|rd|th)\b", "", english, flags=re.IGNORECASE)
    for pattern, layout in _WRITTEN:
        if match := pattern.fullmatch(tidy):
            time = _time_layout(match).replace(",", "") if "time" in pattern.groupindex else ""
            found.hits, found.timed = found.hits + 1, found.timed or bool(time)
            found.translated = found.translated or english != cell
            for month, weekday in (("%b", "%a"), ("%B", "%A"), ("%b", "%A"), ("%B", "%a")):
                found.styles[layout.format(m=month, w=weekday) + time] = None
            return


def _time_layout(match: re.Match[str]) -> str:
    time = match["time"]
    if not time:
        return ""
    lead = re.match("[T ,]+", time)
    clock = "%I:%M" if match["half"] else "%H:%M"
    seconds = ("%S.%f" if match["fraction"] else "%S") if match["seconds"] else ""
    half = (" %p" if match["half"].startswith(" ") else "%p") if match["half"] else ""
    return (lead[0] if lead else " ") + clock + (":" + seconds if seconds else "") + half


def _ordered(style: DateStyle, order: DateOrder) -> DateStyle:
    if order == "YMD":
        layouts = tuple(_year_first(layout) for layout in style.layouts)
        return style._replace(layouts=layouts, order=order)
    a, b = ("%d", "%m") if order == "DMY" else ("%m", "%d")
    layouts = tuple(layout.replace("{a}", a).replace("{b}", b) for layout in style.layouts)
    return style._replace(layouts=layouts, order=order)


def _year_first(layout: str) -> str:
    return layout.replace("%y", "%d").replace("{a}", "%y").replace("{b}", "%m") if "{a}" in layout else layout
