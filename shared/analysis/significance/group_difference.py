"""Significance of the differences of a measure between groups."""

from typing import Self

from pydantic import Field, model_validator

from shared.analysis.base import Findings
from shared.analysis.facts import Facts
from shared.analysis.fields import Conditions, Dimension, Measure
from shared.analysis.pictures import axis, bars
from shared.analysis.statistical import STATISTIC, StatisticalAnalysis, chance, sampled, unit_at
from shared.contracts import ColumnProfile, DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.derived import MergedValues, Recode
from shared.query.query import Query, Rows
from shared.query.words.values import listed, sentence
from shared.statistics.requests import SIGNIFICANT, CompareGroups, Procedure
from shared.table.names import spoken
from shared.table.nouns import doing
from shared.table.unit_arithmetic import unit_apart

_GROUPS = STATISTIC + 1
_TOLD = 6
_SIDES, _OTHERS = "sides", "all others"


class GroupDifference(StatisticalAnalysis):
    """Whether the means of groups differ by more than chance: Welch's t test of two (ANOVA or Welch's of several) where
    groups are large for their skewness or may be normal, else Mann–Whitney (Kruskal–Wallis); Shapiro–Wilk, Levene and
    Kolmogorov–Smirnov beside it, and of two groups the 95 % interval of the difference. Groups of fewer than 3 values
    take no part."""

    least = 6
    headline = ("p", "difference")
    examples = (
        "Does {measure} differ significantly by {group}?",
        "Is the difference in {measure} between {group} significant?",
        "Which test applies to {measure} and {group}?",
        "Which test shows that by {group}",
    )

    group: Dimension
    measure: Measure
    where: Conditions = ()
    against_others: tuple[str, ...] = Field(
        default=(), max_length=40, description="These groups as one, all others as one."
    )

    @model_validator(mode="after")
    def _two(self) -> Self:
        if self.group == self.measure:
            raise ValueError("a measure is not compared between its own values: name a column that makes groups")
        return self

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        if not self.against_others:
            return (Rows(where=self.where, columns=(self.group, self.measure)),)
        one = MergedValues(to=listed(self.against_others), values=self.against_others)
        sides = Recode(name=_SIDES, column=self.group, merged=(one,), others=_OTHERS)
        return (Rows(derived=(sides,), where=self.where, columns=(_SIDES, self.measure)),)

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        return (CompareGroups(),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Difference of {self._name(table)} between {self._by(table)}"

    def _name(self, table: DatasetProfile) -> str:
        return spoken(table.column(self.measure))

    def _by(self, table: DatasetProfile) -> str:
        return f"values of {spoken(table.column(self.group))}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, name, where = self.facts(table, results), self._name(table), self.scoped(table)
        self._check(table, facts)
        counted = facts.add(f"number of values of {name} compared", column="count", query=STATISTIC)
        groups = facts.add(f"number of {self._by(table)} compared", column="groups", query=STATISTIC)
        told = chance(facts, f"the difference of {name}", "p")
        sure = facts.number("p", query=STATISTIC) < SIGNIFICANT
        test, why = facts.value("test", query=STATISTIC), facts.value("why", query=STATISTIC)
        no = doing(name, "does not", "do not")
        verdict = (
            f"{doing(name, 'differs', 'differ')} by more than chance" if sure else f"{no} differ by more than chance"
        )
        summary = (
            f"{name} {verdict} between {groups} {self._by(table)}{where}: {test} test, {told}, over {counted} values"
        )
        lines = (f"This test was taken since {why}.", *self._effect(facts, table), *self._groups(facts, table))
        kept = tuple(filter(None, (*lines, *self._beside(facts), sampled(results[0]))))
        column = table.column(self.group)
        mean = f"mean {name}"
        pictures = bars(
            results[_GROUPS],
            "mean",
            "group",
            title=f"{mean} by {spoken(column)}{where}",
            along=axis(spoken(column)),
            figure=axis(mean, unit_at(self.bound(table)[0], 1)),
            query=_GROUPS,
            label=lambda cell: called(str(cell), column),
        )
        return Findings(
            summary=sentence(summary),
            facts=self.told(facts),
            findings=kept,
            visualization_hint="bar",
            pictures=pictures,
        )

    def _check(self, table: DatasetProfile, facts: Facts) -> None:
        """Raises ForfeitException where no test applies."""
        tried = f"Parted {self._name(table)} by {spoken(table.column(self.group))}"
        self.require(int(facts.number("count", query=STATISTIC)), "values", "to compare groups", tried)
        if facts.number("groups", query=STATISTIC) < 2:
            raise ForfeitException("There are fewer than two groups of three values to compare", (tried,))
        if facts.value("p", query=STATISTIC) is None:
            why = facts.value("why", query=STATISTIC) or "there are too many groups"
            raise ForfeitException(f"No test applies: {why}", (tried,))

    def _effect(self, facts: Facts, table: DatasetProfile) -> tuple[str, ...]:
        """The difference of two groups with its interval."""
        if facts.value("difference_low", query=STATISTIC) is None:
            return ()
        (bound,), name = self.bound(table), self._name(table)
        columns = ("difference", "difference_low", "difference_high")
        shown, low, high = facts.with_interval(
            "difference", f" of mean {name}", columns, unit_apart(unit_at(bound, 1)), query=STATISTIC
        )
        test = str(facts.value("test", query=STATISTIC))
        of_means = "; the p-value of the means is Welch’s, that of the test is of ranks"
        rough = f", roughly, as the values are skewed{of_means}" if test.startswith("Mann") else ""
        return (f"Difference of the means: {shown} (95 % interval {low} to {high}{rough}).",)

    def _groups(self, facts: Facts, table: DatasetProfile) -> tuple[str, ...]:
        (bound,), name, said = self.bound(table), self._name(table), []
        own = unit_at(bound, 1)
        figures = (
            ("mean", own, "mean ", name),
            ("median", own, "median ", name),
            ("deviation", unit_apart(own), "standard deviation ", f"of {name}"),
        )
        for row in facts.rows(_GROUPS)[:_TOLD]:
            who = called(str(facts.value("group", row, _GROUPS)), table.column(self.group))
            shown = [
                f"{word}{facts.add(f'{word}{of}, {who}', unit, column=column, row=row, query=_GROUPS)}"
                for column, unit, word, of in figures
            ]
            count = facts.add(f"number of values, {who}", column="count", row=row, query=_GROUPS)
            said.append(f"{who}: {', '.join(shown)}, of {count} values")
        return (f"{'; '.join(said)}.",) if said else ()

    def _beside(self, facts: Facts) -> tuple[str, ...]:
        """The checks and the other tests."""
        names = {
            "normal_p": "normality of the least normal group (Shapiro–Wilk)", "equal_spread_p": "equal spread (Levene)",
            "student_p": "Student’s t", "welch_p": "Welch", "anova_p": "ANOVA", "rank_p": "ranks",
            "distribution_p": "Kolmogorov–Smirnov",
        }  # fmt: skip
        known = {name: words for name, words in names.items() if facts.value(name, query=STATISTIC) is not None}
        said = [f"{words} {chance(facts, words, name)}" for name, words in known.items()]
        return (f"Beside it: {'; '.join(said)}.",) if said else ()


def called(group: str, column: ColumnProfile) -> str:
    """A group as a reader knows it: a flag is handed over as 1 and 0."""
    return {"1": "yes", "0": "no"}.get(group, group) if column.type == "boolean" else group
