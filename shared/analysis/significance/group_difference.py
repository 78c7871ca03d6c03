"""Significance of the differences of a measure between groups."""

from collections.abc import Iterator

from pydantic import Field

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
from shared.statistics.requests import LEAST_OF_A_GROUP, SIGNIFICANT, CompareGroups, Procedure
from shared.table.names import spoken
from shared.table.nouns import doing
from shared.table.roles import is_id_name
from shared.table.unit_arithmetic import unit_apart

_GROUPS, _LEFT_OUT = STATISTIC + 1, STATISTIC + 2
_TOLD = 6
_MOST_SUBJECTS = 4
_HALF = 50.0
_SIDES, _OTHERS = "sides", "all others"


class GroupDifference(StatisticalAnalysis):
    """Whether groups differ in a measure by more than chance: Welch's t test of two (ANOVA or Welch's of several) where
    groups are large for their skewness or may be normal, else Mann–Whitney (Kruskal–Wallis); of two, the 95 % interval
    of the difference. Groups of fewer than 3 values take no part. Where each subject stands once in every group: paired
    t, Wilcoxon's or Friedman's test. Of customers, not their orders: give a `source`."""

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

    def problems(self) -> Iterator[str]:
        if self.group == self.measure:
            yield "a measure is not compared between its own values: name a column that makes groups"

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        named = (self.measure, *self._subjects(table))
        if not self.against_others:
            return (Rows(where=self.where, columns=(self.group, *named)),)
        one = MergedValues(to=listed(self.against_others), values=self.against_others)
        sides = Recode(name=_SIDES, column=self.group, merged=(one,), others=_OTHERS)
        return (Rows(derived=(sides,), where=self.where, columns=(_SIDES, *named)),)

    def _subjects(self, table: DatasetProfile) -> tuple[str, ...]:
        """Columns that may name who or what a value is of, ids first, numbers last: which do, the values tell."""
        others = [one for one in table.columns if one.name not in (self.group, self.measure) and not one.nulls]
        known = (
            one for one in others if one.type in ("text", "integer") and one.role not in ("time", "text", "vector")
        )
        again = [one for one in known if LEAST_OF_A_GROUP <= one.distinct <= table.row_count / 1.5]
        again.sort(key=lambda one: (one.role != "id", one.numeric))
        return tuple(one.name for one in again[:_MOST_SUBJECTS])

    def unused(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> frozenset[str]:
        taken = {cell for row in results[STATISTIC].rows for cell in row if isinstance(cell, str)}
        return frozenset(self._subjects(table)) - taken

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
        if facts.number("left_out", query=STATISTIC):
            groups += f" of {facts.add(f'number of {self._by(table)}', column='of_groups', query=STATISTIC)}"
        told = chance(facts, f"the difference of {name}", "p")
        sure = facts.number("p", query=STATISTIC) < SIGNIFICANT
        test, why = facts.value("test", query=STATISTIC), facts.value("why", query=STATISTIC)
        no = doing(name, "does not", "do not")
        verdict = (
            f"{doing(name, 'differs', 'differ')} by more than chance" if sure else f"{no} differ by more than chance"
        )
        over, *belong = self._belonging(facts, table, counted)
        summary = f"{name} {verdict} between {groups} {self._by(table)}{where}: {test} test, {told}, over {over}"
        why = f"This test was taken since {why}."
        effect = (*self._effect(facts, table), *self._by_ranks(facts, table))
        lines = (*belong, why, *effect, *self._groups(facts, table), *self._beside(facts))
        left_out = left_out_of(facts, table.column(self.group), _LEFT_OUT)
        kept = tuple(filter(None, (*left_out, *lines, sampled(results[0]))))
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
        if facts.number("groups", query=STATISTIC) < 2:
            raise ForfeitException(
                f"There are fewer than two groups of three values to compare{self._few(table, facts)}",
                (tried,),
                "Group by something of which each value has three rows or more.",
                "too_few_rows",
            )
        self.require(int(facts.number("count", query=STATISTIC)), "values", "to compare groups", tried)
        if facts.value("p", query=STATISTIC) is None:
            why = facts.value("why", query=STATISTIC) or "there are too many groups"
            raise ForfeitException(f"No test applies: {why}", (tried,))

    def _few(self, table: DatasetProfile, facts: Facts) -> str:
        """Why there are no two groups, behind the sentence that says so."""
        there, few = (int(facts.number(one, query=STATISTIC)) for one in ("of_groups", "left_out"))
        if there < 2:
            return f": all known values have one {spoken(table.column(self.group))}" if there else ""
        each = "have fewer than three each" if few > 1 else "has fewer than three"
        return f": {few:,} of {there:,} {self._by(table)} {each}"

    def _belonging(self, facts: Facts, table: DatasetProfile, counted: str) -> tuple[str, ...]:
        """What the test is over, and, where rows of one subject belong together, a sentence on that."""
        cells = ("subject", "balanced", "repeated")
        subject, balanced, again = (facts.value(one, query=STATISTIC) for one in cells)
        if subject is not None:
            who = spoken(table.column(str(subject)))
            pairs = facts.add(f"number of values of {who} in every group", column="subjects", query=STATISTIC)
            told = f"Each value of {who} stands once in each group, so its values were compared with each other"
            if facts.number("subjects_left_out", query=STATISTIC):
                left = facts.add(f"number of values of {who} left out", column="subjects_left_out", query=STATISTIC)
                told += f"; {left} without a value in every group took no part in the test"
            return f"{pairs} values of {who}", f"{told}."
        names = [table.column(str(one)) for one in (balanced, again) if one is not None]
        for own in names:
            if balanced is not None or own.role == "id" or is_id_name(own.name):
                told = f"Values of {spoken(own)} come in several rows; this test takes rows as independent, which"
                return f"{counted} values", f"{told} those of one {spoken(own)} may not be."
        return (f"{counted} values",)

    def _effect(self, facts: Facts, table: DatasetProfile) -> tuple[str, ...]:
        """The difference of two groups with its interval."""
        if facts.value("difference_low", query=STATISTIC) is None:
            return ()
        (bound,), name = self.bound(table), self._name(table)
        columns = ("difference", "difference_low", "difference_high")
        matched = facts.value("subject", query=STATISTIC) is not None
        of, whose = ("mean difference", f" of {name}") if matched else ("difference", f" of mean {name}")
        shown, low, high = facts.with_interval(of, whose, columns, unit_apart(unit_at(bound, 1)), query=STATISTIC)
        test = str(facts.value("test", query=STATISTIC))
        of_means = "; the p-value of the means is Welch’s, that of the test is of ranks"
        rough = f", roughly, as the values are skewed{of_means}" if test.startswith("Mann") else ""
        called_so = "Mean of the differences" if matched else "Difference of the means"
        return (f"{called_so}: {shown} (95 % interval {low} to {high}{rough}).",)

    def _by_ranks(self, facts: Facts, table: DatasetProfile) -> tuple[str, ...]:
        """Which of two groups lies higher by the ranks that decided, and that its mean does not, where that is so."""
        share = facts.value("above_percent", query=STATISTIC)
        if share is None or not str(facts.value("test", query=STATISTIC)).startswith("Mann"):
            return ()
        column = table.column(self.group)
        one, other = (called(str(facts.value("group", row, _GROUPS)), column) for row in (0, 1))
        name = f"share of pairs in which {self._name(table)} of {one} is above that of {other}"
        shown = facts.add(name, "%", column="above_percent", query=STATISTIC)
        told = f"by ranks: in {shown} of all pairs of a value of {one} and one of {other}, that of {one} is higher"
        means = facts.number("difference", query=STATISTIC)
        turned = "; the means go the other way, as a few extreme values can have them" if means else ""
        return (sentence(f"{told} (ties count half){turned if float(str(share)) < _HALF else ''}"),)

    def _groups(self, facts: Facts, table: DatasetProfile) -> tuple[str, ...]:
        (bound,), name, said = self.bound(table), self._name(table), []
        own = unit_at(bound, 1)
        figures = (
            ("mean", own, "mean ", name),
            ("median", own, "median ", name),
            ("deviation", unit_apart(own), "standard deviation ", f"of {name}"),
        )
        every = facts.rows(_GROUPS)
        ends = _TOLD // 2
        for row in every if len(every) <= _TOLD else [*every[:ends], *every[-ends:]]:
            who = called(str(facts.value("group", row, _GROUPS)), table.column(self.group))
            shown = [
                f"{word}{facts.add(f'{word}{of}, {who}', unit, column=column, row=row, query=_GROUPS)}"
                for column, unit, word, of in figures
            ]
            count = facts.add(f"number of values, {who}", column="count", row=row, query=_GROUPS)
            said.append(f"{who}: {', '.join(shown)}, of {count} values")
        if len(every) > _TOLD:
            high, low = ("; ".join(part) for part in (said[:ends], said[ends:]))
            return (f"The highest means: {high}. The lowest: {low}. All others lie between.",)
        return (f"{'; '.join(said)}.",) if said else ()

    def _beside(self, facts: Facts) -> tuple[str, ...]:
        """The checks and the other tests; those that take rows as independent by themselves where rows are not."""
        matched, paired = (facts.value(one, query=STATISTIC) is not None for one in ("subject", "paired_p"))
        whose = "the differences" if paired else "all groups"
        own = {
            "paired_p": "paired t",
            "signed_p": "Wilcoxon signed-rank",
            "normal_p": f"normality of {whose} (Shapiro–Wilk)",
        }
        others = {
            "equal_spread_p": "equal spread (Levene)", "student_p": "Student’s t", "welch_p": "Welch",
            "anova_p": "ANOVA", "rank_p": "ranks", "distribution_p": "Kolmogorov–Smirnov",
        }  # fmt: skip
        if not matched:
            return self._listed(facts, "Beside it", own | others)
        return (*self._listed(facts, "Beside it", own), *self._listed(facts, "As if rows were independent", others))

    def _listed(self, facts: Facts, lead: str, names: dict[str, str]) -> tuple[str, ...]:
        known = {name: words for name, words in names.items() if facts.value(name, query=STATISTIC) is not None}
        said = [f"{words} {chance(facts, words, name)}" for name, words in known.items()]
        return (f"{lead}: {'; '.join(said)}.",) if said else ()


def left_out_of(facts: Facts, group: ColumnProfile, query: int) -> tuple[str, ...]:
    """A sentence that names the groups that took no part for want of values; none where all did."""
    told = []
    for row in facts.rows(query)[:_TOLD]:
        who = called(str(facts.value("group", row, query)), group)
        count = facts.add(f"number of values, {who}", column="count", row=row, query=query)
        told.append(f"{who} ({count} {'value' if count == '1' else 'values'})")
    if len(facts.rows(query)) > len(told):
        left = facts.add(f"number of values of {spoken(group)} left out", column="left_out", query=STATISTIC)
        told[_TOLD - 1 :] = [f"others, {left} in all"]
    return (f"Left out, as there are fewer than three values of each: {listed(told)}.",) if told else ()


def called(group: str, column: ColumnProfile) -> str:
    """A group as a reader knows it: a flag is handed over as 1 and 0."""
    return {"1": "yes", "0": "no"}.get(group, group) if column.type == "boolean" else group
