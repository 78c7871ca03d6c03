"""Sensitivity of one measure to another, from their regression."""

from collections.abc import Iterator

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.fields import Conditions, Measure
from shared.analysis.pictures import axis, scatter
from shared.analysis.statistical import STATISTIC, StatisticalAnalysis, chance, sampled, the_other, unit_at
from shared.contracts import DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.query import Query, Rows
from shared.query.words.figures import show_number, unsigned
from shared.query.words.values import sentence
from shared.statistics.requests import SIGNIFICANT, Procedure, Regress
from shared.table.names import spoken
from shared.table.nouns import doing
from shared.table.unit_arithmetic import unit_apart

_COEFFICIENTS = STATISTIC + 1


class Sensitivity(StatisticalAnalysis):
    """By how much a measure differs, row by row, where another is higher by 10 % (or another percentage) of its mean:
    least squares with its 95 % interval. It says what went with it, not what a change would cause."""

    least = 10
    headline = ("response", "coefficient")
    examples = (
        "How sensitive is {measure} to {driver}?",
        "Sensitivity of {measure} to {driver}",
    )

    measure: Measure
    driver: Measure | None = None
    percent: float = Field(default=10.0, gt=-100, le=1000, description="By how many percent the driver changes.")
    where: Conditions = ()

    def problems(self) -> Iterator[str]:
        if self.measure == self.driver:
            yield "a measure is as sensitive to itself as can be: name two different ones"

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        return (Rows(where=self.where, columns=(self.measure, self._second(table))),)

    def _second(self, table: DatasetProfile) -> str:
        """What it is sensitive to: the measure that is named, or the only other one. Raises ForfeitException."""
        return self.driver or the_other(table, self.measure, "that it could be sensitive to")

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        return (Regress(percent=self.percent),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Sensitivity of {spoken(table.column(self.measure))} to {spoken(table.column(self._second(table)))}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, where = self.facts(table, results), self.scoped(table)
        name, driver = spoken(table.column(self.measure)), spoken(table.column(self._second(table)))
        tried = f"Fitted {name} on {driver}"
        self.require(int(facts.number("count", query=STATISTIC)), "rows", "for a sensitivity", tried)
        if not facts.rows(_COEFFICIENTS):
            raise ForfeitException(
                f"{sentence(driver)[:-1]} {doing(driver, 'does', 'do')} not vary, so nothing can go with it", (tried,)
            )
        counted = facts.add(f"number of rows with {name} and {driver}", column="count", query=STATISTIC)
        unit = unit_at(self.bound(table)[0])
        change = show_number(self.percent, "%")
        response = facts.add(
            f"difference of {name} with {change} of {driver}", unit_apart(unit), column="response", query=_COEFFICIENTS
        )
        columns = ("coefficient", "low", "high")
        slope, low, high = facts.with_interval("slope", f" of {name} on {driver}", columns, query=_COEFFICIENTS)
        told = chance(facts, f"the slope of {name} on {driver}", "p", query=_COEFFICIENTS)
        fit = facts.add(f"R² of {name} on {driver}", column="r_squared", query=STATISTIC)
        p = facts.value("p", query=_COEFFICIENTS)
        perhaps = ", which may be chance" if p is not None and float(str(p)) >= SIGNIFICANT else ""
        summary = (
            f"where {driver} {doing(driver)} {change} of the mean higher, {name} "
            f"{doing(name)} {unsigned(response)} {'lower' if response.startswith('-') else 'higher'}{where}{perhaps}, "
            f"over {counted} rows"
        )
        lines = (
            f"Slope: {slope} for each one more of {driver} (95 % interval {low} to {high}, {told}), R² = {fit}.",
            "This is what went together in the rows, not what a change would cause.",
        )
        kept = tuple(filter(None, (*lines, sampled(results[0]))))
        pictures = scatter(
            results[0],
            self._second(table),
            self.measure,
            title=f"{name} against {driver}{where}",
            along=axis(driver, unit_at(self.bound(table)[0], 1)),
            figure=axis(name, unit),
        )
        return Findings(
            summary=sentence(summary),
            facts=self.told(facts),
            findings=kept,
            visualization_hint="scatter",
            pictures=pictures,
        )
