"""The analyses behind charts: bars of groups, a course over time, a histogram, panels of these side by side."""

import math
from collections.abc import Iterator
from datetime import date
from typing import Annotated, ClassVar, Final

from pydantic import Field

from shared.analysis.base import Analysis, Findings
from shared.analysis.facts import number
from shared.analysis.fields import Conditions, Different, Dimension, Measure, TimeColumn
from shared.analysis.pictures import Pictures, axis, capital, scoped
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.values import typical
from shared.analysis.statistical import unit_at
from shared.analysis.summary import spoken_naming
from shared.analysis.times import no_times
from shared.contracts import ChartHint, ColumnProfile, DatasetProfile, Picture, Point, QueryResult
from shared.errors import ForfeitException
from shared.query.groupings import AnyGrouping, ByColumn, ByTime, ByWidth
from shared.query.groupings import Grain as TimeGrain
from shared.query.measures import RowCount, Statistic
from shared.query.query import Figures, Query, Ranking
from shared.query.words.figures import show_plain
from shared.query.words.measures import figure
from shared.query.words.values import listed
from shared.table.names import spoken

MOST_GROUPS: Final = 30
BINS: Final = 10
MOST_POINTS: Final = 48
"""Of a line: as many as a reply keeps rows of a result."""
MOST_PANELS: Final = 12
_STEPS: Final = (1.0, 2.0, 5.0, 10.0)


class Drawing(PlainAnalysis):
    """A result that is meant to be looked at. `why` says why its kind of chart suits it."""

    hint: ClassVar[ChartHint]
    why: ClassVar[str]

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        found = super().findings(table, results)
        lines = (*found.findings, self.why)
        return found.model_copy(update={"findings": lines, "visualization_hint": self.hint})


class BarChart(Drawing):
    """Draws a measure by group as bars, the longest first; at most 30 groups. For parts of a whole too: bars are easier
    to compare than the slices of a pie."""

    hint = "bar"
    why = "A bar chart suits it, since groups are compared by length; the longest comes first."
    first = "highest"
    examples = (
        "Draw a bar chart of {measure} by {by}",
        "Plot {measure} by {by}",
        "Show a pie chart of {measure} per {by}",
        "Visualize {measure} by {by}",
    )

    measure: Measure
    by: Dimension
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        many = table.column(self.by).distinct > MOST_GROUPS
        ranking = Ranking(by=0, limit=MOST_GROUPS if many else None)
        return (
            Figures(
                where=self.where,
                groups=(ByColumn(column=self.by),),
                measures=(typical(self.measure, table),),
                ranking=ranking,
            ),
        )


class LineChart(Drawing):
    """Draws a measure over time as a line, one point a day, week, month or longer, whichever suits the data."""

    hint = "line"
    why = "A line chart suits it, since time runs from left to right."
    examples = (
        "Draw a line chart of {measure} over time",
        "Plot {measure} over time",
        "Visualize {measure} over time",
        "Line chart of {measure} by month",
    )

    measure: Measure
    time: TimeColumn | None = None
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        groups = (_course(table, self.time, MOST_POINTS),)
        return (Figures(where=self.where, groups=groups, measures=(typical(self.measure, table),)),)


class Histogram(Drawing):
    """Draws how the values of a measure lie: how many rows there are in each of about ten bins of equal width."""

    hint = "bar"
    why = "A histogram: each bar counts the rows of one stretch of values."
    examples = (
        "Show a histogram of {measure}",
        "Draw the distribution of {measure}",
        "Plot a histogram of {measure}",
    )

    measure: Measure
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        own = table.column(self.measure)
        low, high = own.minimum, own.maximum
        if not isinstance(low, int | float) or not isinstance(high, int | float) or low >= high:
            raise ForfeitException(
                f"There are fewer than two different values of {spoken(own)}, so there is nothing to draw",
                (f"Looked at the range of {spoken(own)}",),
                code="too_few_rows",
            )
        groups = (ByWidth(column=self.measure, width=width(float(low), float(high)), keep_empty=False),)
        middle = Statistic(function="median", column=self.measure)
        return (
            Figures(where=self.where, groups=groups, measures=(RowCount(),)),
            Figures(where=self.where, measures=(middle, Statistic(function="known", column=self.measure))),
        )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        found = super().findings(table, results)
        middle, *rest = found.findings  # the bins are for the eye: said one by one they say little
        return found.model_copy(update={"summary": middle, "findings": tuple(rest)})


