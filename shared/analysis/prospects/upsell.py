"""Entities that are engaged and spend little: candidates for an upsell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pydantic import Field

from shared.analysis.entities.entity_analysis import Drawn, EntityAnalysis, SelectSteps
from shared.analysis.entities.whom import Worth
from shared.analysis.facts import Facts
from shared.analysis.fields import Measure
from shared.analysis.wording import rows_name
from shared.contracts import DatasetProfile
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.table.names import spoken
from shared.table.nouns import agreeing


class Upsell(EntityAnalysis):
    """Finds upsell candidates, the gap between engagement and spend: entities whose engagement is above the average of
    all and whose spend is below it, the most engaged first. Without a column of engagement it is the number of rows.

    Use it for "upsell candidates", "high engagement but low spend", "who could spend more", "gap analysis".
    """

    examples = (
        "Which {entity} are upsell candidates by {spend}?",
        "Which {entity} have high engagement but low {spend}?",
        "Which {entity} have high engagement but low spend?",
        "Who are our upsell candidates?",
    )
    least: ClassVar[int] = 5
    flagged: ClassVar[str] = "engagement > average_engagement AND spend < average_spend"
    order: ClassVar[tuple[str, ...]] = ("-engagement", "spend")
    overall: ClassVar[Mapping[str, str]] = {
        "average_engagement": "avg(engagement)",
        "average_spend": "avg(spend)",
        "apart": "count_if(engagement > average_engagement)",
    }

    engagement: Measure | None = Field(default=None, description="What shows engagement; none: the number of rows.")
    spend: Measure | None = Field(default=None, description="What is spent; none: the only amount that adds up.")

    def problems(self) -> Iterator[str]:
        if self.engagement is not None and self.engagement == self.spend:
            yield "engagement and spend are two different columns"

    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        spend = Worth.of(self.spend, table)
        if spend.column is None:
            raise ForfeitException(
                "Nothing says which column is the spend",
                (f"Looked in {table.file_name} for an amount that adds up",),
                f"Name one of these columns: {', '.join(spoken(one) for one in table.having('measure')[:6])}.",
                "not_understood",
            )
        return {"engagement": self._engagement(table).within(), "spend": spend.within()}

    def _engagement(self, table: DatasetProfile) -> Worth:
        named = f"number of {rows_name(table)}"
        return Worth.of(self.engagement, table) if self.engagement else Worth(None, named)

    def steps(self, table: DatasetProfile) -> SelectSteps:
        return ({"average_engagement": "avg(engagement) OVER ()", "average_spend": "avg(spend) OVER ()"},)

    def purpose(self, table: DatasetProfile) -> str:
        names = self._engagement(table).name, Worth.of(self.spend, table).name
        return f"Upsell candidates of the {self.called(table)}: above average in {names[0]}, below it in {names[1]}"

    def check(self, table: DatasetProfile, facts: Facts) -> None:
        if not facts.number("apart"):
            name, own = self._engagement(table).name, self.called(table)
            single = self.engagement is None and own == rows_name(table)
            alike = f"Each of the {own} is one row" if single else f"All {own} have the same {name}"
            raise ForfeitException(
                f"{alike}, so it shows no engagement",
                (f"Compared the {self.called(table)} by {name}",),
                "Name a column that shows engagement, such as visits or logins.",
            )

    def drawn(self, table: DatasetProfile) -> Drawn:
        engagement = self._engagement(table)
        title = f"{engagement.name} of the {self.called(table)} that are upsell candidates"
        return Drawn("engagement", engagement.name, engagement.unit, title)

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        name, engagement, spend = self.called(table), self._engagement(table), Worth.of(self.spend, table)
        high = facts.add(f"average {engagement.name} of all {name}", engagement.unit, column="average_engagement")
        low = facts.add(f"average {spend.name} of all {name}", spend.unit, column="average_spend")
        rule = f"above average in {engagement.name} ({high}), below average in {spend.name} ({low})"
        if not facts.number("flagged"):
            return f"None of the {all_of} {name} is an upsell candidate: {rule}"
        candidates = agreeing(found, "is an upsell candidate", "are upsell candidates")
        return f"{found} of {all_of} {name} {candidates}: {rule}; first of all {self.labels(facts)}"

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        engagement, spend = self._engagement(table), Worth.of(self.spend, table)
        high = facts.add(f"{engagement.name} of {label}", engagement.unit, column="engagement", row=row, query=1)
        low = facts.add(f"{spend.name} of {label}", spend.unit, column="spend", row=row, query=1)
        return f"{label}: {engagement.name} {high}, {spend.name} {low}"
