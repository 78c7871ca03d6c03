"""What a total would be if it, or a part of it, were larger or smaller."""

from typing import Annotated

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.facts import Facts, number
from shared.analysis.fields import Conditions, Measure
from shared.analysis.impact.totals import total_of
from shared.analysis.pictures import axis, bars_of
from shared.analysis.plain import PlainAnalysis
from shared.analysis.statistical import scope, unit_at
from shared.contracts import Cell, DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.query import Figures, Query
from shared.query.words.conditions import clauses
from shared.query.words.figures import compared, show_number
from shared.query.words.values import sentence
from shared.query.words.verbalise import naming_of
from shared.table.nouns import doing
from shared.table.units import without_unit

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
        changing = (Figures(where=(*self.where, *self.part), measures=(total,)),) if self.part else ()
        return (Figures(where=self.where, measures=(total,)), *changing)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        bound, facts = self.bound(table), Facts(results)
        column, where = results[0].columns[0], scope(bound[0])
        name, unit = f"total {without_unit(table.column(self.measure), table.columns)}", unit_at(bound[0])
        whole = number(facts.value(column))
        if whole is None:
            raise ForfeitException(f"There is no {name} to change", (f"Added up {self.measure}",))
        changing = number(facts.value(column, query=len(bound) - 1)) or 0.0
        baseline = facts.add(f"baseline {name}{where}", unit, column=column)
        cells = [Cell(query=at, row=0, column=column) for at in (0, len(bound) - 1)]  # of all, and of what changes
        rows = naming_of(bound[0])
        only = f" of {rows.rows} {clauses(self.part, rows)}" if self.part else ""
        lines, futures = [], [("Today", whole)]
        for percent in self.percents:
            change = show_number(percent, "%")
            future = facts.work_out(f"{name} at {change}{where}", whole + changing * percent / 100, unit, of=cells)
            apart = facts.work_out(f"change of {name} at {change}{where}", changing * percent / 100, unit, of=cells)
            futures.append((f"At {change}", whole + changing * percent / 100))
            lines.append(f"At {change}{only}: {future} ({compared(changing * percent, apart)} today{where}).")
        summary = sentence(f"{name} {doing(name)} {baseline} today{where}; {lines[0][:1].lower()}{lines[0][1:-1]}")
        stays = "Everything else is taken to stay as it is: this is arithmetic, not a forecast."
        pictures = bars_of(
            futures,
            title=f"{name} by scenario{f', with a change{only} alone' if only else ''}{where}",
            along=axis("scenario"),
            figure=axis(name, unit),
            column=column,
        )
        return Findings(
            summary=summary,
            facts=facts.all(),
            findings=(*lines[1:], stays),
            visualization_hint="bar",
            pictures=pictures,
        )
