"""Entities in decline."""

from collections.abc import Mapping
from typing import ClassVar, Final

from shared.analysis.entities.entity_analysis import Drawn
from shared.analysis.entities.shifting import DOWN, UP, ShiftingEntities, ShiftWords, Way
from shared.analysis.facts import Facts
from shared.contracts import DatasetProfile
from shared.table.nouns import agreeing

WORDS: Final = ShiftWords("declined", "those in decline", "loss", "lost")


class Declining(ShiftingEntities):
    """Finds entities (customers, products, accounts) whose figure fell from one stretch of time to the next: by how
    much each, the greatest loss first, and what was lost in all. An entity without rows in the later stretch has lost
    all of a total. Beside it stands how many rose, and whether that is more than chance alone would give: of all (the
    sign test) and of each.

    Use it for "who is declining", "which accounts are dropping", "who is at risk" where there are dates.
    """

    examples = (
        "Which {entity} are declining in {measure}?",
        "Which {entity} are at risk of leaving?",
        "Who is at risk of leaving?",
        "Whose {measure} is dropping?",
    )
    way: ClassVar[Way] = DOWN
    counter: ClassVar[Way] = UP
    flagged: ClassVar[str] = DOWN.met
    order: ClassVar[tuple[str, ...]] = ("change",)
    overall: ClassVar[Mapping[str, str]] = {
        "lost": "sum(before - after) FILTER (WHERE :flagged)",
        "stopped": "count_if(:flagged AND after = 0)",
    }

    def purpose(self, table: DatasetProfile) -> str:
        return f"Decline in {self.worth(table).name} of {self.called(table)}, {self.windows(table).said}"

    def drawn(self, table: DatasetProfile) -> Drawn:
        return self.change(table, "that declined")

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        return self.told(WORDS, table, facts, all_of=all_of, found=found)

    def noticed(self, table: DatasetProfile, facts: Facts) -> tuple[str, ...]:
        return (*self._stopped(table, facts), *super().noticed(table, facts))

    def _stopped(self, table: DatasetProfile, facts: Facts) -> tuple[str, ...]:
        if not facts.number("stopped"):
            return ()
        name, worth, now = self.called(table), self.worth(table).name, self.windows(table).now.said
        stopped = facts.add(f"number of {name} in decline with nothing in {now}", column="stopped")
        have = agreeing(stopped, "has", "have")
        return (
            f"{stopped} of those in decline {have} 0 in {worth} in {now}: {agreeing(stopped, 'it', 'they')} "
            f"stopped altogether.",
        )

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        return self.moved(table, facts, row, label)
