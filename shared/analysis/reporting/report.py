"""A report: the key figure of a measure, and under it what the tasks before this one found, each once."""

from collections.abc import Iterator, Sequence
from typing import Final, Self

from pydantic import PrivateAttr

from shared.analysis.base import Findings
from shared.analysis.fields import Dimension, Measure
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.values import makes_segments, typical
from shared.contracts import AgentResponse, DatasetProfile, DefaultAggregate, Fact, QueryResult
from shared.query.measures import Statistic
from shared.query.query import Figures, Query
from shared.table.names import spoken

MOST_OF_ONE: Final = 4
"""How many lines are told of a task, its summary among them: the tables of the report hold the rest."""
MOST_GROUPED: Final = 2
"""By how many columns a measure is broken down where none is named."""
MOST_GROUPS: Final = 12
"""A column with more groups than these is no breakdown for a report."""


class Report(PlainAnalysis):
    """Writes the report on a measure: its key figure, and under it what earlier tasks found."""

    examples = (
        "Write a report on {measure}",
        "Write a report about {measure} by {by}",
        "Prepare a written report on {measure} by {by}",
        "Summarize {measure} in a report",
    )

    measure: Measure
    by: Dimension | None = None
    _previous: tuple[AgentResponse, ...] = PrivateAttr(default=())

    def after(self, previous: tuple[AgentResponse, ...]) -> Self:
        told = self.model_copy()
        told._previous = previous
        return told

    def groundwork(self, table: DatasetProfile) -> tuple[str, ...]:
        column = table.column(self.measure)
        measure, figure = spoken(column), _FIGURES[column.default_aggregate]
        groups = (self.by,) if self.by and makes_segments(table, self.by) else _groups(table)
        asked = [f"What is the {figure} {measure} by {spoken(table.column(one))}?" for one in groups]
        if any(one.temporal for one in table.columns):
            asked.append(f"What is the trend of {measure}?")
        return (*asked, f"What is the distribution of {measure}?")

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        return (Figures(measures=(typical(self.measure, table), Statistic(function="known", column=self.measure))),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        own = super().findings(table, results)
        completed = [one for one in self._previous if one.status == "completed"]
        lines = tuple(dict.fromkeys(line for one in completed for line in _lines(one)))
        facts = _together((*own.facts, *(fact for one in completed for fact in one.facts)))
        return own.model_copy(
            update={"findings": (*lines, *own.findings), "facts": facts, "visualization_hint": "table", "pictures": ()}
        )


_FIGURES: Final[dict[DefaultAggregate, str]] = {"sum": "total", "mean": "average"}


def _groups(table: DatasetProfile) -> tuple[str, ...]:
    """The columns that a reader would see the measure broken down by: few groups, and more than one."""
    fitting = [one for one in table.having("dimension") if 1 < one.distinct <= MOST_GROUPS]
    return tuple(one.name for one in fitting[:MOST_GROUPED])


def _lines(response: AgentResponse) -> Iterator[str]:
    """What a task found, in its own words: they were held against its figures."""
    insights = response.result.insights
    more = [line for line in (*insights.insights, *insights.findings) if line.rstrip(".") not in insights.summary]
    yield from list(filter(None, (insights.summary, *more)))[:MOST_OF_ONE]


def _together(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts, numbered anew; those of other tasks without their cells, which are in the responses of these."""
    once = {(fact.name, fact.value, fact.text): fact for fact in reversed(facts)}
    kept = [fact for fact in facts if once[fact.name, fact.value, fact.text] is fact]
    return tuple(
        fact.model_copy(update={"id": f"f{at}", "cells": () if "." in fact.id else fact.cells})
        for at, fact in enumerate(kept, start=1)
    )
