"""Entities of high value that lose much of it: those that need attention first."""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from shared.analysis.entities.entity_analysis import Drawn, SelectSteps
from shared.analysis.entities.shifting import DOWN, ShiftingEntities, Way
from shared.analysis.facts import Facts
from shared.contracts import DatasetProfile
from shared.table.nouns import agreeing, some_of


class Attention(ShiftingEntities):
    """Finds the entities that need immediate attention: in the earlier stretch of time they were among the top 20 % by
    value, and since then they lost at least 20 % of it; the greatest loss first. Beside it stands how many rose as
    steeply to as much, and whether that is more than chance alone would give.

    Use it for "who needs immediate attention", "which high value accounts are slipping", "red flags".
    """

    examples = (
        "Which {entity} need immediate attention?",
        "Which {entity} are slipping away?",
        "Which {entity} should we worry about?",
    )
    least: ClassVar[int] = 5
    way: ClassVar[Way] = DOWN
    counter: ClassVar[Way] = Way(
        "after >= high AND after > 0 AND before <= 0.8 * after", "rose as steeply to as high a value", 1
    )
    flagged: ClassVar[str] = "before >= high AND before > 0 AND percent <= -20"
    order: ClassVar[tuple[str, ...]] = ("change",)
    overall: ClassVar[Mapping[str, str]] = {"at_stake": "sum(before) FILTER (WHERE :flagged)"}

    high: float = Field(default=0.8, gt=0, lt=1, description="Percentile (0..1) from which an entity is of high value.")

    def steps(self, table: DatasetProfile) -> SelectSteps:
        return (*super().steps(table), {"high": f"quantile_cont(before, {self.high}) OVER ()"})

    def purpose(self, table: DatasetProfile) -> str:
        worth, name = self.worth(table).name, self.called(table)
        return f"High value {name} that lost at least 20 % of their {worth}, {self.windows(table).said}"

    def drawn(self, table: DatasetProfile) -> Drawn:
        return self.change(table, "that need attention")

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        worth, name, apart = self.worth(table), self.called(table), self.windows(table)
        if not facts.number("flagged"):
            return f"None of the {all_of} {name} needs immediate attention: no high value one lost 20 %, {apart.said}"
        stake = facts.add(
            f"{worth.name} in {apart.before.said} of those that need attention", worth.unit, column="at_stake"
        )
        lost = agreeing(
            found, "a high value one that lost at least 20 % of its", "high value ones that lost at least 20 % of their"
        )
        return (
            f"{some_of(found, all_of, name, 'needs', 'need')} attention: {lost} {worth.name}, {apart.said}. "
            f"{agreeing(found, 'It', 'They')} stood for {stake} before; {self.weighed(facts)}"
        )

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        return f"{self.moved(table, facts, row, label)} - needs attention"
