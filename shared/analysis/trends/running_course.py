"""Running total and moving average of a measure, or of a figure of several, over time."""

from collections.abc import Iterator
from typing import Final

from pydantic import Field

from shared.analysis.entities.whom import require_counting
from shared.analysis.fields import Conditions, Measure, TimeColumn
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.values import typical
from shared.analysis.source_times import require_ends, require_every_time, require_grain, require_more_than_periods
from shared.analysis.times import no_times
from shared.contracts import DatasetProfile
from shared.query.across import AcrossGroups, MovingAverage, RunningTotal
from shared.query.groupings import ByTime, Grain
from shared.query.measures import AnyMeasure, RowCount, is_additive
from shared.query.query import Figures, Query

PERIODS: Final = 3


class RunningCourse(PlainAnalysis):
    """A measure (left open: rows) by period, its running total where it adds up, and its moving average."""

    examples = (
        "What are the running totals and moving averages of {measure} over time?",
        "Show the running total of {measure}",
        "Running total of {measure} by {grain}",
        "Cumulative {measure} by {grain}",
    )

    drawn = 1
    takes_source = True
    tells_ends = True

    measure: Measure | None = None
    time: TimeColumn | None = None
    grain: Grain = Field(default="month", description="How long a period is.")
    periods: int = Field(default=PERIODS, ge=2, le=60, description="Over how many periods the average moves.")
    figure: AnyMeasure | None = Field(
        default=None, description="Instead: a rate or ratio, as where what is counted is a part of what changes, too."
    )
    where: Conditions = ()

    def problems(self) -> Iterator[str]:
        if self.figure is not None and self.measure is not None:
            yield "either a figure or a measure is followed: leave the other away"

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        time = self.time or next((one.name for one in table.columns if one.temporal), None)
        if time is None:
            raise no_times(table)
        require_ends(table, table.column(time))
        require_every_time(table, table.column(time))
        require_grain(table, time, self.grain)
        require_more_than_periods(table, time, self.grain, counted=self.measure is None and self.figure is None)
        own = self._followed(table)
        across: tuple[AcrossGroups, ...] = (MovingAverage(measure=0, periods=self.periods),)
        if is_additive(own):
            across = (RunningTotal(measure=0), *across)
        return (
            Figures(where=self.where, groups=(ByTime(column=time, grain=self.grain),), measures=(own,), across=across),
        )

    def _followed(self, table: DatasetProfile) -> AnyMeasure:
        """What is computed of each period."""
        if self.figure is not None:
            return self.figure.model_copy(update={"name": None})
        if self.measure is not None:
            return typical(self.measure, table)
        require_counting(table)
        return RowCount()
