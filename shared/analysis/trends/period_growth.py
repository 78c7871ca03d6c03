"""Growth of a measure: its last complete period against the one before, and against the year before."""

from shared.analysis.base import Findings
from shared.analysis.facts import Facts
from shared.analysis.statistical import STATISTIC, sampled
from shared.analysis.trends.series import SeriesAnalysis
from shared.contracts import DatasetProfile, QueryResult
from shared.query.words.groups import period, within_period
from shared.query.words.values import sentence
from shared.statistics.requests import CompareLast, Procedure
from shared.table.nouns import doing, plural
from shared.table.unit_arithmetic import unit_apart


class PeriodGrowth(SeriesAnalysis):
    """How a measure changed from the period before, and from the same period of the year before, and how fast it grew a
    period over all: of complete periods alone, those that the data does not fill are left out and named."""

    least = 2
    headline = ("change_percent", "year_change_percent", "change", "last")
    examples = (
        "What is the period over period growth of {measure}?",
        "What is the growth rate of {measure} over time?",
        "How does {measure} grow from period to period?",
        "Year over year growth of {measure}",
    )

    @property
    def subject(self) -> str:
        return "comparison of periods"

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        return (CompareLast(**self.filled(table)),)

    def purpose(self, table: DatasetProfile) -> str:
        return f"Change of {self.name(table)} from {self.cut(table)} to {self.cut(table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, name, grain = self.facts(table, results), self.name(table), self.cut(table)
        found, whole = int(facts.number("periods", query=STATISTIC)), f"complete {plural(grain)}"
        self.require_points(found, whole, "Counted complete periods")
        counted = facts.add(f"number of complete {plural(grain)}", column="periods", query=STATISTIC)
        when = within_period(str(facts.value("last_period", query=STATISTIC)), grain)
        now = facts.add(f"{name} {when}", self.unit(table), column="last", query=STATISTIC)
        changes = (
            self._changed(facts, table, f"the {grain} before", "previous", "change"),
            self._changed(facts, table, f"the same {grain} of the year before", "year_before", "year_change"),
        )
        told = ", ".join(filter(None, changes)) or f"and the {grain} before it has no value"
        summary = f"{name} {doing(name, 'was', 'were')} {now} {when}{self.scoped(table)}: {told}"
        lines = (self._growth(facts, table, counted), self.left_out(facts, table), sampled(results[0]))
        kept = tuple(filter(None, lines))
        return self.concluded(table, results, facts, sentence(summary), kept)

    def _changed(self, facts: Facts, table: DatasetProfile, against: str, earlier: str, change: str) -> str:
        """ "12 % more than the month before (80)"; empty where that period has no value."""
        if facts.value(change, query=STATISTIC) is None:
            return ""
        name, unit = self.name(table), self.unit(table)
        before = facts.add(f"{name} in {against}", unit, column=earlier, query=STATISTIC)
        difference = facts.number(change, query=STATISTIC)
        if not difference:
            return f"as much as {against} ({before})"
        column, of = (f"{change}_percent", "%")
        if unit == "%" or facts.value(column, query=STATISTIC) is None:  # shares lie points apart
            column, of = change, unit_apart(unit) or ""
        shown = facts.add(f"change of {name} against {against}", of or None, column=column, query=STATISTIC)
        return f"{shown.replace('-', '', 1)} {'more' if difference > 0 else 'less'} than {against} ({before})"

    def _growth(self, facts: Facts, table: DatasetProfile, counted: str) -> str:
        name, grain = self.name(table), self.cut(table)
        if self.unit(table) == "%" or facts.value("growth_percent", query=STATISTIC) is None:
            return sentence(f"{counted} complete {plural(grain)} are compared{self.scoped(table)}")
        rate = facts.add(f"compound growth of {name} a {grain}", "%", column="growth_percent", query=STATISTIC)
        first = period(str(facts.value("first_period", query=STATISTIC)), grain)
        moved = "shrunk" if rate.startswith("-") else "grown"
        it = doing(name, "it has", "they have")
        by = f"{it} {moved} by {rate.removeprefix('-')} a {grain} on average"
        told = f"since {first} {by}, over {counted} complete {plural(grain)}"
        return sentence(f"{told}{self.scoped(table)}")
