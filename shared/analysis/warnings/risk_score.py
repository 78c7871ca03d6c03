"""A risk score of several factors, its parts shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from shared.analysis import sql
from shared.analysis.entities.entity_analysis import Drawn, SelectSteps
from shared.analysis.entities.moving import MovingEntities
from shared.analysis.facts import Facts
from shared.analysis.wording import rows_name
from shared.contracts import DatasetProfile
from shared.query.trees import exp
from shared.table.nouns import some_of


class RiskScore(MovingEntities):
    """Scores the risk of each entity from 0 to 100 by three factors that add up: up to 40 points for the part of its
    value that it lost from one stretch of time to the next, up to 30 for the part of its activity (rows) that it lost,
    up to 30 for the days since its last row, as a part of the later stretch. From 50 on it is at high risk.

    Use it for "risk score", "rank customers by risk", "how risky is each account".
    """

    examples = (
        "What is the risk score of each {entity}?",
        "Rank the {entity} by risk",
        "Score the {entity} by risk of {measure}",
    )
    least: ClassVar[int] = 3
    flagged: ClassVar[str] = "score > 0"
    order: ClassVar[tuple[str, ...]] = ("-score", "-before")
    overall: ClassVar[Mapping[str, str]] = {"high": "count_if(score >= 50)"}

    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        apart = self.windows(table)
        time = apart.column.name
        rows = {"rows_before": apart.before, "rows_after": apart.now}
        return {
            **super().each(table),
            **{name: sql.formula("count_if(:met)", met=stretch.covers(time)) for name, stretch in rows.items()},
            "days_quiet": apart.days_quiet,
        }

    def steps(self, table: DatasetProfile) -> SelectSteps:
        days = self.windows(table).days
        lost = "least(1.0, greatest(0.0, ({0} - {1}) / nullif(abs({0}), 0)))"
        parts = {
            "from_value": f"40 * coalesce({lost.format('before', 'after')}, 0)",
            "from_activity": f"30 * coalesce({lost.format('rows_before', 'rows_after')}, 0)",
            "from_silence": f"30 * coalesce(least(1.0, greatest(0.0, days_quiet / {days}.0)), 0)",
        }
        return parts, {"score": "from_value + from_activity + from_silence"}

    def purpose(self, table: DatasetProfile) -> str:
        return f"Risk score of {self.called(table)} by {self.worth(table).name}, {self.windows(table).said}"

    def drawn(self, table: DatasetProfile) -> Drawn:
        return Drawn("score", "risk score", "of 100", self.purpose(table))

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        name = self.called(table)
        high = facts.add(f"number of {name} at high risk", column="high")
        if not facts.number("flagged"):
            return f"None of the {all_of} {name} has a risk score above 0"
        first = facts.add(f"risk score of {self.label(facts, 0)}", column="score", query=1)
        return (
            f"{some_of(high, all_of, name)} at high risk (a score of 50 or more); "
            f"the highest score is that of {self.label(facts, 0)}, {first} of 100"
        )

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        def part(name: str, column: str) -> str:
            return facts.add(f"{name} of {label}", column=column, row=row, query=1)

        score, value = part("risk score", "score"), part("risk points for lost value", "from_value")
        activity, silence = (
            part("risk points for lost activity", "from_activity"),
            part("risk points for silence", "from_silence"),
        )
        return f"{label}: {score} of 100 (lost value {value}, lost activity {activity}, silence {silence})"

    def rules(self, table: DatasetProfile) -> tuple[str, ...]:
        worth, rows = self.worth(table).name, rows_name(table)
        return (
            f"Score: up to 40 points for the part of {worth} that was lost ({self.windows(table).said}), up to 30 for "
            f"the part of the {rows} that was lost, up to 30 for the days since the last of its {rows}.",
        )
