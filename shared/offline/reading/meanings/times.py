"""Times in a question: periods ("in June 2024", "last quarter", "since March") and grains ("monthly", "per week")."""

import re
from calendar import month_name
from collections.abc import Callable, Iterator
from datetime import MAXYEAR, date, datetime, timedelta
from typing import Any, Final, cast

from shared.offline.reading.meanings.spans import Span, TimeSpan, text_of
from shared.offline.reading.meanings.tokens import Token
from shared.offline.words.lexicon import word_map
from shared.pattern import LazyPattern
from shared.query.groupings import TimeStep

_MONTHS: Final = [name.lower() for name in month_name[1:]]
_SHORT: Final = {name[:3]: number for number, name in enumerate(_MONTHS, 1)} | {"sept": 9}
_NAMES: Final = "|".join((*_MONTHS, "sept", *(name[:3] for name in _MONTHS)))
_MONTH: Final = f"(?P<{{0}}month>{_NAMES})"
_YEAR: Final = r"(?P<{0}year>(?:1[89]|20)\d\d)"
_ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "last": 4}
_STEPS: Final = {"day": 0, "week": 0, "month": 1, "quarter": 3, "year": 12}

_POINT: Final = "|".join(
    (
        r"(?P<{0}iso>\d{{4}}-\d{{1,2}}-\d{{1,2}})(?:[t ]\d\d:\d\d(?::\d\d)?)?",
        r"(?P<{0}isomonth>\d{{4}}-\d{{2}})",
        r"(?P<{0}day>\d{{1,2}}(?:st|nd|rd|th)?) (?:of )?"
        + _MONTH.replace("month>", "daymonth>")
        + r",? (?:of )?"
        + _YEAR.replace("year>", "dayyear>"),
        _MONTH.replace("month>", "monthday>")
        + r" (?:the )?(?P<{0}dayof>\d{{1,2}}(?:st|nd|rd|th)?) ?,? "
        + _YEAR.replace("year>", "dayofyear>"),
        _MONTH + r",? (?:of |in )?" + _YEAR.replace("year>", "monthyear>"),
        r"(?P<{0}quarter>q[1-4]|(?:first|second|third|fourth|last|1st|2nd|3rd|4th) quarter),? "
        r"(?:of |in )?(?:the year )?" + _YEAR.replace("year>", "quarteryear>"),
        r"(?P<{0}half>h[12]|(?:first|second|1st|2nd) half),? (?:of |in )?" + _YEAR.replace("year>", "halfyear>"),
        _YEAR + r",? (?P<{0}yearquarter>q[1-4])",
        r"(?:the year |year )?" + _YEAR.replace("year>", "alone>"),
        r"(?P<{0}relative>today|yesterday|tomorrow|(?:the )?(?:last|previous|past|prior|this|current|next|coming) "
        r"(?:full |calendar |fiscal )?(?:day|week|month|quarter|year)\b)",
        r"(?P<{0}bareq>q[1-4]|(?:first|second|third|fourth|1st|2nd|3rd|4th) quarter)",
        f"(?P<{{0}}bare>{_NAMES})",
    )
)


def _point(prefix: str) -> str:
    return "(?:" + _POINT.replace("{0}", prefix).replace("{{", "{").replace("}}", "}") + ")"


_TOLD: Final = re.compile(rf"\d|{_NAMES}|day|tomorrow|week|month|quarter|year")
"""What every time has in it: where none of it stands, no pattern of a time is compiled."""
_PREPOSITION: Final = r"(?:in|during|for|of|on|within|throughout|back in|from)"
_RANGE: Final = LazyPattern(
    rf"\b(?:between|from|in|for)? ?(?:the )?{_point('a_')} ?,? "
    rf"(?P<joint>and|to|until|till|through|thru|up to|-) (?:the )?{_point('b_')}\b"
)
_OPEN: Final = LazyPattern(
    rf"\b(?P<edge>since|starting in|starting from|starting|from|after|later than|before|prior to|earlier than|until"
    rf"|till|up to|up until|by the end of|through|on or after|on or before)(?: the)?"
    rf"(?: start of| beginning of| end of)? {_point('a_')}(?P<on> (?:onwards?|on|and later|or later))?\b"
)
_CLOSED: Final = LazyPattern(
    rf"\b(?:(?P<prep>{_PREPOSITION}) )?(?:the )?(?:month of (?=[a-z])|all of )?{_point('a_')}\b(?! ?[/]\d)"
)
_ROLLING: Final = LazyPattern(
    r"\b(?:(?:in|over|during|for|within) )?(?:the )?(?:last|past|previous|trailing|next|coming) "
    r"(?P<count>\d+) (?P<unit>day|week|month|quarter|year)s?\b"
)
_GRAIN_WORDS: Final[dict[str, TimeStep]] = word_map("grains")
_COMPARED: Final = re.compile(
    r"(?:than|over|above|under|below|least|most|exactly|[=<>≥≤]+|exceeding|top|bottom|limit)$"
)


