"""An opportunity score of several indicators, its parts shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from shared.analysis import sql
from shared.analysis.entities.entity_analysis import Drawn, SelectSteps
from shared.analysis.entities.moving import CHANGED, MovingEntities
from shared.analysis.facts import Facts
from shared.analysis.naming import snake
from shared.analysis.wording import rows_name
from shared.contracts import DatasetProfile
from shared.query.trees import exp
from shared.table.nouns import some_of


class OpportunityScore(MovingEntities):
    """Scores the potential of each entity from 0 to 100 by three indicators that add up: up to 40 points for growth
    (its place among all by the change from one stretch of time to the next), up to 30 for engagement (its place by
    number of rows), up to 30 for headroom (its place by value, the lowest first). From 60 on it has high potential.

    Use it for "rank opportunities by potential value", "who should we focus on", "where to invest".
    """

    examples = (
        "Rank the {entity} by potential",
        "What is the opportunity score of each {entity}?",
        "Which {entity} should we focus on?",
        "Who should we focus on?",
    )
    least: ClassVar[int] = 3
    flagged: ClassVar[str] = "score >= 60"
    order: ClassVar[tuple[str, ...]] = ("-score",)

    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        worth = self.worth(table).within()
        return {**super().each(table), "worth": worth, "activity": sql.formula("count(*)")}

    def steps(self, table: DatasetProfile) -> SelectSteps:
        rounded = {"moved": "round(after - before, 6)", "level": "round(worth, 6)"}
        parts = {
            "from_growth": "40 * percent_rank() OVER (PARTITION BY moved IS NULL ORDER BY moved)",
            "from_engagement": "30 * percent_rank() OVER (ORDER BY activity)",
            "from_headroom": "30 * percent_rank() OVER (PARTITION BY level IS NULL ORDER BY level DESC)",
        }
        return {**CHANGED, **rounded}, parts, {"score": "round(from_growth + from_engagement + from_headroom, 6)"}

    def headings(self, table: DatasetProfile) -> Mapping[str, str]:
        said = {"worth": snake(self.worth(table).name), "activity": snake(f"number of {rows_name(table)}")}
        return {**super().headings(table), **said}

    def purpose(self, table: DatasetProfile) -> str:
        return f"Opportunity score of {self.called(table)} by {self.worth(table).name}, {self.windows(table).said}"

    def drawn(self, table: DatasetProfile) -> Drawn:
        return Drawn("score", "opportunity score", "of 100", self.purpose(table))

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        name = self.called(table)
        if not facts.number("flagged"):
            return f"None of the {all_of} {name} reaches an opportunity score of 60"
        first = facts.add(f"opportunity score of {self.label(facts, 0)}", column="score", query=1)
        return (
            f"{some_of(found, all_of, name, 'has', 'have')} high potential (an opportunity score of 60 or "
            f"more), first of all "
            f"{self.labels(facts)}; the highest score is {first} of 100"
        )

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        parts = {"growth": "from_growth", "engagement": "from_engagement", "headroom": "from_headroom"}
        score = facts.add(f"opportunity score of {label}", column="score", row=row, query=1)
        told = [
            f"{name} {facts.add(f'points for {name} of {label}', column=column, row=row, query=1)}"
            for name, column in parts.items()
        ]
        return f"{label}: {score} of 100 ({', '.join(told)})"

    def rules(self, table: DatasetProfile) -> tuple[str, ...]:
        worth, rows = self.worth(table).name, rows_name(table)
        return (
            f"Score: up to 40 points for growth in {worth} ({self.windows(table).said}), up to 30 for the number of "
            f"{rows}, up to 30 for a low {worth}, each by the place among all {self.called(table)}.",
        )
