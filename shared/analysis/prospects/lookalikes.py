"""Entities like the top performers that are not among them yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from shared.analysis import sql
from shared.analysis.entities.entity_analysis import Drawn, EntityAnalysis, SelectSteps
from shared.analysis.entities.features import (
    averages,
    centre,
    distance,
    feature_columns,
    feature_headings,
    features,
    likened,
    scaled,
)
from shared.analysis.entities.whom import Worth
from shared.analysis.facts import Facts
from shared.analysis.fields import Measure
from shared.analysis.naming import snake
from shared.contracts import ColumnProfile, DatasetProfile
from shared.errors import ForfeitException
from shared.query.trees import exp


class Lookalikes(EntityAnalysis):
    """Finds entities similar to the top performers but in a lower tier. Top performers are the top 20 % by a measure.
    Each entity is placed by its number of rows and its averages of the other measures, each in standard deviations; a
    lookalike is no farther from the middle of the top performers than half of these are. The nearest come first.

    Use it for "who resembles our best customers", "lookalikes", "entities similar to top performers".
    """

    examples = (
        "Which {entity} are similar to our top performers in {measure}?",
        "Which {entity} resemble the best {entity} by {measure}?",
        "Find lookalikes of our top performers",
    )
    least: ClassVar[int] = 10
    flagged: ClassVar[str] = "NOT top AND away <= near"
    order: ClassVar[tuple[str, ...]] = ("away",)
    overall: ClassVar[Mapping[str, str]] = {"tops": "count_if(top)", "near": "max(near)"}

    measure: Measure | None = Field(default=None, description="By what the top performers are found.")

    def _worth(self, table: DatasetProfile) -> Worth:
        return Worth.of(self.measure, table)

    def _features(self, table: DatasetProfile) -> tuple[ColumnProfile, ...]:
        worth = self._worth(table)
        return features(table, without=(worth.column.name if worth.column else None,))

    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        activity = sql.formula("CAST(count(*) AS DOUBLE)")
        return {"worth": self._worth(table).within(), **averages(self._features(table)), "activity": activity}

    def steps(self, table: DatasetProfile) -> SelectSteps:
        names = feature_columns(self._features(table))
        return (
            {"top": "worth >= quantile_cont(worth, 0.8) OVER ()", **scaled(names)},
            centre(names, "top", "top"),
            {"away": f"round({distance(names, 'top')}, 9)"},
            {"near": "quantile_cont(away, 0.5) FILTER (WHERE top) OVER ()"},
        )

    def check(self, table: DatasetProfile, facts: Facts) -> None:
        if facts.number("tops") < facts.number("entities"):
            return
        name, worth = self.called(table), self._worth(table).name
        raise ForfeitException(
            f"All {name} have the same {worth}, so none of them stands out as a top performer",
            (f"Compared the {worth} of all {name}",),
            "Say by which measure the top performers are found.",
        )

    def purpose(self, table: DatasetProfile) -> str:
        return f"{self.called(table).capitalize()} that resemble the top performers in {self._worth(table).name}"

    def headings(self, table: DatasetProfile) -> Mapping[str, str]:
        worth = {"worth": snake(self._worth(table).name)}
        return {
            **super().headings(table),
            **feature_headings(self._features(table), table, self.whom(table)),
            **worth,
        }

    def drawn(self, table: DatasetProfile) -> Drawn:
        title = f"Distance of {self.called(table)} from the top performers in {self._worth(table).name}"
        return Drawn("away", "distance from the top performers", "standard deviations", title)

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        name, worth = self.called(table), self._worth(table).name
        tops = facts.add(f"number of top performers in {worth}", column="tops")
        by = likened(self._features(table), table, self.whom(table))
        rule = f"likened by {by} to the {tops} top performers in {worth}"
        if not facts.number("flagged"):
            return f"None of the other {name} (of {all_of}) resembles the top performers: {rule}"
        return f"{found} of {all_of} {name} resemble the top performers, most of all {self.labels(facts)}: {rule}"

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        worth = self._worth(table)
        value = facts.add(f"{worth.name} of {label}", worth.unit, column="worth", row=row, query=1)
        away = facts.add(f"distance of {label} from the top performers", column="away", row=row, query=1)
        return f"{label}: {worth.name} {value}, {away} standard deviations from the top performers' profile"
