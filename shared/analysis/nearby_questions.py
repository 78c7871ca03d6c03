"""Questions near to one that was asked: made of what was understood of it, and of the table's own columns and values.

They are drafts. Whoever offers one has made sure that it is read as it is meant, and computed.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import product
from typing import Final, NamedTuple, Protocol

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Metric, Ordering
from shared.analysis.nearby_conditions import conditions_met
from shared.analysis.nearby_figures import (
    RANKED,
    closer_figures,
    equally_many,
    figures_meant,
    figures_read,
    measures_named,
    names_rows,
    nearest_first,
    once,
)
from shared.analysis.understanding import Understood
from shared.analysis.wording import group_name, metric_name, rows_name, where_text
from shared.contracts import ColumnProfile, DatasetProfile
from shared.query.groupings import STEPS, ByColumn, Grouping, TimeStep, by_step, step_of
from shared.table.names import spoken
from shared.table.telling_apart import panel

_FEWEST, _ON_A_PAGE, _MOST_GROUPS = 2, 20, 60
_DATED: Final = 0.95
"""The part of the rows that must have a time by which they are dated."""
_MEASURES: Final = 3
_A_YEAR: Final = 365
"""Days."""
_COUNT: Final = Metric(function="count")


class QuestionRead(Protocol):
    """How a question is read: the kind of answer, and what it is made of."""

    @property
    def shape(self) -> str: ...
    @property
    def metrics(self) -> tuple[Metric, ...]: ...
    @property
    def filters(self) -> tuple[Filter, ...]: ...
    @property
    def groups(self) -> tuple[Grouping, ...]: ...
    @property
    def ordering(self) -> Ordering | None: ...


class NearbyQuestion(NamedTuple):
    """A question, and what it means: a figure, of groups or of the rows that meet conditions. `ranked` asks for the
    group with the highest, or with the `lowest`; `shape` is "rows" where it asks for the rows that meet conditions,
    and "overview" for what the table holds."""

    question: str
    metric: Metric
    group: Grouping | None = None
    where: tuple[Filter, ...] = ()
    ranked: bool = False
    lowest: bool = False
    shape: str = ""

    def is_said_by(self, read: QuestionRead) -> bool:
        """Whether a reading of the question says what it means, and nothing else."""
        groups = (self.group,) if self.group else ()
        by = tuple(_by_its_name(one) for one in read.groups)
        shape = self.shape or ("entity" if self.ranked else "table" if groups else "value")
        figure = self.shape == "overview" or read.metrics == (self.metric,)
        lowest = read.ordering is not None and not read.ordering.descending
        same = [_bare_of(one) for one in read.filters] == [_bare_of(one) for one in self.where]
        return (
            read.shape == shape and lowest == self.lowest and same and figure and by == tuple(map(_by_its_name, groups))
        )


def _by_its_name(group: Grouping) -> tuple[str, str]:
    """The column, and by what it is cut; one that is called month is one of months."""
    named = group.column.casefold()
    return group.column, step_of(group) or (named if named in STEPS else group.kind)


def _bare_of(condition: Filter) -> Filter:
    """A condition but for how it is said; a cell that lists things has the value among them."""
    one = condition.operator == "lists" and len(condition.values) == 1
    return condition.model_copy(update={"label": "", **({"operator": "="} if one else {})})


def same_question(one: str, other: str) -> bool:
    """Whether two questions differ in capitals and their last sign alone."""
    return one.casefold().rstrip(" ?.") == other.casefold().rstrip(" ?.")


def drafts(asked: Understood) -> tuple[list[NearbyQuestion], ...]:
    """Questions of a few kinds, nearest kind first, and of each kind the nearest first."""
    metrics, groups, table = figures_meant(asked), _groups(asked), asked.table
    whole = [one for one in groups if isinstance(one, ByColumn)]
    ranked = [one for one in metrics if one.function in RANKED]
    several = [one for one in whole if not names_rows(table.column(one.column), table)]
    things = [one for one in several or whole if _is_thing(table.column(one.column))]
    timed = [one for one in groups[:1] if asked.ranking and not isinstance(one, ByColumn)]
    first = [
        one
        for group in (*timed, *things[:2])
        for metric in ranked[:1]
        for one in _first(metric, group, table, lowest=asked.lowest)
    ]
    counted = [] if panel(table) else several  # of things at times, rows say nothing
    said = asked.groups_said
    open_ = bool(asked.words) and not figures_read(asked) and not measures_named(asked)  # nobody knows which is meant
    open_ = open_ and not (metrics and metrics[0].function == "sum" and asked.operations & {"much", "concept"})
    hedged = metrics[1:_MEASURES] if (open_ or len(figures_read(asked)) > 1) and said else []
    closer = [] if said else [[*_of_all(metric, table)] for metric in closer_figures(asked)[:2]]
    return (
        [_OVERVIEW] if asked.nothing else [],
        [*_of_whom(asked, metrics)],
        *_of_conditions(asked, metrics, groups),
        *([] if said or asked.by_groups else _over_all(asked, metrics)),
        *closer,
        first if timed else [],
        [one for group in groups[:1] for metric in metrics[:2] for one in _by(metric, group, table)],
        *([one for group in groups[:1] for one in _by(metric, group, table)] for metric in hedged),
        [one for group in groups[1:2] for metric in metrics[:1] for one in _by(metric, group, table)],
        *([] if said else [_by_next(metrics, groups, table)]),
        first,
        [one for group in groups[2:] for metric in metrics[:1] for one in _by(metric, group, table)],
        [one for metric in metrics for one in _of_all(metric, table)],
        [one for group in counted for one in _by(_COUNT, group, table)],
        [_how_many(name) for name in (_rows(table), "rows")],
    )


def _of_whom(asked: Understood, metrics: list[Metric]) -> Iterator[NearbyQuestion]:
    """ "Who earns the most?": the row, by the column that tells rows apart."""
    named = [one.column for one in metrics if one.column in asked.columns]
    label, where = asked.table.semantic.label_column, (*conditions_met(asked), ())[0]
    ranked = "who" in asked.operations and asked.operations & {"extreme", "adjective", "quality"}
    if label and named and ranked and not asked.groups:
        figure = Metric(function="min" if asked.lowest else "max", column=named[0])
        name = spoken(asked.table.column(str(named[0])))
        text = f"Which {spoken(asked.table.column(label))} has the {'lowest' if asked.lowest else 'highest'} {name}"
        group = ByColumn(column=label)
        yield NearbyQuestion(f"{text}{where_text(where, asked.table)}?", figure, group, where, True, asked.lowest)


_OVERVIEW: Final = NearbyQuestion("What is in this file?", _COUNT, shape="overview")


def _of_conditions(asked: Understood, metrics: list[Metric], groups: list[Grouping]) -> Iterator[list[NearbyQuestion]]:
    """Of the rows that meet the conditions: they themselves, the figures, and these by what is grouped by, or over
    time."""
    table, met = asked.table, conditions_met(asked)
    if asked.rows_asked:
        yield [one for where in met for one in _rows_that(where, table)]
    either = len(met) == 1 and (_either(asked, metrics) or "count" in asked.operations)
    each = [metrics[:1], metrics[1:2]] if either else [metrics[:2]]
    for where in met:
        limited = {one.column for one in where}
        free = [one for one in groups if one.column not in limited or one in asked.groups]
        by = [one for one in free if one in asked.groups] or [one for one in free if not isinstance(one, ByColumn)]
        over = [one for group in by[:1] for metric in metrics[:1] for one in _by(metric, group, table, where)]
        figures = [[one for metric in some for one in _of_all(metric, table, where)] for some in each]
        if asked.ranking and (asked.rows_most or not asked.metrics):
            things = [one for one in free if isinstance(one, ByColumn) and one.column in asked.columns][:1]
            yield (
                [one for by in things for one in _first(metrics[0], by, table, where, lowest=asked.lowest)]
                if metrics[0].function in RANKED
                else []
            )
        yield from (
            [over, *figures] if asked.groups else [figures[0], *([over] if len(met) == 1 else []), *figures[1:]]
        )


def _over_all(asked: Understood, metrics: list[Metric]) -> Iterator[list[NearbyQuestion]]:
    """The figure of all rows, where the question speaks of no condition and no group; the next one, too, where it asks
    for an average of something unknown."""
    named = asked.words and "concept" not in asked.operations and any(one.column for one in figures_read(asked))
    if asked.conditions or asked.ranking or named or not asked.operations & {"count", "much", "aggregate", "concept"}:
        return  # where the figure is known, what is not may be a condition
    same = "concept" in asked.operations and len({one.column for one in metrics[:2]}) == 1
    for metric in metrics[: 2 if same or (asked.averaged and asked.words) else 1]:
        yield [*_of_all(metric, asked.table)]


def _by_next(metrics: list[Metric], groups: list[Grouping], table: DatasetProfile) -> list[NearbyQuestion]:
    return [one for group in groups[2:3] for metric in metrics[:1] for one in _by(metric, group, table)]


def _either(asked: Understood, metrics: Sequence[Metric]) -> bool:
    """Whether of the rows that meet conditions a total could be meant, or their number."""
    return not figures_read(asked) and {one.function for one in metrics[:2]} == {"sum", "count"}


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


def _by(
    metric: Metric, group: Grouping, table: DatasetProfile, where: tuple[Filter, ...] = ()
) -> Iterator[NearbyQuestion]:
    for name, by in product(*_said(metric, group, table)):
        asked = f"{name} by {by}{where_text(where, table)}"
        yield NearbyQuestion(_capital(asked), metric, group, where=where)


def _first(
    metric: Metric, group: Grouping, table: DatasetProfile, where: tuple[Filter, ...] = (), *, lowest: bool
) -> Iterator[NearbyQuestion]:
    end = "lowest" if lowest else "highest"
    for name, by in product(*_said(metric, group, table)):
        asked = f"Which {by} has the {end} {name}{where_text(where, table)}?"
        yield NearbyQuestion(asked, metric, group, where=where, ranked=True, lowest=lowest)


def _said(metric: Metric, group: Grouping, table: DatasetProfile) -> tuple[Sequence[str], Sequence[str]]:
    """How a question may call a figure and its groups; not at all where these do not tell it apart."""
    return _names(metric, table) if _tells_apart(metric, group, table) else (), [*_groups_said(group, table)]


def _groups_said(group: Grouping, table: DatasetProfile) -> Iterator[str]:
    """A grouping in a question; by which of several dates, too, where it is not read without."""
    yield group_name(group, table)
    if not isinstance(group, ByColumn) and sum(one.temporal for one in table.columns) > 1:
        yield f"{group_name(group, table)} of {spoken(table.column(group.column))}"


def _rows_that(where: tuple[Filter, ...], table: DatasetProfile) -> Iterator[NearbyQuestion]:
    for rows in dict.fromkeys((_rows(table), "rows")):
        yield NearbyQuestion(f"Show the {rows}{where_text(where, table)}", _COUNT, where=where, shape="rows")


def _tells_apart(metric: Metric, group: Grouping, table: DatasetProfile) -> bool:
    """Whether a figure of such groups tells them apart: their rows do not where each of several has as many, and a sum
    does not of what the group itself fixes."""
    column = table.column(group.column)
    if metric.column is not None:
        return group.column not in table.column(metric.column).fixed_by or metric.function != "sum"
    return not isinstance(group, ByColumn) or not equally_many(column)


def _is_thing(column: ColumnProfile) -> bool:
    """Whether its values are things that one asks "which" of: no yes or no, and no year."""
    return column.yes is None and not column.of_years


def _how_many(rows: str) -> NearbyQuestion:
    return NearbyQuestion(f"How many {rows} are there?", _COUNT)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _groups(asked: Understood) -> list[Grouping]:
    """What it groups by; then the columns that its conditions are on, and that it names; then time, where it speaks of
    a time, and after the nearest column where it does not."""
    times = [one for one in asked.table.columns if one.temporal]
    dating = [one for one in times if one.name in asked.columns or one.nulls <= (1 - _DATED) * asked.table.row_count]
    dated = {one.column for one in asked.conditions} | {
        one.column for one in asked.groups if not isinstance(one, ByColumn)
    }
    only = dating if len(times) == 1 else [one for one in times if one.name in dated]
    said = [by_step(one, step) for one in only for step in STEPS if _named_step(step, asked)]
    limited = {one.column for one in asked.conditions}
    by_time = [*said, *(by_step(one, _step(one, asked)) for one in only)]
    few = [one for one in asked.table.having("dimension") if _FEWEST <= one.distinct <= _MOST_GROUPS]
    few = sorted(few, key=lambda one: one.distinct > _ON_A_PAGE)
    own = [ByColumn(column=one.name) for one in nearest_first(_likely(few, asked), asked)]
    named = sorted((one for one in own if one.column in asked.columns), key=lambda one: one.column not in limited)
    timed = bool(said) or limited & {one.name for one in times}
    things = own[: _MEASURES if asked.ranking else 2 if asked.counting and asked.words else 1]
    return once(
        (
            *(said if "trend" in asked.operations else ()),
            *asked.groups,
            *said,
            *named,
            *([] if timed else things),
            *by_time,
            *own,
        )
    )


def _named_step(step: TimeStep, asked: Understood) -> bool:
    """Whether it asks for a period of that length: "which month", "our best month"."""
    question = asked.question.casefold()
    if "time of day" in question:
        return step == "hour of day"
    if "trend" in asked.operations:
        return f"the {step}s" in question
    said = asked.words | (asked.said if asked.ranking else frozenset())
    return step in said or f"which {step} " in question


def _likely(columns: Sequence[ColumnProfile], asked: Understood) -> list[ColumnProfile]:
    """In which order columns may be what an unknown word is about: beside a ranking a thing, of which there are many,
    beside an amount or a number a state, of which there are few; else as they stand."""
    if not asked.words or asked.groups or not (asked.ranking or asked.counting):
        return list(columns)
    return sorted(columns, key=lambda one: -one.distinct if asked.ranking else one.distinct)


def _step(column: ColumnProfile, asked: Understood) -> TimeStep:
    """The steps of time to offer: those of a period that is asked for."""
    edges = next((one.values for one in asked.conditions if one.column == column.name and len(one.values) == 2), ())
    start, end = (date.fromisoformat(str(one)[:10]) for one in edges) if edges else (date.min, date.min)
    whole = (end - start).days >= _A_YEAR and str(column.minimum)[:4] != str(column.maximum)[:4]
    return "year" if whole else _grain(column)


def _grain(column: ColumnProfile) -> TimeStep:
    return "day" if str(column.minimum)[:7] == str(column.maximum)[:7] else "month"
