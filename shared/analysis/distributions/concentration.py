"""Concentration of a total: how much of it the largest few hold."""

from shared.analysis.base import Findings
from shared.analysis.distributions.values_analysis import ValuesAnalysis
from shared.analysis.facts import Facts, number
from shared.analysis.fields import Entity
from shared.analysis.pictures import Pictures, axis, bars
from shared.analysis.statistical import STATISTIC, sampled
from shared.contracts import Cell, DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.words.values import sentence
from shared.table.names import spoken

_TOP = 10


class Concentration(ValuesAnalysis):
    """How concentrated a total is: the share that the top 10 % of entities hold, and Gini's coefficient (0 where all
    have the same, near 1 where one has all)."""

    least = 10
    part = "concentration"
    headline = ("top_tenth_share", "gini")
    examples = (
        "How concentrated is {measure} among {entity}?",
        "Do a few {entity} hold most of the {measure}?",
        "Concentration of {measure} across {entity}",
    )

    entity: Entity

    def purpose(self, table: DatasetProfile) -> str:
        return f"Concentration of {self.name(table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts, where = self.facts(table, results), self.scoped(table)
        own, holders = spoken(table.column(self.measure)), self.holders(table)
        counted = self.counted(table, facts, "a concentration")
        if facts.value("top_tenth_share", query=STATISTIC) is None:
            raise ForfeitException(
                f"Shares of {own} mean nothing here: some of its values are negative, or they add up to nothing",
                (f"Added up {own} for each of the {holders}",),
                "Leave out the negative values.",
            )
        share = facts.add(f"share of {own} of the top 10 %", "%", column="top_tenth_share", query=STATISTIC)
        many = facts.add(f"number of {holders} in the top 10 %", column="top_tenth_count", query=STATISTIC)
        gini = facts.add(f"Gini coefficient of {own}", column="gini", query=STATISTIC)
        summary = f"the top 10 % of {holders} ({many} of {counted}) hold {share} of all {own}{where}"
        lines = tuple(filter(None, (self._rounded(facts, holders), f"Gini coefficient: {gini}.", sampled(results[0]))))
        return Findings(
            summary=sentence(summary),
            facts=self.told(facts),
            findings=lines,
            visualization_hint="bar",
            pictures=self.pictures(table, results),
        )

    def pictures(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Pictures:
        who, column = results[0].columns[:2]
        ranked = sorted(range(len(results[0].rows)), key=lambda row: -(number(results[0].rows[row][1]) or 0.0))
        figure, by = self.name(table).partition(" of each ")[0], spoken(table.column(self.entity))
        return (
            ()
            if results[0].truncated
            else bars(
                results[0],
                column,
                who,
                title=f"{figure} by {by}{self.scoped(table)}",
                along=axis(by),
                figure=axis(figure, self.unit(table)),
                rows=ranked,
            )
        )

    def _rounded(self, facts: Facts, holders: str) -> str:
        """How many a tenth are, where that is no whole number."""
        top, every = (facts.number(one, query=STATISTIC) for one in ("top_tenth_count", "count"))
        part = 100 * top / every
        if abs(part - _TOP) < 1e-9:
            return ""
        cells = tuple(Cell(query=STATISTIC, row=0, column=one) for one in ("top_tenth_count", "count"))
        shown = facts.work_out(f"part of the {holders} that these are", part, "%", of=cells)
        return f"A tenth is rounded up to whole ones: these are {shown} of the {holders}."
