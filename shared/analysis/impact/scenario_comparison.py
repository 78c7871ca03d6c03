"""What a total would be if it, or a part of it, were larger or smaller."""

from typing import Annotated

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.facts import Facts, number
from shared.analysis.fields import Conditions, Measure
from shared.analysis.impact.totals import ASSUMPTION, CHANGE, OUTCOME, outcomes, total_of
from shared.analysis.pictures import axis, bars
from shared.analysis.plain import PlainAnalysis
from shared.analysis.statistical import scope, unit_at
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.measures import Filtered
from shared.query.query import Figures, Query
from shared.query.words.conditions import clauses
from shared.query.words.figures import compared, show_number
from shared.query.words.values import sentence
from shared.query.words.verbalise import naming_of
from shared.table.nouns import doing
from shared.table.units import without_unit

_OUTCOMES = 1
"""The place of the result that has a row for each assumption."""
Percent = Annotated[float, Field(gt=-100, le=1000)]


class ScenarioComparison(PlainAnalysis):
    """What the total of a measure would be if it changed by several percentages (-10, -5, 5 and 10, or others), all of
    it or only the rows of `part`, everything else unchanged: arithmetic beside the baseline of today, no forecast."""

    examples = (
        "Compare scenarios for {measure}",
        "What would happen to total {measure} in different scenarios?",
        "Simulate scenarios of {measure}",
    )

    measure: Measure
    percents: tuple[Percent, ...] = Field(default=(-10.0, -5.0, 5.0, 10.0), min_length=1, max_length=8)
    part: Conditions = Field(default=(), description="The rows that change; none means all.")
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        total = total_of(self.measure, table, "there is no total to change")
        changing = (Filtered(measure=total, where=self.part),) if self.part else ()
        return (Figures(where=self.where, measures=(total, *changing)),)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        (bound,) = self.bound(table)
        purpose = sentence(f"{self._name(table)} under each assumption{scope(bound)}")[:-1]
        return (*super().queries(table), outcomes(bound, (0, *self.percents), purpose))

    def _name(self, table: DatasetProfile) -> str:
        return f"total {without_unit(table.column(self.measure), table.columns)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        (bound,) = self.bound(table)
        facts, where, name, unit = Facts(results), scope(bound), self._name(table), unit_at(bound)
        column = bound.outputs[0].name
        if number(facts.value(column)) is None:
            raise ForfeitException(f"There is no {name} to change", (f"Added up {self.measure}",))
        baseline = facts.add(f"baseline {name}{where}", unit, column=column)
        rows = naming_of(bound)
        only = f" of {rows.rows} {clauses(self.part, rows)}" if self.part else ""
        lines = []
        for row, percent in enumerate(self.percents, start=1):
            change = show_number(percent, "%")
            then = facts.add(f"{name} at {change}{where}", unit, column=OUTCOME, row=row, query=_OUTCOMES)
            apart = facts.add(f"change of {name} at {change}{where}", unit, column=CHANGE, row=row, query=_OUTCOMES)
            beside = compared(facts.number(CHANGE, row, _OUTCOMES), apart)
            lines.append(f"At {change}{only}: {then} ({beside} today{where}).")
        summary = sentence(f"{name} {doing(name)} {baseline} today{where}; {lines[0][:1].lower()}{lines[0][1:-1]}")
        stays = "Everything else is taken to stay as it is: this is arithmetic, not a forecast."
        pictures = bars(
            results[_OUTCOMES],
            OUTCOME,
            ASSUMPTION,
            names=("as today", *(show_number(one, "%") for one in self.percents)),
            title=f"{name} by assumption{where}",
            along=axis("assumption"),
            figure=axis(name, unit),
            query=_OUTCOMES,
        )
        return Findings(
            summary=summary,
            facts=facts.all(),
            findings=(*lines[1:], stays),
            visualization_hint="bar",
            pictures=pictures,
        )
