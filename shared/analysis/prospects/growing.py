"""Entities that grow."""

from collections.abc import Mapping
from typing import ClassVar

from shared.analysis.entities.entity_analysis import Drawn
from shared.analysis.entities.shifting import DOWN, UP, ShiftingEntities, Way
from shared.analysis.facts import Facts
from shared.contracts import DatasetProfile
from shared.table.nouns import agreeing


class Growing(ShiftingEntities):
    """Finds entities that show growth: their figure rose from one stretch of time to the next, the greatest gain first.
    Beside it stands how many fell, and whether that is more than chance alone would give: of all (the sign test) and of
    each.

    Use it for "high potential customers", "who is growing", "growth opportunities" where there are dates.
    """

    examples = (
        "Which {entity} are growing in {measure}?",
        "Which {entity} have high growth potential?",
        "Which {entity} show growth indicators?",
        "Where are our growth opportunities?",
    )
    way: ClassVar[Way] = UP
    counter: ClassVar[Way] = DOWN
    flagged: ClassVar[str] = UP.met
    order: ClassVar[tuple[str, ...]] = ("-change",)
    overall: ClassVar[Mapping[str, str]] = {"gained": "sum(change) FILTER (WHERE :flagged)"}

    def purpose(self, table: DatasetProfile) -> str:
        return f"Growth in {self.worth(table).name} of {self.called(table)}, {self.windows(table).said}"

    def drawn(self, table: DatasetProfile) -> Drawn:
        return self.change(table, "that grew")

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        worth, name, apart = self.worth(table), self.called(table), self.windows(table)
        if not facts.number("flagged"):
            return f"None of the {all_of} {name} grew in {worth.name}, {apart.said}"
        told = f"{found} of {all_of} {name} grew in {worth.name}, {apart.said}, most of all {self.labels(facts)}"
        if worth.adds_up:
            gained = facts.add(f"gain in {worth.name} of those that grew, {apart.said}", worth.unit, column="gained")
            told += f"; {agreeing(found, 'it', 'together they')} gained {gained}"
        return f"{told}; {self.weighed(facts)}"

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        return self.moved(table, facts, row, label)
