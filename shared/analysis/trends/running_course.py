"""Running total and moving average of a measure over time."""

from typing import Final

from pydantic import Field

from shared.analysis.entities.whom import require_counting
from shared.analysis.fields import Conditions, Measure, TimeColumn
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.values import typical
from shared.contracts import DatasetProfile
from shared.errors import ForfeitException
from shared.query.across import AcrossGroups, MovingAverage, RunningTotal
from shared.query.groupings import ByTime, Grain
from shared.query.measures import RowCount
from shared.query.query import Figures, Query

PERIODS: Final = 3


class RunningCourse(PlainAnalysis):
    """A measure (left open: rows) by period, with its running total where it adds up, and its moving average."""

    examples = (
        "What are the running totals and moving averages of {measure} over time?",
        "Show the running total of {measure}",
        "Running total of {measure} by {grain}",
        "Cumulative {measure} by {grain}",
    )

    drawn = 1

    measure: Measure | None = None
    time: TimeColumn | None = None
    grain: Grain = Field(default="month", description="How long a period is.")
    periods: int = Field(default=PERIODS, ge=2, le=60, description="Over how many periods the average moves.")
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
        if self.measure is None:
            require_counting(table)
        own = RowCount() if self.measure is None else typical(self.measure, table)
        across: tuple[AcrossGroups, ...] = (MovingAverage(measure=0, periods=self.periods),)
        if isinstance(own, RowCount) or own.function == "sum":
            across = (RunningTotal(measure=0), *across)
        return (
            Figures(where=self.where, groups=(ByTime(column=time, grain=self.grain),), measures=(own,), across=across),
        )
