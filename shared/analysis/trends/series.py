"""What all analyses of a measure, or of how many rows there are, over time have in common: the series and its words."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Final, Literal

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.entities.whom import require_counting
from shared.analysis.facts import Facts
from shared.analysis.fields import Conditions, Measure, TimeColumn
from shared.analysis.pictures import Pictures, axis, course
from shared.analysis.source_times import (
    cut_by_source,
    is_of_periods,
    leaves_periods_out,
    require_ends,
    require_grain,
    require_more_than_periods,
    within_source,
)
from shared.analysis.statistical import STATISTIC, StatisticalAnalysis, scope, unit_at
from shared.analysis.summary import spoken_naming
from shared.analysis.times import no_times
from shared.analysis.wording import rows_name
from shared.contracts import ColumnProfile, DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.checks.last_period import counted, end_of, ends_within, incomplete, whole_within
from shared.query.columns import columns_in
from shared.query.conditions import is_relative
from shared.query.groupings import ByTime
from shared.query.measures import ADDITIVE, AnyMeasure, Filtered, Function, RowCount, Statistic, is_share_of_rows
from shared.query.query import Figures, Query
from shared.query.words.groups import period
from shared.query.words.measures import measure
from shared.query.words.values import sentence
from shared.statistics.requests import SeriesGrain
from shared.table.names import spoken
from shared.table.nouns import plural, too_few
from shared.table.units import without_unit

_DAYS: Final[dict[SeriesGrain, float]] = {"month": 30.44, "week": 7, "day": 1, "quarter": 91.3, "year": 365.25}
_LONG: Final[tuple[tuple[SeriesGrain, int], ...]] = (("month", 240), ("week", 260), ("day", 1100))
"""Up to how many periods a grain is taken by itself; a longer course is told by a longer grain."""
EXTENT: Final = frozenset({"first_date", "last_date"})
"""The first and the last date of each period, which say whether the data fills it."""
_NAMES: Final[dict[str, str]] = {"sum": "total", "mean": "average", "median": "median", "known": "number of known"}


class SeriesAnalysis(StatisticalAnalysis):
    """A measure, or how many rows there are, period by period."""

    aside = EXTENT
    tells_ends = True

    measure: Measure | None = None
    time: TimeColumn | None = None
    grain: SeriesGrain | None = Field(default=None, description="How long a period is; left open, what suits the data.")
    function: Literal["sum", "mean", "median", "known"] | None = Field(
        default=None, description="What is computed of the measure in each period; left open, what its kind suggests."
    )
    figure: AnyMeasure | None = Field(
        default=None, description="Instead: a rate or ratio, as where what is counted is a part of what changes, too."
    )
    where: Conditions = ()

    def problems(self) -> Iterator[str]:
        if self.figure is not None and (self.measure is not None or self.function is not None):
            yield "either a figure or a measure with its function is followed: leave the other away"

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        times, grain = self.times(table), self.cut(table)
        self._require_rows(table)
        outside, within = self._conditions(table)
        require_more_than_periods(table, times.name, grain, counted=self.counts or self.function == "known")
        own = self.figure.model_copy(update={"name": None}) if self.figure else RowCount()
        if self.measure is not None:
            own = Statistic(function=self.of(table), column=self.measure)
        measures = (
            Filtered(measure=own, where=within) if within else own,
            Statistic(function="min", column=times.name, name="first_date"),
            Statistic(function="max", column=times.name, name="last_date"),
        )
        met = (Filtered(measure=RowCount(), where=within),) if within and self.measure is not None else ()
        return (Figures(where=outside, groups=(ByTime(column=times.name, grain=grain),), measures=(*measures, *met)),)

    def _conditions(self, table: DatasetProfile) -> tuple[Conditions, Conditions]:
        """The conditions on the rows, and those within each period. What adds up is asked within each period: one
        without any such row has 0, and its other rows say whether the data fills it."""
        where = self.met(table)
        if self.figure is not None:
            return where, ()
        if self.measure is None:
            require_counting(table)
        if self.of(table) not in ADDITIVE:
            return where, ()
        time = self.times(table).name
        within = tuple(one for one in where if not is_relative(one) and time not in columns_in(one))
        return tuple(one for one in where if one not in within), within

    def met(self, table: DatasetProfile) -> Conditions:
        """The conditions that the rows of the series meet."""
        return self.where

    def scoped(self, table: DatasetProfile) -> str:
        return scope(self.bound(table)[0], self.met(table))

    def _require_rows(self, table: DatasetProfile) -> None:
        """Raises ForfeitException where the whole table has too few."""
        looks = (f"Loaded {table.file_name}", "Checked for temporal columns", "Counted the records for a trend")
        self.require_points(table.row_count, "records", *looks)

    def require_points(self, found: int, kind: str, *tried: str) -> None:
        """Raises ForfeitException where fewer points than `least` were found: "Insufficient data points for meaningful
        trend analysis (only 3 records found, need at least 10)"."""
        if found < self.least:
            reason = f"Insufficient data points for meaningful {self.subject} {too_few(found, kind, self.least)}"
            raise ForfeitException(reason, tried, "More data, or a shorter period such as a week.", "too_few_rows")

    @property
    def subject(self) -> str:
        """The kind of analysis, as a forfeit for too few points names it: "trend analysis"."""
        return "trend analysis"

    def times(self, table: DatasetProfile) -> ColumnProfile:
        """The column of times. Raises ForfeitException where there is none."""
        found = next((one for one in table.columns if one.temporal), None)
        if self.time is not None:
            found = table.column(self.time)
        if found is None:
            raise no_times(table)
        require_ends(table, found)
        return found

    def cut(self, table: DatasetProfile) -> SeriesGrain:
        """The grain: the one that was asked for, else months, weeks or days, whichever gives enough periods first, and
        years where the data comes once a year."""
        column = self.times(table)
        if self.grain is not None:
            require_grain(table, column.name, self.grain)
            return self.grain
        return cut_by_source(table, column.name, self._suited(column))

    def _suited(self, column: ColumnProfile) -> SeriesGrain:
        if not isinstance(column.minimum, str) or not isinstance(column.maximum, str):
            return "month"
        days = (date.fromisoformat(column.maximum[:10]) - date.fromisoformat(column.minimum[:10])).days + 1
        return next((one for one in _candidates(days) if _suits(one, column, days, self.least)), "month")

    def filled(self, table: DatasetProfile) -> dict[str, Any]:
        """Which periods a statistic is of: their grain, whether they count, and between which days the data fills
        them, by the rule of all comparisons of periods."""
        times, grain = self.times(table), self.cut(table)
        where = (*self._conditions(table)[0], *within_source(table, times.name))
        whole = whole_within(times, grain, where, table)
        followed = leaves_periods_out(table) and (self.counts or (not self.figure and self.of(table) in ADDITIVE))
        ends = {"since": whole.since, "until": whole.until}
        return {"grain": grain, "counts": self.counts, **ends, "followed": followed}

    def of(self, table: DatasetProfile) -> Function:
        """The aggregate function of each period: the one asked for, else the measure's default; rows are added up, a
        figure of several is not."""
        if self.figure is not None:
            return "mean"
        return "sum" if self.measure is None else self.function or table.column(self.measure).default_aggregate

    @property
    def is_share(self) -> bool:
        """Whether the figure of each period is a share of rows in percent, which is never above 100."""
        return self.figure is not None and is_share_of_rows(self.figure)

    @property
    def counts(self) -> bool:
        """Whether it counts rows: a period without any is 0, not unknown."""
        return self.measure is None and self.figure is None

    def name(self, table: DatasetProfile) -> str:
        """The name of each period's figure in words: "total revenue", "number of orders"."""
        if self.figure is not None:
            return measure(self.figure, spoken_naming(self.bound(table)[0])).text
        if self.measure is None:
            return f"number of {rows_name(table)}"
        own, kind = without_unit(table.column(self.measure), table.columns), _NAMES[self.of(table)]
        if is_of_periods(table, self.times(table).name, self.cut(table)):
            return own  # its cells are the figures of the periods
        return own if own.lower().startswith(f"{kind} ") else f"{kind} {own}"

    def unit(self, table: DatasetProfile) -> str | None:
        """The unit of the measure; None for plain numbers."""
        return unit_at(self.bound(table)[0])

    def concluded(
        self,
        table: DatasetProfile,
        results: tuple[QueryResult, ...],
        facts: Facts,
        summary: str,
        lines: tuple[str, ...] = (),
    ) -> Findings:
        """What it finds, with its picture."""
        return Findings(
            summary=summary,
            facts=self.told(facts),
            findings=lines,
            visualization_hint="line",
            pictures=self.pictures(table, results),
        )

    def pictures(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Pictures:
        """The course, of the periods that the statistic counts."""
        found = results[STATISTIC]
        first, last = (found.rows[0][found.columns.index(f"{end}_period")] for end in ("first", "last"))
        name, key, column = self.name(table), *results[0].columns[:2]
        return course(
            results[0],
            column,
            key,
            title=f"{name} by {self.cut(table)}{self.scoped(table)}",
            along=axis(self.cut(table)),
            figure=axis(name, self.unit(table)),
            within=(first, last),
            grain=self.cut(table),
        )

    def left_out(self, facts: Facts, table: DatasetProfile) -> str:
        """Which of several dates was taken where nobody said, which periods were not counted, and how many are missing,
        as sentences; empty where none."""
        grain = self.cut(table)
        said = []
        if self.time is None and sum(one.temporal for one in table.columns) > 1:
            said.append(sentence(f"{rows_name(table)} are dated by {spoken(self.times(table))}"))
        said += (*ends_left_out(facts, grain), *self._counted_in(facts, table))
        if missing := int(facts.number("missing", query=STATISTIC)):
            gaps = facts.add(f"number of {plural(grain)} without a value", column="missing", query=STATISTIC)
            said.append(f"{gaps} {grain if missing == 1 else plural(grain)} in between {_has(missing)} no value.")
        return " ".join(said)

    def _counted_in(self, facts: Facts, table: DatasetProfile) -> tuple[str, ...]:
        """A sentence where the last period is counted though the data ends within it: it lacks next to nothing."""
        last, grain = facts.value("last_period", query=STATISTIC), self.cut(table)
        latest = ends_within(self.times(table), grain, table.columns)
        within = latest is not None and isinstance(last, str) and date.fromisoformat(last) <= latest
        if latest is None or not within or latest >= end_of(date.fromisoformat(str(last)), grain):
            return ()
        return (sentence(counted(date.fromisoformat(str(last)), grain, latest)),)


def ends_left_out(facts: Facts, grain: SeriesGrain) -> tuple[str, ...]:
    """A sentence naming the first and the last period where these were not counted; none where they were."""
    ends = [facts.value(name, query=STATISTIC) for name in ("first_left_out", "last_left_out")]
    left = [period(one, grain) for one in ends if isinstance(one, str)]
    verb = "is" if len(left) == 1 else "are"
    told = f"{' and '.join(left)} {verb} left out, since the data does not cover the whole {grain}"
    return (sentence(told),) if left else ()


def _has(count: int) -> str:
    return "has" if count == 1 else "have"


def _candidates(days: int) -> tuple[SeriesGrain, ...]:
    """Grains in the order in which they are tried: short ones only where the course is not too long for them."""
    return (*(one for one, most in _LONG if days / _DAYS[one] <= most), "quarter", "year")


def _suits(grain: SeriesGrain, column: ColumnProfile, days: int, least: int) -> bool:
    """Whether the data fills enough periods of a grain, and most of them."""
    periods = days / _DAYS[grain]
    ends = sum(1 for _ in incomplete(column, grain, (), ()))
    return periods - ends / 2 >= least and 2 * column.distinct >= periods
