"""How far each group is from the best of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from shared.analysis import sql
from shared.analysis.entities.entity_analysis import Drawn, EntityAnalysis, SelectSteps
from shared.analysis.entities.whom import Worth
from shared.analysis.facts import Facts
from shared.analysis.fields import Dimension, Measure
from shared.analysis.wording import rows_name
from shared.contracts import ColumnProfile, DatasetProfile
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.table.nouns import agreeing
from shared.table.unit_arithmetic import unit_apart

FILLED = 0.5
"""The part of the cells that must be filled for a gap to say something."""


class GapToBest(EntityAnalysis):
    """Measures the gap of each group (a cluster, segment, region) to the best of them: its figure, and how much it
    lacks, also in percent of the best, the widest gap first. Forfeits where fewer than half of the cells are filled.

    Use it for "gap analysis", "how far behind the leader is each region", "performance gap".
    """

    examples = (
        "How wide is the gap of each {group} to the leader in {measure}?",
        "How far behind the leader in {measure} is each {group}?",
        "Gap analysis of {measure} by {group}",
    )
    flagged: ClassVar[str] = "gap > 0.000000001 * abs(best)"
    order: ClassVar[tuple[str, ...]] = ("-gap",)
    overall: ClassVar[Mapping[str, str]] = {
        "best": "max(best)",
        "leader": "arg_max(entity, worth ORDER BY entity)",
        "rows": "sum(rows)",
        "known": "sum(known)",
    }

    group: Dimension
    measure: Measure | None = Field(default=None, description="The figure; none: the number of rows.")

    def whom(self, table: DatasetProfile) -> ColumnProfile:
        return table.column(self.group)

    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        worth = Worth.of(self.measure, table)
        known = sql.formula("count(:cell)", cell=worth.column.name) if worth.column else sql.formula("count(*)")
        return {"worth": worth.within(), "rows": sql.formula("count(*)"), "known": known}

    def steps(self, table: DatasetProfile) -> SelectSteps:
        return (
            {"best": "max(worth) OVER ()"},
            {"gap": "best - worth", "percent": sql.in_percent("best - worth", "best")},
        )

    def purpose(self, table: DatasetProfile) -> str:
        return f"Gap of {self.called(table)} to the best in {Worth.of(self.measure, table).name}"

    def check(self, table: DatasetProfile, facts: Facts) -> None:
        known, rows = int(facts.number("known")), int(facts.number("rows"))
        if known < FILLED * rows:
            worth = Worth.of(self.measure, table).name
            raise ForfeitException(
                f"Data quality too poor: only {known} of {rows} {rows_name(table)} have a value for the {worth}",
                (f"Counted the filled cells behind the {worth}",),
                "Fill in the missing values, or name another column.",
                "not_computable",
            )

    def drawn(self, table: DatasetProfile) -> Drawn:
        worth = Worth.of(self.measure, table)
        return Drawn("gap", f"gap to the best in {worth.name}", unit_apart(worth.unit), self.purpose(table))

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        worth, name = Worth.of(self.measure, table), self.called(table)
        best = facts.add(f"best {worth.name} of all {name}", worth.unit, column="best")
        if not facts.rows(1):
            return f"There is no gap between the {all_of} {name}: each has {best} in {worth.name}"
        return (
            f"{found} of {all_of} {name} {agreeing(found)} behind {facts.value('leader')}, which leads in {worth.name} "
            f"with {best}; the widest gap: {self.line(table, facts, 0, self.label(facts, 0))}"
        )

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        worth = Worth.of(self.measure, table)
        value = facts.add(f"{worth.name} of {label}", worth.unit, column="worth", row=row, query=1)
        gap = facts.add(
            f"gap of {label} to the best in {worth.name}", unit_apart(worth.unit), column="gap", row=row, query=1
        )
        if facts.value("percent", row, 1) is None:
            return f"{label}: {value}, {gap} behind"
        said = f"gap of {label} to the best in {worth.name}, in percent of it"
        return f"{label}: {value}, {gap} behind ({facts.add(said, '%', column='percent', row=row, query=1)})"
