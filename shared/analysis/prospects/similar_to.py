"""The entities most similar to one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field, model_validator

from shared.analysis import sql
from shared.analysis.conditions import Filter
from shared.analysis.entities.entity_analysis import Drawn, EntityAnalysis, SelectSteps
from shared.analysis.entities.features import averages, centre, distance, feature_headings, features, likened, scaled
from shared.analysis.entities.whom import Worth
from shared.analysis.facts import Facts
from shared.contracts import DatasetProfile
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.figures import show_number

_MOST = 10


class SimilarTo(EntityAnalysis):
    """Finds the ten entities most similar to a given one, or, without one, to the one of greatest value, by their
    number of rows and their averages of all measures, each in standard deviations. The nearest come first.

    Use it for "customers similar to ABC Corp", "accounts like this one", where the columns are numbers.
    """

    examples = (
        "Find {entity} alike in all figures",
        "Which {entity} are alike in their figures?",
        "Find the most similar {entity}",
    )
    least: ClassVar[int] = 3
    flagged: ClassVar[str] = f"place <= {_MOST}"
    order: ClassVar[tuple[str, ...]] = ("place", "away")
    overall: ClassVar[Mapping[str, str]] = {"found": "count_if(self)", "own": "max(CASE WHEN self THEN entity END)"}

    like: str | None = Field(default=None, description="The entity's own value, as a cell has it; none: the greatest.")

    @model_validator(mode="before")
    @classmethod
    def _who_is_meant(cls, given: object) -> object:
        """A condition that one entity alone meets says which one the others are compared with."""
        if not isinstance(given, dict) or given.get("like") is not None:
            return given
        filters = tuple(one for one in given.get("filters", ()) if isinstance(one, Filter))
        own = [one for one in filters if one.column == given.get("entity") and one.operator == "="]
        if len(own) != 1 or len(own[0].values) != 1 or not isinstance(own[0].values[0], str):
            return given
        return {**given, "like": own[0].values[0], "filters": tuple(one for one in filters if one is not own[0])}

    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        own = {"worth": Worth.of(None, table).within(), "activity": sql.formula("CAST(count(*) AS DOUBLE)")}
        return {**own, **averages(features(table, without=()))}

    def _names(self, table: DatasetProfile) -> tuple[str, ...]:
        return (*(f"f{at}" for at in range(len(features(table, without=())))), "activity")

    def steps(self, table: DatasetProfile) -> SelectSteps:
        names = self._names(table)
        chosen: exp.Expr | str = "row_number() OVER (ORDER BY worth DESC NULLS LAST, entity) = 1"
        if self.like is not None:
            wanted = exp.Literal.string(self.like.casefold())
            chosen = sql.formula("lower(CAST(entity AS VARCHAR)) = :wanted", wanted=wanted)
        return (
            {"self": chosen, **scaled(names)},
            centre(names, "self", "own"),
            {"away": f"CASE WHEN self THEN NULL ELSE round({distance(names, 'own')}, 9) END"},
            {"place": "CASE WHEN away IS NULL THEN NULL ELSE rank() OVER (ORDER BY away NULLS LAST) END"},
        )

    def purpose(self, table: DatasetProfile) -> str:
        return f"{self.called(table).capitalize()} most similar to {self.like or 'the one of greatest value'}"

    def check(self, table: DatasetProfile, facts: Facts) -> None:
        if not facts.number("found"):
            raise ForfeitException(
                f"None of the {self.called(table)} is called {self.like}",
                (f"Looked for {self.like} among the {self.called(table)}",),
                "Write the name as the file has it.",
                "not_in_data",
            )
        if not facts.number("flagged"):
            raise ForfeitException(
                f"None of the {self.called(table)} has a figure in common with {self._own(facts)}",
                (f"Compared the figures of {self.called(table)}",),
                "Add columns of numbers that several of them have.",
                "not_in_data",
            )

    def headings(self, table: DatasetProfile) -> Mapping[str, str]:
        return {
            **super().headings(table),
            **feature_headings(features(table, without=()), table, self.whom(table)),
            "place": "rank",
        }

    def drawn(self, table: DatasetProfile) -> Drawn:
        own = self.like or "the one of greatest value"
        title = f"Distance of {self.called(table)} from {own}"
        return Drawn("away", f"distance from {own}", "standard deviations", title)

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        by = likened(features(table, without=()), table, self.whom(table))
        return f"Of {all_of} {self.called(table)}, {self.labels(facts)} are most similar to {self._own(facts)}, by {by}"

    def _own(self, facts: Facts) -> str:
        """Whom the others are compared with."""
        own = facts.value("own")
        return show_number(own) if isinstance(own, int | float) else str(own)

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        away = facts.add(f"distance of {label}", column="away", row=row, query=1)
        return f"{label}: {away} standard deviations away"
