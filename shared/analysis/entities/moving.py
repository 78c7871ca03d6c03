"""Entities in two stretches of time: what each was worth before, and what now."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from shared.analysis import sql
from shared.analysis.entities import recorded
from shared.analysis.entities.entity_analysis import Drawn, EntityAnalysis, PerEntity, SelectSteps
from shared.analysis.entities.whom import Worth, whom
from shared.analysis.entities.windows import MONTHS, Windows, windows
from shared.analysis.facts import Facts
from shared.analysis.fields import Measure, TimeColumn
from shared.contracts import ColumnProfile, DatasetProfile
from shared.query.trees import exp
from shared.table.unit_arithmetic import unit_apart

CHANGED = {"change": "after - before", "percent": sql.in_percent("after - before", "before")}
"""How much the worth of each entity changed; what is no more than a rounding error is none."""


class Moving(PerEntity):
    """What each entity was worth in the latest stretch of time, beside the one before."""

    measure: Measure | None = Field(default=None, description="What they are worth; none: the number of rows.")
    time: TimeColumn | None = Field(default=None, description="When; none: the table's only column of times.")
    months: int = Field(default=MONTHS, ge=1, le=36, description="Months in each of the two stretches.")

    def whom(self, table: DatasetProfile) -> ColumnProfile:
        return whom(self.entity, table, repeated=True)

    def worth(self, table: DatasetProfile) -> Worth:
        return Worth.of(self.measure, table)

    def windows(self, table: DatasetProfile) -> Windows:
        return windows(self.time, table, self.months)

    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        apart, worth = self.windows(table), self.worth(table)
        time = apart.column.name
        return {
            "before": worth.within(apart.before.covers(time)),
            "after": worth.within(apart.now.covers(time)),
            **recorded.counts(worth, apart),
        }

    def steps(self, table: DatasetProfile) -> SelectSteps:
        return (CHANGED,)

    def require_recorded(self, table: DatasetProfile, facts: Facts) -> None:
        """Raises ForfeitException where one of the stretches holds nothing of what is compared."""
        recorded.require(self.worth(table), self.windows(table), self.filters, facts)


class MovingEntities(Moving, EntityAnalysis):
    """Tells which entities moved in a way that is looked for."""

    def over_all(self) -> Mapping[str, str]:
        return {**self.overall, **{name: f"sum({name})" for name in recorded.NAMES}}

    def check(self, table: DatasetProfile, facts: Facts) -> None:
        self.require_recorded(table, facts)

    def change(self, table: DatasetProfile, whose: str) -> Drawn:
        """How much the worth of those changed, for a picture."""
        worth, apart = self.worth(table), self.windows(table)
        called = f"change in {worth.name}"
        return Drawn(
            "change", called, unit_apart(worth.unit), f"{called} of {self.called(table)} {whose}, {apart.said}"
        )

    def aside_of(self, table: DatasetProfile) -> tuple[str, ...]:
        return tuple(filter(None, (self.windows(table).note,)))

    def moved(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        """ "C-5: 120.50 in July to September 2024 after 310.00 in April to June 2024 (-189.50, -61.1 %)"."""
        worth, apart = self.worth(table), self.windows(table)
        after = facts.add(f"{worth.name} of {label} in {apart.now.said}", worth.unit, column="after", row=row, query=1)
        before = facts.add(
            f"{worth.name} of {label} in {apart.before.said}", worth.unit, column="before", row=row, query=1
        )
        name = f"change in {worth.name} of {label}, {apart.said}"
        by = facts.add(name, unit_apart(worth.unit), column="change", row=row, query=1)
        told = f"{label}: {after} in {apart.now.said} after {before} in {apart.before.said} ({by}"
        if facts.value("percent", row, 1) is None:
            return f"{told})"
        return f"{told}, {facts.add(f'{name}, in percent', '%', column='percent', row=row, query=1)})"
