"""Trend of a measure over time, and whether it is more than chance."""

from typing import Final

from shared.analysis.base import Findings
from shared.analysis.facts import Facts
from shared.analysis.statistical import STATISTIC, sampled
from shared.analysis.trends.courses import level_against
from shared.analysis.trends.series import SeriesAnalysis
from shared.contracts import DatasetProfile, QueryResult
from shared.query.words.figures import moved, share_decimals, unsigned
from shared.query.words.groups import period, within_period
from shared.query.words.values import sentence
from shared.statistics.requests import FitTrend, Procedure
from shared.table.nouns import doing, plural
from shared.table.unit_arithmetic import unit_apart

_WIDER: Final = 1.1
_SEASONAL: Final = (
    "It has a season, which is fitted together with the line: slope, ranks, p and R² are of what the season leaves."
)
_CAUTIOUS: Final = (
    "In so short a series, errors that carry over from one {grain} to the next can't be ruled out; interval and p "
    "allow for that, so they are conservative."
)


class Trend(SeriesAnalysis):
    """Whether a measure (left open: row count) is increasing, decreasing, stable or cyclical over time: the slope by
    least squares with its 95 % interval, Theil–Sen's, and the Mann–Kendall test. A course is told where line and ranks
    agree at p < 0.05, seasons and AR(1) errors allowed for; incomplete end periods are left out."""

    least = 10
    headline = ("slope", "change_percent", "mean")
    examples = (
        "What is the trend of {measure}?",
        "Is {measure} going up?",
        "Is {measure} growing?",
        "Is {measure} increasing or decreasing over time?",
        "Are rows going up?",
        "Analyze trends in my data",
    )

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        return (FitTrend(**self.filled(table)),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Trend of {self.name(table)} by {self.cut(table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, grains = self.facts(table, results), plural(self.cut(table))
        found = int(facts.number("periods", query=STATISTIC))
        self.require_points(found, grains, "Checked for temporal columns", "Attempted basic trend calculation")
        counted = facts.add(f"number of complete {grains}", column="periods", query=STATISTIC)
        summary = self._summary(facts, table, f"the {counted} {grains} {self._span(facts, table)}")
        lines = (
            self._ends(facts, table),
            *level_against(self, facts, table),
            *self._tested(facts, table),
            self.left_out(facts, table),
            sampled(results[0]),
        )
        told = tuple(filter(None, lines))
        return self.concluded(table, results, facts, summary, told)

    def _span(self, facts: Facts, table: DatasetProfile) -> str:
        first, last = (str(facts.value(f"{end}_period", query=STATISTIC)) for end in ("first", "last"))
        return f"from {period(first, self.cut(table))} to {period(last, self.cut(table))}"

    def _summary(self, facts: Facts, table: DatasetProfile, over: str) -> str:
        name, where = self.name(table), self.scoped(table)
        direction = facts.value("direction", query=STATISTIC)
        if facts.value("slope", query=STATISTIC) is None:
            mean = facts.add(f"mean of {name}", self.unit(table), column="mean", query=STATISTIC)
            return sentence(
                f"{name} {doing(name)} stable: {doing(name, 'it is', 'they are')} {mean} in each of {over}{where}"
            )
        slope = self._slope(facts, table)
        if direction in ("increasing", "decreasing"):
            change = ""
            if self.unit(table) != "%" and facts.value("change_percent", query=STATISTIC) is not None:
                figure = facts.add(f"change of {name} along the line", "%", column="change_percent", query=STATISTIC)
                change = f", by {unsigned(figure)} in all over {over}"
            return sentence(f"{name} {doing(name)} {direction}{where}: {slope}{change or f' over {over}'}")
        if direction == "cyclical":
            length = facts.add(f"length of the strongest cycle of {name}", column="cycle_length", query=STATISTIC)
            chance = facts.add(f"p-value of the cycle of {name}", column="cycle_p", query=STATISTIC)
            grains = plural(self.cut(table))
            said = (
                f"{doing(name, 'it comes and goes', 'they come and go')} about every {length} {grains} (p = "
                f"{chance}), with no lasting trend"
            )
            return sentence(f"{name} {doing(name)} cyclical over {over}{where}: {said}; {slope}")
        if self._goes_on(facts) or self._would_do_alone(facts):  # it may stand anywhere in a while
            return sentence(
                f"{name} {doing(name, 'has', 'have')} no clear trend over {over}{where}: {slope}, which may be chance"
            )
        return sentence(
            f"{name} {doing(name)} stable over {over}{where}, with no clear trend: {slope}, which may be chance"
        )

    def _goes_on(self, facts: Facts) -> bool:
        return facts.value("goes_on", query=STATISTIC) is not None

    def _would_do_alone(self, facts: Facts) -> bool:
        """Whether the line would be no chance if its errors were known to be independent."""
        slope, high, widened = (facts.number(one, query=STATISTIC) for one in ("slope", "slope_high", "widened"))
        return abs(slope) * widened > high - slope

    def _beside(self, facts: Facts) -> str:
        """What the line is fitted together with."""
        return " beside its season" if facts.value("seasonal", query=STATISTIC) else ""

    def _slope(self, facts: Facts, table: DatasetProfile) -> str:
        """ "the line rises by $12 a month (95 % interval $3 to $21)"."""
        name, unit, grain, beside = self.name(table), self.unit(table), self.cut(table), self._beside(facts)
        columns = ("slope", "slope_low", "slope_high")
        slope, low, high = facts.with_interval(
            "slope", f" of {name} a {grain}{beside}", columns, unit_apart(unit), query=STATISTIC
        )
        course = moved(f"the line{beside}", facts.number("slope", query=STATISTIC), slope)
        return f"{course} a {grain} (95 % interval {low} to {high})"

    def _ends(self, facts: Facts, table: DatasetProfile) -> str:
        name, unit, grain = self.name(table), self.unit(table), self.cut(table)
        said = []
        for end in ("first", "last"):
            when = within_period(str(facts.value(f"{end}_period", query=STATISTIC)), grain)
            shown = facts.add(f"{name} {when}", unit, column=f"{end}_value", query=STATISTIC)
            said.append(f"{shown} {when}")
        return sentence(f"{name} {doing(name, 'was', 'were')} {said[0]} and {said[1]}{self.scoped(table)}")

    def _tested(self, facts: Facts, table: DatasetProfile) -> tuple[str, ...]:
        if facts.value("slope", query=STATISTIC) is None:
            return ()
        name, unit, grain = self.name(table), self.unit(table), self.cut(table)
        chance = facts.add(f"Mann–Kendall p-value of {name}", column="mann_kendall_p", query=STATISTIC)
        of = f"p-value of the slope of {name} a {grain}{self._beside(facts)}"
        line = facts.add(of, column="slope_p", query=STATISTIC)
        fit = facts.add(f"R² of the line through {name}", column="r_squared", query=STATISTIC)
        low, high = (facts.number(one, query=STATISTIC) for one in ("slope_low", "slope_high"))
        points = unit_apart(unit)
        sen = facts.add(
            f"Theil–Sen slope of {name} a {grain}",
            points,
            column="theil_sen_slope",
            query=STATISTIC,
            least_decimals=share_decimals(low, high, points),
        )
        said = (
            f"Mann–Kendall test: p = {chance}; slope by least squares: p = {line}, R² = {fit}; the Theil–Sen slope, "
            f"which outliers do not move, is {sen} a {grain}."
        )
        return (said, *((_SEASONAL,) if self._beside(facts) else ()), *self._follows(facts, table))

    def _follows(self, facts: Facts, table: DatasetProfile) -> tuple[str, ...]:
        name, grain = self.name(table), self.cut(table)
        if not self._goes_on(facts):
            return (_CAUTIOUS.format(grain=grain),) if facts.number("widened", query=STATISTIC) > _WIDER else ()
        shown = facts.add(f"share of an error of {name} that goes on", column="goes_on", query=STATISTIC)
        told = f"what the line leaves goes on from one {grain} to the next (autocorrelation {shown}); interval and p "
        return (sentence(f"{told}allow for that"),)
