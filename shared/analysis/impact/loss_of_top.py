"""Dependency on the largest: what would be lost of a total with its top entities."""

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.facts import Facts
from shared.analysis.fields import Conditions, Entity, Measure
from shared.analysis.impact.totals import total_of
from shared.analysis.plain import PlainAnalysis
from shared.analysis.statistical import scope, unit_at
from shared.contracts import Cell, DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.groupings import ByColumn
from shared.query.query import Figures, Query, Ranking
from shared.query.words.groups import group
from shared.query.words.values import listed, sentence
from shared.query.words.verbalise import naming_of
from shared.table.names import spoken
from shared.table.nouns import plural
from shared.table.units import without_unit


class LossOfTop(PlainAnalysis):
    """By how much a total would fall without the entities that have most of it (5, or another number): their total and
    their share."""

    first = "highest"
    examples = (
        "How much {measure} would we lose without the top {entity}?",
        "Impact of losing the largest {entity} on {measure}",
        "What if we lose our top {top} {entity}?",
        "What if we lose the top {top} {entity}?",
    )

    entity: Entity
    measure: Measure
    top: int = Field(default=5, ge=1, le=20, description="How many are lost.")
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        total = total_of(self.measure, table, "nothing of it would be lost")
        groups, ranking = (ByColumn(column=self.entity),), Ranking(by=0, limit=self.top)
        ranked = Figures(where=self.where, groups=groups, measures=(total,), ranking=ranking)
        return (ranked, Figures(where=self.where, measures=(total,)))

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        bound, facts = self.bound(table), Facts(results)
        column, where, unit = results[1].columns[0], scope(bound[0]), unit_at(bound[1])
        name, holders = (
            f"total {without_unit(table.column(self.measure), table.columns)}",
            plural(spoken(table.column(self.entity))),
        )
        whole, rows = (
            facts.number(column, query=1),
            [row for row in facts.rows() if facts.value(column, row) is not None],
        )
        if whole <= 0 or not rows:
            raise ForfeitException(f"There is no {name} above 0 that could be lost", (f"Added up {self.measure}",))
        lost = sum(facts.number(column, row) for row in rows)
        cells = [Cell(query=0, row=row, column=column) for row in rows]
        (grouping,) = bound[0].query.groups if isinstance(bound[0].query, Figures) else ()
        who = [group(grouping, facts.value(results[0].columns[0], row), naming_of(bound[0])) for row in rows]
        of_all = [*cells, Cell(query=1, row=0, column=column)]
        many = str(len(rows))
        share = facts.work_out(
            f"share of {name} of the top {many} {holders}{where}", 100 * lost / whole, "%", of=of_all
        )
        amount = facts.work_out(f"{name} of the top {many} {holders}{where}", lost, unit, of=of_all)
        base = facts.add(f"{name}{where}", unit, column=column, query=1)
        summary = f"without the top {many} {holders}, {name}{where} would fall by {share} ({amount} of {base})"
        each = [
            f"{one} ({facts.add(f'{name} of {one}{where}', unit, column=column, row=row)})"
            for one, row in zip(who, rows, strict=True)
        ]
        return Findings(
            summary=sentence(summary),
            facts=facts.all(),
            findings=(sentence(f"these are {listed(each)}{where}"),),
            visualization_hint="bar",
            pictures=self.pictures(table, results),
        )
