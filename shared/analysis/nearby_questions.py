"""Questions near to one that was asked: made of what was understood of it, and of the table's own columns and values.

They are drafts. Whoever offers one has made sure that it is read as it is meant, and computed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, TypeVar, get_args

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Grouping, Metric, MetricGrain
from shared.analysis.wording import group_name, metric_name, rows_name, where_text
from shared.contracts import ColumnProfile, DatasetProfile

_RANKED: Final = frozenset({"count", "sum", "mean", "median"})
_TOLD: Final = _RANKED | {"min", "max"}
"""The functions that a question names in a word; of those that rank, it asks for the group with the highest."""
_FEWEST, _MOST_GROUPS = 2, 60
_MOST_CONDITIONS: Final = 2
_One = TypeVar("_One")
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
    """What was understood of a question on a table: figures, groups, conditions, the `columns` that it names,
    and the `words` that were left. `ahead`: its period is not one that the data covers."""

    table: DatasetProfile
    metrics: tuple[Metric, ...] = ()
    groups: tuple[Grouping, ...] = ()
    conditions: tuple[Filter, ...] = ()
    columns: frozenset[str] = field(default_factory=frozenset)
    words: frozenset[str] = field(default_factory=frozenset)
    ahead: bool = False

    @property
    def known(self) -> int:
        """How much of the question the table knows."""
        return len(self.columns) + len(self.groups) + len(self.metrics)


def drafts(asked: Understood) -> tuple[list[NearbyQuestion], ...]:
    """Questions of a few kinds, nearest kind first, and of each kind the nearest first."""
    metrics, groups, table = _metrics(asked), _groups(asked), asked.table
    whole = [one for one in groups if one.grain is None]
    ranked = [one for one in metrics if one.function in _RANKED]
    several = [one for one in whole if not _is_own(table.column(one.column), table)]
    return (
        *([one for metric in metrics[:2] for one in _of_all(metric, table, met)] for met in _met(asked)),
        [one for group in groups[:1] for metric in metrics[:2] for one in _by(metric, group, table)],
        [one for group in groups[1:2] for metric in metrics[:1] for one in _by(metric, group, table)],
        [one for group in (several or whole)[:2] for metric in ranked[:1] for one in _highest(metric, group, table)],
        [one for group in groups[2:] for metric in metrics[:1] for one in _by(metric, group, table)],
        [one for metric in metrics for one in _of_all(metric, table)],
        [one for group in several for one in _by(Metric(function="count"), group, table)],
        [_how_many(name) for name in (rows_name(table), "rows")],
    )


def _names(metric: Metric, table: DatasetProfile) -> tuple[str, ...]:
    """How a question calls a figure; rows by their own name, and by none where that is also a column's."""
    name = metric_name(metric, table, whole=True)
    return (name, "number of rows") if metric.function == "count" else (name,)


def _of_all(metric: Metric, table: DatasetProfile, where: tuple[Filter, ...] = ()) -> Iterator[NearbyQuestion]:
    for name in _names(metric, table):
        yield NearbyQuestion(_capital(f"{name}{where_text(where, table)}"), metric, where=where)


def _by(metric: Metric, group: Grouping, table: DatasetProfile) -> Iterator[NearbyQuestion]:
    for name in _names(metric, table):
        yield NearbyQuestion(_capital(f"{name} by {group_name(group, table)}"), metric, group)


def _highest(metric: Metric, group: Grouping, table: DatasetProfile) -> Iterator[NearbyQuestion]:
    for name in _names(metric, table):
        yield NearbyQuestion(f"Which {group_name(group, table)} has the highest {name}?", metric, group, ranked=True)


def _how_many(rows: str) -> NearbyQuestion:
    return NearbyQuestion(f"How many {rows} are there?", Metric(function="count"))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _metrics(asked: Understood) -> list[Metric]:
    """The figure that is asked for; then those of the columns that are named; then how many rows, where some or their
    groups are asked for, and no figure by a name that the table does not know; then the table's own measures."""
    read = [one for one in asked.metrics if one.function in _TOLD and one.per is None]
    own = _first([one for one in asked.table.having("measure") if one.distinct > 1], asked)
    usual = [Metric(function=one.default_aggregate, column=one.name) for one in own]
    named = [one for one in usual if one.column in asked.columns]
    of_rows = asked.conditions or _tells_rows_apart(asked) or (asked.groups and not asked.words)
    counted = [Metric(function="count")]
    return _once((*read, *named, *(counted if of_rows else ()), *usual, *counted))


def _tells_rows_apart(asked: Understood) -> bool:
    """Whether it names the rows by a column that has another value in nearly each."""
    return any(_is_own(asked.table.column(name), asked.table) for name in asked.columns)


def _is_own(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether nearly each row has its own value there, so that a group is a row."""
    return not column.numeric and column.distinct * 2 > table.row_count


def _groups(asked: Understood) -> list[Grouping]:
    """What it groups by; then the columns that it names; then time, where it speaks of a time, and after the nearest
    column where it does not."""
    times = [one for one in asked.table.columns if one.temporal]
    only = times if len(times) == 1 else []
    said = [
        Grouping(column=one.name, grain=grain)
        for one in only
        for grain in get_args(MetricGrain)
        if grain in asked.words
    ]
    by_time = [*said, *(Grouping(column=one.name, grain=_grain(one)) for one in only)]
    few = [one for one in asked.table.having("dimension") if _FEWEST <= one.distinct <= _MOST_GROUPS]
    own = [Grouping(column=one.name) for one in _first(few, asked)]
    named = [one for one in own if one.column in asked.columns]
    timed = bool(said) or {one.column for one in asked.conditions} & {one.name for one in times}
    return _once((*asked.groups, *said, *named, *([] if timed else own[:1]), *by_time, *own))


def _grain(column: ColumnProfile) -> MetricGrain:
    return "day" if str(column.minimum)[:7] == str(column.maximum)[:7] else "month"


def _first(columns: Iterable[ColumnProfile], asked: Understood) -> list[ColumnProfile]:
    """The columns, those that are named first; then those whose values repeat, money, and what can be added up."""
    return sorted(
        columns,
        key=lambda one: (
            one.name not in asked.columns,
            _is_own(one, asked.table),
            not one.money,
            one.numeric and one.default_aggregate != "sum",
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
