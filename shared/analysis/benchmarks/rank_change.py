"""How entities moved among all: the percentile of each in two stretches of time."""

from collections.abc import Mapping
from typing import ClassVar

from shared.analysis.entities.entity_analysis import Drawn, SelectSteps
from shared.analysis.entities.moving import MovingEntities
from shared.analysis.facts import Facts
from shared.contracts import DatasetProfile
from shared.query.words.values import ordinal

_PERCENTILE = "CAST(round(100 * percent_rank() OVER (PARTITION BY {0} IS NULL ORDER BY {0})) AS BIGINT)"


class RankChange(MovingEntities):
    """Compares how entities stand now with how they stood before: the percentile of each (the share of the others that
    are below it) in both stretches of time, and its change, the greatest first.

    Use it for "who improved in the ranking", "from which percentile to which did X move", "standing against last year".
    """

    examples = (
        "How did the ranking of {entity} by {measure} change?",
        "Which {entity} have moved up in the ranking by {measure}?",
        "How did the percentile of each {entity} in {measure} change?",
    )
    least: ClassVar[int] = 3
    flagged: ClassVar[str] = "before IS NOT NULL AND after IS NOT NULL"
    order: ClassVar[tuple[str, ...]] = ("-moved", "-percentile")
    overall: ClassVar[Mapping[str, str]] = {"up": "count_if(moved > 0)", "down": "count_if(moved < 0)"}

    def steps(self, table: DatasetProfile) -> SelectSteps:
        return (
            {"level_before": "round(before, 9)", "level": "round(after, 9)"},
            {
                "percentile_before": _PERCENTILE.format("level_before"),
                "percentile": _PERCENTILE.format("level"),
            },
            {"moved": "percentile - percentile_before"},
        )

    def purpose(self, table: DatasetProfile) -> str:
        return f"Percentile of {self.called(table)} in {self.worth(table).name}, {self.windows(table).said}"

    def drawn(self, table: DatasetProfile) -> Drawn:
        worth, now = self.worth(table), self.windows(table).now.said
        return Drawn(
            "percentile",
            f"percentile in {worth.name}",
            None,
            f"Percentile in {worth.name} of {self.called(table)}, {now}",
        )

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        worth, name, apart = self.worth(table), self.called(table), self.windows(table)
        if not facts.rows(1):
            return f"None of the {all_of} {name} has {worth.name} in both stretches of time, {apart.said}"
        up = facts.add(f"number of {name} that moved up in {worth.name}", column="up")
        down = facts.add(f"number of {name} that moved down in {worth.name}", column="down")
        told = f"Of {all_of} {name}, {up} moved up and {down} down by {worth.name}, {apart.said}"
        if facts.number("moved", 0, 1) <= 0:
            return told
        return f"{told}; {self.line(table, facts, 0, self.label(facts, 0))}"

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        worth, apart = self.worth(table), self.windows(table)
        ends = []
        for column, stretch in (("percentile_before", apart.before), ("percentile", apart.now)):
            facts.add(f"percentile in {worth.name} of {label} in {stretch.said}", column=column, row=row, query=1)
            ends.append(f"the {ordinal(facts.number(column, row, 1))} percentile")
        kept = not facts.number("moved", row, 1)
        return f"{label} stayed at {ends[0]}" if kept else f"{label} moved from {ends[0]} to {ends[1]}"
