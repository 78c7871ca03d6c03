"""Rules that put the times of a question onto the table's time column, and refuse those that lie outside its data."""

from datetime import date, timedelta

from shared.analysis.conditions import Filter, FilterOp
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import Called
from shared.offline.reading.meanings.spans import TimeSpan
from shared.offline.reading.meanings.times import month_start
from shared.offline.reading.rules.time_columns import time_column
from shared.offline.reading.sentence import Placed, Sentence
from shared.query.groupings import GRAINS, TimeStep, by_step, step_of
from shared.query.words.values import days, listed
from shared.table.fineness import bounds, date_grain
from shared.table.names import spoken, word_set, words_of


def read_periods(sentence: Sentence) -> None:
    """Periods become conditions on the time column; outside its range they become a reason not to answer."""
    indexes = sentence.free("period")
    if not indexes:
        return
    numeric = _year_column(sentence)
    for index in indexes:
        span = sentence.spans[index]
        if span.period is None:
            continue
        sentence.use(index)
        if numeric and _whole_years(span.period):
            _year_filter(sentence, numeric, span.period, index)
        else:
            _period_filter(sentence, span.period, index)


def _year_column(sentence: Sentence) -> ColumnProfile | None:
    years = [
        name.column
        for name in sentence.names
        if "year" in name.core and name.column.type == "integer" and _yearlike(name.column)
    ]
    temporal = [column for column in sentence.table.columns if column.temporal]
    built = {token.stem for token in sentence.tokens} - {"year"}
    meant = [column for column in years if built & set(Called(column).full) - {"year"}]
    if len(meant) == 1:
        sentence.use_column(meant[0].name)
        return meant[0]
    exact = [column for column in years if words_of(column.name) == ("year",)]
    return exact[0] if exact else years[0] if len(years) == 1 and not temporal else None


_MADE_IN = word_set("model year make vintage release released harvest built production")
"""Names of a year in which a thing was made."""
_MADE = word_set("built made released manufactured harvested grown produced")


def _yearlike(column: ColumnProfile) -> bool:
    low, high = column.minimum, column.maximum
    return isinstance(low, int | float) and isinstance(high, int | float) and 1500 <= low <= high <= 2200


def _whole_years(period: TimeSpan) -> bool:
    return period.part is None and all(edge is None or edge.endswith("-01-01") for edge in (period.low, period.high))


def _year_filter(sentence: Sentence, column: ColumnProfile, period: TimeSpan, index: int) -> None:
    sentence.use_column(column.name)
    if set(words_of(column.name)) <= _MADE_IN:
        sentence.use(*(at for at, other in enumerate(sentence.spans) if other.text in _MADE))
    least, most = (int(str(edge).split(".")[0]) for edge in (column.minimum, column.maximum))
    if (period.low and int(period.low[:4]) > most) or (period.high and int(period.high[:4]) <= least):
        sentence.object(
            f"{spoken(column)} runs from {least} to {most}, and “{period.label}” lies outside of it", "out_of_range"
        )
    sentence.filters.append(Placed(filter_on(column, period), index, period=True))


def _period_filter(sentence: Sentence, period: TimeSpan, index: int) -> None:
    column = time_column(sentence, index)
    if column is None:
        _no_time(sentence, f"that “{period.label}” could be looked up in", period.label)
        return
    if period.part is not None:
        _partial_period(sentence, column, period, index)
        return
    low, high = bounds(column)
    _check_range(sentence, column, period, low, high)
    if date_grain(column) and period.whole and GRAINS.index(period.whole) < GRAINS.index(date_grain(column) or "day"):
        sentence.gaps.append(
            f"{spoken(column)} is only known by the {date_grain(column)}, which is coarser than “{period.label}”"
        )
    _add(sentence, column, period, index)


def _add(sentence: Sentence, column: ColumnProfile, period: TimeSpan, index: int) -> None:
    sentence.filters.append(Placed(filter_on(column, period), index, period=True))
    if period.relative:
        last = f"{date.fromisoformat(period.high) - timedelta(days=1)}" if period.high else ""
        until = f"until {days(last, last)}" if last else f"from {days(period.low or '', period.low or '')} on"
        told = days(period.low, last) if period.low and last else until
        sentence.assume(f"I read “{period.label}” as {told}, by {spoken(column)}.")


def filter_on(column: ColumnProfile, period: TimeSpan) -> Filter:
    """The condition that a period puts on a column of times or of years."""
    low, high = period.low, period.high
    if column.temporal:
        operator: FilterOp = "between" if low and high else ">=" if low else "<"
        label = period.label.removeprefix("of ").removeprefix("for ")
        return Filter(column=column.name, operator=operator, values=tuple(filter(None, (low, high))), label=label)
    years = tuple(dict.fromkeys(int(edge[:4]) - less for edge, less in ((low, 0), (high, 1)) if edge))
    operator = "between" if len(years) > 1 else "=" if low and high else ">=" if low else "<="
    return Filter(column=column.name, operator=operator, values=years)


