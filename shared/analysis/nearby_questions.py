"""Questions near to one that was asked: made of what was understood of it, and of the table's own columns and values.

They are drafts. Whoever offers one has made sure that it is read as it is meant, and computed.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, TypeVar, get_args

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Grouping, Metric, MetricGrain
from shared.analysis.wording import group_name, metric_name, rows_name, where_text
from shared.contracts import ColumnProfile, DatasetProfile
from shared.table.main_measure import main_measure
from shared.table.names import words_of
from shared.table.telling_apart import panel

_RANKED: Final = frozenset({"count", "sum", "mean", "median"})
_TOLD: Final = _RANKED | {"min", "max"}
"""The functions that a question names in a word; of those that rank, it asks for the group with the highest."""
_FEWEST, _MOST_GROUPS = 2, 60
_MOST_CONDITIONS: Final = 2
_LEAST_NUMBERED: Final = 5
"""So many values stand in equally many rows by no chance."""
_DATED: Final = 0.95
"""The part of the rows that must have a time by which they are dated."""
_RANKING: Final = frozenset({"adjective", "extreme", "quality", "who"})
"""Operations of a question that asks for the first of several things."""
_COUNTING: Final = frozenset({"count", "much", "share"})
_MEASURES: Final = 3
_One = TypeVar("_One")
_A_YEAR: Final = 365
"""Days."""
_YEARS: Final = 30
"""By how many years a period is moved at most, to lie within the data."""


@dataclass(frozen=True)
class NearbyQuestion:
    """A question, and what it means: a figure, of groups or of the rows that meet conditions; `ranked` asks for the
    group with the highest."""

    question: str
    metric: Metric
    group: Grouping | None = None
    where: tuple[Filter, ...] = ()
    ranked: bool = False


@dataclass(frozen=True)
class Understood:
    """What was understood of a question on a table: figures, groups, conditions, the `columns` that it names, the
    `operations` that it asks for, and the `words` that were left. `ahead`: its period is not one that the data
    covers."""

    table: DatasetProfile
    question: str = ""
    metrics: tuple[Metric, ...] = ()
    groups: tuple[Grouping, ...] = ()
    conditions: tuple[Filter, ...] = ()
    columns: frozenset[str] = field(default_factory=frozenset)
    operations: frozenset[str] = field(default_factory=frozenset)
    words: frozenset[str] = field(default_factory=frozenset)
    ahead: bool = False

    @property
    def known(self) -> int:
        """How much of the question the table knows, a value of which it says only a part as none; and whether there is
        anything to compute."""
        said = self.question.casefold()
        values = [value for one in self.conditions for value in one.values if str(value).casefold() in said]
        known = len(self.columns) + len(self.groups) + len(self.metrics) + len(values)
        return known + bool(known and self.table.having("measure"))

    @property
    def said(self) -> frozenset[str]:
        """The words of the question."""
        return frozenset(re.findall(r"\w+", self.question.casefold()))


def same_question(one: str, other: str) -> bool:
    """Whether two questions differ in capitals and their last sign alone."""
    return one.casefold().rstrip(" ?.") == other.casefold().rstrip(" ?.")


def drafts(asked: Understood) -> tuple[list[NearbyQuestion], ...]:
    """Questions of a few kinds, nearest kind first, and of each kind the nearest first."""
    metrics, groups, table = _metrics(asked), _groups(asked), asked.table
    whole = [one for one in groups if one.grain is None]
    ranked = [one for one in metrics if one.function in _RANKED]
    several = [one for one in whole if not _is_own(table.column(one.column), table)]
    things = [one for one in several or whole if _is_thing(table.column(one.column))]
    highest = [one for group in things[:2] for metric in ranked[:1] for one in _highest(metric, group, table)]
    counted = [] if panel(table) else several  # of things at times, rows say nothing
    open_ = bool(asked.words) and not _read_of(asked) and not _named_of(asked)  # which figure is meant nobody knows
    both = len(_read_of(asked)) > 1
    hedged = metrics[1:_MEASURES] if (open_ or both) and _said_groups(asked) else []
    met = _met(asked)
    each = [metrics[:1], metrics[1:2]] if len(met) == 1 and _either(asked, metrics) else [metrics[:2]]
    closer = [one for metric in _closer(asked)[:1] for one in _of_all(metric, table)] if not _said_groups(asked) else []
    return (
        *([one for metric in some for one in _of_all(metric, table, where)] for where in met for some in each),
        closer,
        [one for group in groups[:1] for metric in metrics[:2] for one in _by(metric, group, table)],
        *([one for group in groups[:1] for one in _by(metric, group, table)] for metric in hedged),
        [one for group in groups[1:2] for metric in metrics[:1] for one in _by(metric, group, table)],
        *([] if _said_groups(asked) else [_by_next(metrics, groups, table)]),
        highest,
        [one for group in groups[2:] for metric in metrics[:1] for one in _by(metric, group, table)],
        [one for metric in metrics for one in _of_all(metric, table)],
        [one for group in counted for one in _by(Metric(function="count"), group, table)],
        [_how_many(name) for name in (_rows(table), "rows")],
    )


def _by_next(metrics: list[Metric], groups: list[Grouping], table: DatasetProfile) -> list[NearbyQuestion]:
    return [one for group in groups[2:3] for metric in metrics[:1] for one in _by(metric, group, table)]


def _either(asked: Understood, metrics: Sequence[Metric]) -> bool:
    """Whether of the rows that meet conditions a total could be meant, or their number."""
    return not _read_of(asked) and {one.function for one in metrics[:2]} == {"sum", "count"}


def _rows(table: DatasetProfile) -> str:
    """What a question calls the rows; what is only the name of a column of texts calls no things."""
    name = rows_name(table)
    codes = {one.name.casefold() for one in table.columns if one.type == "text" and one.role != "id"}
    return "rows" if table.semantic.entity_name.casefold() in codes and _is_code(table) else name


def _is_code(table: DatasetProfile) -> bool:
    """Whether the column that the rows are called after holds numbers of things, and not their names."""
    column = next(one for one in table.columns if one.name.casefold() == table.semantic.entity_name.casefold())
    shown = [*column.samples, *(str(one.value) for one in column.top_values)]
    return bool(shown) and all(re.search(r"\d", one) for one in shown)


def _names(metric: Metric, table: DatasetProfile) -> tuple[str, ...]:
    """How a question calls a figure; rows by their own name, and by none where that is also a column's."""
    name = metric_name(metric, table, whole=True)
    if metric.function != "count":
        return (name,)
    return (name, "number of rows") if _rows(table) == rows_name(table) else ("number of rows",)