def time_spans(tokens: tuple[Token, ...], now: datetime) -> Iterator[Span]:
    """Every period and grain named in the tokens; relative ones are resolved against `now`."""
    text, starts = _joined(tokens)
    for pattern, resolve in _RESOLVERS if _TOLD.search(text) else ():
        for match in pattern.finditer(text):
            period = _on_calendar(resolve, match, now)
            where = _where(match, starts, len(tokens), text)
            apart = where and not any(token.joined for at in where for token in tokens[at : at + 1])
            if period and where and apart and not _amount(text, match, period):
                yield Span(*where, "period", period=period._replace(label=text_of(tokens, *where)), score=0.99)
    yield from _grains(tokens)


def _on_calendar(resolve: Any, match: re.Match[str], now: datetime) -> TimeSpan | None:
    try:
        return cast("TimeSpan | None", resolve(match, now))
    except (OverflowError, ValueError):  # beyond the calendar
        return None


def _joined(tokens: tuple[Token, ...]) -> tuple[str, dict[int, int]]:
    starts, position = {}, 0
    for index, token in enumerate(tokens):
        starts[position] = index
        position += len(_plain(token)) + 1
    return " ".join(_plain(token) for token in tokens), starts


def _plain(token: Token) -> str:
    whole = token.kind == "number" and token.number is not None and not (token.percent or token.currency)
    return str(int(token.number)) if whole and token.number == int(token.number or 0) else token.text


def _where(match: re.Match[str], starts: dict[int, int], count: int, text: str) -> tuple[int, int] | None:
    begin = match.start() + len(match.group()) - len(match.group().lstrip())
    end = match.end() - (len(match.group()) - len(match.group().rstrip()))
    first = starts.get(begin)
    last = count if end >= len(text) else starts.get(end + 1)
    return (first, last) if first is not None and last is not None else None


def _amount(text: str, match: re.Match[str], period: TimeSpan) -> bool:
    """Whether what looks like a year is compared as a number ("over 2000"), or a month's name is a word ("may")."""
    bare = period.part is not None and match.groupdict().get("a_bare") in ("may", "march")
    if bare and not match.groupdict().get("prep") and "edge" not in match.groupdict():
        return True
    if match.groupdict().get("prep") == "in":
        return False
    return bool(match.groupdict().get("a_alone") and _COMPARED.search(text[: match.start()].rstrip()))


def _grains(tokens: tuple[Token, ...]) -> Iterator[Span]:
    for start in range(len(tokens)):
        for size in (4, 3, 2, 1):
            words = " ".join(token.text for token in tokens[start : start + size])
            if words in _GRAIN_WORDS and start + size <= len(tokens):
                yield Span(start, start + size, "grain", word=words, grain=_GRAIN_WORDS[words], score=0.75, text=words)


def _resolved(match: re.Match[str], now: datetime, prefix: str = "a_") -> TimeSpan | None:
    groups = {name[2:]: value for name, value in match.groupdict().items() if name.startswith(prefix) and value}
    for names, build in _BUILDERS:
        if all(name in groups for name in names):
            return build([groups[name] for name in names], now)
    return None


def _between(low: date, high: date, whole: TimeStep | None = None, relative: bool = False) -> TimeSpan:
    return TimeSpan(low.isoformat(), high.isoformat(), "", whole, relative)


def _month_number(name: str) -> int:
    return _SHORT.get(name) or _SHORT[name[:3]]