def _check_range(sentence: Sentence, column: ColumnProfile, period: TimeSpan, low: str, high: str) -> None:
    if not low or not high:
        return
    if (period.high is not None and period.high <= low) or (period.low is not None and period.low > high):
        sentence.object(
            f"the data covers {days(low, high)} (by {spoken(column)}), and “{period.label}” lies outside of it",
            "out_of_range",
        )
        return
    starts_early = period.low is not None and period.whole and period.low < low[: len("2024-01")] + "-01"
    ends_late = period.high is not None and period.whole and _ends_late(period.high, high, date_grain(column))
    if starts_early or ends_late:
        sentence.assume(f"The data covers {days(low, high)}, so “{period.label}” is not whole.", 0.9)


def _ends_late(period_high: str, high: str, grain: TimeStep | None) -> bool:
    after = f"{int(high[:4]) + 1}-01-01" if grain == "year" else month_start(date.fromisoformat(high), 1).isoformat()
    return (period_high[:7] if grain == "month" else period_high) > after


def _partial_period(sentence: Sentence, column: ColumnProfile, period: TimeSpan, index: int) -> None:
    """A month or quarter without its year: taken where the data has it only once."""
    low, high = bounds(column)
    if not low or not high:
        return
    size = 3 if period.whole == "quarter" else 1
    first = ((period.part or 1) - 1) * size + 1
    years = [
        year
        for year in range(int(low[:4]), int(high[:4]) + 1)
        if low[:7] <= f"{year}-{first + size - 1:02d}" and f"{year}-{first:02d}" <= high[:7]
    ]
    if len(years) != 1:
        problem = " and ".join(map(str, years)) if len(years) < 3 else f"every year from {years[0]} to {years[-1]}"
        said = f"does not say which year, and it falls within the dates of {spoken(column)} in {problem}"
        sentence.object(
            f"“{period.label}” {said if years else f'lies outside of {days(low, high)} ({spoken(column)})'}"
        )
        return
    start = date(years[0], first, 1)
    whole = TimeSpan(start.isoformat(), month_start(start, size).isoformat(), period.label, period.whole)
    sentence.assume(f"I took “{period.label}” to be the one in {years[0]}, the only one in the data.", 0.92)
    _add(sentence, column, whole, index)


def read_grains(sentence: Sentence) -> None:
    """ "by month", "monthly", "which quarter", "over time" become a grouping of the time column."""
    for index in sentence.free("grain"):
        grain, text, before = sentence.spans[index].grain, sentence.spans[index].text, sentence.before(index)
        grouped = (
            sentence.is_operation(before, "by", "which", "extreme", "adjective", "frequent", "quality")
            or text.endswith("ly")
            or any(word in text for word in (" by ", " after "))
        )
        if grain is None or not grouped:
            continue
        column = (_year_column(sentence) if grain in ("year", "decade") else None) or time_column(sentence, index)
        sentence.use(index, *([before] if sentence.is_operation(before, "by") and before is not None else []))
        if column is None:
            _no_time(sentence, "to group by")
        else:
            _too_fine(sentence, column, grain)
            sentence.groups.append(by_step(column, grain))
    _read_trend(sentence)


def _too_fine(sentence: Sentence, column: ColumnProfile, grain: TimeStep) -> None:
    own = date_grain(column)
    if own and grain in GRAINS and GRAINS.index(grain) < GRAINS.index(own):
        sentence.gaps.append(f"{spoken(column)} is only known by the {own}, so nothing can be told by the {grain}")
    if grain in ("hour", "hour of day") and column.type == "date":
        sentence.gaps.append(f"{spoken(column)} holds days without a time of day")


def _no_time(sentence: Sentence, wanted: str, label: str = "") -> None:
    years = ", ".join(spoken(column) for column in sentence.table.columns if column.of_years)
    dated = {word for word in words_of(label) if word[-1:].isdigit()}
    named = [spoken(column) for column in sentence.table.columns if dated & {*words_of(column.name)}]
    besides = f"; years stand in {years}, and I could not tell that they are meant" if years else ""
    which = f"I could not tell which of {listed(named)} is meant"
    if not sentence.gaps:
        sentence.gaps.append(which if named else f"I found no column of dates {wanted}{besides}")


def _read_trend(sentence: Sentence) -> None:
    """ "orders over time": by month, or by the grain of the data where that is coarser."""
    if not sentence.take("trend") or any(map(step_of, sentence.groups)):
        return
    column = time_column(sentence)
    if column is None:
        _no_time(sentence, "to group by")
        return
    grain = date_grain(column) or "month"
    sentence.groups.append(by_step(column, grain))
    sentence.assume(f"I showed it by {grain}.", 0.95)