class SmallMultiples(Drawing):
    """Draws small multiples: a measure over time, or by group as bars, in one panel for each value of another column
    (two to 12, on one scale); or each of two to four measures in a panel of its own."""

    hint = "panels"
    why = "Small multiples: one panel for each, so that shapes can be compared without lines that cross."
    examples = (
        "Draw small multiples of {measures} over time for each {split}",
        "Show small multiples of {measures} for each {split}",
    )

    measures: Annotated[tuple[Measure, ...], Field(min_length=1, max_length=4), Different]
    split: Dimension | None = Field(default=None, description="A panel for each of its values; with one measure only.")
    by: Dimension | None = Field(default=None, description="Bars by this in each panel; left open, a line over time.")
    time: TimeColumn | None = None
    where: Conditions = ()

    def problems(self) -> Iterator[str]:
        if (len(self.measures) > 1) == (self.split is not None):
            yield "Panels are of several measures, or of one measure for each value of `split`."

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        panels, bars = (None if name is None else _names(table, name) for name in (self.split, self.by))
        many = panels.distinct if panels else 1
        if not 1 < max(many, len(self.measures)) <= MOST_PANELS or many * (bars.distinct if bars else 2) > MOST_POINTS:
            raise ForfeitException(
                f"There would be {many} panels{f' of {bars.distinct} bars' if bars else ''}, and I draw two to "
                f"{MOST_PANELS}, with {MOST_POINTS} points in all",
                (f"Counted the values of {spoken(panels or table.column(self.measures[0]))}",),
                "Name a few of them, or a column with fewer values.",
            )
        groups: list[AnyGrouping] = [ByColumn(column=self.split)] if self.split else []
        groups.append(ByColumn(column=self.by) if self.by else _course(table, self.time, MOST_POINTS // many))
        return (
            Figures(where=self.where, groups=tuple(groups), measures=tuple(typical(m, table) for m in self.measures)),
        )

    def pictures(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Pictures:
        (bound,), (result, *_) = self.bound(table), results
        query, naming = bound.query, spoken_naming(bound)
        if not isinstance(query, Figures) or result.truncated:
            return ()
        *panel, along = query.groups
        keys, columns = result.columns[: len(query.groups)], result.columns[len(query.groups) :]
        names = [axis(figure(at, query, naming).text, unit_at(bound, at)) for at in range(len(self.measures))]
        title = f"{listed([one.called for one in names])} {scoped(bound, naming)}"
        rows = [dict(zip(result.columns, row, strict=True)) for row in result.rows]
        points = tuple(
            Point(
                at=row[keys[-1]] if along.kind == "time" else show_plain(row[keys[-1]]),
                value=value,
                of=show_plain(row[keys[0]]) if panel else f"{own.called} ({own.unit})" if own.unit else own.called,
            )
            for own, column in zip(names, columns, strict=False)
            for row in rows
            if row[keys[-1]] is not None and (value := number(row[column])) is not None
        )
        called = names[0] if panel else axis("")
        drawn = Picture(
            kind="panels",
            title=capital(title),
            along=axis(naming.grouping(along).text),
            figure=called,
            points=points,
            column=columns[0],
            own_scales=not panel,
        )
        return (drawn,) if len({one.at for one in points}) > 1 else ()


def _names(table: DatasetProfile, name: str) -> ColumnProfile:
    """A column of names. Raises ForfeitException where it holds numbers: those are no titles of panels."""
    own = table.column(name)
    if own.numeric:
        raise ForfeitException(
            f"{spoken(own)[:1].upper()}{spoken(own)[1:]} holds numbers, and panels are drawn for names",
            (f"Looked at the values of {spoken(own)}",),
            "Name a column with a few different names.",
        )
    return own


def width(low: float, high: float) -> float:
    """The width of a bin: 1, 2 or 5 times a power of ten, so that about BINS of them cover the range."""
    rough = (high - low) / BINS
    power = 10.0 ** math.floor(math.log10(rough))
    found = next(step * power for step in _STEPS if step * power >= rough * (1 - 1e-9))
    return int(found) if found >= 1 else found


def _course(table: DatasetProfile, time: str | None, most: int) -> ByTime:
    """The shortest periods of which there are at most so many between the first time and the last. Raises
    ForfeitException where there are no times."""
    column = table.column(time) if time else next((one for one in table.columns if one.temporal), None)
    if column is None:
        raise no_times(table)
    if not isinstance(column.minimum, str) or not isinstance(column.maximum, str):
        return ByTime(column=column.name, grain="month")
    days = (date.fromisoformat(column.maximum[:10]) - date.fromisoformat(column.minimum[:10])).days
    grain = next((grain for length, grain in _LENGTHS if days / length <= most - 1), "decade")
    return ByTime(column=column.name, grain=grain)


_LENGTHS: Final[tuple[tuple[int, TimeGrain], ...]] = (
    (1, "day"),
    (7, "week"),
    (28, "month"),
    (90, "quarter"),
    (365, "year"),
)
DRAWINGS: Final[tuple[type[Analysis], ...]] = (BarChart, LineChart, Histogram, SmallMultiples)
"""Every picture that can be asked for. Points of two figures are drawn by the analyses of relations."""