def _of_all(metric: Metric, table: DatasetProfile, where: tuple[Filter, ...] = ()) -> Iterator[NearbyQuestion]:
    for name in _names(metric, table):
        yield NearbyQuestion(_capital(f"{name}{where_text(where, table)}"), metric, where=where)


def _by(metric: Metric, group: Grouping, table: DatasetProfile) -> Iterator[NearbyQuestion]:
    for name in _names(metric, table) if _tells_apart(metric, group, table) else ():
        yield NearbyQuestion(_capital(f"{name} by {group_name(group, table)}"), metric, group)


def _highest(metric: Metric, group: Grouping, table: DatasetProfile) -> Iterator[NearbyQuestion]:
    for name in _names(metric, table) if _tells_apart(metric, group, table) else ():
        yield NearbyQuestion(f"Which {group_name(group, table)} has the highest {name}?", metric, group, ranked=True)


def _tells_apart(metric: Metric, group: Grouping, table: DatasetProfile) -> bool:
    """Whether a figure of such groups tells them apart: their rows do not where each of several has as many, and a sum
    does not of what the group itself fixes."""
    column = table.column(group.column)
    if metric.column is not None:
        return group.column not in table.column(metric.column).fixed_by or metric.function != "sum"
    return group.grain is not None or not _as_many(column)


def _is_thing(column: ColumnProfile) -> bool:
    """Whether its values are things that one asks "which" of: no yes or no, and no year."""
    return column.yes is None and not column.of_years


