"""Change points: when the level of a measure shifted."""

from shared.analysis.base import Findings
from shared.analysis.facts import Facts
from shared.analysis.statistical import STATISTIC, chance, sampled
from shared.analysis.trends.courses import course_against
from shared.analysis.trends.series import SeriesAnalysis
from shared.contracts import DatasetProfile, QueryResult
from shared.query.words.groups import period, within_period
from shared.query.words.values import sentence
from shared.statistics.requests import FindChanges, Procedure
from shared.table.nouns import plural

_STRETCHES = STATISTIC + 1
_LEVEL = 4
"""Periods of a stretch from which on it is told as a level."""


class ChangePoints(SeriesAnalysis):
    """When the level of a measure changed, beside its season: binary segmentation, each split tested by 999
    permutations at p < 0.05 (AR(1) errors allowed for), of 4 periods at least; shorter stretches are told as such. A
    steady rise splits too; the line of the whole course (95 % interval) is told where a level goes against it."""

    least = 8
    headline = ("changes", "mean")
    examples = (
        "When did the level of {measure} change?",
        "Are there change points in {measure}?",
        "Did the level of {measure} shift at some point?",
    )

    @property
    def subject(self) -> str:
        return "change point analysis"

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        return (FindChanges(**self.filled(table)),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Changes of the level of {self.name(table)} by {self.cut(table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, name, where = self.facts(table, results), self.name(table), self.scoped(table)
        grains = plural(self.cut(table))
        self.require_points(int(facts.number("periods", query=STATISTIC)), grains, "Counted complete periods")
        counted = facts.add(f"number of complete {grains}", column="periods", query=STATISTIC)
        stretches = facts.rows(_STRETCHES)
        if len(stretches) < 2:
            summary = f"the level of {name} did not change by more than chance over {counted} {grains}{where}"
        else:
            many = facts.add(f"number of changes of the level of {name}", column="changes", query=STATISTIC)
            told = "once" if many == "1" else f"{many} times"
            summary = (
                f"the level of {name} changed {told} over {counted} {grains}{where}: {self._change(facts, table, 1)}"
            )
        more = [sentence(self._change(facts, table, row)) for row in stretches[2:]]
        changes = [facts.number("change", row, _STRETCHES) for row in stretches[1:]]
        beside = (*course_against(self, facts, table, changes), *self._short(facts, grains), *self._sure(facts, name))
        beside += self._seasonal(facts)
        lines = tuple(filter(None, (*more, *beside, self.left_out(facts, table), sampled(results[0]))))
        return self.concluded(table, results, facts, sentence(summary), lines)

    def _short(self, facts: Facts, grains: str) -> tuple[str, ...]:
        """That a stretch is too short for a level."""
        if len(facts.rows(_STRETCHES)) < 2:
            return ()
        if all(facts.number("periods", row, _STRETCHES) >= _LEVEL for row in facts.rows(_STRETCHES)):
            return ()
        return (f"A stretch of fewer than {_LEVEL} {grains} is hardly a level: so few values do not tell if it lasts.",)

    def _sure(self, facts: Facts, name: str) -> tuple[str, ...]:
        """What the p-values rest on."""
        if not facts.number("changes", query=STATISTIC):
            return ()
        if facts.value("goes_on", query=STATISTIC) is None:
            return ("The p-values take each period as independent of the one before.",)
        shown = facts.add(f"autocorrelation of {name} beside a change", column="goes_on", query=STATISTIC)
        return (
            f"Beside the changes each period follows the one before (autocorrelation {shown}); the p-values allow for "
            f"that.",
        )

    def _seasonal(self, facts: Facts) -> tuple[str, ...]:
        """That the levels are those beside a season."""
        if not facts.value("seasonal", query=STATISTIC) or not facts.number("changes", query=STATISTIC):
            return ()
        return ("The levels are those without the season: what each place of it adds on average is taken out.",)

    def _change(self, facts: Facts, table: DatasetProfile, row: int) -> str:
        """ "from March 2024 on it was 120 on average, after 80 (p = 0.002)"."""
        name, unit, grain = self.name(table), self.unit(table), self.cut(table)
        begin = str(facts.value("from", row, _STRETCHES))
        when = period(begin, grain)
        now = facts.add(f"mean of {name} from {when} on", unit, column="mean", row=row, query=_STRETCHES)
        before = facts.add(f"mean of {name} before {when}", unit, column="mean", row=row - 1, query=_STRETCHES)
        sure = chance(facts, f"the change {within_period(begin, grain)}", "p", row=row, query=_STRETCHES)
        return f"from {when} on it was {now} on average a {grain}, after {before} ({sure})"
