"""Entities that grow."""

from collections.abc import Mapping
from typing import ClassVar, Final

from shared.analysis.entities.entity_analysis import Drawn
from shared.analysis.entities.shifting import DOWN, UP, ShiftingEntities, ShiftWords, Way
from shared.analysis.facts import Facts
from shared.contracts import DatasetProfile

WORDS: Final = ShiftWords("grew", "those that grew", "gain", "gained")


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
        return self.told(WORDS, table, facts, all_of=all_of, found=found)

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        return self.moved(table, facts, row, label)