def _how_many(rows: str) -> NearbyQuestion:
    return NearbyQuestion(f"How many {rows} are there?", Metric(function="count"))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _metrics(asked: Understood) -> list[Metric]:
    """The figure that is asked for; then those of the columns that are named; then what adds up and how many rows,
    where some of these are asked for or their groups, and no figure by a name that the table does not know; then the
    table's own measures."""
    measures = [one for one in asked.table.having("measure") if one.name in asked.columns or _adds_up(one)]
    own = _first([one for one in measures if one.distinct > 1], asked)
    usual = [Metric(function=one.default_aggregate, column=one.name) for one in own]
    named = [one for one in usual if one.column in _named_of(asked)]
    shared = "share" in asked.operations and not _named_of(asked)  # of nothing named: of the rows
    adding = [one for one in usual[:1] if one.function == "sum" and not (shared or _read_of(asked))]
    of_rows = shared or asked.conditions or _tells_rows_apart(asked) or (asked.groups and not asked.words)
    counted = [] if usual and panel(asked.table) else [Metric(function="count")]
    return _once(
        (*_closer(asked), *_read_of(asked), *named, *((*adding, *counted) if of_rows else ()), *usual, *counted)
    )


def _read_of(asked: Understood) -> list[Metric]:
    """The figures that were read; none of a column that was only taken for want of another, and beside a group none
    of one row's."""
    read = [one for one in asked.metrics if one.function in _TOLD and one.per is None]
    guessed = asked.words and not asked.operations & _SAYING
    return [one for one in read if not (guessed and one.column and one.column not in asked.columns)]


_SAYING: Final = frozenset({"adjective", "aggregate"})
"""Operations that say which figure of a column is meant."""


def _named_of(asked: Understood) -> list[str]:
    """The measures that the question names and puts no condition on."""
    limited = {one.column for one in _within(asked)}
    return [one.name for one in asked.table.having("measure") if one.name in asked.columns - limited]


def _closer(asked: Understood) -> list[Metric]:
    """The figures that were read, of columns of which the question says more words: Q2 Budget for Q1 Budget."""
    found: list[Metric] = []
    for metric in asked.metrics[:1]:
        if metric.column and metric.function in _TOLD:
            least = _overlap(asked.table.column(metric.column), asked)
            more = [one for one in asked.table.having("measure") if _overlap(one, asked) > max(1, least)]
            found += [metric.model_copy(update={"column": one.name}) for one in more]
    return found


def _overlap(column: ColumnProfile, asked: Understood) -> int:
    """How many words of a column's name the question says."""
    return len(asked.said & {*words_of(column.name)})


def _adds_up(column: ColumnProfile) -> bool:
    """Whether a figure of the column is one to ask for: a total is not of whole numbers that number things, as rounds
    do (each of several stands in as many rows), nor of fractions that are all about as large, as degrees are."""
    if column.default_aggregate != "sum" or column.money:
        return True
    if column.type == "integer":
        return not _as_many(column) or column.top_values[0].count == 1
    low, high = column.minimum, column.maximum
    return not (isinstance(low, int | float) and isinstance(high, int | float) and 0 < high < 2 * low)


def _as_many(column: ColumnProfile) -> bool:
    """Whether each of several values stands in as many rows, so that somebody arranged it."""
    known = _LEAST_NUMBERED <= column.distinct == len(column.top_values)
    return known and len({one.count for one in column.top_values}) == 1


def _tells_rows_apart(asked: Understood) -> bool:
    """Whether it names the rows by a column that has another value in nearly each."""
    return any(_is_own(asked.table.column(name), asked.table) for name in asked.columns)


