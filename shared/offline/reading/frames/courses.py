"""Questions about how a figure runs over time: running totals, moving averages, growth, and first against last."""

import re
from datetime import date, timedelta
from typing import Final

from shared.analysis.composed import Course
from shared.analysis.conditions import Filter
from shared.analysis.metrics import Grain, Grouping, Headline, Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.frames.asking import Asking
from shared.offline.reading.frames.columns import time_column
from shared.offline.reading.frames.forms import Forms
from shared.offline.reading.frames.parts import PARTS
from shared.offline.reading.meanings.nouns import unique_day
from shared.offline.reading.meanings.tokens import tokenise
from shared.offline.reading.reading import Reading

_GRAINS: Final[dict[str, Grain]] = {
    "day": "day", "daily": "day", "week": "week", "weekly": "week", "month": "month", "monthly": "month",
    "quarter": "quarter", "quarterly": "quarter", "year": "year", "yearly": "year", "annual": "year",
    "annually": "year", "mom": "month", "yoy": "year", "qoq": "quarter", "dod": "day", "wow": "week",
}  # fmt: skip
_PARTS: Final = PARTS | {
    "in time": "{by} <grain:grain>",
    "cumulative": "/cumulative|cumulated|running|accumulated/ [total|sum|count]",
    "moving": "/moving|rolling|running/ /average|mean/",
    "over": "/year.over.year|year.on.year|yoy|month.over.month|month.on.month|mom|quarter.over.quarter|"
    "qoq|week.over.week/",
    "over words": "(year over year|year on year|month over month|month on month|quarter over quarter|week over week)",
    "rate": "(/growth|change|increase/ [rate|rates]|(percent|percentage|%|relative) /change|growth|increase/)",
    "percent": "(growth [rate]|(percent|percentage|%|relative) /change|growth/)",
    "period": "/year|month|quarter|date|day/",
    "ends": "[between|from] [the] /first|earliest|initial/ [{period}] (and|to|until|with) [the] (most recent|"
    "/last|latest|final/) [{period}]",
    "change": "/changed?|grow|rise|rose|fall|fell|increased?|decreased?|drop|dropped|declined?/",
}
_RUNNING: Final = Forms(
    "{cumulative} [of|for] [the] <measure> {in time}",
    "<measure> (cumulatively|accumulated|cumulated) {in time}",
    "<grain:every> {cumulative} [of] <measure>",
    "cumulative <grain:every> [total|sum] [of] <measure>",
    parts=_PARTS,
)
_MOVING: Final = Forms(
    "<window:number> <grain:grain> {moving} [of|for] [the] <measure>",
    "{moving} of [the] <measure> over [the last|a window of] <window:number> <grain:grain>",
    parts=_PARTS,
)
_GROWTH: Final = Forms(
    "(<grain:over>|<words:over words>|<each:every>) {rate} (of|in|for) [the] <measure>",
    "(<grain:over>|<words:over words>|<each:every>) <measure> {rate}",
    "<measure> {rate} (<grain:over>|<words:over words>)",
    "{percent} (of|in|for) [the] <measure> {in time}",
    "<measure> {percent} {in time}",
    "how /did|does|has/ <measure> /grow|grown|change|changed|develop/ (<grain:over>|<words:over words>)",
    parts=_PARTS,
)


def read_courses(asking: Asking) -> Reading | None:
    """Running totals, moving averages and growth from period to period."""
    return _running(asking) or _moving(asking) or _growth(asking)


def _running(asking: Asking) -> Reading | None:
    found = _RUNNING.fit(asking.bare)
    series = _series(asking, found["measure"], _grain(found["grain"]), added=True) if found else None
    return _course(asking, series, "running") if series is not None else None


def _moving(asking: Asking) -> Reading | None:
    found = _MOVING.fit(asking.bare.replace("-", " "))
    series = _series(asking, found["measure"], _grain(found["grain"])) if found else None
    window = int(tokenise(found["window"])[0].number or 0) if found else 0
    return _course(asking, series, "moving", window) if series is not None and window > 1 else None


def _growth(asking: Asking) -> Reading | None:
    found = _GROWTH.fit(asking.bare, asking.words)
    said = next((found[name] for name in ("grain", "words", "each") if name in found), "") if found else ""
    series = _series(asking, found["measure"], _grain(said)) if found else None
    return _course(asking, series, "growth") if series is not None else None


