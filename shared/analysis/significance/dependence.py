"""Dependence of two columns of groups, by the χ² test, with each group's own rate."""

from collections.abc import Iterator
from typing import Final

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.facts import Facts
from shared.analysis.fields import Conditions, Dimension
from shared.analysis.segments.beside_rest import handed
from shared.analysis.significance.group_difference import called
from shared.analysis.significance.within_groups import parting, turned
from shared.analysis.statistical import STATISTIC, StatisticalAnalysis, chance, sampled
from shared.analysis.wording import rows_name
from shared.contracts import DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.query import Query, Rows
from shared.query.words.values import sentence
from shared.statistics.requests import SIGNIFICANT, CrossTabulate, Procedure
from shared.table.names import spoken

_LEAST_EXPECTED: Final = 5
_COUNTS: Final = STATISTIC + 1
_TOLD: Final = 6
_FLAGS: Final = {"yes": "1", "no": "0", "true": "1", "false": "0"}


class Dependence(StatisticalAnalysis):
    """Whether two columns of groups depend on each other, by the χ² test at p < 0.05 (Fisher's exact test of a small 2
    by 2 table, drawn tables of a sparse larger one), with Cramér's V: 0 where not at all, 1 where one decides the
    other. Of each value of `one`: its rows, each `other`'s share of them, its part of all such."""

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
    value: str | None = Field(default=None, description="Of `other`.")
    where: Conditions = ()

    def problems(self) -> Iterator[str]:
        if self.one == self.other:
            yield "a column always depends on itself: name two different ones"

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        both = (self.one, self.other)
        return (Rows(where=self.where, columns=(*both, *parting(table, both))),)

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
        told_so = (
            "p is of tables drawn with the same sums" if "drawn" in str(test) else "the χ² test is not exact there"
        )
        doubt = f"A cell expects only {least} rows, fewer than 5: {told_so}." if small else ""
        rates, parts = self._rates(facts, table)
        within = turned(facts, table, pair, correlated=False)
        lines = tuple(filter(None, (within, rates, parts, doubt, sampled(results[0]))))
        return Findings(summary=sentence(summary), facts=self.told(facts), findings=lines, visualization_hint="table")

    def _rates(self, facts: Facts, table: DatasetProfile) -> tuple[str, str]:
        """The share of the value that is asked for in each group, the highest first, and where most of its rows are;
        empty where none is asked for, or it is in no row."""
        value, group = self._asked(table), table.column(self.one)
        rows = [row for row in facts.rows(_COUNTS) if str(facts.value("other", row, _COUNTS)) == value]
        if value is None or (self.value is None and not rows):
            return "", ""
        if not rows:
            other = spoken(table.column(self.other))
            raise ForfeitException(f"No row has the {other} “{self.value}”", (f"Looked for it in {table.file_name}",))
        what = (
            f"{rows_name(table)} whose {spoken(table.column(self.other))} is {called(value, table.column(self.other))}"
        )
        rows.sort(key=lambda row: -facts.number("percent_of_value", row, _COUNTS))
        said = []
        for row in rows[:_TOLD]:
            who = called(str(facts.value("value", row, _COUNTS)), group)
            rate = facts.add(f"share of {what}, {who}", "%", column="percent_of_value", row=row, query=_COUNTS)
            some = facts.add(f"number of {what}, {who}", column="rows", row=row, query=_COUNTS)
            every = facts.add(f"number of {rows_name(table)}, {who}", column="of_value", row=row, query=_COUNTS)
            said.append(f"{who} {rate} ({some} of {every})")
        most = max(rows, key=lambda row: facts.number("rows", row, _COUNTS))
        who = called(str(facts.value("value", most, _COUNTS)), group)
        part = facts.add(
            f"part of all {what} that is of {who}", "%", column="percent_of_other", row=most, query=_COUNTS
        )
        every = facts.add(f"number of {what}", column="of_other", row=most, query=_COUNTS)
        return (
            sentence(f"the share of {what} is, the highest first: {'; '.join(said)}"),
            sentence(f"the largest part of them, {part} of {every}, is of {who}"),
        )

    def _asked(self, table: DatasetProfile) -> str | None:
        """The value whose share is told, as columns are handed over; None where nothing says which."""
        other = table.column(self.other)
        if self.value is None:
            return None if other.yes is None else handed(other.yes)
        return _FLAGS.get(self.value.lower(), self.value) if other.type == "boolean" else self.value
