"""Entities that look like those that were lost."""

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
from shared.analysis.entities.whom import whom
from shared.analysis.entities.windows import Windows, windows
from shared.analysis.facts import Facts
from shared.analysis.fields import Dimension
from shared.analysis.wording import rows_name
from shared.contracts import ColumnProfile, DatasetProfile
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.table.names import spoken

LEAST_LOST = 5


class ChurnResemblance(EntityAnalysis):
    """Finds entities whose pattern resembles that of past losses. Lost are those with a yes in the column `lost`, or,
    without one, those without a row in the latest stretch of time. Entities are placed by their number of rows and the
    averages of their measures (before that stretch), each in standard deviations; the resemblance is 100 % in the
    middle of the lost, 0 % in that of the others; told are those of the others above 50 %, the highest first.

    Use it for "who might we lose", "churn indicators", "customers that look like those who left".
    """

    examples = (
        "Which {entity} resemble those that were lost?",
        "Which {entity} might we lose?",
        "Which {entity} look like past losses by {lost}?",
    )
    least: ClassVar[int] = 10
    flagged: ClassVar[str] = "NOT gone AND resemblance > 50"
    order: ClassVar[tuple[str, ...]] = ("-resemblance",)
    overall: ClassVar[Mapping[str, str]] = {"lost": "count_if(gone)", "left": "count_if(NOT gone)"}

    lost: Dimension | None = Field(default=None, description="A yes/no column that says who was lost.")

    def whom(self, table: DatasetProfile) -> ColumnProfile:
        """Who may have been lost; where no column says so, somebody who has several rows to go missing."""
        return whom(self.entity, table, repeated=self.lost is None)

    def _flag(self, table: DatasetProfile) -> ColumnProfile | None:
        """The column that says who was lost. Raises ForfeitException where it does not say yes or no."""
        if self.lost is None:
            return None
        own = table.column(self.lost)
        if own.yes is None:
            raise ForfeitException(
                f"{spoken(own).capitalize()} does not say yes or no, so it does not tell who was lost",
                (f"Looked at the values of {spoken(own)}",),
                "Name a column that says yes or no, or leave it out where there are dates.",
            )
        return own

    def _windows(self, table: DatasetProfile) -> Windows:
        return windows(None, table)

    def aside_of(self, table: DatasetProfile) -> tuple[str, ...]:
        return () if self._flag(table) else tuple(filter(None, (self._windows(table).note,)))

    def _features(self, table: DatasetProfile) -> tuple[ColumnProfile, ...]:
        return features(table, without=(self.lost,))

    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        flag, known = self._flag(table), None
        if flag is not None:
            yes = exp.EQ(this=sql.column(flag.name), expression=sql.literal(flag.yes, flag))
            gone = sql.formula("coalesce(bool_or(:yes), FALSE)", yes=yes)
        else:
            apart = self._windows(table)
            now = apart.now.covers(apart.column.name)
            known = sql.formula(":time < :start", time=apart.column.name, start=apart.now.first)
            gone = sql.formula("count_if(:now) = 0", now=now)
        rows = sql.formula("count(*)") if known is None else sql.formula("count_if(:met)", met=known)
        activity = exp.cast(rows, "DOUBLE")
        return {"gone": gone, **averages(self._features(table), known), "activity": activity}

    def steps(self, table: DatasetProfile) -> SelectSteps:
        names = feature_columns(self._features(table))
        return (
            scaled(names),
            {**centre(names, "gone", "lost"), **centre(names, "NOT gone", "kept")},
            {"from_lost": distance(names, "lost"), "from_kept": distance(names, "kept")},
            {"resemblance": "round(100 * from_kept / nullif(from_kept + from_lost, 0), 6)"},
        )

    def purpose(self, table: DatasetProfile) -> str:
        return f"{self.called(table).capitalize()} that resemble those that were lost{self._meant(table)}"

    def _meant(self, table: DatasetProfile) -> str:
        flag = self._flag(table)
        return (
            f" (by {spoken(flag)})"
            if flag
            else f" (none of their {rows_name(table)} in {self._windows(table).now.said})"
        )

    def check(self, table: DatasetProfile, facts: Facts) -> None:
        for side, word in (("lost", "lost"), ("left", "kept")):
            count = int(facts.number(side))
            if count < LEAST_LOST:
                raise ForfeitException(
                    f"Insufficient data points to see what losses look like (only {count} {self.called(table)} "
                    f"{word}, need at least {LEAST_LOST})",
                    (f"Counted the {self.called(table)} that were {word}{self._meant(table)}",),
                    code="too_few_rows",
                )

    def headings(self, table: DatasetProfile) -> Mapping[str, str]:
        return {
            **super().headings(table),
            **feature_headings(self._features(table), table, self.whom(table)),
        }

    def drawn(self, table: DatasetProfile) -> Drawn:
        title = f"Resemblance of {self.called(table)} to those that were lost{self._meant(table)}"
        return Drawn("resemblance", "resemblance to those that were lost", "%", title)

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        name = self.called(table)
        lost = facts.add(f"number of {name} that were lost", column="lost")
        features_said = likened(self._features(table), table, self.whom(table))
        rule = f"likened by {features_said} to the {lost} of {all_of} that were lost{self._meant(table)}"
        if not facts.number("flagged"):
            return f"None of the {name} resembles those that were lost: {rule}"
        return f"{found} {name} resemble those that were lost, most of all {self.labels(facts)}: {rule}"

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        alike = facts.add(
            f"resemblance of {label} to those that were lost", "%", column="resemblance", row=row, query=1
        )
        return f"{label}: {alike} alike"