def month_start(day: date, months: int) -> date:
    """The first day of the month that lies so many months after a day's; of years that there are none, the last day."""
    index = day.year * 12 + day.month - 1 + months
    return date(index // 12, index % 12 + 1, 1) if index // 12 <= MAXYEAR else date.max


def _months(year: int, month: int, count: int, whole: TimeStep) -> TimeSpan:
    low = date(year, month, 1)
    return _between(low, month_start(low, count), whole)


def _day(year: str, month: int, day: str) -> TimeSpan:
    low = date(int(year), month, int(re.sub(r"\D", "", day)))
    return _between(low, low + timedelta(days=1), "day")


def _ordinal(text: str) -> int:
    return int(text[1]) if text[0] in "qh" and text[1:].isdigit() else _ORDINALS[text.split()[0]]


def _iso(parts: list[str], _now: datetime) -> TimeSpan:
    year, month, day = parts[0].split("-")
    return _day(year, int(month), day)


def _iso_month(parts: list[str], _now: datetime) -> TimeSpan:
    year, month = parts[0].split("-")
    return _months(int(year), int(month), 1, "month")


def _relative(parts: list[str], now: datetime) -> TimeSpan:
    words = parts[0].replace("the ", "").split()
    today = now.date()
    if len(words) == 1:
        low = today + timedelta(days={"today": 0, "yesterday": -1, "tomorrow": 1}[words[0]])
        return _between(low, low + timedelta(days=1), "day", relative=True)
    offset = {"this": 0, "current": 0, "next": 1, "coming": 1}.get(words[0], -1)
    return _unit(today, words[-1], offset)


def _unit(today: date, unit: str, offset: int) -> TimeSpan:
    whole: TimeStep = _GRAIN_WORDS[unit]
    if unit in ("day", "week"):
        days = 7 if unit == "week" else 1
        low = today - timedelta(days=today.weekday() if unit == "week" else 0) + timedelta(days=offset * days)
        return _between(low, low + timedelta(days=days), whole, relative=True)
    months = _STEPS[unit]
    first = date(today.year, (today.month - 1) // months * months + 1, 1)
    low = month_start(first, offset * months)
    return _between(low, month_start(low, months), whole, relative=True)


_Builder = Callable[[list[str], datetime], TimeSpan]
_BUILDERS: Final[tuple[tuple[tuple[str, ...], _Builder], ...]] = (
    (("iso",), _iso),
    (("isomonth",), _iso_month),
    (("day", "daymonth", "dayyear"), lambda parts, _: _day(parts[2], _month_number(parts[1]), parts[0])),
    (("monthday", "dayof", "dayofyear"), lambda parts, _: _day(parts[2], _month_number(parts[0]), parts[1])),
    (("month", "monthyear"), lambda parts, _: _months(int(parts[1]), _month_number(parts[0]), 1, "month")),
    (("quarter", "quarteryear"), lambda parts, _: _months(int(parts[1]), _ordinal(parts[0]) * 3 - 2, 3, "quarter")),
    (("year", "yearquarter"), lambda parts, _: _months(int(parts[0]), _ordinal(parts[1]) * 3 - 2, 3, "quarter")),
    (("half", "halfyear"), lambda parts, _: _months(int(parts[1]), _ordinal(parts[0]) * 6 - 5, 6, "quarter")),
    (("alone",), lambda parts, _: _months(int(parts[0]), 1, 12, "year")),
    (("relative",), _relative),
    (("bareq",), lambda parts, _: TimeSpan(None, None, "", "quarter", part=_ordinal(parts[0]))),
    (("bare",), lambda parts, _: TimeSpan(None, None, "", "month", part=_month_number(parts[0]))),
)


def _spanning(match: re.Match[str], now: datetime) -> TimeSpan | None:
    low, high = _resolved(match, now), _resolved(match, now, "b_")
    if match.group("joint") == "and" and not match.group().lstrip().startswith("between"):
        return None
    if low is None or high is None or low.low is None or high.high is None or low.low >= high.high:
        return None
    return TimeSpan(low.low, high.high, "")


def _edged(match: re.Match[str], now: datetime) -> TimeSpan | None:
    point, edge = _resolved(match, now), match.group("edge")
    if point is None or point.part or (edge == "from" and not match.group("on")):
        return None
    if edge in ("after", "later than") and not match.group("on"):
        return TimeSpan(point.high, None, "", relative=point.relative)
    if edge in ("before", "prior to", "earlier than"):
        return TimeSpan(None, point.low, "", relative=point.relative)
    if edge in ("until", "till", "up to", "up until", "by the end of", "through", "on or before"):
        return TimeSpan(None, point.high, "", relative=point.relative)
    return TimeSpan(point.low, None, "", relative=point.relative)


def _rolling(match: re.Match[str], now: datetime) -> TimeSpan | None:
    count, unit, today = int(match.group("count")), match.group("unit"), now.date()
    ahead = bool(re.search(r"\b(next|coming)\b", match.group()))
    if unit in ("day", "week"):
        other = today + timedelta(days=count * (7 if unit == "week" else 1) * (1 if ahead else -1))
    else:
        months = count * _STEPS[unit] * (1 if ahead else -1)
        first = month_start(today, months)
        other = min(first.replace(day=28) + timedelta(days=today.day - 28), month_start(first, 1) - timedelta(days=1))
    low, high = sorted((today, other))
    return (
        _between(low, high, relative=True)
        if ahead
        else _between(low + timedelta(days=1), high + timedelta(days=1), None, True)
    )


_RESOLVERS: Final = ((_RANGE, _spanning), (_OPEN, _edged), (_CLOSED, _resolved), (_ROLLING, _rolling))
