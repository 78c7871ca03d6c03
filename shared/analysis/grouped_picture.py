"""The picture of a figure by group, as a metric and its groupings ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shared.analysis.pictures import Pictures, axis, bars, course
from shared.analysis.wording import group_label, group_name, having_text, metric_name, unit_of, where_text
from shared.query.groupings import step_of
from shared.query.words.values import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shared.analysis.aggregate_facts import Aggregated
    from shared.contracts import DatasetProfile, QueryResult

_COURSES: Final = frozenset({"day", "week", "month", "quarter", "year"})
"""Grains whose groups are days on which periods begin."""


def pictures_of(
    analysis: Aggregated,
    table: DatasetProfile,
    result: QueryResult,
    by: int = 0,
    rows: Sequence[int] | None = None,
) -> Pictures:
    """The picture of a figure by group: a line over time, for each value of a second group where there is one, bars of
    one group otherwise. `by` is the place of the figure, `rows` are those that are told."""
    groups, metric = analysis.groups, analysis.metrics[by]
    if any(table.column(one.column).role == "text" for one in groups):
        return ()  # a bar for each comment, say, is no picture
    times = [at for at, one in enumerate(groups) if step_of(one) in _COURSES]
    beside = [at for at in range(len(groups)) if at not in times]
    called = axis(metric_name(metric, table), unit_of(metric, table))
    names = listed([group_name(group, table) for group in groups])
    having = analysis.having
    only = having_text(having, analysis.metrics[having.metric], table) if having else ""
    title = f"{called.called} by {names}{where_text(analysis.filters, table)}{only}"
    column = result.columns[len(groups) + by]
    if len(times) == 1 and len(beside) <= 1 and rows is None:
        along = axis(group_name(groups[times[0]], table))
        part = (result.columns[beside[0]], lambda cell: group_label(cell, groups[beside[0]], table)) if beside else None
        key = result.columns[times[0]]
        return course(result, column, key, title=title, along=along, figure=called, apart=part)
    if len(groups) != 1:
        return ()
    return bars(
        result,
        column,
        result.columns[0],
        title=title,
        along=axis(group_name(groups[0], table)),
        figure=called,
        label=lambda cell: group_label(cell, groups[0], table),
        rows=rows,
    )