def _grain(words: str) -> Grain | None:
    first = re.split(r"[- ]", words.lower())[0]
    return _GRAINS.get(first) or _GRAINS.get(first.removesuffix("s"))


def _series(asking: Asking, measure: str, grain: Grain | None, *, added: bool = False) -> Reading | None:
    """How the measure reads as one figure for each period."""
    if grain is None:
        return None
    value = asking.ask(f"total {measure}") if added else None
    value = value or asking.ask(measure) or asking.ask(f"total {measure}")
    time = time_column(asking.table)
    if value is None or time is None or value.shape != "value" or value.groups or value.rivals or value.having:
        return None
    if len(value.metrics) != 1 or value.metrics[0].function not in _RUNNABLE or value.metrics[0].per:
        return None
    if added and value.metrics[0].function not in ("sum", "count"):
        return None
    if not time.temporal and grain != "year":
        return None
    group = Grouping(column=time.name, grain=grain if time.temporal else None)
    return value.model_copy(update={"groups": (group,)})


_RUNNABLE: Final = ("sum", "count", "mean", "median", "distinct")


def _course(asking: Asking, series: Reading, asked: str, window: int = 1) -> Reading:
    time, metric = series.groups[0], series.metrics[0]
    column = asking.table.column(time.column)
    if asked == "moving" and unique_day(column, asking.table) and time.grain == "day" and metric.column:
        metric = Metric(function="sum", column=metric.column)
    frame = Course.model_validate(
        {"metric": metric, "time": time, "asked": asked, "window": window, "filters": series.filters}
    )
    return asking.framed(frame, *series.assumptions, sure=series.confidence)


_ENDS: Final = Forms(
    "[by] how much /did|has|have|does/ <measure> {change} <ends:ends>",
    "[percent|percentage|relative|%] /change|difference|growth|increase|decrease|rise|fall|drop/ (in|of) [the] "
    "<measure> <ends:ends>",
    "how did <measure> {change} <ends:ends>",
    parts=_PARTS,
)


def read_ends(asking: Asking) -> Reading | None:
    """ "by how much did sales change from the first to the last year": both ends of the data beside each other."""
    found, column = _ENDS.fit(asking.bare, asking.words), time_column(asking.table)
    grain = re.search(r"year|month|quarter|date|day", found["ends"], re.IGNORECASE) if found else None
    if found is None or grain is None or column is None:
        return None
    sides, value = _sides(column, grain.group().lower()), asking.ask(found["measure"])
    if sides is None or value is None or value.shape != "value" or value.groups or len(value.metrics) != 1:
        return None
    headline: Headline = "change" if re.search(r"percent|%|growth|relative", asking.words, re.I) else "difference"
    return asking.compared(value.model_copy(update={"shape": "comparison", "sides": sides, "headline": headline}))


def _sides(column: ColumnProfile, grain: str) -> tuple[tuple[Filter, ...], tuple[Filter, ...]] | None:
    """The first and the last period of the data as conditions; None where they are one."""
    if column.minimum is None or column.maximum is None or column.minimum == column.maximum:
        return None
    if not column.temporal:
        if grain != "year":
            return None
        ends = (column.minimum, column.maximum)
        first, last = (Filter(column=column.name, operator="=", values=(end,)) for end in ends)
        return (first,), (last,)
    periods = [_period(date.fromisoformat(str(end)[:10]), grain) for end in (column.minimum, column.maximum)]
    if periods[0] == periods[1]:
        return None
    one, other = (
        Filter(column=column.name, operator="between", values=(low.isoformat(), high.isoformat()), label=label)
        for low, high, label in periods
    )
    return (one,), (other,)


def _period(day: date, grain: str) -> tuple[date, date, str]:
    """The period that a day is in: its first day, the first day after it, and its name."""
    if grain == "year":
        return date(day.year, 1, 1), date(day.year + 1, 1, 1), f"in {day.year}"
    if grain == "month":
        low = day.replace(day=1)
        return low, (low + timedelta(days=32)).replace(day=1), f"in {low:%B %Y}"
    if grain == "quarter":
        low = date(day.year, 3 * ((day.month - 1) // 3) + 1, 1)
        return low, (low + timedelta(days=95)).replace(day=1), f"in Q{(low.month + 2) // 3} {low.year}"
    return day, day + timedelta(days=1), f"on {day.isoformat()}"
