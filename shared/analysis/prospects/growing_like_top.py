"""Entities that grow as those at the top do, and are not there yet."""

from collections.abc import Mapping
from typing import ClassVar

from shared.analysis import sql
from shared.analysis.entities.entity_analysis import Drawn, SelectSteps
from shared.analysis.entities.shifting import UP, ShiftingEntities, Way
from shared.analysis.facts import Facts
from shared.contracts import DatasetProfile
from shared.errors import ForfeitException

TOP = "standing > 0.8"
"""The top fifth by what they are worth now, by their cumulative distribution: those tied with the fifth among them."""


class GrowingLikeTop(ShiftingEntities):
    """Finds entities whose growth is like that of the current top performers: the top fifth by their latest figure has
    a median growth from the stretch of time before, and they grow by at least as much without being among that fifth.
    Beside it stands how many fell as steeply, and whether that is more than chance alone would give.

    Use it for "growth like the top's", "who is on the way to the top", "similar trajectory to our best".
    """

    examples = (
        "Which {entity} grow like the top performers in {measure}?",
        "Which {entity} have a growth trajectory similar to current top performers in {measure}?",
        "Which {entity} show growth like our best {entity}?",
    )
    least: ClassVar[int] = 5
    way: ClassVar[Way] = UP
    counter: ClassVar[Way] = Way(
        f"pace > 0 AND {sql.in_percent('before - after', 'after')} >= pace AND NOT stood > 0.8",
        "fell as steeply from below the top",
        -1,
    )
    flagged: ClassVar[str] = f"pace > 0 AND percent >= pace AND NOT {TOP}"
    order: ClassVar[tuple[str, ...]] = ("-percent",)
    overall: ClassVar[Mapping[str, str]] = {"pace": "max(pace)", "top": f"count_if({TOP})"}

    def steps(self, table: DatasetProfile) -> SelectSteps:
        standing = {
            "standing": "cume_dist() OVER (ORDER BY after NULLS FIRST)",
            "stood": "cume_dist() OVER (ORDER BY before NULLS FIRST)",
        }
        return (*super().steps(table), standing, {"pace": f"median(percent) FILTER (WHERE {TOP}) OVER ()"})

    def purpose(self, table: DatasetProfile) -> str:
        return f"Growth like the top fifth's in {self.worth(table).name} of {self.called(table)}, {self._apart(table)}"

    def _apart(self, table: DatasetProfile) -> str:
        return self.windows(table).said

    def check(self, table: DatasetProfile, facts: Facts) -> None:
        super().check(table, facts)
        if facts.value("pace") is None:
            name = self.called(table)
            raise ForfeitException(
                f"No {name} at the top have a figure in both stretches of time, so there is no growth to compare with",
                (f"Compared the {name} {self._apart(table)}",),
                "A longer stretch of time.",
            )

    def drawn(self, table: DatasetProfile) -> Drawn:
        called, name = f"growth in {self.worth(table).name}", self.called(table)
        return Drawn("percent", called, "%", f"{called} of {name} that grew like the top fifth, {self._apart(table)}")

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        worth, name, apart = self.worth(table), self.called(table), self._apart(table)
        top = facts.add(f"number of {name} in the top fifth by {worth.name}", column="top")
        pace = facts.add(f"median growth in {worth.name} of the top fifth, {apart}", "%", column="pace")
        rule = f"the top fifth ({top}) by {worth.name} grew by {pace} in the median, {apart}"
        if facts.number("pace") <= 0:
            return f"None of the {all_of} {name} can be told to grow like the top: {rule}"
        if not facts.number("flagged"):
            return f"None of the other {name}, of {all_of} in all, grew as much as the top: {rule}"
        first = self.labels(facts)
        told = f"{found} of {all_of} {name} are not in the top fifth and grew like it, first of all {first}: {rule}"
        return f"{told}; {self.weighed(facts)}"

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        return self.moved(table, facts, row, label)