def _is_own(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether nearly each row has its own value there, so that a group is a row."""
    return not column.numeric and column.distinct * 2 > table.row_count


def _said_groups(asked: Understood) -> bool:
    """Whether the question says what to group by."""
    few = {one.name for one in asked.table.having("dimension")}
    return bool(asked.groups or few & asked.columns)


def _groups(asked: Understood) -> list[Grouping]:
    """What it groups by; then the columns that its conditions are on, and that it names; then time, where it speaks of
    a time, and after the nearest column where it does not."""
    times = [one for one in asked.table.columns if one.temporal]
    dating = [one for one in times if one.name in asked.columns or one.nulls <= (1 - _DATED) * asked.table.row_count]
    only = dating if len(times) == 1 else []
    said = [
        Grouping(column=one.name, grain=grain)
        for one in only
        for grain in get_args(MetricGrain)
        if grain in asked.words or f"which {grain} " in asked.question.casefold()
    ]
    limited = {one.column for one in asked.conditions}
    by_time = [*said, *(Grouping(column=one.name, grain=_step(one, asked)) for one in only)]
    few = [one for one in asked.table.having("dimension") if _FEWEST <= one.distinct <= _MOST_GROUPS]
    own = [Grouping(column=one.name) for one in _first(_likely(few, asked), asked)]
    named = sorted((one for one in own if one.column in asked.columns), key=lambda one: one.column not in limited)
    timed = bool(said) or limited & {one.name for one in times}
    things = own[: _MEASURES if asked.operations & _RANKING else 1]
    return _once((*asked.groups, *said, *named, *([] if timed else things), *by_time, *own))


def _likely(columns: Sequence[ColumnProfile], asked: Understood) -> list[ColumnProfile]:
    """In which order columns may be what an unknown word is about: beside a ranking a thing, of which there are many,
    beside an amount or a number a state, of which there are few; else as they stand."""
    if not asked.words or asked.groups or not asked.operations & (_RANKING | _COUNTING):
        return list(columns)
    return sorted(columns, key=lambda one: -one.distinct if asked.operations & _RANKING else one.distinct)


def _step(column: ColumnProfile, asked: Understood) -> MetricGrain:
    """The steps of time to offer: those of a period that is asked for."""
    edges = next((one.values for one in asked.conditions if one.column == column.name and len(one.values) == 2), ())
    start, end = (date.fromisoformat(str(one)[:10]) for one in edges) if edges else (date.min, date.min)
    whole = (end - start).days >= _A_YEAR and str(column.minimum)[:4] != str(column.maximum)[:4]
    return "year" if whole else _grain(column)


def _grain(column: ColumnProfile) -> MetricGrain:
    return "day" if str(column.minimum)[:7] == str(column.maximum)[:7] else "month"


def _first(columns: Iterable[ColumnProfile], asked: Understood) -> list[ColumnProfile]:
    """The columns, those that are named first; then those whose values repeat, what can be added up, what the table is
    about, money, and amounts before whole numbers of things. Where an average is asked for, what is averaged comes
    first."""
    averaged = bool(asked.said & {"average", "mean"})
    main = main_measure(asked.table)
    return sorted(
        columns,
        key=lambda one: (
            one.name not in asked.columns,
            _is_own(one, asked.table),
            -_overlap(one, asked),
            one.numeric and (one.default_aggregate == "sum") == averaged,
            one != main,
            not one.money,
            one.type == "integer",
        ),
    )


def _met(asked: Understood) -> Sequence[tuple[Filter, ...]]:
    """The conditions that the table can meet: those that are asked for, of several values each by itself."""
    met = tuple(_within(asked))
    if len(met) == 1 and met[0].operator == "in":
        single = (met[0].model_copy(update={"operator": "=", "values": (one,)}) for one in met[0].values)
        return [(one,) for one in single][:_MOST_CONDITIONS]
    return [met] if met else []


def _within(asked: Understood) -> Iterator[Filter]:
    """The conditions, in the data's words; a period that it does not cover is moved into it, or left out."""
    for one in asked.conditions:
        column = asked.table.column(one.column)
        if one.operator == "=" and column.role == "measure" and column.type == "number":
            continue  # the day of a month, or whatever stands behind a name
        plain = one.model_copy(update={"label": ""})
        moved = _moved(plain, column) if asked.ahead and column.temporal else plain
        sized = column.role == "id" and one.operator not in ("=", "in", "lists")  # the number of an order is no amount
        if moved is not None and not one.otherwise and not sized:
            yield moved


def _moved(period: Filter, column: ColumnProfile) -> Filter | None:
    """The same period of the last year of which the data holds all its months; None where there is none."""
    if period.operator != "between" or period.grain:
        return None
    begins, ends = (str(edge)[:7] for edge in (column.minimum, column.maximum))
    start, end = (date.fromisoformat(str(edge)[:10]) for edge in period.values)
    for year in range(int(ends[:4]), int(ends[:4]) - _YEARS, -1):
        try:
            moved = [edge.replace(year=edge.year + year - start.year) for edge in (start, end)]
        except ValueError:  # 29 February
            continue
        last = date.fromordinal(moved[1].toordinal() - 1)
        if begins <= moved[0].isoformat()[:7] and last.isoformat()[:7] <= ends:
            return period.model_copy(update={"values": tuple(one.isoformat() for one in moved)})
    return None


def _once(given: Iterable[_One]) -> list[_One]:
    """Each once, in order; equal ones need no hash."""
    found: list[_One] = []
    for one in given:
        if one not in found:
            found.append(one)
    return found
