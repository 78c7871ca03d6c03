"""Significance of the difference of two measures of the same rows, by a paired test."""

from shared.analysis.base import Findings
from shared.analysis.significance.two_measures import TwoMeasures
from shared.analysis.statistical import STATISTIC, chance, sampled
from shared.contracts import DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.query import Query
from shared.query.words.values import sentence
from shared.statistics.requests import SIGNIFICANT, ComparePairs, Procedure
from shared.table.unit_arithmetic import unit_apart


class PairedDifference(TwoMeasures):
    """Whether two measures differ within the same rows, such as a score before and after: the paired t test where there
    are many pairs or their differences may be normal, else Wilcoxon's signed-rank test; the 95 % interval of the mean
    difference. Both columns must measure the same thing in the same unit. A difference is told at p < 0.05."""

    least = 3
    headline = ("p", "mean_difference")
    examples = (
        "Is the paired difference between {one} and {other} significant?",
        "Is there a significant difference between {one} and {other}?",
        "Does {one} differ from {other} in a paired test?",
    )

    pointless = "a measure never differs from itself"

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        units = {table.column(name).unit for name in self.both(table)}
        if len(units) > 1:
            raise ForfeitException(
                f"{self.pair(table)} are of different units, so their difference means nothing",
                ("Compared the units of both columns",),
                "Name two columns that measure the same thing.",
            )
        return super().compute(table)

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        return (ComparePairs(),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Paired difference of {self.pair(table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, pair, where = self.facts(table, results), self.pair(table), self.scoped(table)
        tried, unit = f"Looked for rows with both {pair}", table.column(self.one).unit
        self.require(int(facts.number("pairs", query=STATISTIC)), "pairs", "for a paired test", tried)
        if facts.value("p", query=STATISTIC) is None:
            constant = facts.number("mean_difference", query=STATISTIC)
            same = "differ by the same in every row" if constant else "are the same in every row"
            raise ForfeitException(f"{pair} {same}, so there is nothing to test", (tried,))
        counted = facts.add(f"number of rows with both {pair}", column="pairs", query=STATISTIC)
        told = chance(facts, f"the difference of {pair}", "p")
        columns = ("mean_difference", "low", "high")
        apart, low, high = facts.with_interval(
            "mean difference", f" of {pair}", columns, unit_apart(unit), query=STATISTIC
        )
        sure = facts.number("p", query=STATISTIC) < SIGNIFICANT
        verdict = "differ by more than chance" if sure else "do not differ by more than chance explains"
        test = facts.value("test", query=STATISTIC)
        summary = f"{pair} {verdict}{where}: {test} test, {told}, over {counted} pairs"
        first, second = self.names(table)
        lines = (
            f"Mean difference ({first} less {second}): {apart} (95 % interval {low} to {high}).",
            f"Beside it: paired t {chance(facts, f'paired t of {pair}', 't_p')}; "
            f"Wilcoxon signed-rank {chance(facts, f'Wilcoxon of {pair}', 'rank_p')}.",
            sampled(results[0]),
        )
        kept = tuple(filter(None, lines))
        return Findings(summary=sentence(summary), facts=self.told(facts), findings=kept, visualization_hint="table")
