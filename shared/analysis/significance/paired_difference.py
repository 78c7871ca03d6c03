"""Whether two measures of the same rows differ by more than chance."""

from typing import Self

from pydantic import model_validator

from shared.analysis.base import Findings
from shared.analysis.fields import Conditions, NumberColumn
from shared.analysis.statistical import STATISTIC, StatisticalAnalysis, chance, sampled, the_other
from shared.analysis.wording import sentence
from shared.contracts import DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.query import Query, Rows
from shared.statistics.requests import SIGNIFICANT, ComparePairs, Procedure
from shared.table.names import spoken


class PairedDifference(StatisticalAnalysis):
    """Whether two measures differ within the same rows, such as a score before and after: the paired t test where there
    are many pairs or their differences may be normal, else Wilcoxon's signed-rank test; the 95 % interval of the mean
    difference. Both columns must measure the same thing in the same unit. A difference is told at p < 0.05."""

    least = 3
    headline = ("p", "mean_difference")
    examples = (
        "Is the paired difference between {one} and {other} significant?",
        "Does {one} differ from {other} in a paired test?",
    )

    one: NumberColumn
    other: NumberColumn | None = None
    where: Conditions = ()

    @model_validator(mode="after")
    def _two(self) -> Self:
        if self.one == self.other:
            raise ValueError("a measure never differs from itself: name two different ones")
        return self

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        both = self._both(table)
        units = {table.column(name).unit for name in both}
        if len(units) > 1:
            raise ForfeitException(
                f"{self._pair(table)} are of different units, so their difference means nothing",
                ("Compared the units of both columns",),
                "Name two columns that measure the same thing.",
            )
        return (Rows(where=self.where, columns=both),)

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        return (ComparePairs(),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Paired difference of {self._pair(table)}"

    def _pair(self, table: DatasetProfile) -> str:
        return " and ".join(spoken(table.column(name)) for name in self._both(table))

    def _both(self, table: DatasetProfile) -> tuple[str, str]:
        """The two measures: the other is the one that is named, or the only other one. Raises ForfeitException."""
        return self.one, self.other or the_other(table, self.one, "to compare it with")

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, pair, where = self.facts(table, results), self._pair(table), self.scoped(table)
        tried, unit = f"Looked for rows with both {pair}", table.column(self.one).unit
        self.require(int(facts.number("pairs", query=STATISTIC)), "pairs", "for a paired test", tried)
        if facts.value("p", query=STATISTIC) is None:
            raise ForfeitException(f"{pair} differ by the same in every row, so there is nothing to test", (tried,))
        counted = facts.add(f"number of rows with both {pair}", column="pairs", query=STATISTIC)
        told = chance(facts, f"the difference of {pair}", "p")
        apart, low, high = (
            facts.add(f"{what} of {pair}", unit, column=column, query=STATISTIC)
            for what, column in (
                ("mean difference", "mean_difference"),
                ("lower end of the 95 % interval of the mean difference", "low"),
                ("upper end of the 95 % interval of the mean difference", "high"),
            )
        )
        sure = facts.number("p", query=STATISTIC) < SIGNIFICANT
        verdict = "differ by more than chance" if sure else "do not differ by more than chance explains"
        test = facts.value("test", query=STATISTIC)
        summary = f"{pair} {verdict}{where}: {test} test, {told}, over {counted} pairs"
        first, second = (spoken(table.column(name)) for name in self._both(table))
        lines = (
            f"Mean difference ({first} less {second}): {apart} (95 % interval {low} to {high}).",
            f"Beside it: paired t {chance(facts, f'paired t of {pair}', 't_p')}; "
            f"Wilcoxon signed-rank {chance(facts, f'Wilcoxon of {pair}', 'rank_p')}.",
            sampled(results[0]),
        )
        kept = tuple(filter(None, lines))
        return Findings(summary=sentence(summary), facts=self.told(facts), findings=kept, visualization_hint="table")
