"""Dependence of two columns of groups, by the χ² test."""

from typing import Self

from pydantic import model_validator

from shared.analysis.base import Findings
from shared.analysis.fields import Conditions, Dimension
from shared.analysis.statistical import STATISTIC, StatisticalAnalysis, chance, sampled
from shared.contracts import DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.query import Query, Rows
from shared.query.words.values import sentence
from shared.statistics.requests import SIGNIFICANT, CrossTabulate, Procedure
from shared.table.names import spoken

_LEAST_EXPECTED = 5


class Dependence(StatisticalAnalysis):
    """Whether two columns of groups depend on each other, by the χ² test at p < 0.05 (Fisher's exact test of a small 2
    by 2 table), with Cramér's V: 0 where not at all, 1 where one decides the other. χ² wants 5 expected rows a cell."""

    least = 10
    headline = ("p", "cramers_v")
    examples = (
        "Is {one} independent of {other}?",
        "Are {one} and {other} independent?",
        "Chi-square test of {one} against {other}",
        "Which test applies to {one} and {other}?",
    )

    one: Dimension
    other: Dimension
    where: Conditions = ()

    @model_validator(mode="after")
    def _two(self) -> Self:
        if self.one == self.other:
            raise ValueError("a column always depends on itself: name two different ones")
        return self

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        return (Rows(where=self.where, columns=(self.one, self.other)),)

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        return (CrossTabulate(),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Dependence of {self._pair(table)}"

    def _pair(self, table: DatasetProfile) -> str:
        return f"{spoken(table.column(self.one))} and {spoken(table.column(self.other))}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, pair, where = self.facts(table, results), self._pair(table), self.scoped(table)
        tried = f"Counted each combination of {pair}"
        self.require(int(facts.number("count", query=STATISTIC)), "rows", "for a test of dependence", tried)
        if facts.value("p", query=STATISTIC) is None:
            raise ForfeitException("Each of the two columns needs between two and thirty different values", (tried,))
        counted = facts.add(f"number of rows with {pair}", column="count", query=STATISTIC)
        told = chance(facts, f"the dependence of {pair}", "p")
        size = facts.add(f"Cramér’s V of {pair}", column="cramers_v", query=STATISTIC)
        depend = "depend on each other" if facts.number("p", query=STATISTIC) < SIGNIFICANT else "may be independent"
        test = facts.value("test", query=STATISTIC)
        summary = f"{pair} {depend}{where}: {test}, {told}, Cramér’s V {size}, over {counted} rows"
        least = facts.add("fewest expected rows in a cell", column="least_expected", query=STATISTIC)
        small = facts.number("least_expected", query=STATISTIC) < _LEAST_EXPECTED
        doubt = f"A cell expects only {least} rows, fewer than 5: the χ² test is not exact there." if small else ""
        lines = tuple(filter(None, (doubt, sampled(results[0]))))
        return Findings(summary=sentence(summary), facts=self.told(facts), findings=lines, visualization_hint="table")
