"""The analyses behind charts: bars of groups, a course over time, a histogram, points of two figures."""

import math
from datetime import date
from typing import ClassVar, Final

from shared.analysis.base import Analysis, Findings
from shared.analysis.fields import Conditions, Dimension, Measure, TimeColumn
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.values import typical
from shared.contracts import ChartHint, DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.groupings import ByColumn, ByTime, ByWidth
from shared.query.groupings import Grain as TimeGrain
from shared.query.measures import RowCount, Statistic
from shared.query.query import Figures, Query, Ranking
from shared.table.names import spoken

MOST_GROUPS: Final = 30
BINS: Final = 10
MOST_POINTS: Final = 48
"""Of a line: as many as a reply keeps rows of a result."""
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
    why = "Bars, since groups are compared by length; the longest first."
    first = "highest"
    examples = (
        "Draw a bar chart of {measure} by {by}",
        "Plot {measure} by {by}",
        "Show a chart of {measure} per {by}",
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
    why = "A line, since time runs from left to right."
    examples = (
        "Draw a line chart of {measure} over time",
        "Plot {measure} over time",
        "Visualize {measure} over time",
    )

    measure: Measure
    time: TimeColumn | None = None
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        time = self.time or next((one.name for one in table.columns if one.temporal), None)
        if time is None:
            raise ForfeitException(
                "No temporal/date data available",
                (f"Loaded {table.file_name}", "Checked for temporal columns"),
                "A column with dates or times.",
                "not_in_data",
            )
        groups = (ByTime(column=time, grain=_grain(table, time)),)
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


def width(low: float, high: float) -> float:
    """The width of a bin: 1, 2 or 5 times a power of ten, so that about BINS of them cover the range."""
    rough = (high - low) / BINS
    power = 10.0 ** math.floor(math.log10(rough))
    found = next(step * power for step in _STEPS if step * power >= rough * (1 - 1e-9))
    return int(found) if found >= 1 else found


def _grain(table: DatasetProfile, time: str) -> TimeGrain:
    """The shortest grain with at most MOST_POINTS periods between the first time and the last."""
    column = table.column(time)
    if not isinstance(column.minimum, str) or not isinstance(column.maximum, str):
        return "month"
    days = (date.fromisoformat(column.maximum[:10]) - date.fromisoformat(column.minimum[:10])).days
    return next((grain for length, grain in _LENGTHS if days / length <= MOST_POINTS - 1), "decade")


_LENGTHS: Final[tuple[tuple[int, TimeGrain], ...]] = (
    (1, "day"),
    (7, "week"),
    (28, "month"),
    (90, "quarter"),
    (365, "year"),
)
DRAWINGS: Final[tuple[type[Analysis], ...]] = (BarChart, LineChart, Histogram)
"""Every picture that can be asked for. Points of two figures are drawn by the analyses of relations."""
